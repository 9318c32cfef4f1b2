import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fact, SheetSlot } from "#shared/domain/journal/journal-facts.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { compareEntries } from "#shared/domain/journal/journal.ts";
import { projectGroups, projectSegment, sameSheet } from "#shared/domain/podium/podium.ts";
import { entries, entry } from "../../podium/entries.ts";

const slot = (bib: string, more: Partial<SheetSlot> = {}): SheetSlot => ({
  bib,
  runnerId: `r${bib}`,
  tie: false,
  time: null,
  ...more,
});

const entered = (
  bibs: readonly string[],
  follows: readonly string[] = [],
  reason?: string,
): Fact => ({
  kind: "podium.entered",
  payload: {
    runId: "run",
    segmentId: "overall",
    slots: bibs.map((bib) => slot(bib)),
    follows,
    source: "typed",
    ...(reason === undefined ? {} : { reason }),
  },
});

const announced = (sheet: string, openWarnings = 0): Fact => ({
  kind: "podium.announced",
  payload: { runId: "run", segmentId: "overall", sheet, openWarnings, depth: 3, clock: "gun" },
});

const saved: Fact = {
  kind: "segment.saved",
  payload: { runId: "run", segmentId: "overall", label: "Overall", depth: 3, clock: "gun" },
};

const removed: Fact = {
  kind: "segment.removed",
  payload: { runId: "run", segmentId: "overall" },
};

const headIds = (told: readonly JournalEntry[]) =>
  projectSegment(told)?.heads.map(({ entryId }) => entryId);

describe("sheets", () => {
  test("P1 the sheet on screen is the one nobody followed, with the order as typed", () => {
    const told = entries(entered(["7"]), entered(["12", "7"], ["d.e.1"], "line judge"));
    expect(projectSegment(told)?.heads).toEqual([
      {
        entryId: "d.e.2",
        operator: "Ana",
        desk: "Desk d",
        atMs: 2,
        slots: [slot("12"), slot("7")],
        source: "typed",
        reason: "line judge",
      },
    ]);
  });

  test("J4 two desks that typed without seeing each other are rivals; the earlier is shown", () => {
    const one = entry(entered(["7"]), { device: "a", sequence: 1, at: 20 });
    const other = entry(entered(["8"]), { device: "b", sequence: 1, at: 10 });
    expect(headIds([one, other].toSorted(compareEntries))).toEqual(["b.e.1", "a.e.1"]);
    const settled = entry(entered(["8"], ["a.e.1", "b.e.1"]), { device: "a", sequence: 2, at: 30 });
    expect(headIds([other, one, settled])).toEqual(["a.e.2"]);
  });

  test("J4 a sheet that follows one whose clock ran ahead takes its place all the same", () => {
    const ahead = entry(entered(["7"]), { device: "a", sequence: 1, at: 500 });
    const after = entry(entered(["8"], ["a.e.1"]), { device: "b", sequence: 1, at: 10 });
    expect(headIds([after, ahead])).toEqual(["b.e.1"]);
  });

  test("J4 a typed sheet is never out of sight, not even by a forged ring", () => {
    expect(headIds(entries(entered(["7"], ["d.e.2"]), entered(["8"], ["d.e.1"])))).toEqual([
      "d.e.2",
    ]);
    expect(headIds(entries(entered(["7"], ["d.e.1"])))).toEqual(["d.e.1"]);
    expect(headIds(entries(entered(["7"], ["d.e.1"]), entered(["8"])))).toEqual(["d.e.1", "d.e.2"]);
  });

  test("J4 what is no sheet, wiped or of a later version tells nothing", () => {
    const [good, odd, wiped] = entries(entered(["7"]), entered(["8"]), entered(["9"]));
    const told = [good, { ...odd, payload: { slots: "none" } }, { ...wiped, payload: null }];
    expect(headIds(told.filter((item) => item !== undefined) as JournalEntry[])).toEqual(["d.e.1"]);
    expect(projectSegment([])).toBeNull();
    expect(projectSegment(entries({ kind: "check-in.made", payload: {} }))).toBeNull();
  });

  test("J5 the state is what JSON keeps of it", () => {
    const state = projectSegment(entries(saved, entered(["7"]), announced("d.e.2")));
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  });
});

describe("announcements", () => {
  test("P5 what was announced stays as it was read out, whatever is typed afterwards", () => {
    const told = entries(entered(["7"]), announced("d.e.1", 2), entered(["8"], ["d.e.1"], "DSQ"));
    const state = projectSegment(told);
    expect(state?.announced).toMatchObject({
      entryId: "d.e.2",
      openWarnings: 2,
      atMs: 2,
      sheet: { entryId: "d.e.1", slots: [slot("7")] },
    });
    expect(state?.heads[0]?.slots).toEqual([slot("8")]);
  });

  test("P5 the last announcement counts; one whose sheet is not here yet waits for it", () => {
    const told = entries(
      entered(["7"]),
      announced("d.e.1"),
      entered(["8"], ["d.e.1"]),
      announced("d.e.3"),
      announced("elsewhere.e.9"),
    );
    expect(projectSegment(told)?.announced?.entryId).toBe("d.e.4");
    expect(projectSegment(entries(announced("elsewhere.e.9")))).toBeNull();
  });

  test("P5 two sheets are the same when they say the same, not when they have one name", () => {
    const sheet = [slot("7", { tie: true, time: "1:02:03" }), slot("8", { time: "1:02:03.50" })];
    expect(
      sameSheet(sheet, [slot("7", { time: "1:02:03.0" }), slot("8", { time: "3723.5" })]),
    ).toBe(true);
    expect(sameSheet([slot("7"), slot("8")], [slot("7"), slot("8")])).toBe(true);
    expect(sameSheet([slot("7", { time: "noon" })], [slot("7", { time: "noon" })])).toBe(true);
    expect(sameSheet([slot("7", { time: "40:00" })], [slot("7", { time: "40:01" })])).toBe(false);
    expect(sameSheet(sheet, [slot("7", { time: "1:02:03" })])).toBe(false);
    expect(sameSheet([slot("7")], [slot("7"), slot("8")])).toBe(false);
    expect(sameSheet(sheet, sheet.toReversed())).toBe(false);
    expect(sameSheet([slot("7")], [slot("007", { runnerId: "r7" })])).toBe(false);
    expect(sameSheet([slot("7")], [slot("7", { runnerId: null })])).toBe(false);
    expect(sameSheet([slot("7"), slot("8")], [slot("7"), slot("8", { tie: true })])).toBe(false);
    expect(sameSheet([slot("7", { time: "noon" })], [slot("7")])).toBe(false);
  });
});

describe("declarations", () => {
  test("P2 the clock, depth and label in force are the last that were declared", () => {
    const later: Fact = { ...saved, payload: { ...saved.payload, clock: "chip", depth: 5 } };
    expect(projectSegment(entries(saved, later))?.declared).toEqual({
      label: "Overall",
      depth: 5,
      clock: "chip",
      operator: "Ana",
      desk: "Desk d",
      atMs: 2,
    });
  });

  test("P3 a segment is gone while it holds nobody, and is there again when it is saved again", () => {
    expect(projectSegment(entries(saved, removed))).toMatchObject({ removed: true });
    expect(projectSegment(entries(saved, removed, saved))).toMatchObject({ removed: false });
    expect(
      projectSegment(entries(saved, entered(["7"]), entered([], ["d.e.2"]), removed)),
    ).toMatchObject({
      removed: true,
    });
  });

  test("P3 a segment that was removed and never declared here is gone too", () => {
    expect(projectSegment(entries(removed))).toEqual({
      declared: null,
      removed: true,
      heads: [],
      announced: null,
    });
  });

  test("P5 a segment that was announced stays, also when it is emptied and removed afterwards", () => {
    const told = entries(
      saved,
      entered(["7"]),
      announced("d.e.2"),
      entered([], ["d.e.2"]),
      removed,
    );
    expect(projectSegment(told)).toMatchObject({
      removed: false,
      announced: { sheet: { entryId: "d.e.2" } },
    });
  });

  test("J4 a removal takes no sheet away that another desk typed meanwhile", () => {
    const told = [
      ...entries(saved, removed),
      entry(entered(["7"]), { device: "x", sequence: 1, at: 9 }),
    ];
    expect(projectSegment(told)).toMatchObject({ removed: false, declared: { label: "Overall" } });
  });

  test("P4 no groups until somebody declares them; the last declaration counts", () => {
    const group = (...groups: string[][]): Fact => ({
      kind: "group.saved",
      payload: { runId: "run", groups },
    });
    expect(projectGroups([])).toEqual([]);
    const told = entries(group(["overall", "sex:male"]), group(["overall", "special:local"]));
    expect(projectGroups(told)).toEqual([["overall", "special:local"]]);
    const unreadable = told.map((item, at) => (at === 0 ? item : { ...item, payload: {} }));
    expect(projectGroups(unreadable)).toEqual([["overall", "sex:male"]]);
    expect(projectGroups(entries(group(["overall", "sex:male"]), group()))).toEqual([]);
  });
});

/** A journal of three desks, each of which had seen some entries of the others when it wrote. */
const journal = fc
  .array(
    fc.record({
      device: fc.constantFrom("a", "b", "c"),
      what: fc.constantFrom("enter", "enter", "enter", "announce", "save", "remove"),
      seen: fc.array(fc.nat(30), { maxLength: 3 }),
      at: fc.nat(20),
    }),
    { maxLength: 30 },
  )
  .map((steps) => {
    const told: JournalEntry[] = [];
    for (const [index, { device, what, seen, at }] of steps.entries()) {
      const ids = seen.flatMap((pick) => {
        const seenEntry = told[pick];
        return seenEntry === undefined ? [] : [entryIdOf(seenEntry)];
      });
      const fact = {
        enter: entered([String(index)], ids),
        announce: announced(ids[0] ?? "nobody.e.1"),
        save: saved,
        remove: removed,
      }[what];
      told.push(entry(fact ?? saved, { device, sequence: index + 1, at }));
    }
    return told;
  });

test("J4 whatever the order and partition of a merge, the segment comes out the same", () => {
  const merged = journal.chain((told) =>
    fc.tuple(
      fc.constant(told),
      fc.shuffledSubarray(told, { minLength: told.length }),
      fc.subarray(told),
    ),
  );
  fc.assert(
    fc.property(merged, ([told, shuffled, repeated]) => {
      const union = new Map(
        [...repeated, ...shuffled, ...repeated].map((item) => [entryIdOf(item), item]),
      );
      const other = projectSegment([...union.values()].toSorted(compareEntries));
      expect(other).toEqual(projectSegment(told.toSorted(compareEntries)));
    }),
  );
});

test("J4 every sheet is shown, or was followed by one that somebody typed", () => {
  fc.assert(
    fc.property(journal, (told) => {
      const sorted = told.toSorted(compareEntries);
      const heads = new Set(headIds(sorted));
      const sheets = sorted.filter(({ kind }) => kind === "podium.entered");
      const followed = new Set(
        sheets.flatMap(({ payload }) => payload?.["follows"] as unknown as string[]),
      );
      for (const sheet of sheets) {
        const id = entryIdOf(sheet);
        expect(heads.has(id)).toBe(!followed.has(id));
      }
    }),
  );
});
