import type { Page } from "playwright";
import { newCommandId } from "../desk.ts";
import { installPaintClock, paintClock } from "../paint-clock.ts";
import type { Bench } from "../race.ts";
import { keyHeldMs, openScreenDesk, paintedMeasure } from "../screen-desk.ts";
import type { BenchStation } from "../station.ts";
import { listRunners } from "#test/support/list-runners.ts";

const segments = 50;
const places = 3;
const entries = 60;
/** The first lines run code that the page has not compiled yet. */
const warmUps = 6;
/** Milliseconds between two keys of a person. Below 35 ms Chute assumes a scanner (B4). */
const betweenKeysMs = 60;
const beforeEnterMs = 120;

/** A run with 50 segments: the time from Enter after a bib to the painted slot that is ranked, judged and saved. */
export const podiumScreen: Bench = async (race) => {
  await using desk = await openScreenDesk(race);
  const { station, eventId } = desk;
  const { runId } = await station.value("podium.get", { eventId });
  if (runId === null) throw new Error("The event has no run.");
  await buildSegments(station, eventId, runId);
  const bibs = await loneBibs(station, eventId, runId);
  const page = await desk.openPage("podium");
  await page.getByRole("textbox", { name: /^Bib of/ }).waitFor();
  await page.evaluate(installPaintClock);
  const times = await enterBibs(page, bibs);
  return [
    paintedMeasure("podium-screen", `Enter to ranked and saved, ${segments} segments`, times),
  ];
};

async function buildSegments(station: BenchStation, eventId: string, runId: string): Promise<void> {
  const { segments: known } = await station.value("podium.get", { eventId, runId });
  await station.value("segment.save", {
    commandId: newCommandId(),
    eventId,
    runId,
    segments: Array.from({ length: segments - known.length }, (_, at) => ({
      segmentId: `special:segment ${at + 1}`,
      label: `Segment ${at + 1}`,
      depth: places,
      clock: "gun" as const,
    })),
  });
}

/** Bibs that exactly one runner has. */
async function loneBibs(station: BenchStation, eventId: string, runId: string): Promise<string[]> {
  const all = await listRunners(station, eventId);
  const rows = all.filter((row) => row.runId === runId).slice(0, 200);
  const bibs: string[] = [];
  for (const { bib } of rows) {
    if (bib === null || !/^\d+$/.test(bib)) continue;
    const { holders } = await station.value("podium.find", { eventId, runId, bib });
    if (holders.length === 1) bibs.push(bib);
  }
  return bibs.slice(0, warmUps + entries);
}

async function enterBibs(page: Page, bibs: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const bib of bibs) {
    await page.keyboard.type(bib, { delay: betweenKeysMs });
    await page.waitForTimeout(beforeEnterMs);
    await page.evaluate(paintClock.armEntry);
    await page.keyboard.press("Enter", { delay: keyHeldMs });
    times.push(await page.evaluate(paintClock.readClick));
  }
  if (times.length < entries / 2) throw new Error("Hardly anybody could be placed.");
  return times.slice(warmUps);
}
