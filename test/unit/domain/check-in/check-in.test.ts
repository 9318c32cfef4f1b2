import fc from "fast-check";
import { expect, test } from "vitest";
import type { CheckInCandidate } from "#shared/domain/check-in/check-in.ts";
import {
  claimToUndo,
  groupActions,
  judgeCheckIn,
  standingBibFacts,
  standingCheckIns,
  undoableKinds,
} from "#shared/domain/check-in/check-in.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";

const ready: CheckInCandidate = {
  standing: "confirmed",
  checkedIn: false,
  checkedInElsewhere: false,
  runCancelled: false,
  takenBack: false,
};

const entry = (
  sequence: number,
  kind: string,
  payload: JournalEntry["payload"],
  commandId: string | null = `command-${sequence}`,
): JournalEntry => ({
  device: "d",
  epoch: "e",
  sequence,
  hlc: String(sequence).padStart(6, "0"),
  wallAtMs: sequence,
  operator: "",
  desk: "Desk 1",
  kind,
  eventId: "event",
  subject: "runner",
  otherSubject: null,
  payload,
  salt: "",
  payloadHash: "",
  previousHash: "",
  hash: "",
  commandId,
});

test("C1 only a confirmed registration of a run that takes place checks in unasked", () => {
  expect(judgeCheckIn(ready)).toBeNull();
  for (const standing of ["waitlist", "cancelled", "refunded", "other"] as const) {
    expect(judgeCheckIn({ ...ready, standing })).toBe("not-confirmed");
  }
  expect(judgeCheckIn({ ...ready, takenBack: true })).toBe("not-confirmed");
  expect(judgeCheckIn({ ...ready, runCancelled: true })).toBe("run-cancelled");
});

test("C2 being here already is named first, here or elsewhere", () => {
  const worst = { ...ready, standing: "cancelled", runCancelled: true } as const;
  expect(judgeCheckIn({ ...worst, checkedIn: true })).toBe("already-checked-in");
  expect(judgeCheckIn({ ...worst, checkedInElsewhere: true })).toBe("already-checked-in");
  expect(judgeCheckIn(worst)).toBe("run-cancelled");
});

test("C3 an undo takes the named check-in, else the latest; never one that is void", () => {
  const facts = [
    entry(1, "check-in.made", {}),
    entry(2, "check-in.made", {}),
    entry(3, "check-in.undone", { undoes: "d.e.2" }),
    entry(4, "bib.given", { bib: "7", previousBib: null }),
    entry(5, "check-in.made", {}),
    entry(6, "check-in.made", {}),
  ];
  const standing = standingCheckIns(facts);
  expect(standing.map(entryIdOf)).toEqual(["d.e.1", "d.e.5", "d.e.6"]);
  expect(claimToUndo(standing, undefined)?.sequence).toBe(6);
  expect(claimToUndo(standing, "d.e.1")?.sequence).toBe(1);
  expect(claimToUndo(standing, "d.e.2")).toBeNull();
  expect(claimToUndo([], undefined)).toBeNull();
});

test("C3 undoing everything, in any order, leaves nothing that stands", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), fc.infiniteStream(fc.nat()), (count, choices) => {
      const facts = Array.from({ length: count }, (_, index) =>
        entry(index + 1, "check-in.made", {}),
      );
      for (let left = count; left > 0; left -= 1) {
        const standing = standingCheckIns(facts);
        expect(standing).toHaveLength(left);
        const chosen = standing[(choices.next().value ?? 0) % left];
        if (chosen === undefined) throw new Error("One stands");
        const undoes = entryIdOf(chosen);
        expect(claimToUndo(standing, undoes)).toBe(chosen);
        facts.push(entry(facts.length + 1, "check-in.undone", { undoes }));
      }
      expect(standingCheckIns(facts)).toEqual([]);
    }),
  );
});

test("C3 one command is one action: a family, a team's bib; a walk-up's check-in and bib are two", () => {
  const newestFirst = [
    entry(6, "check-in.made", {}, "walk-up"),
    entry(5, "bib.given", { bib: "1", previousBib: null }, "walk-up"),
    entry(4, "bib.swapped", { bib: "1", otherBib: null }, "swap"),
    entry(3, "bib.given", { bib: "1", previousBib: null }, "swap"),
    entry(2, "check-in.made", {}, "family"),
    entry(1, "check-in.made", {}, "family"),
  ];
  const grouped = groupActions(newestFirst).map((action) => action.map(({ sequence }) => sequence));
  expect(grouped).toEqual([[6], [5], [4, 3], [2, 1]]);
  const nameless = [entry(2, "check-in.made", {}, null), entry(1, "check-in.made", {}, null)];
  expect(groupActions(nameless)).toHaveLength(2);
});

test("C3 what can be undone is said by kind", () => {
  expect(undoableKinds).toEqual(["check-in.made", "bib.given", "bib.swapped"]);
});

test("B2 the bib facts that stand are those nobody undid, oldest first", () => {
  const facts = [
    entry(1, "bib.given", { bib: "7", previousBib: null }),
    entry(2, "bib.swapped", { bib: "8", otherBib: "7" }),
    entry(3, "bib.undone", { undoes: "d.e.2", bib: "7", otherBib: "8" }),
    entry(4, "bib.swapped", { bib: "9", otherBib: "7" }),
  ];
  expect(standingBibFacts(facts).map(({ sequence }) => sequence)).toEqual([1, 4]);
});
