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

test("S10 letters of other alphabets that look like Latin ones are told, also where they are written as another letter", () => {
  const pairs = ["Podium Роdium", "Desk Deѕk", "HARBOUR НАRВОUR", "Xenia Хenia", "paper рареr"];
  for (const pair of [...pairs, "Podium Ρodium", "Нина НИНА", "Σοφία ΣΟΦΊΑ"]) {
    const [one = "", other = ""] = pair.split(" ");
    expect(isLookAlike(one, other), pair).toBe(true);
  }
  expect(isLookAlike("Нина", "Ирина")).toBe(false);
});
