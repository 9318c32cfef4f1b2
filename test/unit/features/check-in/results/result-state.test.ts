import { describe, expect, test } from "vitest";
import { arrivalLine, arrivalRate } from "#renderer/features/check-in/arrivals-panel.tsx";
import {
  chooseMeant,
  differingNamesakes,
  stepChoice,
  rowStatus,
  toResultRows,
  walkUpProblem,
} from "#renderer/features/check-in/results/result-state.ts";
import { joinPages, wantMore } from "#renderer/features/check-in/results/use-more-rows.ts";
import { words } from "#renderer/i18n/words.ts";
import type { SearchRow } from "#shared/contract/roster.ts";
import { sampleRunner } from "#test/support/sample-runner.ts";

const rows = ["a", "b", "c"].map((id) => sampleRunner({ id }));

describe("choosing from what was found", () => {
  test("C8 the meant runner is chosen; without one nobody is, however many rows there are", () => {
    expect(chooseMeant(rows, "b")).toBe("b");
    expect(chooseMeant(rows, null)).toBeNull();
    expect(chooseMeant(rows.slice(0, 1), null)).toBeNull();
    expect(chooseMeant(rows, "gone")).toBeNull();
  });

  test("the arrows walk and stop at both ends", () => {
    expect(stepChoice(rows, "a", 1)).toBe("b");
    expect(stepChoice(rows, "c", 1)).toBe("c");
    expect(stepChoice(rows, "a", -1)).toBe("a");
    expect(stepChoice(rows, null, 1)).toBe("a");
    expect(stepChoice(rows, null, -1)).toBe("c");
    expect(stepChoice([], null, 1)).toBeNull();
  });
});

test("W3 a retracted walk-up is marked in the list and among the last check-ins, also after the check-in", () => {
  const checkedIn = { desk: "Desk 1", operator: "", atMs: 1 };
  const retracted = sampleRunner({ delivery: "taken-back", checkedIn });
  for (const note of [walkUpProblem(retracted), rowStatus(retracted)]) {
    expect(note).toEqual({ tone: "stop", text: "Retracted" });
  }
  expect(walkUpProblem(sampleRunner({ delivery: "confirmed", checkedIn }))).toBeUndefined();
});

describe("people of one name", () => {
  const here = { desk: "Desk 1", operator: "", atMs: 1 };
  const tadhg = (id: string, more: Parameters<typeof sampleRunner>[0] = {}) =>
    sampleRunner({ id, name: "Tadhg O’Connor", ...more });

  test("C9 a namesake in another state is marked large, and so is the one who is not here yet", () => {
    const list = [
      tadhg("1"),
      tadhg("2", { name: "o'connor TADHG", checkedIn: here }),
      tadhg("3", { name: "Aoife O’Connor", standing: "cancelled" }),
    ];
    expect([...differingNamesakes(list)]).toEqual(["1", "2"]);
    const [first, second, third] = toResultRows(list).map(({ state }) => state);
    expect(first).toEqual({ tone: "plain", text: "Not here yet", isLarge: true });
    expect(second).toMatchObject({ tone: "done", isLarge: true });
    expect(third).toEqual({ tone: "stop", text: "Cancelled", isLarge: false });
  });

  test("C9 namesakes in one state are not marked, and people without a name are no namesakes", () => {
    expect(differingNamesakes([tadhg("1"), tadhg("2")]).size).toBe(0);
    expect(
      differingNamesakes([
        tadhg("1", { checkedIn: here }),
        tadhg("2", { checkedInElsewhere: true }),
        tadhg("3", { checkedIn: { ...here, atMs: 9 } }),
      ]).size,
    ).toBe(0);
    expect(
      differingNamesakes([
        tadhg("1", { name: null }),
        tadhg("2", { name: null, checkedIn: here }),
        tadhg("3", { name: " ", standing: "waitlist" }),
      ]).size,
    ).toBe(0);
  });

  test("C9 a family name with or without a space between is one name", () => {
    const list = [
      tadhg("1", { name: "田中 太郎" }),
      tadhg("2", { name: "田中太郎", standing: "refunded" }),
    ];
    expect(differingNamesakes(list).size).toBe(2);
  });
});

describe("more rows than the first page", () => {
  const page = (...ids: string[]): SearchRow[] =>
    ids.map((id) => ({ ...sampleRunner({ id }), match: { bib: [], name: [], email: [] } }));

  test("a few steps reach the last of a thousand rows, and none goes beyond what there is", () => {
    const steps: number[] = [];
    for (let loaded = 12; loaded < 1_000; loaded = wantMore(loaded, 5_000)) steps.push(loaded);
    expect(steps).toEqual([12, 62, 162, 362, 762]);
    expect(wantMore(762, 5_000)).toBe(1_000);
    expect(wantMore(12, 30)).toBe(30);
    expect(wantMore(30, 30)).toBe(30);
  });

  test("a runner who moved to another page between two questions stands in the list once", () => {
    const ids = joinPages(page("a", "b"), page("b", "c", "c", "d")).map(({ id }) => id);
    expect(ids).toEqual(["a", "b", "c", "d"]);
  });
});

describe("arrivals", () => {
  test("the rate counts the last 60 seconds, which are the last of the counts", () => {
    expect(arrivalRate([0, 0, 10, 20, 30, 1])).toBe(1);
    expect(arrivalRate([7])).toBe(7);
    expect(arrivalRate([])).toBe(0);
  });

  test("C13 the pace of ten minutes and the count of the last minute say what they are, because they differ", () => {
    const forecast = { startsAtMs: 0, toCome: 90, perMinute: 4, minutes: 23, inLine: 0 };
    expect(words.checkIn.forecast(forecast, "09:30")).toContain(
      "at the pace of the best ten minutes of the last hour (on average 4 a minute)",
    );
    expect(words.checkIn.rate(18)).toBe("18 last minute");
  });

  test("an hour is a line of twenty points that adds up to the hour", () => {
    const hour = Array.from({ length: 60 }, (_, minute) => minute);
    expect(arrivalLine(hour)).toHaveLength(20);
    expect(arrivalLine(hour).reduce((sum, count) => sum + count, 0)).toBe(1770);
  });
});
