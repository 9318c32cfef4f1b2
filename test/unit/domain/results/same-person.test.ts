import { describe, expect, test } from "vitest";
import { comparePodiums } from "#shared/domain/results/publication.ts";
import { person } from "./placed-person.ts";

const all = { depth: null };

test("P6 a bib says who it is only where a participant id is unknown", () => {
  const walkUp = person(1, null, { bib: "007" });
  const theirs = person(1, "p1", { bib: "007" });
  expect(comparePodiums([walkUp], [theirs], all)).toHaveLength(1);
  expect(comparePodiums([person(1, null, { bib: "7" })], [theirs], all)).toHaveLength(2);
  const other = person(1, "p2", { bib: "007" });
  expect(comparePodiums([other], [theirs], all)).toHaveLength(2);
  const knows = (id: string) => id === "p2";
  expect(comparePodiums([other], [theirs], { depth: null, knows })).toHaveLength(1);
});

test("B2 P6 the case of a letter makes no second bib, unless the organizer has both bibs", () => {
  const announced = person(1, null, { bib: "a12" });
  const rows = comparePodiums([announced], [person(1, "p1", { bib: "A12" })], all);
  expect(rows.map(({ kind, recall }) => [kind, recall])).toEqual([["same", false]]);
  const both = [person(1, "p1", { bib: "A12" }), person(2, "p2", { bib: "a12" })];
  const [other, own] = comparePodiums([person(2, null, { bib: "a12" })], both, all);
  expect(other).toMatchObject({ kind: "new", after: { participantId: "p1" } });
  expect(own).toMatchObject({ kind: "same", after: { participantId: "p2" } });
});

describe("P6 in a relay the team is compared", () => {
  const teamOf = (id: string) => id.split("-")[0] ?? null;
  const member = (place: number, id: string) => person(place, id, { bib: "7" });

  test.each([
    ["at the same place", 1, "same"],
    ["at another place", 2, "moved"],
  ])("P6 another member of the team is the same team, %s", (_what, place, kind) => {
    const rows = comparePodiums([member(1, "red-1")], [member(place, "red-2")], { ...all, teamOf });
    expect(rows.map((row) => row.kind)).toEqual([kind]);
  });

  test("P6 members of two teams are two, also with one bib", () => {
    const rows = comparePodiums([member(1, "red-1")], [member(1, "blue-1")], { ...all, teamOf });
    expect(rows.map((row) => row.kind)).toEqual(["new", "missing"]);
  });
});

describe("P6 a name says who it is only where there is neither id nor bib", () => {
  const named = (id: string | null, bib: string | null, name: string) =>
    person(1, id, { bib, name });

  test("P6 one name without id and bib is one person", () => {
    const rows = comparePodiums([named(null, null, "Ana")], [named(null, null, "Ana")], all);
    expect(rows.map((row) => row.kind)).toEqual(["same"]);
  });

  test.each([
    ["two names", named(null, null, "Ana"), named(null, null, "Wes")],
    ["two ids", named("a", null, "Ana"), named("b", null, "Ana")],
    ["two bibs", named(null, "1", "Ana"), named(null, "2", "Ana")],
    ["an id on one side", named("a", null, "Ana"), named(null, null, "Ana")],
    ["a bib on one side", named(null, "1", "Ana"), named(null, null, "Ana")],
  ])("P6 %s are two people", (_what, before, after) => {
    const rows = comparePodiums([before], [after], all);
    expect(rows.map((row) => row.kind)).toEqual(["new", "missing"]);
  });
});
