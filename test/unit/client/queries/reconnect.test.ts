import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient } from "#renderer/client/client.ts";
import {
  callUntilAnswered,
  isConnectedAgain,
  isUnanswered,
} from "#renderer/client/queries/reconnect.ts";
import type { TransportListener, TransportState } from "#renderer/client/transport/transport.ts";
import { ok } from "#shared/result.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A client over a transport whose connection the test breaks and restores. */
function openClient({ isDesktop = false } = {}) {
  const sent: { readonly name: string; readonly input: unknown }[] = [];
  let isBroken = false;
  let listener: TransportListener | undefined;
  const client = createClient({
    call(name, input) {
      sent.push({ name, input });
      return isBroken ? Promise.reject(new Error("cut")) : Promise.resolve(ok({ fine: true }));
    },
    listen(told) {
      listener = told;
      return () => undefined;
    },
    ...(isDesktop ? {} : { pair: () => Promise.resolve("wrong-code" as const) }),
  });
  return {
    client,
    sent,
    state: (state: TransportState) => listener?.state(state),
    setBroken: (broken: boolean) => {
      isBroken = broken;
    },
  };
}

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const command = { commandId: "c1", eventId: "e" } as const;

describe("M14 a command and a lost connection", () => {
  test("M14 one on its way is sent again with the same id, once for each loss", async () => {
    const { client, sent, state, setBroken } = openClient();
    state("up");
    setBroken(true);
    const reply = callUntilAnswered(client, "finish.undo", command);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    state("down");
    await rest();
    setBroken(false);
    state("up");
    expect(await reply).toEqual(ok({ fine: true }));
    expect(sent).toEqual([
      { name: "finish.undo", input: command },
      { name: "finish.undo", input: command },
    ]);
  });

  test("M14 one that is given without a connection is not sent, then or later", async () => {
    const { client, sent, state } = openClient();
    state("up");
    state("down");
    const reply = await callUntilAnswered(client, "finish.undo", command);
    if (reply.ok) throw new Error("answered");
    expect(reply.error.code).toBe("transport-down");
    expect(isUnanswered(reply.error)).toBe(false);
    state("up");
    expect(sent).toEqual([]);
  });

  test("M14 a question is asked also without a connection", async () => {
    const { client, sent, state } = openClient();
    state("down");
    await client.call("desk.get", {});
    expect(sent).toHaveLength(1);
  });

  test("M14 a lost call over a connection that holds is told at once, as before", async () => {
    vi.useFakeTimers();
    const { client, sent, state, setBroken } = openClient();
    state("up");
    setBroken(true);
    const reply = callUntilAnswered(client, "finish.undo", command);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(await reply).toMatchObject({ ok: false, error: { code: "transport-down" } });
    expect(sent).toHaveLength(1);
  });

  test("M14 a window that has no access any more does not wait for ever", async () => {
    const { client, state, setBroken } = openClient();
    state("up");
    setBroken(true);
    const reply = callUntilAnswered(client, "finish.undo", command);
    state("down");
    await rest();
    state("locked");
    expect(await reply).toMatchObject({ ok: false, error: { code: "transport-down" } });
  });

  test("M14 the desktop's window has no connection to lose", async () => {
    const { client, state, setBroken } = openClient({ isDesktop: true });
    state("up");
    setBroken(true);
    expect(await isConnectedAgain(client)).toBe(false);
    expect(await callUntilAnswered(client, "finish.undo", command)).toMatchObject({ ok: false });
  });
});
