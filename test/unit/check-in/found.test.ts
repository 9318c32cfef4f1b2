import { describe, expect, test } from "vitest";
import { arrivalLine, arrivalRate } from "#renderer/features/check-in/arrival-rate.ts";
import { chooseFirst, stepChoice } from "#renderer/features/check-in/found.ts";
import { sampleRunner } from "#test/support/sample-runner.ts";

const rows = ["a", "b", "c"].map((id) => sampleRunner({ id }));

describe("choosing from what was found", () => {
  test("B2 the first is chosen, but nobody where several hold exactly this bib", () => {
    expect(chooseFirst(rows, 0)).toBe("a");
    expect(chooseFirst(rows, 1)).toBe("a");
    expect(chooseFirst(rows, 2)).toBeNull();
    expect(chooseFirst([], 0)).toBeNull();
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

describe("arrivals", () => {
  test("the rate is the mean of the last three full minutes, not of the one under way", () => {
    expect(arrivalRate([0, 0, 10, 20, 30, 1])).toBe(20);
    expect(arrivalRate([])).toBe(0);
  });

  test("an hour is a line of twenty points that adds up to the hour", () => {
    const hour = Array.from({ length: 60 }, (_, minute) => minute);
    expect(arrivalLine(hour)).toHaveLength(20);
    expect(arrivalLine(hour).reduce((sum, count) => sum + count, 0)).toBe(1770);
  });
});
