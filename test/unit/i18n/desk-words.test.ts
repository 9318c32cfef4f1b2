import { expect, test } from "vitest";
import { desks } from "#renderer/i18n/en/desks.ts";

test("M1 a laptop that is alone does not say so while browsers work on it", () => {
  expect(desks.alone.title(0)).toBe("This laptop works alone");
  expect(desks.roles.alone(0)).toBe("This laptop works alone.");
  for (const words of [desks.alone.title(1), desks.roles.alone(2)]) {
    expect(words).not.toContain("alone");
    expect(words).toContain("without other laptops");
  }
});
