import { expect, test } from "vitest";
import { lines, openPodium } from "./podium-desk.ts";

test("P1 the typed order is the claim: ties share a place and the next place counts them", async () => {
  const desk = await openPodium();
  await desk.save("overall", { depth: 5 });
  const { slots, state, toFill } = await desk.enter(lines("7", "007", "=A12", "99"));
  expect(slots.map(({ bib, place, name }) => [bib, place, name])).toEqual([
    ["7", 1, "Ana Sousa"],
    ["007", 2, "Rui Sousa"],
    ["A12", 2, "Łukasz Nowak"],
    ["99", 4, null],
  ]);
  expect({ state, toFill }).toEqual({ state: "draft", toFill: 1 });
  expect(await desk.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
});
