import fc from "fast-check";
import { expect, test } from "vitest";
import type { BibHolder } from "#shared/domain/bibs/bib.ts";
import {
  bibHindrances,
  isSameBib,
  readBib,
  readNewBib,
  shareBib,
} from "#shared/domain/bibs/bib.ts";

test("B1 a bib is text: what is printable is kept as typed", () => {
  for (const bib of ["7", "007", "A12", "a-12", "M/40 3", "Ж7", "٣٠١", "7½", "€5", "1+1", "日本"]) {
    expect(readBib(bib)).toEqual({ ok: true, value: bib });
  }
});

test("B1 blank, too long and unprintable texts are told apart", () => {
  const faultOf = (typed: string) => {
    const bib = readBib(typed);
    return bib.ok ? null : bib.error.code;
  };
  expect(["", " ", "\u00A0\u3000", "\t\n"].map(faultOf)).toEqual(Array(4).fill("blank"));
  expect(faultOf("9".repeat(20))).toBeNull();
  expect(["9".repeat(21), "😀".repeat(30), "9".repeat(2_000)].map(faultOf)).toEqual(
    Array(3).fill("too-long"),
  );
  for (const typed of ["😀", "7😀", "7\u200D8", "\u202E7", "7\u0007", "#️⃣", "❤", "...", "\u0301"]) {
    expect(faultOf(typed), JSON.stringify(typed)).toBe("unprintable");
  }
});

test("B1 a new bib has no “@” and no space inside; without a digit it may be a bib", () => {
  const faultOf = (typed: string) => {
    const bib = readNewBib(typed);
    return bib.ok ? null : bib.error.code;
  };
  expect(["007", " 7 ", "A12", "ELITE", "M/40-3", "日本"].map(faultOf)).toEqual(
    Array(6).fill(null),
  );
  expect(["berta@b.example", "7@", "a b@c"].map(faultOf)).toEqual(Array(3).fill("address"));
  expect(["hello world", "A 12", "2 014"].map(faultOf)).toEqual(Array(3).fill("space"));
  expect(["", "😀"].map(faultOf)).toEqual(["blank", "unprintable"]);
});

test("B1 reading is stable: what was read reads as itself, composed or decomposed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 30 }), (typed) => {
      const once = readBib(typed);
      if (!once.ok) return;
      expect(readBib(once.value)).toEqual(once);
      expect(readBib(` ${typed.normalize("NFD")}\n`)).toEqual(once);
      expect([...once.value].length).toBeLessThanOrEqual(20);
    }),
  );
});

test("B2 full width is read as half width, and digits of any script are the same bib", () => {
  expect(readBib("Ａ－１２")).toEqual({ ok: true, value: "A-12" });
  expect(isSameBib("１２", "12")).toBe(true);
  expect(isSameBib("١٢", "12")).toBe(true);
  expect(isSameBib("١٢", "۱۲")).toBe(true);
  expect(isSameBib("É1", "E1")).toBe(false);
  expect(isSameBib("٠١٢", "12")).toBe(false);
});

test("B2 the case of a letter makes no other bib, a zero does", () => {
  expect(isSameBib("a12", "A12")).toBe(true);
  expect(isSameBib("e\u0301", "\u00C9")).toBe(true);
  expect(isSameBib("7", "007")).toBe(false);
});

const holder = (runnerId: string, teamId: string | null, isRelay = true): BibHolder => ({
  runnerId,
  runId: "relay",
  isRelay,
  teamId,
});

test("B2 members of a relay team share a bib; nobody else does", () => {
  const one = holder("one", "team-a");
  expect(shareBib(one, holder("two", "team-a"))).toBe(true);
  expect(shareBib(one, holder("two", "team-b"))).toBe(false);
  expect(shareBib(one, { ...holder("two", "team-a"), runId: "other" })).toBe(false);
  expect(shareBib(holder("one", null), holder("two", null))).toBe(false);
  expect(shareBib(holder("one", "team-a", false), holder("two", "team-a", false))).toBe(false);
  const others = [one, holder("two", "team-a"), holder("three", "team-b")];
  expect(bibHindrances(one, others).map(({ runnerId }) => runnerId)).toEqual(["three"]);
});
