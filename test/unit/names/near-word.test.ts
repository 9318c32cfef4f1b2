import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance } from "#core/names/edit-distance.ts";
import { lookupKeys, nearKeys, nearness, readForm } from "#core/names/near-word.ts";
import { romanize } from "#core/names/romanize.ts";
import { foldText } from "#shared/domain/search/text-folding.ts";

const latin = (text: string) => readForm({ text, isConsonants: false });

/** The edit distance by its definition, without a bound or a shortcut. */
function slowDistance(one: string, other: string): number {
  if (one === "" || other === "") return one.length + other.length;
  const costs = [
    slowDistance(one.slice(1), other) + 1,
    slowDistance(one, other.slice(1)) + 1,
    slowDistance(one.slice(1), other.slice(1)) + Number(one[0] !== other[0]),
  ];
  if (one.length > 1 && one[0] === other[1] && one[1] === other[0]) {
    costs.push(slowDistance(one.slice(2), other.slice(2)) + 1);
  }
  return Math.min(...costs);
}

describe("edit distance", () => {
  test("C11 counts letters that are added, left out, changed or swapped, up to its bound", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 5 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 6 }), (one, other, most) => {
        expect(editDistance(one, other, most)).toBe(Math.min(slowDistance(one, other), most + 1));
      }),
      { numRuns: 300 },
    );
  });
});

describe("near words", () => {
  test("C11 words that are near always share a key, so the index finds all of them", () => {
    const letters = [..."aeioustnrlmkdbpghcvwzyj"];
    const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 11 });
    const edit = fc.record({
      at: fc.nat(10),
      kind: fc.constantFrom("out", "in", "change", "swap"),
      letter: fc.constantFrom(...letters),
    });
    fc.assert(
      fc.property(word, fc.array(edit, { maxLength: 3 }), (name, edits) => {
        const typed = edits.reduce((text, { at, kind, letter }) => {
          const place = at % (text.length + 1);
          const [before, after] = [text.slice(0, place), text.slice(place)];
          if (kind === "in") return before + letter + after;
          if (kind === "out") return before + after.slice(1);
          if (kind === "change") return before + letter + after.slice(1);
          return before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2);
        }, name);
        const [one, other] = [latin(typed), latin(name)];
        const keys = new Set(nearKeys(other));
        const isFound = lookupKeys(one).some((key) => keys.has(key));
        if (nearness(one, other) !== null) expect(isFound, `${typed} ${name}`).toBe(true);
        expect(nearness(one, other)).toBe(nearness(other, one));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ["anna", "otto"],
    ["tom", "tim jr"],
    ["li", "lo"],
    ["martin", "marta"],
    ["oliver", "olivia"],
    ["smith", "schmidt-rotluff"],
  ])("C11 %s and %s are not one letter apart", (one, other) => {
    expect(nearness(latin(one), latin(other)) ?? 9).toBeGreaterThan(1);
  });

  test.each([
    ["yuliya", "iuliia", 0],
    ["johansson", "johanson", 0],
    ["smith", "smyth", 0],
    ["vandenbroucke", "vandenbrouke", 1],
    ["fitzgerald", "fitzgerlad", 1],
  ])("C11 %s and %s are %i apart", (one, other, cost) => {
    expect(nearness(latin(one), latin(other))).toBe(cost);
  });
});

describe("names in Latin letters", () => {
  test.each([
    ["Юлія", ["yuliya"]],
    ["김하윤", ["gimhayun", "gim", "kim", "hayun"]],
    ["남궁현우", ["namgunghyeonu", "namgung", "hyeonu"]],
    ["田中美咲", ["tanaka"]],
    ["王雨桐", ["wang", "yutong", "wangyutong"]],
    ["欧阳伟", ["ouyang", "wei"]],
    ["さくら", ["sakura"]],
    ["Οικονόμου", ["oikonomou"]],
    ["סה", ["sh"]],
  ])("C12 %s is written %j", (name, expected) => {
    const forms = romanize(foldText(name)).flatMap((part) => part.forms.map(({ text }) => text));
    expect(forms).toEqual(expect.arrayContaining(expected));
  });

  test("any text has Latin forms of letters and digits alone, without an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 12 }), (text) => {
        for (const { forms } of romanize(foldText(text))) {
          for (const form of forms) expect(form.text).toMatch(/^[a-z0-9]*$/);
        }
      }),
    );
  });
});
