import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findMatch } from "#shared/domain/search/matcher.ts";
import { readQuery } from "#shared/domain/search/tokenizer.ts";

const shown = (typed: string, row: { bib?: string; name?: string; email?: string }) => {
  const texts = { bib: row.bib ?? null, name: row.name ?? null, email: row.email ?? "" };
  const match = findMatch(texts, readQuery(typed));
  const cut = (text: string | null, ranges: [number, number][]) =>
    ranges.map(([start, end]) => (text ?? "").slice(start, end));
  return {
    bib: cut(texts.bib, match.bib),
    name: cut(texts.name, match.name),
    email: cut(texts.email, match.email),
  };
};

describe("what is underlined", () => {
  test.each([
    ["gud", "Guðmundsdóttir", ["Guð"]],
    ["stras", "Straße", ["Straß"]],
    ["thor", "Þór", ["Þór"]],
    ["luk zol", "Łukasz Żółć", ["Łuk", "Żół"]],
    ["obri", "Seán O'Brien", ["O'Bri"]],
    ["田太", "山田 太郎", ["田 太"]],
    ["太郎 山", "山田 太郎", ["山", "太郎"]],
    ["がっ", "ｶﾞｯﾂ", ["ｶﾞｯ"]],
    ["ma", "Maria Mathilde Max", ["Ma", "Ma", "Ma"]],
    ["ma mari", "Maria", ["Mari"]],
    ["jose", "José".normalize("NFD"), ["José".normalize("NFD")]],
    ["محمد", "مُحَمَّد", ["مُحَمَّد"]],
    ["𠮷", "𠮷田", ["𠮷"]],
    ["min", "김민수 Minsu", ["Min"]],
    ["obrien bri", "O'Brien", ["O'Brien"]],
    ["zol luk", "Łukasz Żółć", ["Łuk", "Żół"]],
  ])("%s in %s", (typed, name, parts) => {
    expect(shown(typed, { name }).name).toEqual(parts);
  });

  test("B1 a bib is underlined where it matched, after its zeros or with them", () => {
    expect(shown("7", { bib: "007" }).bib).toEqual(["7"]);
    expect(shown("007", { bib: "7" }).bib).toEqual(["7"]);
    expect(shown("00", { bib: "007" }).bib).toEqual(["00"]);
    expect(shown("a1", { bib: "A12" }).bib).toEqual(["A1"]);
    expect(shown("a-1", { bib: "A-12" }).bib).toEqual(["A-1"]);
    expect(shown("7", { bib: "  007 " }).bib).toEqual(["7"]);
    expect(shown("12 maria", { bib: "0123" }).bib).toEqual(["12"]);
    expect(shown("12 maria", { bib: "123", name: "Maria" })).toMatchObject({
      bib: ["12"],
      name: ["Maria"],
    });
  });

  test("an e-mail is underlined from its start after @, in its mailbox without", () => {
    expect(shown("Maria@cl", { email: "maria@club.example" }).email).toEqual(["maria@cl"]);
    expect(shown("maria@", { email: " Maria@club.example" }).email).toEqual(["Maria@"]);
    expect(shown("anna@", { email: "maria@club.example" }).email).toEqual([]);
    expect(shown("ma cl", { email: "maria@club.example" }).email).toEqual(["ma"]);
  });

  test("ranges are in order, apart, and within the text, whatever was typed", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.stringMatching(/^[a-zø-þ山田太郎ｱ-ﾟ '-]{0,20}$/u),
    );
    fc.assert(
      fc.property(text, text, text, (typed, name, bib) => {
        const match = findMatch({ name, bib, email: `${bib}@${name}` }, readQuery(typed));
        for (const [field, ranges] of Object.entries(match)) {
          const length = { name, bib, email: `${bib}@${name}` }[field]?.length ?? 0;
          let before = -1;
          for (const [start, end] of ranges) {
            expect(start).toBeGreaterThan(before);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(length);
            before = end;
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
