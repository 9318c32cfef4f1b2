import type { DeskConflict } from "#shared/contract/conflicts.ts";
import { expect, test } from "vitest";
import { finishLog } from "#renderer/i18n/en/podium/finish-log.ts";
import { conflicts } from "#renderer/i18n/en/sync/conflicts.ts";

test("M11 the two times of a conflict are two texts, also within one second", () => {
  const atMs = new Date(2026, 9, 3, 9, 0, 0, 200).getTime();
  const gun = (more: number) => conflicts.value({ kind: "gun", atMs: atMs + more });
  expect([gun(0), gun(500)]).toEqual(["09:00:00.2", "09:00:00.7"]);
});

test("M11 of desks in conflict it is said that they did not know of each other, which they also may when connected", () => {
  expect(conflicts.lead).toContain("did not know of each other");
  expect(conflicts.lead).not.toMatch(/reach|connect/);
});

test("M11 M13 a conflict with three sides says three, also above the finish log", () => {
  const side = { entryId: "e", value: { kind: "removed" }, operator: "", atMs: 0 } as const;
  const about = { runner: null, runLabel: null, segmentLabel: null, bib: "7" };
  const titleOf = (kind: DeskConflict["kind"], count: number) =>
    conflicts.what({
      id: "1",
      kind,
      about,
      sides: Array.from({ length: count }, () => ({ ...side, desk: "Hub", isInForce: false })),
      isSettledHere: true,
    });
  expect(titleOf("finish-log", 2)).toBe("Two finish logs");
  expect(titleOf("finish-log", 3)).toBe("Three finish logs");
  expect(titleOf("bib-twice", 3)).toBe("Bib 7 was given to three runners");
  expect(titleOf("walk-up", 2)).toBe("This walk-up was written twice");
  expect(titleOf("walk-up", 3)).toBe("This walk-up was written three times");
  expect(finishLog.holder.sidesTitle(3)).toBe("Three finish logs: which one counts?");
});

test("M11 the buttons that keep the sides of one desk have different names for a screen reader", () => {
  const keep = (at: number) => conflicts.keepLabel("Keep this log", "Hub", { at, count: 2 });
  expect(keep(0)).toBe("Keep this log, of Hub, 1 of 2");
  expect(keep(1)).toBe("Keep this log, of Hub, 2 of 2");
});

test("M11 who has no bib on one side was not given two", () => {
  const side = { entryId: "e", operator: "", desk: "Hub", atMs: 0, isInForce: false };
  const about = { runner: null, runLabel: null, segmentLabel: null, bib: null };
  const titleOf = (...bibs: (string | null)[]) =>
    conflicts.what({
      id: "1",
      kind: "bib",
      about,
      sides: bibs.map((bib) => ({ ...side, value: { kind: "bib", bib } })),
      isSettledHere: true,
    });
  expect(titleOf("7", "8")).toBe("Two bibs were given");
  expect(titleOf("7", null)).toBe("A bib was given and taken away");
});

test("J1 a message about three kinds of lines has a comma between the first two", () => {
  expect(finishLog.notSavedShort(1, 2, 0)).toBe("1 time and 2 bibs not saved");
  expect(finishLog.asideTitle(1, 1, 1)).toBe("1 time, 1 bib and 1 gun time are set aside");
});
