import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { expectGone, expectSeen } from "./desk-page.ts";
import { typeByHand } from "./keys.ts";
import type { Race } from "./race.ts";
import { cutConnection, newCommandId, startRace } from "./race.ts";
import { goToScreen } from "./go-to-screen.ts";
import type { WindowOptions, Windows } from "./window.ts";
import type { FinishPage } from "#shared/contract/finish-log.ts";

export interface OpenLog extends Race {
  readonly page: Page;
  readonly log: LogPage;
}

/** What the crew at the finish line sees and uses, found by the visible texts. */
interface LogPage {
  readonly stamp: Locator;
  readonly bib: Locator;
  readonly notSaved: Locator;
  /** The row of the n-th finisher, from 1. */
  row(nth: number): Locator;
  time(nth: number): Locator;
  line(nth: number): Locator;
}

export const logPage = (page: Page): LogPage => {
  const row = (nth: number): Locator =>
    page.getByRole("row").filter({
      has: page.getByRole("rowheader", { name: nth.toLocaleString("en"), exact: true }),
    });
  return {
    stamp: page.getByRole("button", { name: /^Stamp a finish/ }),
    bib: page.getByRole("textbox", { name: "Next bib" }),
    notSaved: page.getByRole("heading", { name: "NOT SAVED" }),
    row,
    time: (nth) => row(nth).getByRole("gridcell").first(),
    line: (nth) => row(nth).getByRole("gridcell").last(),
  };
};

export async function showLog(page: Page): Promise<void> {
  await goToScreen(page, "/podium");
  await page.getByRole("button", { name: "Finish log" }).click();
  await expectSeen(logPage(page).stamp);
}

export async function openLog(windows: Windows, options: WindowOptions = {}): Promise<OpenLog> {
  const race = await startRace({ runners: 60 });
  // A finish line often has no connection.
  await cutConnection(race.sandbox);
  const page = await windows.open(race.host, options);
  await showLog(page);
  return { ...race, page, log: logPage(page) };
}

/** Opens another tab of the podium, and the finish log again. */
export async function leaveAndComeBack({ page, log }: OpenLog): Promise<void> {
  await page.getByRole("button", { name: "Official results" }).click();
  await expectGone(log.stamp);
  await page.getByRole("button", { name: "Finish log" }).click();
  await expectSeen(log.stamp);
}

export const kept = ({ host, eventId }: Race, limit = 500): Promise<FinishPage> =>
  host.value("finish.page", { eventId, limit });

export const bibsOf = ({ rows }: FinishPage): (string | null | undefined)[] =>
  rows.map(({ line }) => line?.bib);

export async function typeBibs({ page, log }: OpenLog, bibs: readonly string[]): Promise<void> {
  for (const bib of bibs) {
    await typeByHand(page, bib);
    await page.keyboard.press("Enter");
    await expect.poll(() => log.bib.inputValue()).toBe("");
  }
}

/** A log with these bibs, all of them saved and shown. */
export async function openLogWith(windows: Windows, bibs: readonly string[]): Promise<OpenLog> {
  const open = await openLog(windows);
  await typeBibs(open, bibs);
  await expect.poll(async () => bibsOf(await kept(open))).toEqual(bibs);
  await expectSeen(open.log.line(bibs.length).getByText(bibs.at(-1) ?? ""));
  return open;
}

/** Stamps this many times, an hour ago and half a second apart. */
export async function pressEarlier({ host, eventId }: Race, count: number): Promise<void> {
  const beganAtMs = Date.now() - 3_600_000;
  for (let from = 0; from < count; from += 500) {
    const stamps = Array.from({ length: Math.min(500, count - from) }, (_, at) => ({
      id: `stamp-${String(from + at).padStart(5, "0")}`,
      atMs: beganAtMs + (from + at) * 500,
    }));
    await host.value("finish.stamp", { commandId: newCommandId(), eventId, stamps });
  }
}

/** Whether the whole row is inside the visible part of the list. */
export const isInSight = (page: Page, row: Locator): Promise<boolean> =>
  row.evaluate((line) => {
    const box = line.closest("[role=rowgroup]")?.getBoundingClientRect();
    const own = line.getBoundingClientRect();
    return box !== undefined && own.top >= box.top - 1 && own.bottom <= box.bottom + 1;
  });
