import { expect, test } from "vitest";
import { words } from "#renderer/i18n/words.ts";

const { counts, missing } = words.finishLog;

const say = (times: number, bibs: number, gaps: number): string =>
  times === bibs
    ? counts(times, bibs, gaps)
    : `${counts(times, bibs, gaps)} ${missing(times, bibs, gaps)}`;

test.each([
  [3, 3, 0, "3 finishers: as many bibs as times."],
  [3, 3, 1, "3 finishers: 1 time was not pressed."],
  [3, 5, 0, "3 times, 5 bibs. 2 bibs have no time. Type it, or insert a gap"],
  // The row of the gap has no time either.
  [3, 5, 1, "2 times and 1 not pressed, 5 bibs. 3 bibs have no time. Type it, or insert a gap"],
  [5, 3, 0, "5 times, 3 bibs. 2 times have no bib yet."],
  [5, 3, 2, "3 times and 2 not pressed, 3 bibs. 2 finishers have no bib yet."],
])("P9 what the log says of %d rows of times, %d bibs and %d gaps", (times, bibs, gaps, text) => {
  expect(say(times, bibs, gaps)).toContain(text);
});
