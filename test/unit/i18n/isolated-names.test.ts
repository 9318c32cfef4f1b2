import { expect, test } from "vitest";
import { isolated } from "#renderer/i18n/isolated.ts";
import { words } from "#renderer/i18n/words.ts";

const arabic = "محمد عبد الله";
const apart = `\u2068${arabic}\u2069`;

test("B2 a name from right to left leaves the digits beside it in their place", () => {
  const holders = [{ name: arabic, runLabel: "5K" }];
  const one = { operator: arabic, desk: arabic, atMs: 0 };
  expect(words.walkUp.bibTaken("9001", holders)).toBe(`Bib 9001 is taken by ${apart}, 5K.`);
  for (const text of [
    words.bibs.takenBy(holders),
    words.bibs.looksLike("101", arabic),
    words.checkIn.warning.doubleText(holders),
    words.checkIn.history["checked-in"](one),
    words.sync.entryName("walk-up", arabic, "5K"),
    words.sync.entryName("event", arabic, null),
    words.conflicts.needsBib([arabic, arabic]),
    words.desks.full.title(arabic),
    words.podium.why(arabic, 2),
    words.finishLog.holder.title(arabic),
  ]) {
    expect(text.replaceAll(apart, "")).not.toContain(arabic);
    expect(text).toContain(apart);
  }
});

test("B2 a name from left to right stays as it is", () => {
  for (const name of ["Zoë Müller", "Олена Шевченко", "王芳", ""])
    expect(isolated(name)).toBe(name);
});
