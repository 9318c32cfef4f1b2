import { expect, test } from "vitest";
import type { DownloadStatus } from "#shared/contract/events.ts";
import { completeRosterText } from "#renderer/features/desks/roster-progress.tsx";
import { desks } from "#renderer/i18n/en/desks.ts";
import { pairing } from "#renderer/i18n/en/device-pairing.ts";
import { shell } from "#renderer/i18n/en/shell.ts";

test("M1 a laptop that is alone does not say so while browsers work on it", () => {
  expect(desks.alone.title(0)).toBe("This laptop works alone");
  expect(desks.roles.alone(0)).toBe("This laptop works alone.");
  for (const words of [desks.alone.title(1), desks.roles.alone(2)]) {
    expect(words).not.toContain("alone");
    expect(words).toContain("without other laptops");
  }
});

test("M8 D3 rows beyond those that the organizer counts are no part of them, and no copy is at 100 % before its end", () => {
  expect(desks.full.partly(2_000, 2_761)).toBe("2,000 of about 2,761 registrations are here.");
  expect(desks.full.partly(2_800, 2_761)).toBe(
    "2,800 registrations so far. The organizer counts 2,761 confirmed ones.",
  );
  expect(shell.copyPartial(0.724)).toContain(" 72 %");
  expect(shell.copyPartial(1)).toContain(" 99 %");
});

test("M8 D3 while a full desk reads the list anew, the rows so far are not called the whole list", () => {
  const at = (state: DownloadStatus["state"]): string => completeRosterText({ state, rows: 2_600 });
  expect(at("complete")).toContain("whole start list is here: 2,600");
  expect(at("downloading")).toContain("Looking for changes: 2,600 so far");
  expect(at("paused")).not.toContain("2,600");
});

test("M2 S12 after wrong codes nobody is sent for a new code: the shown one is still good, or has changed by itself", () => {
  expect(pairing.tooMany).not.toMatch(/new code/);
  expect(pairing.tooMany).toContain("the code that the computer shows then");
});
