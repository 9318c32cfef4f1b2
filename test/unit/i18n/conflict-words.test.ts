import { expect, test } from "vitest";
import { conflicts } from "#renderer/i18n/en/sync/conflicts.ts";

test("M11 the two times of a conflict are two texts, also within one second", () => {
  const atMs = new Date(2026, 9, 3, 9, 0, 0, 200).getTime();
  const gun = (more: number) => conflicts.value({ kind: "gun", atMs: atMs + more });
  expect([gun(0), gun(500)]).toEqual(["09:00:00.2", "09:00:00.7"]);
});

test("M11 of desks in conflict it is said that they did not know of each other, which they also may when connected", () => {
  expect(conflicts.lead).toContain("did not know of each other");
  expect(conflicts.lead).not.toMatch(/reach|connect/);
});
