import { expect, test } from "vitest";
import {
  elapsedHundredths,
  gunSubject,
  matchFinish,
  placingsOf,
  projectFinishItem,
  projectGun,
} from "#shared/domain/finish-log/finish-log.ts";
import type { Fact } from "#shared/domain/journal/journal-facts.ts";
import { entries } from "../../podium/entries.ts";

const press: Fact = {
  kind: "finish.put",
  payload: { list: "stamps", id: "s", at: "i", atMs: 61_000, bib: null, action: "stamp" },
};
const gun: Fact = { kind: "gun.set", payload: { runId: "ten", atMs: 1_000 } };

test("P1 a press keeps its time", () => {
  expect(projectFinishItem(entries(press))?.atMs).toBe(61_000);
});

test("J4 an entry of a kind that a later version added changes no row and no gun", () => {
  const later = entries(press, gun, gun).map((each) => ({ ...each, kind: "finish.later" }));
  const [, , last] = later;
  expect(projectFinishItem([...entries(press), ...later.slice(1)])?.atMs).toBe(61_000);
  expect(projectGun([...entries(gun), ...(last === undefined ? [] : [last])])?.atMs).toBe(1_000);
});

test("J4 the guns of two runs are two subjects", () => {
  expect(gunSubject("ten")).not.toBe(gunSubject("marathon"));
});

test.each([
  ["a press at the moment of the gun", 1_000, 1_000, 0],
  ["a press before the gun", 999, 1_000, null],
  ["a press without a gun", 1_000, null, null],
  ["a row without a press", null, 1_000, null],
])("P2 the time of a finish runs from the gun: %s", (_what, atMs, gunAtMs, hundredths) => {
  expect(elapsedHundredths(atMs, gunAtMs)).toBe(hundredths);
});

test("P9 of several runners with one bib the one whom a person chose came in", () => {
  const rows = matchFinish(
    [],
    [
      { bib: "7", runnerId: "mei" },
      { bib: "7", runnerId: null },
    ],
  );
  const placings = placingsOf(
    rows,
    (_bib, chosen) => ({ runId: "ten", runnerId: chosen ?? "nobody chosen", teamId: null }),
    [],
  );
  expect(placings.get("ten")?.map(({ runnerId }) => runnerId)).toEqual(["mei", "nobody chosen"]);
});

test("P1 a relay team takes one place, and two teams take two, also of one name in two runs", () => {
  const rows = matchFinish(
    [],
    ["ten red 1", "ten red 2", "ten blue 1", "five red 1"].map((bib) => ({ bib })),
  );
  const placings = placingsOf(
    rows,
    (bib) => {
      const [runId = "", teamId = ""] = bib.split(" ");
      return { runId, runnerId: bib, teamId };
    },
    [],
  );
  expect(placings.get("ten")?.map(({ bib }) => bib)).toEqual(["ten red 1", "ten blue 1"]);
  expect(placings.get("five")?.map(({ place }) => place)).toEqual([1]);
});
