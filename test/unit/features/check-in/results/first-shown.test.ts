import { expect, test } from "vitest";
import {
  formerRunOf,
  isBibNew,
  keepFirstShown,
} from "#renderer/features/check-in/results/first-shown.ts";
import { sampleCard, sampleRunner } from "#test/support/sample-runner.ts";

test("C8 the run that a card showed first is kept while the card shows the same runner", () => {
  const runner = sampleRunner();
  const moved = sampleRunner({ runId: "half", runLabel: "Half" });
  const first = keepFirstShown(null, runner);
  expect(formerRunOf(first, runner)).toBeNull();
  const kept = keepFirstShown(first, moved);
  expect(formerRunOf(kept, moved)).toBe("10K");
  const back = sampleRunner({ bib: "9400" });
  expect(formerRunOf(keepFirstShown(kept, back), back)).toBeNull();
});

test("C8 another runner, or a closed card, begins with the run of now", () => {
  const moved = sampleRunner({ runId: "half", runLabel: "Half" });
  const other = sampleRunner({ id: "r2" });
  const first = keepFirstShown(null, sampleRunner());
  expect(formerRunOf(keepFirstShown(first, other), other)).toBeNull();
  expect(keepFirstShown(first, undefined)).toBeNull();
  expect(formerRunOf(keepFirstShown(null, moved), moved)).toBeNull();
});

test("C8 a bib that another desk or a download changed while the card is shown is new; one that was given here is not", () => {
  const first = keepFirstShown(null, sampleRunner());
  const changed = sampleRunner({ bib: "9400" });
  const givenAt = (desk: string) => ({
    ...sampleCard(changed),
    history: [
      {
        entryId: "e1",
        kind: "bib-given" as const,
        actor: { desk, operator: "", atMs: 1 },
        bib: "9400",
        previousBib: null,
        reason: null,
        undoable: false,
      },
    ],
  });
  expect(isBibNew(first, sampleCard(sampleRunner()), "Desk 1")).toBe(false);
  expect(isBibNew(first, sampleCard(changed), "Desk 1")).toBe(true);
  expect(isBibNew(first, givenAt("Desk 2"), "Desk 1")).toBe(true);
  expect(isBibNew(first, givenAt("Desk 1"), "Desk 1")).toBe(false);
});
