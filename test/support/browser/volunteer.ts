import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import type { Arrival } from "./arrivals.ts";
import { drawArrivals, listRegistrations } from "./arrivals.ts";
import type { DeskPage } from "./desk-page.ts";
import { deskPage, expectSeen } from "./desk-page.ts";
import { pressAfterLook, scan, typeByHand } from "./keys.ts";
import type { Race } from "./race.ts";
import { startRace } from "./race.ts";
import type { Windows } from "./window.ts";
import { listRunners } from "#test/support/list-runners.ts";

/** Milliseconds between two keys, which is ten keys a second. */
const gapMs = 100;
/** Milliseconds; nobody reads a card or aims at a key in less. */
const lookMs = 250;

/** The outcome of one arrival. */
interface Outcome {
  readonly arrival: Arrival;
  /** The number of keys and clicks after the identifier. */
  readonly keys: number;
  /** What the screen showed at the end. */
  readonly ended: "green" | "refused" | "nobody";
}

/** The ids of all runners who are checked in, from the core. */
async function whoIsHere({ host, eventId }: Race): Promise<ReadonlySet<string>> {
  const all = await listRunners(host, eventId);
  const here = all.filter(
    ({ checkedIn, checkedInElsewhere }) => checkedIn !== null || checkedInElsewhere,
  );
  return new Set(here.map(({ id }) => id));
}

/** The positions of the chosen row and of the row that the arrival means, among the shown rows; -1 for none. */
async function readRows(
  page: Page,
  { runner }: Arrival,
): Promise<{ readonly chosen: number; readonly meant: number }> {
  const options = page.getByRole("listbox", { name: "Runners found" }).getByRole("option");
  const rows = await options.evaluateAll((all) =>
    all.map((option) => ({
      text: option.textContent,
      isChosen: option.getAttribute("aria-selected") === "true",
    })),
  );
  return {
    chosen: rows.findIndex(({ isChosen }) => isChosen),
    meant: rows.findIndex(({ text }) => runner !== null && text.includes(runner.email)),
  };
}

/** The green card, after a check-in. Other messages of the screen also have a status with a heading. */
const greenCard = (desk: DeskPage): Locator =>
  desk.done.getByRole("heading", { name: "Checked in" });

/** What the screen shows after an Enter, once it no longer changes. */
async function settle(page: Page, desk: DeskPage): Promise<"green" | "list" | "refused"> {
  const green = greenCard(desk);
  const refused = page.locator("[data-shake]");
  const listed = page
    .getByRole("listbox", { name: "Runners found" })
    .locator("[aria-selected=true]");
  await green
    .or(refused)
    .or(listed)
    .first()
    .waitFor({ timeout: 5_000 })
    .catch(() => undefined);
  await page.waitForTimeout(lookMs);
  // On a busy machine the yellow button still says "Checking in"; nobody presses Enter again before it is done.
  await page.locator("[data-busy]").first().waitFor({ state: "detached", timeout: 10_000 });
  if (await green.isVisible()) return "green";
  return (await listed.count()) > 0 && !(await refused.isVisible()) ? "list" : "refused";
}

/** One arrival, as a volunteer handles it who knows the tour of the README and looks before a second Enter. */
async function arrive(page: Page, desk: DeskPage, arrival: Arrival): Promise<Outcome> {
  let keys = 0;
  const press = async (key: "Enter" | "Control+Enter" | "ArrowDown" | "ArrowUp"): Promise<void> => {
    keys += 1;
    if (key === "Enter" || key === "Control+Enter") await pressAfterLook(page, key);
    else await page.keyboard.press(key, { delay: 40 });
  };
  if (arrival.kind === "scan among typing") {
    await typeByHand(page, "ama", gapMs);
    await scan(page, arrival.typed);
    await expectSeen(desk.card(arrival.runner?.name ?? ""));
    await press("Enter");
  } else {
    await typeByHand(page, arrival.typed, gapMs);
    keys += 1;
    await page.keyboard.press("Enter", { delay: 40 });
  }
  for (let tries = 0; tries < 3; tries += 1) {
    const state = await settle(page, desk);
    if (state === "green") {
      for (const companion of arrival.companions) {
        keys += 1;
        const tile = desk.done.getByRole("button", { name: companion.name?.split(" ")[0] ?? "" });
        await tile.click();
        await desk.card(companion.name ?? "").waitFor();
        await press("Enter");
        await settle(page, desk);
      }
      return { arrival, keys, ended: "green" };
    }
    if (state === "refused") return { arrival, keys, ended: "refused" };
    // The rows of the former text stay until the answer arrives.
    const isAnswered = async (): Promise<boolean> =>
      (await greenCard(desk).isVisible()) || (await readRows(page, arrival)).meant >= 0;
    if (arrival.comesIn) await expect.poll(isAnswered, { timeout: 3_000 }).toBe(true);
    if (await greenCard(desk).isVisible()) continue;
    const { chosen, meant } = await readRows(page, arrival);
    if (meant < 0 || !arrival.comesIn) return { arrival, keys, ended: "nobody" };
    for (let at = chosen; at !== meant; at += at < meant ? 1 : -1) {
      await press(at < meant ? "ArrowDown" : "ArrowUp");
    }
    await expect.poll(async () => (await readRows(page, arrival)).chosen).toBe(meant);
    // A guess or a namesake that only Enter chose has no yellow button.
    const isYellow = await page.locator("[data-state=ready]").isVisible();
    await press(isYellow ? "Enter" : "Control+Enter");
  }
  return { arrival, keys, ended: (await greenCard(desk).isVisible()) ? "green" : "refused" };
}

const describe = ({ arrival, keys, ended }: Outcome): string =>
  `${arrival.kind}: “${arrival.typed}” → ${arrival.runner?.name ?? "nobody"}, ${keys} keys, ${ended}`;

/** The value that this percentage of the values does not exceed. */
const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil((values.length * percent) / 100) - 1] ?? 0;

export interface ArrivalsOptions {
  readonly seed: number;
  /** How many times slower the processor is made. */
  readonly slowness: number;
  /** How many of the fifty arrivals are played, besides those who come a second time. */
  readonly first: number;
}

/**
 * Arrivals through the real screens of a race of 3,000. Each one must be checked in, or be refused for the right reason,
 * and nobody else may be checked in. Half of them may take one key after the identifier, and nine of ten at most four.
 */
export async function playArrivals(
  windows: Windows,
  { seed, slowness, first }: ArrivalsOptions,
): Promise<void> {
  const race = await startRace({ runners: 3_000 });
  const drawn = drawArrivals(await listRegistrations(race.sandbox), seed);
  expect(drawn).toHaveLength(50);
  const early = new Set(drawn.slice(0, first).map(({ runner }) => runner));
  const arrivals = drawn.filter(({ runner }, at) => at < first || early.has(runner));
  const before = await whoIsHere(race);
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await expectSeen(desk.search);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowness });

  const outcomes: Outcome[] = [];
  for (const arrival of arrivals) {
    outcomes.push(await arrive(page, desk, arrival));
    await page.waitForTimeout(lookMs);
  }

  const after = await whoIsHere(race);
  const came = [...after].filter((id) => !before.has(id));
  const expected = arrivals
    .filter(({ comesIn }) => comesIn)
    .flatMap(({ runner, companions }) => [runner, ...companions])
    .flatMap((runner) => runner?._id ?? []);
  const wrong = outcomes.filter(({ arrival: { comesIn, runner }, ended }) => {
    const isHere = runner !== null && after.has(runner._id);
    return comesIn ? !isHere || ended !== "green" : ended === "green";
  });
  expect(wrong.map(describe)).toEqual([]);
  expect(came.toSorted()).toEqual(expected.toSorted());
  const keys = outcomes.map((outcome) => outcome.keys);
  const story = outcomes.map(describe).join("\n");
  expect(percentile(keys, 50), story).toBeLessThanOrEqual(1);
  expect(percentile(keys, 90), story).toBeLessThanOrEqual(4);
}
