import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { describe, expect, test } from "vitest";
import type { Plant } from "./computer.ts";
import { faults } from "./faults.ts";
import { playMany, sumUp } from "./many.ts";
import { simulate } from "./simulate.ts";
import { simulateVenue } from "./venue/simulate-venue.ts";

const stories = 260;
const steps = 40;
/** Stories of three computers. */
const venues = 16;
const venueSteps = 60;

/** Stories that once showed a mistake, with what it was. */
const failedOnce = JSON.parse(
  readFileSync(new URL("seeds.json", import.meta.url), "utf8"),
) as readonly { readonly seed: number; readonly steps: number; readonly found: string }[];

describe("nothing is lost, nothing is doubled, nothing is silent", () => {
  test("J1 J2 J5 J8 J9 J10 J11 O1 O2 O3 O10 O12 D2 D3 K1 W2 W3 hold in 260 stories of failing connections and crashes", async () => {
    const seeds = Array.from({ length: stories }, (_, index) => index + 1);
    const outcomes = await playMany({ seeds, steps, desks: 1, jobs: availableParallelism() });
    expect(outcomes.filter(({ failure }) => failure !== null)).toEqual([]);
    const totals = sumUp(outcomes);
    expect(totals.stories).toBe(stories);
    // The stories are about something.
    expect(totals.crashes).toBeGreaterThan(stories / 5);
    expect(totals.created).toBeGreaterThan(stories);
    expect(totals.copies).toBeGreaterThan(stories);
    expect(totals.acknowledged).toBeGreaterThan(10 * stories);
    expect(totals.merges).toBeGreaterThan(stories / 5);
  });

  test("J1 J2 J4 J5 J6 J8 J10 K1 M3 M4 M5 M8 M9 M10 M11 M12 O1 O3 O10 O12 S5 hold in stories of three computers that part and come together", async () => {
    const seeds = Array.from({ length: venues }, (_, index) => index + 1);
    const jobs = availableParallelism();
    const outcomes = await playMany({ seeds, steps: venueSteps, desks: 3, jobs });
    expect(outcomes.filter(({ failure }) => failure !== null)).toEqual([]);
    const totals = sumUp(outcomes);
    expect(totals.stories).toBe(venues);
    // The stories are about something.
    expect(totals.crashes).toBeGreaterThan(venues / 5);
    expect(totals.cuts).toBeGreaterThan(venues);
    expect(totals.takeOvers).toBeGreaterThan(venues / 4);
    expect(totals.created).toBeGreaterThan(venues);
    expect(totals.acknowledged).toBeGreaterThan(10 * venues);
  });

  test("a seed tells the same story of three computers each time", async () => {
    const [one, other] = [
      await simulateVenue({ seed: 4, steps: 40 }),
      await simulateVenue({ seed: 4, steps: 40 }),
    ];
    expect(one.trace).toEqual(other.trace);
    expect(one.figures).toEqual(other.figures);
  });

  test("a seed tells the same story each time", async () => {
    const [one, other] = [
      await simulate({ seed: 4, steps: 60 }),
      await simulate({ seed: 4, steps: 60 }),
    ];
    expect(one.trace).toEqual(other.trace);
    expect(one.figures).toEqual(other.figures);
  });

  test.each(failedOnce)("seed $seed over $steps steps: $found", async ({ seed, steps }) => {
    const { failure } = await simulate({ seed, steps });
    expect(failure).toBeNull();
  });
});

describe("a fault that is planted is caught", () => {
  /** Long enough for what shows only after a setback or two. */
  const longer = 100;

  /** What the first story of a few that notices says. */
  const caught = async (
    plant: Plant,
    { play = simulate, steps = longer, from = 1 } = {},
  ): Promise<string> => {
    for (let seed = from; seed < from + 40; seed += 1) {
      const { failure } = await play({ seed, steps, plant });
      if (failure !== null) return failure;
    }
    return "nothing was noticed";
  };

  test("J1 a commit that was acknowledged too early", async () => {
    expect(await caught(faults.savedTooEarly)).toMatch(/^(J1|J2|J8|O1|O3) /);
  });

  test("O2 a new key for each try", async () => {
    expect(await caught(faults.newKeyPerTry)).toMatch(/^O3 .* is not written down here$/);
  });

  test("O8 a refusal that is taken for a success", async () => {
    expect(await caught(faults.refusalsAreSuccesses)).toMatch(/^O(4|10) /);
  });

  test("D2 a list that ends early", async () => {
    expect(await caught(faults.halfLists)).toMatch(/^D2 .* is called complete without /);
  });

  test("K1 a key in the log", async () => {
    expect(await caught(faults.keyInTheLog)).toBe("K1 a key is in a line of the log");
  });

  test("J9 a journal file that arrives without its end", async () => {
    expect(await caught(faults.linesLost)).toMatch(/^J9 /);
  });

  test("M4 an entry that the hub counts and does not have", async () => {
    const venue = { play: simulateVenue, steps: venueSteps };
    expect(await caught(faults.entryDropped, venue)).toMatch(/^M4 /);
  });

  test("M10 a take-over that sends walk-ups without looking first", async () => {
    // The fifth story is the first one with a night, after which the server has forgotten every key.
    const venue = { play: simulateVenue, steps: venueSteps, from: 5 };
    expect(await caught(faults.takesOverBlindly, venue)).toMatch(/^O10 /);
  });

  test("O12 an entry that nobody tries again", async () => {
    expect(await caught(faults.timersNeverCome)).toMatch(/^O12 /);
  });
});
