import { afterEach, describe, expect, test, vi } from "vitest";
import { createQueryStore } from "#renderer/client/queries/query-store.ts";
import { createClient } from "#renderer/client/client.ts";
import type { Transport, TransportListener } from "#renderer/client/transport/transport.ts";
import { ok } from "#shared/result.ts";

/** A transport that answers when the test says so. */
function createManualTransport() {
  const calls: {
    name: string;
    input: unknown;
    answer: (reply: unknown) => void;
    fail: () => void;
  }[] = [];
  let listener: TransportListener | undefined;
  const transport: Transport = {
    call: (name, input) =>
      new Promise((resolve, reject) => {
        calls.push({ name, input, answer: resolve, fail: () => reject(new Error("gone")) });
      }),
    listen(given) {
      listener = given;
      return () => (listener = undefined);
    },
  };
  const client = createClient(transport);
  return {
    client,
    calls,
    invalidation: (topic: "events" | "roster", eventId: string | null = null) =>
      listener?.invalidation({ topic, eventId }),
    state: (state: "up" | "down" | "locked") => listener?.state(state),
  };
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
const holders = (id: string) => ok({ holders: [], id });

function setUp(keep = false) {
  const hand = createManualTransport();
  const asker = createQueryStore(hand.client, "bib.holders", { topics: ["roster"], keep });
  const stop = asker.start();
  return { ...hand, asker, stop };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("a question on a screen", () => {
  test("M14 a query without an answer is sent again by itself while the stream holds, and only while it is shown", async () => {
    vi.useFakeTimers();
    const { asker, calls, stop, state } = setUp();
    const pass = () => vi.advanceTimersByTimeAsync(10_000);
    state("up");
    asker.ask({ eventId: "e", bib: "1" });
    calls[0]?.fail();
    await pass();
    expect(calls).toHaveLength(2);
    calls[1]?.answer(holders("a"));
    await pass();
    expect(asker.get()).toMatchObject({ value: { id: "a" }, error: null });
    expect(calls).toHaveLength(2);
    asker.refresh();
    calls[2]?.fail();
    await vi.advanceTimersByTimeAsync(0);
    asker.ask(null);
    await pass();
    expect(calls).toHaveLength(3);
    asker.ask({ eventId: "e", bib: "1" });
    calls[3]?.fail();
    await vi.advanceTimersByTimeAsync(0);
    stop();
    await pass();
    expect(calls).toHaveLength(4);
  });

  test("an overtaken reply is dropped", async () => {
    const { asker, calls } = setUp();
    asker.ask({ eventId: "e", bib: "1" });
    asker.ask({ eventId: "e", bib: "2" });
    calls[1]?.answer(holders("second"));
    await settled();
    calls[0]?.answer(holders("first"));
    await settled();
    expect(asker.get().value).toMatchObject({ id: "second" });
  });

  test("invalidations while it asks make it ask once more", async () => {
    const { asker, calls, invalidation } = setUp();
    asker.ask({ eventId: "e", bib: "1" });
    for (let times = 0; times < 5; times += 1) invalidation("roster");
    expect(calls).toHaveLength(1);
    calls[0]?.answer(holders("a"));
    await settled();
    expect(calls).toHaveLength(2);
    calls[1]?.answer(holders("b"));
    await settled();
    expect(calls).toHaveLength(2);
  });

  test("invalidations of other topics and other events change nothing", async () => {
    const { asker, calls, invalidation } = setUp();
    asker.ask({ eventId: "e", bib: "1" });
    calls[0]?.answer(holders("a"));
    await settled();
    invalidation("events");
    invalidation("roster", "other");
    expect(calls).toHaveLength(1);
    invalidation("roster", "e");
    expect(calls).toHaveLength(2);
  });

  test("asking again keeps the former value; a new input drops it unless told to keep", async () => {
    for (const keep of [false, true]) {
      const { asker, calls } = setUp(keep);
      asker.ask({ eventId: "e", bib: "1" });
      calls[0]?.answer(holders("a"));
      await settled();
      asker.refresh();
      expect(asker.get()).toMatchObject({ value: { id: "a" }, loading: false, stale: false });
      asker.ask({ eventId: "e", bib: "2" });
      expect(asker.get()).toMatchObject({
        value: keep ? { id: "a" } : null,
        loading: true,
        stale: keep,
      });
    }
  });

  test("a connection that breaks keeps the value and asks again when it is back", async () => {
    const { asker, calls, state } = setUp();
    state("up");
    asker.ask({ eventId: "e", bib: "1" });
    calls[0]?.answer(holders("a"));
    await settled();
    state("down");
    asker.refresh();
    calls[1]?.fail();
    await settled();
    expect(asker.get()).toMatchObject({ value: { id: "a" }, error: { code: "transport-down" } });
    state("up");
    calls[2]?.answer(holders("b"));
    await settled();
    expect(asker.get()).toMatchObject({ value: { id: "b" }, error: null });
  });

  test("M14 a screen that is opened without a connection shows the last answer, until this window has no access", async () => {
    const { client, asker, calls, state } = setUp();
    const open = () => createQueryStore(client, "bib.holders", { topics: ["roster"] });
    state("up");
    asker.ask({ eventId: "e", bib: "1" });
    calls[0]?.answer(holders("a"));
    await settled();
    const online = open();
    online.ask({ eventId: "e", bib: "1" });
    expect(online.get()).toMatchObject({ value: null, loading: true });

    state("down");
    const offline = open();
    let changes = 0;
    offline.onChange(() => (changes += 1));
    offline.ask({ eventId: "e", bib: "1" });
    expect([offline.get().value, changes]).toEqual([{ holders: [], id: "a" }, 1]);
    calls.at(-1)?.fail();
    await settled();
    expect(offline.get()).toMatchObject({ value: { id: "a" }, error: { code: "transport-down" } });
    offline.ask({ eventId: "e", bib: "2" });
    expect(offline.get().value).toBeNull();

    state("locked");
    state("down");
    const other = open();
    other.ask({ eventId: "e", bib: "1" });
    expect(other.get().value).toBeNull();
  });

  test("an answer that is no reply reads transport-down and never throws", async () => {
    const { client, calls } = createManualTransport();
    const asked = client.call("time.get", {});
    calls[0]?.answer("<html>");
    expect(await asked).toMatchObject({ ok: false, error: { code: "transport-down" } });
  });
});
