import { describe, expect, test } from "vitest";
import {
  countOutcomes,
  editionBefore,
  inOrder,
  listRecalls,
  lossBetween,
  outcomeOf,
  showRaw,
  shownEdition,
} from "#renderer/features/podium/official-results/compare-view.ts";
import { official } from "#renderer/i18n/en/podium/official-results.ts";
import type { ComparedPerson, PlacedPerson } from "#shared/domain/results/publication.ts";

const placed = (place: number, name: string, bib: string | null = null): PlacedPerson => ({
  place,
  participantId: name,
  bib,
  name,
  hundredths: null,
});

const row = (
  before: PlacedPerson | null,
  after: PlacedPerson | null,
  recall = false,
): ComparedPerson => ({
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
  changedPlace: false,
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
    const { lead, who, tail } = official.lost.medal("Björn Þorvaldsson", "31", 2, 4, "Overall");
    expect(lead + who + tail).toBe(
      "Take the medal back from Björn Þorvaldsson (31): announced 2nd in Overall, official 4th.",
    );
    const nameless = official.lost.medal(null, "31", 1, null, "Overall");
    expect(nameless.lead + nameless.who + nameless.tail).toBe(
      "Take the medal back from bib 31: announced 1st in Overall, official not placed.",
    );
  });

  test("P6 only the publication in force takes a medal back", () => {
    const byStanding = (["current", "superseded", "replaced", "withdrawn"] as const).map(
      (standing) => lossBetween(null, { standing }),
    );
    expect(byStanding).toEqual(["medal", "not-in-force", "not-in-force", "not-in-force"]);
    expect(lossBetween({ version: 1, edition: 1 }, { standing: "current" })).toBe("award");
    const said = (["not-in-force", "award"] as const).map((loss) => {
      const { lead, who, tail } = official.lost[loss]("Ada", "31", 1, 2, "Overall");
      return lead + who + tail;
    });
    expect(said).toEqual([
      "Ada (31): announced 1st in Overall, official 2nd.",
      "Ada (31): was 1st in Overall, is 2nd now.",
    ]);
    expect(official.asksNothing(0)).toBe("No medal comes back by it.");
  });
});

describe("which publication is shown", () => {
  const versions = [
    { version: 1, edition: 1 },
    { version: 3, edition: 1 },
    { version: 3, edition: 2 },
    { version: 2, edition: 1 },
  ];
  const [one, former, newest] = versions;

  test("P6 the newest, unless one is chosen that is there", () => {
    expect(shownEdition(versions, null)).toBe(newest);
    expect(shownEdition(versions, "1.1")).toBe(one);
    expect(shownEdition(versions, "3.1")).toBe(former);
    expect(shownEdition(versions, "3.9")).toBe(newest);
    expect(shownEdition([], null)).toBeNull();
  });

  test("P6 it is held against what was announced, or another publication, also one of its own version", () => {
    const shown = { version: 3, edition: 2 };
    expect(editionBefore(versions, shown, "announced")).toBeNull();
    expect(editionBefore(versions, shown, "1.1")).toBe(one);
    expect(editionBefore(versions, shown, "3.1")).toBe(former);
    expect(editionBefore(versions, shown, "3.2")).toBeNull();
    expect(editionBefore(versions, shown, "8.1")).toBeNull();
  });

  test("P6 what was replaced is told apart by its time, what was taken back is not called superseded", () => {
    const atMs = new Date(2026, 9, 3, 14, 2, 31).getTime();
    const name = (standing: "current" | "replaced") =>
      official.edition({ version: 2, standing, fetchedAtMs: atMs });
    expect([name("current"), name("replaced")]).toEqual(["Version 2", "Version 2 as of 14:02:31"]);
    expect(official.standing.withdrawn).toContain("Withdrawn");
  });

  test("the organizer's record is shown whatever it is", () => {
    expect(showRaw('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(showRaw("<html>")).toBe("<html>");
    expect(official.publishedAt("yesterday evening")).toBe("Published yesterday evening");
  });
});
