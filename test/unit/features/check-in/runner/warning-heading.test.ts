import { expect, test } from "vitest";
import { judgeCard } from "#renderer/features/check-in/runner/verdict.ts";
import { headingOf, problemOf } from "#renderer/features/check-in/runner/warning-heading.ts";
import type { RunnerRow, RunnerWarning } from "#shared/contract/roster.ts";
import { sampleCard, sampleRunner } from "#test/support/sample-runner.ts";

const checkedIn = { desk: "Desk 2", operator: "Jonas", atMs: 1 };
const runCancelled: RunnerWarning = {
  kind: "run-cancelled",
  runLabel: "10K",
  eventStatus: "cancelled",
};

function titleOf(more: Partial<RunnerRow>, warnings: RunnerWarning[] = []): string {
  const card = sampleCard(sampleRunner(more), { warnings });
  return headingOf(card, judgeCard(card), 1).title;
}

test("C2 the title says that a confirmed runner is here already", () => {
  expect(titleOf({ checkedIn })).toBe("Already checked in");
  expect(titleOf({ checkedInElsewhere: true })).toBe("Already checked in elsewhere");
});

test("C2 of a runner who is here and should not be, the title says both, the problem first", () => {
  expect(titleOf({ checkedIn, standing: "cancelled" })).toBe(
    "Registration cancelled, but already checked in",
  );
  expect(titleOf({ checkedInElsewhere: true, standing: "refunded" })).toBe(
    "Registration refunded, but already checked in elsewhere",
  );
  expect(titleOf({ checkedIn, standing: "waitlist" })).toBe(
    "On the waiting list, but already checked in",
  );
  expect(titleOf({ checkedIn, delivery: "refused", source: "walk-up" })).toBe(
    "Walk-up refused, but already checked in",
  );
  expect(titleOf({ checkedIn }, [runCancelled])).toBe(
    "10K does not take place, but already checked in",
  );
  expect(titleOf({ checkedIn }, [{ kind: "gone-upstream", noticedAtMs: 1 }])).toBe(
    "Gone from the organizer’s list, but already checked in",
  );
});

test("C1 of a runner who is not here, the title says the problem alone", () => {
  expect(titleOf({ standing: "cancelled" })).toBe("Registration cancelled");
  expect(titleOf({ standing: "cancelled" }, [runCancelled])).toBe("10K does not take place");
});

test("C3 a walk-up that was retracted after its check-in is a problem of the card after it", () => {
  const card = (more: Partial<RunnerRow>) => sampleCard(sampleRunner({ checkedIn, ...more }));
  expect(problemOf(card({ delivery: "not-sent", source: "walk-up" }))).toBeNull();
  expect(problemOf(card({ delivery: "taken-back", source: "walk-up" }))).toBe(
    "This walk-up was retracted",
  );
});
