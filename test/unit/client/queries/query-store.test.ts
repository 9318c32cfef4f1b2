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
  const manual = createManualTransport();
  const query = createQueryStore(manual.client, "bib.holders", { topics: ["roster"], keep });
  const stop = query.start();
  return { ...manual, query, stop };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("a query on a screen", () => {
  test("M14 a query without an answer is sent again by itself while the stream holds, and only while it is shown", async () => {
    vi.useFakeTimers();
    const { query, calls, stop, state } = setUp();
    const pass = () => vi.advanceTimersByTimeAsync(10_000);
    state("up");
    query.ask({ eventId: "e", bib: "1" });
    calls[0]?.fail();
    await pass();
    expect(calls).toHaveLength(2);
    calls[1]?.answer(holders("a"));
    await pass();
    expect(query.get()).toMatchObject({ value: { id: "a" }, error: null });
    expect(calls).toHaveLength(2);
    query.refresh();
    calls[2]?.fail();
    await vi.advanceTimersByTimeAsync(0);
    query.ask(null);
    await pass();
    expect(calls).toHaveLength(3);
    query.ask({ eventId: "e", bib: "1" });
    calls[3]?.fail();
    await vi.advanceTimersByTimeAsync(0);
    stop();
    await pass();
    expect(calls).toHaveLength(4);
  });

  test("a reply to a former input is dropped", async () => {
    const { query, calls } = setUp();
    query.ask({ eventId: "e", bib: "1" });
    query.ask({ eventId: "e", bib: "2" });
    calls[1]?.answer(holders("second"));
    await settled();
    calls[0]?.answer(holders("first"));
    await settled();
    expect(query.get().value).toMatchObject({ id: "second" });
  });

  test("several invalidations while the query waits for its answer repeat it once", async () => {
    const { query, calls, invalidation } = setUp();
    query.ask({ eventId: "e", bib: "1" });
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
    const { query, calls, invalidation } = setUp();
    query.ask({ eventId: "e", bib: "1" });
    calls[0]?.answer(holders("a"));
    await settled();
    invalidation("events");
    invalidation("roster", "other");
    expect(calls).toHaveLength(1);
    invalidation("roster", "e");
    expect(calls).toHaveLength(2);
  });

  test("a repeated query keeps the former value; a new input drops it unless `keep` is set", async () => {
    for (const keep of [false, true]) {
      const { query, calls } = setUp(keep);
      query.ask({ eventId: "e", bib: "1" });
      calls[0]?.answer(holders("a"));
      await settled();
      query.refresh();
      expect(query.get()).toMatchObject({ value: { id: "a" }, loading: false, stale: false });
      query.ask({ eventId: "e", bib: "2" });
      expect(query.get()).toMatchObject({
        value: keep ? { id: "a" } : null,
        loading: true,
        stale: keep,
      });
    }
  });

  test("after a break of the connection the query keeps its value, and is repeated when the connection is back", async () => {
    const { query, calls, state } = setUp();
    state("up");
    query.ask({ eventId: "e", bib: "1" });
    calls[0]?.answer(holders("a"));
    await settled();
    state("down");
    query.refresh();
    calls[1]?.fail();
    await settled();
    expect(query.get()).toMatchObject({ value: { id: "a" }, error: { code: "transport-down" } });
    state("up");
    calls[2]?.answer(holders("b"));
    await settled();
    expect(query.get()).toMatchObject({ value: { id: "b" }, error: null });
  });

  test("M14 a screen that is opened without a connection shows the last answer, until this window has no access", async () => {
    const { client, query, calls, state } = setUp();
    const open = () => createQueryStore(client, "bib.holders", { topics: ["roster"] });
    state("up");
    query.ask({ eventId: "e", bib: "1" });
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
