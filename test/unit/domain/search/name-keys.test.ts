import { describe, expect, test } from "vitest";
import { readNameKey, readTypedNameKeys } from "#shared/domain/search/name-keys.ts";
import { foldText } from "#shared/domain/search/text-folding.ts";

/** Whether the typed text is the whole name. */
const isWholeName = (typed: string, name: string): boolean =>
  readTypedNameKeys(foldText(typed)).includes(readNameKey(foldText(name)));

describe("the whole name that a text means", () => {
  test.each([
    ["maria jensen", "Maria Jensen"],
    ["Jensen, Maria", "Maria Jensen"],
    ["obrien sean", "Seán O'Brien"],
    ["jean luc", "Jean-Luc"],
    ["anna li 7", "Li 7 Anna"],
    ["岡本健太", "岡本 健太"],
    ["健太 岡本", "岡本健太"],
    ["約翰·史密斯", "史密斯 約翰"],
    ["민수 김", "김민수"],
    ["ใจดี สม ชาย", "สมชายใจดี"],
    ["李 anna", "Anna 李"],
    ["一 二 三 四", "一二 三四"],
  ])("C6 %s is all of %s", (typed, name) => {
    expect(isWholeName(typed, name)).toBe(true);
  });

  test.each([
    ["maria", "Maria Jensen"],
    ["maria jensen", "Maria"],
    ["mariajensen", "Maria Jensen"],
    ["mar iajensen", "Maria Jensen"],
    ["岡本", "岡本健太"],
    ["太健本岡", "岡本健太"],
    ["山田 anna", "Anna 田山"],
    ["李 an na", "Anna 李"],
  ])("C6 %s is not all of %s", (typed, name) => {
    expect(isWholeName(typed, name)).toBe(false);
  });

  test("C6 four parts without spaces of their own mean a name in the typed order alone", () => {
    expect(isWholeName("四 三 二 一", "一二三四")).toBe(false);
    expect(isWholeName("三 二 一", "一二三")).toBe(true);
    expect(readTypedNameKeys("一 二 三")).toHaveLength(6);
    expect(readTypedNameKeys("一 一")).toEqual(["一一"]);
  });

  test("C6 a text without letters means nobody, not the people without a name", () => {
    for (const text of ["", "  ", "-", "'·'"]) {
      expect(readNameKey(text)).toBe("");
      expect(readTypedNameKeys(text)).toEqual([]);
    }
  });
});
