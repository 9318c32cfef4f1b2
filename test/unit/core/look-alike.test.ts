import { expect, test } from "vitest";
import { isLookAlike, plainName } from "#core/names/look-alike.ts";

test("S10 joined emoji stay whole in the name of a device, and no other joiner does", () => {
  const family = "\u{1F469}\u200D\u{1F469}\u200D\u{1F467}";
  const medic = "\u{1F469}\u{1F3FD}\u200D\u2695";
  for (const name of [family, `Desk ${family}`, medic]) expect(plainName(name)).toBe(name);
  expect(plainName("De\u200Dsk\u200D 1\u200D")).toBe("Desk 1");
  expect(plainName(`\u200D${family}\u200D`)).toBe(family);
  expect(isLookAlike(`Desk ${family}`, `desk${family.replaceAll("\u200D", "")}`)).toBe(true);
});
