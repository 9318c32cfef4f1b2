import { expect, test } from "vitest";
import { findingMessage } from "#renderer/features/settings/finding-message.ts";

const setAside = (reason: string) =>
  findingMessage({
    code: "database-set-aside",
    facts: { reason, setAside: "/race/live/set-aside" },
  });

test("S4 a damaged database is called kept whole, and one that was missing or empty is not", () => {
  expect(setAside("SQLITE_CORRUPT").text).toContain("kept whole");
  expect(setAside("database-lost").title).toBe("The database was missing or empty");
  expect(setAside("database-lost").text).not.toContain("kept");
});

test("S4 the database that a restored backup replaced is not called damaged", () => {
  expect(setAside("restore-cut-short").title).not.toContain("damaged");
  expect(setAside("restore-cut-short").text).toContain("not damaged");
});
