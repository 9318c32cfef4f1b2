import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { gatherInvalidations } from "#renderer/client/transport/gather-invalidations.ts";
import type { Transport, TransportListener } from "#renderer/client/transport/transport.ts";
import type { InvalidationTopic } from "#shared/contract/invalidations.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  let inner: TransportListener | undefined;
  const wire: Transport = {
    call: async () => null,
    listen(listener) {
      inner = listener;
      return () => (inner = undefined);
    },
  };
  const heard: string[] = [];
  const stop = gatherInvalidations(wire).listen({
    invalidation: ({ topic, eventId }) => heard.push(`${topic} ${eventId}`),
    state: (state) => heard.push(state),
  });
  return {
    heard,
    stop,
    hint: (topic: InvalidationTopic, eventId: string | null) =>
      inner?.invalidation({ topic, eventId }),
    state: () => inner?.state("up"),
  };
}

describe("gathered hints", () => {
  test("each is told once, a moment later", () => {
    const { heard, hint } = setUp();
    hint("roster", "e1");
    hint("outbox", null);
    hint("roster", "e1");
    hint("roster", "e2");
    expect(heard).toEqual([]);
    vi.runAllTimers();
    expect(heard).toEqual(["roster e1", "outbox null", "roster e2"]);
    hint("roster", "e1");
    vi.runAllTimers();
    expect(heard).toHaveLength(4);
  });

  test("M7 hints that go on coming are not put off again and again, and are told five times a second", () => {
    const { heard, hint } = setUp();
    for (let ms = 0; ms < 2_000; ms += 10) {
      hint("download", "e1");
      vi.advanceTimersByTime(10);
    }
    expect(heard.length).toBeGreaterThanOrEqual(9);
    expect(heard.length).toBeLessThanOrEqual(11);
  });

  test("the line's state is told at once, and nothing after the end", () => {
    const { heard, hint, state, stop } = setUp();
    state();
    hint("roster", "e1");
    stop();
    vi.runAllTimers();
    expect(heard).toEqual(["up"]);
  });
});
