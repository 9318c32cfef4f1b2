import type { DeskConflict } from "#shared/contract/conflicts.ts";
import { err, ok } from "#shared/result.ts";
import { arabicName, longName, runner } from "./check-in-people.ts";
import { ago } from "./everyday.ts";
import type { Answers, Scene } from "./scene.ts";

type Side = DeskConflict["sides"][number];

const noAbout: DeskConflict["about"] = {
  runner: null,
  runLabel: null,
  segmentLabel: null,
  bib: null,
};

/** Two sides, of Desk 1 and of the car park; the first one is in force. */
const sides = (
  one: Side["value"],
  other: Side["value"],
  { isInForce = true, minutes = 18 } = {},
): Side[] => [
  {
    entryId: "e1",
    value: one,
    operator: "Mei Tanaka",
    desk: "Desk 1",
    atMs: ago(minutes),
    isInForce,
  },
  {
    entryId: "e2",
    value: other,
    operator: longName,
    desk: "Car park",
    atMs: ago(21),
    isInForce: false,
  },
];

const conflict = (
  kind: DeskConflict["kind"],
  about: Partial<DeskConflict["about"]>,
  both: Side[],
  isSettledHere = true,
): DeskConflict => ({
  id: `${kind} 1`,
  kind,
  about: { ...noAbout, ...about },
  sides: both,
  isSettledHere,
});

const slot = (place: number, bib: string, name: string, time: string | null) => ({
  place,
  bib,
  name,
  time,
});

const checkedInTwice = conflict(
  "check-in",
  { runner: runner({ id: "c1", name: arabicName }) },
  sides({ kind: "check-in" }, { kind: "check-in" }, { minutes: 24 }),
);
const twoBibs = conflict(
  "bib",
  { runner: runner({ id: "c2", name: longName }) },
  sides({ kind: "bib", bib: "1042" }, { kind: "bib", bib: "1024" }),
);
const bibTwice = conflict(
  "bib-twice",
  { bib: "1201" },
  sides(
    { kind: "bib-twice", runner: runner({ id: "c3", bib: "1201", name: "Amara Okafor" }) },
    { kind: "bib-twice", runner: runner({ id: "c4", bib: "1201", name: longName }) },
    { isInForce: false },
  ),
);
const podium = conflict(
  "sheet",
  { runLabel: "10K", segmentLabel: "Women 40–49" },
  sides(
    {
      kind: "sheet",
      slots: [slot(1, "640", "राधिका शर्मा", "41:12"), slot(2, "1038", "Amara Okafor", "42:50")],
    },
    {
      kind: "sheet",
      slots: [slot(1, "1038", "Amara Okafor", "41:12"), slot(2, "640", "राधिका शर्मा", null)],
    },
  ),
);
const hubs = conflict(
  "hub",
  {},
  sides({ kind: "hub", name: "Desk 1" }, { kind: "hub", name: "Car park" }, { isInForce: false }),
  false,
);

const found = (...conflicts: DeskConflict[]): Answers => ({
  "conflict.list": () => ok({ conflicts, withoutBib: [] }),
});

/** What desks did differently while they could not reach each other. */
export const conflictScenes: Readonly<Record<string, Scene>> = {
  "sync-conflicts": {
    hash: "#/sync",
    answers: {
      ...found(bibTwice, checkedInTwice, twoBibs, podium, hubs),
      "conflict.settle": () => ok({ conflicts: [] }),
    },
  },
  "sync-conflict-refused": {
    hash: "#/sync",
    answers: {
      ...found(bibTwice, checkedInTwice, twoBibs, podium),
      "conflict.settle": () => err("bib-taken", "Somebody else has this bib"),
    },
  },
  "sync-without-bib": {
    hash: "#/sync",
    answers: {
      "conflict.list": () =>
        ok({
          conflicts: [],
          withoutBib: [
            runner({ id: "c5", bib: null, name: "Amara Okafor" }),
            runner({ id: "c6", bib: null, name: longName }),
          ],
        }),
    },
  },
  "sync-conflict": { hash: "#/sync", answers: found(twoBibs) },
  "check-in-conflicts": { hash: "#/check-in", answers: found(bibTwice, twoBibs) },
};
