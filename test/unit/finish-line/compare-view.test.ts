import { describe, expect, test } from "vitest";
import {
  beforeVersion,
  countOutcomes,
  inOrder,
  listRecalls,
  outcomeOf,
  showRaw,
  shownVersion,
} from "#renderer/features/podium/official/compare-view.ts";
import { official } from "#renderer/i18n/en/official.ts";
import type { Compared, Placed } from "#shared/contract/results.ts";

const placed = (place: number, name: string, bib: string | null = null): Placed => ({
  place,
  participantId: name,
  bib,
  name,
  hundredths: null,
});

const row = (before: Placed | null, after: Placed | null, recall = false): Compared => ({
  kind:
    before === null
      ? "new"
      : after === null
        ? "missing"
        : before.place === after.place
          ? "same"
          : "moved",
  before,
  after,
  recall,
  timeDiffers: false,
});

const up = row(placed(3, "Ada"), placed(2, "Ada"));
const down = row(placed(2, "Björn Þorvaldsson", "31"), placed(4, "Björn Þorvaldsson", "31"), true);
const gone = row(placed(1, "Cem"), null, true);
const fresh = row(null, placed(1, "Dia"));

describe("two podiums against each other", () => {
  test("P6 same, moved up or down, new, missing", () => {
    expect([up, down, gone, fresh].map(outcomeOf)).toEqual(["up", "down", "missing", "new"]);
    expect(outcomeOf(row(placed(1, "Eve"), placed(1, "Eve")))).toBe("same");
    expect(countOutcomes([up, down, gone, fresh])).toEqual({
      same: 0,
      moved: 2,
      new: 1,
      missing: 1,
    });
  });

  test("P6 the later podium's order; who is missing stands behind whoever took the place", () => {
    expect(inOrder([down, gone, up, fresh])).toEqual([fresh, gone, up, down]);
  });

  test("P6 medals to recall, best place first, in words", () => {
    const segments = [
      { segmentId: "overall", label: "Overall", lacks: null, recalls: 2, rows: [down, up, gone] },
    ];
    const recalls = listRecalls(segments);
    expect(recalls.map(({ before }) => before.name)).toEqual(["Cem", "Björn Þorvaldsson"]);
    const { lead, who, tail } = official.recall("Björn Þorvaldsson", "31", 2, 4, "Overall");
    expect(lead + who + tail).toBe(
      "Take the medal back from Björn Þorvaldsson (31): announced 2nd in Overall, official 4th.",
    );
    const nameless = official.recall(null, "31", 1, null, "Overall");
    expect(nameless.lead + nameless.who + nameless.tail).toBe(
      "Take the medal back from bib 31: announced 1st in Overall, official not placed.",
    );
  });
});

describe("which version is shown", () => {
  const versions = [{ version: 1 }, { version: 3 }, { version: 2 }];

  test("the newest, unless one is chosen that is there", () => {
    expect(shownVersion(versions, null)).toBe(3);
    expect(shownVersion(versions, 1)).toBe(1);
    expect(shownVersion(versions, 9)).toBe(3);
    expect(shownVersion([], null)).toBeNull();
  });

  test("it is held against what was announced, or another version", () => {
    expect(beforeVersion(versions, 3, "announced")).toBeNull();
    expect(beforeVersion(versions, 3, "1")).toBe(1);
    expect(beforeVersion(versions, 3, "3")).toBeNull();
    expect(beforeVersion(versions, 3, "8")).toBeNull();
  });

  test("the organizer's record is shown whatever it is", () => {
    expect(showRaw('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(showRaw("<html>")).toBe("<html>");
    expect(official.publishedAt("yesterday evening")).toBe("Published yesterday evening");
  });
});
