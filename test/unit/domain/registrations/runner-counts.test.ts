import { expect, test } from "vitest";
import { countRunner } from "#shared/domain/registrations/runner-projection.ts";
import type { CountedRunner } from "#shared/domain/registrations/runner-projection.ts";

const registered: CountedRunner = {
  runId: "run-1",
  source: "api",
  standing: "confirmed",
  apiCheckedIn: false,
  takenBack: false,
  goneAtMs: null,
  checkedInHere: false,
  inReplica: true,
};
const walkUp = { source: "walk-up", inReplica: false } as const;
const nothing = {
  arrived: 0,
  recorded: 0,
  expected: 0,
  letIn: 0,
  listed: 0,
  listedConfirmed: 0,
};
const asListed = { ...nothing, listed: 1, listedConfirmed: 1 };

test.each<[string, Partial<CountedRunner>, typeof nothing]>([
  ["a confirmed registration is expected", {}, { ...asListed, expected: 1 }],
  [
    "one on the waiting list is listed and not expected",
    { standing: "waitlist" },
    { ...nothing, listed: 1 },
  ],
  ["one that is gone counts nowhere", { goneAtMs: 1 }, nothing],
  [
    "who is checked in here has arrived, and is recorded",
    { checkedInHere: true },
    { ...asListed, arrived: 1, recorded: 1, expected: 1 },
  ],
  [
    "who is checked in elsewhere has arrived, and is not recorded",
    { apiCheckedIn: true },
    { ...asListed, arrived: 1, expected: 1 },
  ],
  [
    "who is gone and was checked in here has arrived all the same",
    { goneAtMs: 1, checkedInHere: true },
    { ...nothing, arrived: 1, recorded: 1, letIn: 1 },
  ],
  [
    "one on the waiting list who is let in has arrived without being expected",
    { standing: "waitlist", checkedInHere: true },
    { ...nothing, arrived: 1, recorded: 1, letIn: 1, listed: 1 },
  ],
  [
    "a walk-up is expected, whatever its status",
    { ...walkUp, standing: "waitlist" },
    { ...nothing, expected: 1 },
  ],
  [
    "a retracted walk-up counts nowhere",
    { ...walkUp, takenBack: true, checkedInHere: true },
    nothing,
  ],
  [
    "a retracted walk-up that the organizer lists counts as listed alone",
    { source: "walk-up", takenBack: true, checkedInHere: true },
    asListed,
  ],
  [
    "a registration of another program that is not in the replica is not expected",
    { inReplica: false },
    nothing,
  ],
])("J5 %s", (_what, more, counts) => {
  expect(countRunner({ ...registered, ...more })).toEqual({ runId: "run-1", ...counts });
});
