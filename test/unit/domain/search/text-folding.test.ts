import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bibKey,
  foldBib,
  foldEmail,
  foldMapped,
  foldText,
} from "#shared/domain/search/text-folding.ts";

describe("folding", () => {
  test.each([
    ["Guðmundsdóttir", "gudmundsdottir"],
    ["ŁUKASZ", "lukasz"],
    ["Søren Ærø", "soren aero"],
    ["Cœur", "coeur"],
    ["Đorđe", "dorde"],
    ["Þór", "thor"],
    ["Weiß STRASSE Weiẞ", "weiss strasse weiss"],
    ["İlker Işık", "ilker isik"],
    ["Ħal Ŧ Ŋ", "hal t n"],
    ["Ōtsuka", "otsuka"],
    ["Nguyễn Thị Ánh", "nguyen thi anh"],
    ["Ёлкин Йордан", "елкин иордан"],
    ["ΟΔΥΣΣΕΥΣ Άγγελος", "οδυσσευσ αγγελοσ"],
    ["O´Brien O’Brien Oʼbrien O`Brien", "o'brien o'brien o'brien o'brien"],
    ["ＡＢＣ　１２３", "abc 123"],
  ])("%s reads %s", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  test.each([
    ["both alefs", "أحمد", "احمد"],
    ["alef madda and wasla", "آمنة ٱلله", "امنه الله"],
    ["Persian and Arabic yeh and kaf", "کریمی", "كريمي"],
    ["alef maksura", "مصطفى", "مصطفي"],
    ["short vowels and tatweel", "مُحَمَّـــد", "محمد"],
    ["presentation forms", "ﻣﺤﻤﺪ", "محمد"],
    ["Hebrew points", "שָׁלוֹם", "שלום"],
    ["half-width and full-width kana", "ｶﾞｯﾂ", "ガッツ"],
    ["Hiragana and Katakana", "さとう", "サトウ"],
    ["Hangul in parts", "김민수".normalize("NFD"), "김민수"],
    ["Arabic and Persian digits", "٣٠١ ۳۰۱", "301 301"],
    ["Devanagari digits", "३०१", "301"],
    ["all ten Arabic digits", "٠١٢٣٤٥٦٧٨٩", "0123456789"],
    ["all ten Persian digits", "۰۱۲۳۴۵۶۷۸۹", "0123456789"],
    ["all ten Thai digits", "๐๑๒๓๔๕๖๗๘๙", "0123456789"],
    ["small letters and signs of Kana", "ァィヶヾ", "ぁぃゖゞ"],
  ])("%s are one", (_what, one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  test.each([
    ["か", "が"],
    ["は", "ぱ"],
    ["कि", "की"],
    ["กา", "กี"],
    ["ب", "ت"],
    ["и", "і"],
  ])("%s and %s stay two letters", (one, other) => {
    expect(foldText(one)).not.toBe(foldText(other));
  });

  test("composed and decomposed texts are one, in any script", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const folded = foldText(text);
        expect(foldText(text.normalize("NFD"))).toBe(folded);
        expect(foldText(text.normalize("NFC"))).toBe(folded);
      }),
    );
  });

  test("folding twice changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });

  test("the way back covers every folded unit and stays within the source", () => {
    const mixed = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.stringMatching(/^[ａ-ｚÀ-ſｦ-ﾟ가-힣ᄀ-ᇿא-״آ-ٟ 'a-z\u0300-\u0310\u200D]{0,30}$/u),
    );
    fc.assert(
      fc.property(mixed, (text) => {
        const mapped = foldMapped(text);
        expect(mapped.text).toBe(foldText(text));
        for (let unit = 0; unit < mapped.text.length; unit += 1) {
          expect(mapped.startOf(unit)).toBeGreaterThanOrEqual(
            unit === 0 ? 0 : mapped.startOf(unit - 1),
          );
          expect(mapped.endOf(unit)).toBeGreaterThan(mapped.startOf(unit));
          expect(mapped.endOf(unit)).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["a syllable and the consonant that ends it", "\uAC00\u11A8"],
    ["the same with an invisible character between", "\uAC00\u200D\u11A8"],
    ["a syllable and a pair of consonants as keyboards have it", "\uAC00\u3133"],
    ["parts with a mark between", "\u1100\u0301\u1161"],
  ])("the way back of Hangul that is put together anew: %s", (_, text) => {
    const mapped = foldMapped(`x${text} 수`);
    expect(mapped.text).toBe(foldText(`x${text} 수`));
    expect([mapped.startOf(1), mapped.endOf(1)]).toEqual([1, 1 + text.length]);
  });

  test("nothing invisible is left: controls, direction marks, private use", () => {
    expect(foldText("a\u200Bb\u200Ec\uE000d\u0007e")).toBe("abcd e");
  });
});

describe("bibs", () => {
  test("B1 007, 7 and A12 fold to three bibs; 7 and 007 share a key", () => {
    expect(["007", "7", "A12"].map(foldBib)).toEqual(["007", "7", "a12"]);
    expect(["007", "7", "A12", "000", "0", ""].map(bibKey)).toEqual([
      "7",
      "7",
      "A12",
      "0",
      "0",
      "",
    ]);
  });

  test("B1 space around a bib says nothing, space inside does", () => {
    expect(foldBib("  A  12\u00A0")).toBe("a 12");
  });

  test("an e-mail is compared without case", () => {
    expect(foldEmail(" Maria@Example.COM ")).toBe("maria@example.com");
  });
});
