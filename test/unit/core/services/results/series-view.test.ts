import { expect, test } from "vitest";
import { wholeOrNull } from "#core/services/results/series-view.ts";

test("D6 a number that is no whole one, or too large to be exact, is left out", () => {
  expect([3, 0, 2.5, 1e21, undefined].map(wholeOrNull)).toEqual([3, 0, null, null, null]);
});
