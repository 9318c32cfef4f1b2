import { expect, test } from "vitest";
import { sheetChoices } from "#renderer/features/podium/print/sheet-choices.ts";
import { men, women } from "#test/support/sheet-editor.ts";
import { announce } from "#test/support/screens/podium-book.ts";

test("P5 a segment that changed after its announcement is printed among the announced ones", () => {
  const changed = { ...announce(men), state: "changed" as const };
  const { announced, filled, all } = sheetChoices([changed, women]);
  expect(announced).toEqual([changed]);
  expect(filled).toEqual([changed]);
  expect(all).toHaveLength(2);
});
