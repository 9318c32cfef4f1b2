import { expect, test } from "vitest";
import { toWellFormed } from "#shared/domain/basics/well-formed.ts";

test("J5 half a character is replaced in every text, however deep, and nothing else changes", () => {
  const rest = { number: 7, isOk: true, none: null, emoji: "\u{1F600}" };
  expect(toWellFormed("Ana \uD83D")).toBe("Ana \uFFFD");
  expect(toWellFormed({ rows: [{ name: "\uDE00 Bo", ...rest }, null, ["\uD83D"]] })).toEqual({
    rows: [{ name: "\uFFFD Bo", ...rest }, null, ["\uFFFD"]],
  });
});
