import { expect, test } from "vitest";
import type { EventCheck } from "#renderer/features/events/event/departure-checks.ts";
import type { EventDetail } from "#shared/contract/events.ts";
import {
  checkCancellations,
  checkQueue,
} from "#renderer/features/events/event/departure-checks.ts";
import { checkEvent, judgeDeparture } from "#renderer/features/events/event/event-checks.ts";
import { connection, departure, harbour, status } from "#test/support/screens/everyday.ts";

const checksOf = (counts: Readonly<Partial<Record<EventCheck["state"], number>>>): EventCheck[] =>
  Object.entries(counts).flatMap(([state, count]) =>
    Array.from({ length: count }, () => ({
      id: "queue" as const,
      state: state as EventCheck["state"],
      text: "",
    })),
  );

test("K5 the score and the sentence about the open checks add up to all checks", () => {
  const whole = judgeDeparture(checksOf({ fine: 5, look: 3, waiting: 1, untried: 1 }), null);
  expect(whole).toMatchObject({ fine: 5, of: 10 });
  expect(whole.text).toBe(
    "4 of 10 checks are still open, 5 are fine. 1 cannot be tried before the first walk-up.",
  );
  expect(judgeDeparture(checksOf({ fine: 9, stop: 1 }), null).text).toBe(
    "1 of 10 checks is still open.",
  );
});

test("W3 retracted walk-ups that the organizer has are a line of the check before departure", () => {
  expect(checkCancellations({ ...departure, mustBeCancelled: 0 })).toEqual([]);
  expect(checkCancellations({ ...departure, mustBeCancelled: 2 })).toMatchObject([
    { id: "cancel", state: "look", act: "sync", text: expect.stringMatching(/ has 2\. Ask /u) },
  ]);
});

test("M9 at a desk of a hub the queue is about walk-ups only, and a pause from before it joined holds nothing", () => {
  const atHub = { ...status, activity: "held-other-hub", waiting: 0, needsAttention: 0 } as const;
  expect(checkQueue({ ...atHub, setAside: 0 }).text).toBe("No walk-up waits to be sent.");
  expect(checkQueue({ ...atHub, setAside: 1 }).text).toBe(
    "1 set aside by a person. No other walk-up waits to be sent.",
  );
  expect(checkQueue({ ...atHub, waiting: 1, paused: true }).state).toBe("waiting");
});

test("O9 the key of another organization is not the key for this event", () => {
  const key = (part: Partial<EventDetail>) => {
    const event = { ...harbour, ...part };
    const facts = { event, connection, departure, sync: status, folderSyncedBy: null, nowMs: 0 };
    return checkEvent(facts).find(({ id }) => id === "key");
  };
  expect(key({})?.state).toBe("fine");
  expect(key({ organizationId: null })?.state).toBe("fine");
  expect(key({ organizationId: "o-2" })).toMatchObject({ state: "stop", act: "settings" });
});
