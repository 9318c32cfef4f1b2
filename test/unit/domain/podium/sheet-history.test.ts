import fc from "fast-check";
import { expect, test } from "vitest";
import type { Fact } from "#shared/domain/journal/journal-facts.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { sheetBefore, sheetSources } from "#shared/domain/podium/sheet-history.ts";
import { entry } from "../../podium/entries.ts";

const sheet = (bibs: readonly string[], follows: readonly string[], source: string): Fact => ({
  kind: "podium.entered",
  payload: {
    runId: "run-1",
    segmentId: "overall",
    slots: bibs.map((bib) => ({ bib, runnerId: null, tie: false, time: null })),
    follows,
    source,
  },
});

/** Saves sheets and undoes them, as a desk does; an undo that changes nothing writes nothing. */
function write(steps: readonly (string | null)[]): JournalEntry[] {
  const written: JournalEntry[] = [];
  for (const bib of steps) {
    const last = written.at(-1);
    const follows = last === undefined ? [] : [entryIdOf(last)];
    const before = last === undefined ? null : sheetBefore(written, entryIdOf(last));
    if (bib === null && before === null) continue;
    const fact =
      bib === null
        ? sheet(before?.map((slot) => slot.bib) ?? [], follows, sheetSources.undo)
        : sheet([bib], follows, sheetSources.typed);
    written.push(entry(fact, { sequence: written.length + 1 }));
  }
  return written;
}

const bibsOf = (written: JournalEntry | undefined): unknown =>
  (written?.payload?.["slots"] as { bib: string }[] | undefined)?.map(({ bib }) => bib) ?? [];

test("J2 steps back go through what was typed as through a pile, whatever is typed in between", () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.constantFrom("7", "8", "9", "10")), { maxLength: 30 }),
      (steps) => {
        const pile: string[][] = [];
        for (const bib of steps) {
          if (bib === null) pile.pop();
          else pile.push([bib]);
        }
        expect(bibsOf(write(steps).at(-1))).toEqual(pile.at(-1) ?? []);
      },
    ),
  );
});

test("J2 each step back goes one sheet further, down to the empty sheet and no further", () => {
  const steps = ["7", "8", "9", null, null, null, null];
  expect(write(steps).map(bibsOf)).toEqual([["7"], ["8"], ["9"], ["8"], ["7"], []]);
});

test("J2 a sheet that was not merged yet, or that nobody can read, ends the steps back", () => {
  const typed = entry(sheet(["8"], ["x.e.1"], sheetSources.typed), { sequence: 1 });
  const undo = entry(sheet(["7"], ["d.e.1"], sheetSources.undo), { sequence: 2 });
  expect(sheetBefore([typed], "d.e.1")).toEqual([]);
  expect(sheetBefore([typed, undo], "d.e.2")).toBeNull();
  expect(sheetBefore([{ ...typed, payload: null }, undo], "d.e.2")).toBeNull();
});

test("J2 there is nothing before a sheet nobody wrote, nor at the end of a ring that a merge could bring", () => {
  expect(sheetBefore([], "d.e.1")).toBeNull();
  const ring = [
    entry(sheet(["7"], ["d.e.2"], sheetSources.undo), { sequence: 1 }),
    entry(sheet(["8"], ["d.e.1"], sheetSources.undo), { sequence: 2 }),
  ];
  expect(sheetBefore(ring, "d.e.1")).toBeNull();
});

test("P5 undoing a sheet that settled rivals with what the first of them says goes to the sheet before that one", () => {
  const first = entry(sheet(["7"], [], sheetSources.typed), { sequence: 1 });
  const left = entry(sheet(["8"], [entryIdOf(first)], sheetSources.typed), { sequence: 2 });
  const right = entry(sheet(["9"], [entryIdOf(first)], sheetSources.typed), { sequence: 3 });
  const follows = [entryIdOf(left), entryIdOf(right)];
  const settled = entry(sheet(["8"], follows, sheetSources.typed), { sequence: 4 });
  const entries = [first, left, right, settled];
  expect(sheetBefore(entries, entryIdOf(settled))?.map(({ bib }) => bib)).toEqual(["7"]);
  const undo = entry(sheet(["7"], [entryIdOf(settled)], sheetSources.undo), { sequence: 5 });
  expect(sheetBefore([...entries, undo], entryIdOf(undo))).toEqual([]);
  const other = entry(sheet(["9"], follows, sheetSources.typed), { sequence: 4 });
  expect(sheetBefore([first, left, right, other], entryIdOf(other))?.map(({ bib }) => bib)).toEqual(
    ["8"],
  );
});
