import { execFileSync } from "node:child_process";
import type { Page } from "playwright";
import { deskPage } from "#test/support/browser/desk-page.ts";
import type { SearchRow } from "#shared/contract/roster.ts";
import { spread } from "../measure.ts";
import { installPaintClock, paintClock } from "../paint-clock.ts";
import type { Bench } from "../race.ts";
import { keyHeldMs, openScreenDesk, paintedMeasure } from "../screen-desk.ts";
import type { BenchStation } from "../station.ts";
import { listWaiting } from "#test/support/list-runners.ts";

/** Gives about two hundred keys, so that the slowest twentieth is more than a few. */
const typedTexts = 64;
/** The first keys load code and data that later keys find loaded. They are reported separately. */
const firstTexts = 2;
const clicks = 40;
/** Milliseconds between two keys of a person. Below 35 ms Chute assumes a scanner (B4). */
const betweenKeysMs = 180;

/** Measures, by painted frames, two moments of a volunteer: typing a search, and the click that checks in. */
export const screen: Bench = async (race) => {
  await using desk = await openScreenDesk(race);
  const { station, eventId } = desk;
  const rows = (await listWaiting(station, eventId)).slice(0, 200);
  const idleMb = residentMb(station.pid);
  const page = await desk.openPage();
  await deskPage(page).search.waitFor();
  await page.evaluate(installPaintClock);
  const texts = textsOf(rows);
  const firstKeys = await typeTexts(page, texts.slice(0, firstTexts));
  const keys = await typeTexts(page, texts.slice(firstTexts));
  const confirmed = await clickCheckIns(page, await loneBibs(station, eventId, rows));
  return [
    paintedMeasure("screen", "keystroke to painted list", keys, {
      name: `the first ${firstKeys.length} of the page, the slowest`,
      value: Math.max(...firstKeys),
    }),
    paintedMeasure("screen", "click on Check in to confirmed", confirmed),
    {
      bench: "memory",
      what: "resident memory of the station at work",
      value: residentMb(station.pid),
      unit: "MB",
      limit: { value: 180 },
      note: `${idleMb.toFixed(0)} after its start`,
    },
  ];
};

const textsOf = (rows: readonly SearchRow[]): string[] =>
  spread(
    rows.flatMap(({ name, bib }) => [
      ...(name === null ? [] : [name.slice(0, 7)]),
      ...(bib === null ? [] : [bib]),
    ]),
    typedTexts,
  );

async function typeTexts(page: Page, texts: readonly string[]): Promise<number[]> {
  const { search } = deskPage(page);
  const times: number[] = [];
  for (const text of texts) {
    await search.fill("");
    await page.waitForTimeout(betweenKeysMs);
    for (const char of text) {
      await page.evaluate(paintClock.armKey);
      await page.keyboard
        .press(char === " " ? "Space" : char, { delay: keyHeldMs })
        .catch(() => page.keyboard.insertText(char));
      await page.waitForTimeout(betweenKeysMs - keyHeldMs);
      const ms = await page.evaluate(paintClock.readKey);
      if (ms !== null) times.push(ms);
    }
  }
  return times;
}

/** Bibs that exactly one runner has, so that the first row opens the runner's card. */
async function loneBibs(
  station: BenchStation,
  eventId: string,
  rows: readonly SearchRow[],
): Promise<string[]> {
  const bibs: string[] = [];
  for (const { bib } of rows) {
    if (bib === null || !/^\d+$/.test(bib)) continue;
    const { holders } = await station.value("bib.holders", { eventId, bib });
    if (holders.length === 1) bibs.push(bib);
  }
  return bibs.slice(0, clicks);
}

async function clickCheckIns(page: Page, bibs: readonly string[]): Promise<number[]> {
  const { search, checkInButton } = deskPage(page);
  const times: number[] = [];
  for (const bib of bibs) {
    await search.fill(bib);
    await page.waitForTimeout(2 * betweenKeysMs);
    // A runner who needs a second look has another button.
    if ((await checkInButton.count()) !== 1) continue;
    await page.evaluate(paintClock.armClick);
    await checkInButton.click();
    times.push(await page.evaluate(paintClock.readClick));
    await page.waitForTimeout(betweenKeysMs);
  }
  if (times.length < bibs.length / 2) throw new Error("Hardly anybody could be checked in.");
  return times;
}

/** The resident memory that the operating system counts for the process, in megabytes. */
const residentMb = (pid: number): number =>
  (Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024) /
  1e6;
