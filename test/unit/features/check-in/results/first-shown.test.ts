import { expect, test } from "vitest";
import {
  formerRunOf,
  isBibNew,
  keepFirstShown,
} from "#renderer/features/check-in/results/first-shown.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import { sampleCard, sampleRunner } from "#test/support/sample-runner.ts";

const keep = (first: ReturnType<typeof keepFirstShown>, runner: RunnerRow) =>
  keepFirstShown(first, sampleCard(runner), "Desk 1");

test("C8 the run that a card showed first is kept while the card shows the same runner", () => {
  const runner = sampleRunner();
  const moved = sampleRunner({ runId: "half", runLabel: "Half" });
  const first = keep(null, runner);
  expect(formerRunOf(first, runner)).toBeNull();
  const kept = keep(first, moved);
  expect(formerRunOf(kept, moved)).toBe("10K");
  const back = sampleRunner({ bib: "9400" });
  expect(formerRunOf(keep(kept, back), back)).toBeNull();
});

test("C8 another runner, or a closed card, begins with the run of now", () => {
  const moved = sampleRunner({ runId: "half", runLabel: "Half" });
  const other = sampleRunner({ id: "r2" });
  const first = keep(null, sampleRunner());
  expect(formerRunOf(keep(first, other), other)).toBeNull();
  expect(keepFirstShown(first, null, "Desk 1")).toBeNull();
  expect(formerRunOf(keep(null, moved), moved)).toBeNull();
});

/** The card of the sample runner with this bib, after these desks gave these bibs. */
const cardAfter = (bib: string, ...given: readonly (readonly [desk: string, bib: string])[]) => ({
  ...sampleCard(sampleRunner({ bib })),
  history: given.map(([desk, of], at) => ({
    entryId: `e${at}`,
    kind: "bib-given" as const,
    actor: { desk, operator: "", atMs: 1 },
    bib: of,
    previousBib: null,
    reason: null,
    undoable: false,
  })),
});

/** Whether the bib of the last card is new to a person at Desk 1, who saw these cards one after the other. */
function isNewAfter(...cards: readonly ReturnType<typeof cardAfter>[]): boolean {
  let first: ReturnType<typeof keepFirstShown> = null;
  for (const card of cards) first = keepFirstShown(first, card, "Desk 1");
  return isBibNew(first, cards.at(-1)?.runner);
}

test("C8 a bib that another desk or a download changed while the card is shown is new; one that was given here is not", () => {
  const before = cardAfter("1038");
  expect(isNewAfter(before, before)).toBe(false);
  expect(isNewAfter(before, cardAfter("9400"))).toBe(true);
  expect(isNewAfter(before, cardAfter("9400", ["Desk 2", "9400"]))).toBe(true);
  expect(isNewAfter(before, cardAfter("9400", ["Desk 1", "9400"]))).toBe(false);
});

test("C8 a bib that a download brings after one that was given here is new", () => {
  const before = cardAfter("1038", ["Desk 1", "1038"]);
  expect(isNewAfter(before, cardAfter("9400", ["Desk 1", "1038"]))).toBe(true);
});

test("C8 the first bib that another desk gives back after one that was given here is new", () => {
  const given = cardAfter("5153", ["Desk 1", "5153"]);
  const back = cardAfter("1038", ["Desk 1", "5153"], ["Desk 2", "1038"]);
  expect(isNewAfter(cardAfter("1038"), given, back)).toBe(true);
});
