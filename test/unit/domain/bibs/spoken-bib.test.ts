import { describe, expect, test } from "vitest";
import { foldText } from "#shared/domain/search/text-folding.ts";
import { readSpokenBib } from "#shared/domain/bibs/spoken-bib.ts";

const read = (typed: string) => readSpokenBib(foldText(typed));

describe("bibs as people say them", () => {
  test.each([
    ["bib 2014", "2014"],
    ["BIB:2016", "2016"],
    ["Bib  no. 77", "77"],
    ["bib number 5", "5"],
    ["# 1038", "1038"],
    ["#1038", "1038"],
    ["no. 77", "77"],
    ["No 77", "77"],
    ["nr 77", "77"],
    ["Nr.77", "77"],
    ["number 077", "077"],
    ["№ 12", "12"],
    ["n° 12", "12"],
    ["nº 12", "12"],
    ["Startnummer 12", "12"],
    ["numéro 12", "12"],
    ["dossard K31", "k31"],
    ["2 014", "2014"],
    ["20 14", "2014"],
    ["2.014", "2014"],
    ["2,014", "2014"],
    ["bib 2 014", "2014"],
    ["٢ ٠١٤", "2014"],
  ])("B7 %s says the bib %s", (typed, bib) => {
    expect(read(typed)).toBe(bib);
  });

  test.each([
    "2014",
    "bib",
    "no",
    "nr.",
    "#",
    "bib anna",
    "no thi lan",
    "nora 77",
    "nolan77",
    "anna 77",
    "77 anna",
    "20.14",
    "2.01",
    "1:02:03",
    "anna@example.org",
    "",
  ])("B7 %s says no bib", (typed) => {
    expect(read(typed)).toBeNull();
  });
});
