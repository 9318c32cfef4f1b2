import { createServer } from "node:http";

import { describe, expect, test } from "vitest";

import { createPositionIds } from "#sandbox/data/prng.ts";
import type { RegistrationDocument } from "#sandbox/documents.ts";
import { createStore, positionsOf, registrationAt } from "#sandbox/store.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import { registrationStatuses, registrationTypes } from "#shared/partner-api/registration.ts";

import { today } from "./sandbox-client.ts";

function rosterOf(seed: number, runners: number, date = today): RegistrationDocument[] {
  const store = createStore({ seed, runners, today: date, timezone: "UTC" });
  const event = store.events.find(({ key }) => key === "main");
  if (event === undefined) throw new Error("no big event");
  return Array.from({ length: positionsOf(event) }, (_, position) =>
    registrationAt(event, position),
  ).filter((row) => row !== undefined);
}

const roster = rosterOf(1, 3000);
const named = (pattern: RegExp): number =>
  roster.filter(({ name }) => name && pattern.test(name)).length;

describe("X20 seeded data", () => {
  test("is the same for the same seed and size, on any day", () => {
    expect(rosterOf(1, 3000, "2027-01-01")).toEqual(roster);
  });

  test("differs by seed, in ids and in rows", () => {
    const other = rosterOf(2, 3000);
    const ids = new Set(roster.map(({ _id }) => _id));
    expect(other.some(({ _id }) => ids.has(_id))).toBe(false);
    expect(other.map(({ name }) => name)).not.toEqual(roster.map(({ name }) => name));
  });

  test("moves its dates with today", () => {
    const dates = (date: string) =>
      createStore({ seed: 1, runners: 3, today: date, timezone: "UTC" }).events.map(
        ({ key, document }) => [key, document.date],
      );
    expect(dates("2026-10-03")).toContainEqual(["main", "2026-10-03"]);
    expect(dates("2026-12-31")).toContainEqual(["main", "2026-12-31"]);
    expect(dates("2026-12-31")).toContainEqual(["relay", "2027-01-01"]);
  });

  test.each([3, 4, 50, 3000])(
    "has exactly %i rows in the big event, the first ones fixed",
    (size) => {
      const rows = rosterOf(5, size);
      expect(rows).toHaveLength(size);
      expect(rows.slice(0, 3).map(({ bibIdentifier }) => bibIdentifier)).toEqual([
        "1042",
        "007",
        "A12",
      ]);
    },
  );

  test("ids lead back to their place, and only their own", () => {
    const ids = createPositionIds(1, 1000);
    for (const position of [0, 1, 99, 999_999, 2 ** 31]) {
      expect(ids.positionOf(ids.idAt(position))).toBe(position);
    }
    expect(createPositionIds(1, 1001).positionOf(ids.idAt(5))).toBeUndefined();
    expect(ids.positionOf("not an id")).toBeUndefined();
  });
});

describe("X21 hard cases", () => {
  test.each([
    ["ø æ ł đ ð þ ß", /[øæłđðþß]/i],
    ["Vietnamese", /[ơưệễạảấầẩậắằặẽẹịọộớờợụủứừữựỳỵỷỹ]/i],
    ["Greek", /\p{Script=Greek}/u],
    ["Cyrillic", /\p{Script=Cyrillic}/u],
    ["Arabic", /\p{Script=Arabic}/u],
    ["Hebrew", /\p{Script=Hebrew}/u],
    ["Devanagari", /\p{Script=Devanagari}/u],
    ["Han", /\p{Script=Han}/u],
    ["Hiragana", /\p{Script=Hiragana}/u],
    ["Hangul", /\p{Script=Hangul}/u],
    ["Thai", /\p{Script=Thai}/u],
    ["very long", /^.{110,}$/u],
    ["combining marks", /\p{M}/u],
    ["apostrophes", /'/],
  ])("names: %s", (_what, pattern) => {
    expect(named(pattern)).toBeGreaterThan(3);
  });

  test("names are missing, and shared", () => {
    expect(roster.filter(({ name }) => name === undefined).length).toBeGreaterThan(10);
    const names = roster.flatMap(({ name }) => name ?? []);
    expect(new Set(names).size).toBeLessThan(names.length);
    expect(names.filter((name) => name === "Mary Jones")).toHaveLength(3);
  });

  test("families share an e-mail across runs", () => {
    const families = [...Map.groupBy(roster, ({ email }) => email).values()].filter(
      (members) => members.length > 1,
    );
    expect(families.length).toBeGreaterThan(100);
    expect(families.some((all) => new Set(all.map((row) => row.eventRunId)).size > 1)).toBe(true);
    expect(roster.filter(({ email }) => email === "a.okafor@posteo.net")).toHaveLength(3);
  });

  test("B1 bibs: leading zeros beside plain ones, letters, none, a few twice", () => {
    const bibs = roster.flatMap(({ bibIdentifier }) => bibIdentifier ?? []);
    expect(bibs).toEqual(expect.arrayContaining(["007", "7", "A12", "K31", "1042"]));
    expect(bibs.filter((bib) => bib.startsWith("0")).length).toBeGreaterThan(5);
    expect(roster.length - bibs.length).toBeGreaterThan(30);
    const doubles = bibs.length - new Set(bibs).size;
    expect(doubles).toBeGreaterThanOrEqual(2);
    expect(doubles).toBeLessThan(30);
  });

  test("every status, both types, pace groups, a few checked in", () => {
    const kinds = (field: keyof RegistrationDocument) => new Set(roster.map((row) => row[field]));
    expect(kinds("registrationStatus")).toEqual(new Set(registrationStatuses));
    expect(kinds("registrationType")).toEqual(new Set(registrationTypes));
    expect(kinds("paceGroup").size).toBe(6);
    const arrived = roster.filter(({ checkedIn }) => checkedIn).length;
    expect(arrived).toBeGreaterThan(2);
    expect(arrived).toBeLessThan(30);
  });
});

describe("a sandbox that cannot start", () => {
  test.each([0, 2, 1_000_001, 2.5])("refuses the size %d", async (runners) => {
    await expect(startSandbox({ runners })).rejects.toThrow(RangeError);
  });

  test("says that its port is taken, and holds nothing open", async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, "127.0.0.1", resolve));
    const address = blocker.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    await expect(startSandbox({ runners: 3, port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await expect(startSandbox({ runners: 3, controlPort: port })).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
    await new Promise((resolve) => blocker.close(resolve));
  });
});
