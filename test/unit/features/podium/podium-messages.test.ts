import { describe, expect, test } from "vitest";
import {
  findSheet,
  isRevealed,
  listSheets,
} from "#renderer/features/podium/announcer/announcer-sheets.ts";
import {
  readBands,
  readCount,
  readTemplate,
  emptyTemplate,
} from "#renderer/features/podium/segments/segment-template.ts";
import { words } from "#renderer/i18n/words.ts";
import { ordinal } from "#renderer/i18n/en/podium/podium-warnings.ts";
import { explainPlace } from "#shared/domain/podium/explain-place.ts";
import { segmentsFromTemplate } from "#shared/domain/podium/segment.ts";
import { announce, madeSegment } from "#test/support/screens/podium-book.ts";

const women = madeSegment({
  id: "sex:female",
  label: "Women",
  slots: [
    { bib: "104", time: "1:19:58" },
    { bib: "221", time: "1:21:04.32" },
    { bib: "1190", tie: true, time: "1:21:04.32" },
    { bib: "095" },
  ],
});
const why = (index: number): string =>
  words.podium.whyText(explainPlace(women, index), women.slots[index]?.hundredths ?? null);

describe("why a place is what it is", () => {
  test("P1 P2 a tie to the hundredth, and the place after it", () => {
    expect(why(2)).toBe(
      "Gun time 1:21:04.32, the same hundredth as İlayda Şahin. They share place 2 and the next place is 4.",
    );
    expect(why(3)).toBe(
      "No time was typed; the order typed decides. It goes by gun time. 3 are ahead. 2 share place 2, so nobody is on place 3.",
    );
    expect(why(0)).toBe("Gun time 1:19:58. Nobody is ahead.");
  });

  test("P1 several with the same hundredth are named in one sentence", () => {
    const slots = ["104", "221", "1190"].map((bib) => ({ bib, time: "1:21:04.32" }));
    const apart = madeSegment({ id: "sex:female", label: "Women", slots });
    expect(words.podium.whyText(explainPlace(apart, 0), 486_432)).toContain(
      "have the same hundredth, but no tie was marked",
    );
  });

  test("a name of the other direction leaves the question's words in their order", () => {
    expect(words.podium.why("דנה לוי", 2)).toBe("Why is \u2068דנה לוי\u2069 2nd?");
  });

  test("J4 as many sheets as there are stand over their comparison", () => {
    expect([2, 3].map((sheets) => words.podium.rivalsTitle("Overall", sheets))).toEqual([
      "Two sheets for Overall",
      "3 sheets for Overall",
    ]);
    expect(words.podium.rivalsText(3)).toContain("All are kept");
  });

  test("places are said as people say them", () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal)).toEqual([
      "1st",
      "2nd",
      "3rd",
      "4th",
      "11th",
      "12th",
      "13th",
      "21st",
      "102nd",
      "111th",
    ]);
  });
});

describe("the announcer's window", () => {
  test("P5 only what was announced stands there, as it was announced; drafts when asked", () => {
    const changed = { ...announce(women), state: "changed" as const, slots: [] };
    const draft = madeSegment({ id: "x", label: "X", slots: [{ bib: "12" }] });
    const empty = madeSegment({ id: "y", label: "Y" });
    expect(listSheets([draft, changed, empty], false)).toMatchObject([
      { segment: { segmentId: "sex:female" }, isDraft: false, slots: [{ bib: "104" }, {}, {}, {}] },
    ]);
    const all = listSheets([draft, changed, empty], true);
    expect(all.map(({ isDraft }) => isDraft)).toEqual([true, false]);
    expect(findSheet(all, "sex:female")).toBe(1);
    expect(findSheet(all, "gone")).toBe(0);
  });

  test("names come from the last place up to the first", () => {
    expect([0, 1, 2].map((index) => isRevealed(index, 3, 0))).toEqual([false, false, false]);
    expect([0, 1, 2].map((index) => isRevealed(index, 3, 1))).toEqual([false, false, true]);
    expect([0, 1, 2].map((index) => isRevealed(index, 3, 3))).toEqual([true, true, true]);
  });
});

describe("the template", () => {
  test("P3 sexes and bands become ids as the API writes them, each with its own label", () => {
    const template = readTemplate({
      ...emptyTemplate,
      bands: "own",
      ownBands: "13-17, 40–49",
      specials: "First local;  ",
      sexes: "female, x~y",
    });
    const made = template === null ? [] : segmentsFromTemplate(template);
    expect(
      made.map(({ segmentId, form }) => [segmentId, words.podiumSetup.segmentLabel(form)]),
    ).toEqual([
      ["overall", "Overall"],
      ["sex:female", "Women"],
      ["sex:xy", "xy"],
      ["sex:female~age:13-17", "Women 13–17"],
      ["sex:female~age:40-49", "Women 40–49"],
      ["sex:xy~age:13-17", "xy 13–17"],
      ["sex:xy~age:40-49", "xy 40–49"],
      ["special:First local", "First local"],
    ]);
  });

  test("bands of five and ten years meet without a gap, to the oldest", () => {
    for (const bands of ["five", "ten"] as const) {
      const ages = readTemplate({ ...emptyTemplate, bands })?.bands ?? [];
      expect(ages[0]?.from).toBe(0);
      expect(ages.at(-1)?.to).toBe(99);
      for (const [index, { from }] of ages.slice(1).entries()) {
        expect(from).toBe((ages[index]?.to ?? 0) + 1);
      }
    }
  });

  test("what cannot be read is no template", () => {
    expect(readBands("40-39")).toBeNull();
    expect(readBands("forty")).toBeNull();
    expect(readBands("")).toEqual([]);
    expect(readCount("0", 10)).toBeNull();
    expect(readCount("2.5", 10)).toBeNull();
    expect(readCount(" 7 ", 10)).toBe(7);
    expect(readTemplate({ ...emptyTemplate, depth: "many" })).toBeNull();
    expect(readTemplate({ ...emptyTemplate, bands: "own", ownBands: "x" })).toBeNull();
  });
});
