import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { gatherInvalidations } from "#renderer/client/transport/gather-invalidations.ts";
import type { Transport, TransportListener } from "#renderer/client/transport/transport.ts";
import type { InvalidationTopic } from "#shared/contract/invalidations.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  let inner: TransportListener | undefined;
  const transport: Transport = {
    call: async () => null,
    listen(listener) {
      inner = listener;
      return () => (inner = undefined);
    },
  };
  const received: string[] = [];
  const stop = gatherInvalidations(transport).listen({
    invalidation: ({ topic, eventId }) => received.push(`${topic} ${eventId}`),
    state: (state) => received.push(state),
  });
  return {
    received,
    stop,
    invalidation: (topic: InvalidationTopic, eventId: string | null) =>
      inner?.invalidation({ topic, eventId }),
    state: () => inner?.state("up"),
  };
}

describe("gathered invalidations", () => {
  test("each is told once, a moment later", () => {
    const { received, invalidation } = setUp();
    invalidation("roster", "e1");
    invalidation("outbox", null);
    invalidation("roster", "e1");
    invalidation("roster", "e2");
    expect(received).toEqual([]);
    vi.runAllTimers();
    expect(received).toEqual(["roster e1", "outbox null", "roster e2"]);
    invalidation("roster", "e1");
    vi.runAllTimers();
    expect(received).toHaveLength(4);
  });

  test("M7 invalidations that go on coming are not put off again and again, and are passed on five times a second", () => {
    const { received, invalidation } = setUp();
    for (let ms = 0; ms < 2_000; ms += 10) {
      invalidation("download", "e1");
      vi.advanceTimersByTime(10);
    }
    expect(received.length).toBeGreaterThanOrEqual(9);
    expect(received.length).toBeLessThanOrEqual(11);
  });

  test("the connection's state is told at once, and nothing after the end", () => {
    const { received, invalidation, state, stop } = setUp();
    state();
    invalidation("roster", "e1");
    stop();
    vi.runAllTimers();
    expect(received).toEqual(["up"]);
  });
});
