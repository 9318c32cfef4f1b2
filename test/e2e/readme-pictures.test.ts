import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { deskPage, expectSeen } from "#test/support/browser/desk-page.ts";
import type { Race } from "#test/support/browser/race.ts";
import { newCommandId } from "#test/support/browser/race.ts";
import { podiumScreens } from "#test/support/browser/podium-screens.ts";
import { screens, startBusyRace } from "#test/support/browser/screens.ts";
import { browserWindows, resultsFolder } from "#test/support/browser/window.ts";
import { setTheme } from "#test/support/screens/scene-pages.ts";
import { startSandboxProcess } from "#test/support/processes/sandbox-process.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const windows = browserWindows();
const folder = join(resultsFolder, "readme");

/** Time zones without summer time, one for each hour from UTC-11 to UTC+12. */
const zones = [
  ["Pacific/Pago_Pago", "Pacific/Honolulu", "Pacific/Gambier", "Pacific/Pitcairn"],
  ["America/Phoenix", "America/Costa_Rica", "America/Bogota", "America/Puerto_Rico"],
  ["America/Montevideo", "America/Noronha", "Atlantic/Cape_Verde", "Africa/Abidjan"],
  ["Africa/Lagos", "Africa/Johannesburg", "Africa/Nairobi", "Asia/Dubai"],
  ["Asia/Karachi", "Asia/Dhaka", "Asia/Bangkok", "Asia/Singapore"],
  ["Asia/Tokyo", "Australia/Brisbane", "Pacific/Noumea", "Pacific/Tarawa"],
].flat();

/** A time zone in which it is this hour now. The race starts at nine. */
const zoneAtHour = (hour: number): string =>
  zones[(hour - new Date().getUTCHours() + 35) % 24] ?? "UTC";

async function keep(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // Animations are not switched off: the arrow of a card that scrolls is one, and follows its scrolling.
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline);
    const finite = ending.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Checks in a third of the field, as by that time on race morning. */
async function bringIn({ host: station, eventId }: Race): Promise<void> {
  for (const text of ["ma", "jo", "an", "el", "sa", "ka"]) {
    const { rows } = await station.value("roster.search", { eventId, text, limit: 200 });
    const waiting = rows.filter(
      (row) =>
        row.source === "api" &&
        row.standing === "confirmed" &&
        row.checkedIn === null &&
        !row.checkedInElsewhere,
    );
    const runnerIds = waiting.filter(({ email }) => !email.includes("okafor")).map(({ id }) => id);
    for (let at = 0; at < runnerIds.length; at += 50) {
      await station.value("checkIn.performAll", {
        commandId: newCommandId(),
        eventId,
        runnerIds: runnerIds.slice(at, at + 50),
      });
    }
  }
}

/** Opens the busy race at this hour of its day, and the way to its screens. */
async function openRace(hour: number) {
  const timeZone = zoneAtHour(hour);
  const race = await startBusyRace({ runners: 3_000, timeZone });
  await bringIn(race);
  await race.host.value("backup.make", { commandId: newCommandId() });
  const page = await windows.open(race.host, { timeZone });
  await expectSeen(deskPage(page).search);
  const enter = async (name: string): Promise<void> => {
    await [...screens, ...podiumScreens].find((screen) => screen.name === name)?.enter(page);
    await page.mouse.move(0, 0);
  };
  return { race, page, enter };
}

/** The pictures for `resources/screenshots`; `take-screenshots.ts` puts them there. */
test("the screens of the README, in the middle of a race's morning", async () => {
  const { page, enter } = await openRace(8);
  await enter("check-in-list");
  await keep(page, "check-in-light");
  await enter("walk-up");
  await keep(page, "walk-up-light");
  await enter("sync");
  await keep(page, "sync-light");
  await enter("events");
  await keep(page, "events-light");
  await setTheme(page, "dark");
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  await enter("check-in-list");
  await keep(page, "check-in-dark");
});

test("the screens of the README, when the first ones are in", async () => {
  const { page, enter } = await openRace(11);
  await enter("podium");
  await expectSeen(page.getByText(/^Announced \d\d:\d\d/).first());
  await keep(page, "podium-light");
  await enter("announcer");
  await keep(page, "announcer-dark");
});

test("the README's first screen names the organization before anything is kept", async () => {
  const [sandbox, station] = await Promise.all([
    startSandboxProcess(["--runners", "3000"]),
    startStationProcess(temporaryFolder()),
  ]);
  const page = await windows.open(station);
  await page.getByRole("textbox", { name: "Base address" }).fill(sandbox.url);
  await page.getByLabel("API key").fill(sandbox.keys["all"] ?? "");
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText("Harbour Hills Athletics, premium"));
  await keep(page, "first-start-light");
});
