import { expect, test } from "vitest";
import { readPrizes } from "#shared/partner-api/prizes.ts";

test("prizes of every likely shape, in the organizer's words", () => {
  expect(
    readPrizes([
      { place: 1, prize: "Trophy" },
      { rank: "2", name: "Medal" },
    ]),
  ).toEqual([
    { place: 1, prize: "Trophy" },
    { place: 2, prize: "Medal" },
  ]);
  expect(readPrizes({ 1: "Trophy", 2: { label: "Medal" } })).toEqual([
    { place: 1, prize: "Trophy" },
    { place: 2, prize: "Medal" },
  ]);
  expect(readPrizes(["Cup", 150])).toEqual([
    { place: null, prize: "Cup" },
    { place: null, prize: "150" },
  ]);
  expect(readPrizes("Pie for everybody")).toEqual([{ place: null, prize: "Pie for everybody" }]);
  expect(readPrizes({ description: "Pie" })).toEqual([{ place: null, prize: "Pie" }]);
});

test("D6 what nobody understands is kept as its own text, and nothing is nothing", () => {
  expect(readPrizes([{ gold: { grams: 3 } }, [1, 2]])).toEqual([
    { place: null, prize: '{"gold":{"grams":3}}' },
    { place: null, prize: "[1,2]" },
  ]);
  expect(
    readPrizes([
      { place: -1, prize: "Odd" },
      { place: 1.5, prize: "Half" },
    ]),
  ).toEqual([
    { place: null, prize: "Odd" },
    { place: null, prize: "Half" },
  ]);
  for (const nothing of [undefined, null, "", [], {}, [null, ""]]) {
    expect(readPrizes(nothing)).toEqual([]);
  }
});
