import { chromium, type Page } from "playwright";
import { copyRace, newCommandId, settle } from "./desk.ts";
import { quantile, type Measure } from "./measure.ts";
import type { Race } from "./race.ts";
import { startStation, type BenchStation } from "./station.ts";
import { launchLink } from "#test/support/processes/launch-link.ts";

export interface ScreenDesk extends AsyncDisposable {
  readonly station: BenchStation;
  readonly eventId: string;
  /** The owner's page, in a screen such as "podium" where one is named. */
  openPage(screen?: string): Promise<Page>;
}

/** The built station in a process of its own with the race's event open, and a browser, as a volunteer has them. */
export async function openScreenDesk(race: Race): Promise<ScreenDesk> {
  const { eventId } = race.api;
  const station = await startStation(copyRace(race), race);
  const browser = await chromium.launch({
    executablePath: process.env["CHUTE_BROWSER"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  await station.value("event.open", { commandId: newCommandId(), eventId });
  await settle({ call: station.value });
  return {
    station,
    eventId,
    async openPage(screen) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(await launchLink(station));
      if (screen !== undefined) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, `#/${screen}`);
      }
      return page;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await station.stop();
    },
  };
}

/**
 * How long a finger rests on a key. A key that is let go in the moment it is pressed, as only a machine does it, has the
 * browser hold answers back twice: until the frame behind the press, and until the one behind the release.
 */
export const keyHeldMs = 90;

/** From an input to the frame that shows its outcome: 50 ms, in which nobody sees a wait. */
export const paintedMeasure = (
  bench: string,
  what: string,
  times: readonly number[],
  against?: Measure["against"],
): Measure => ({
  bench,
  what: `${what}, p95`,
  value: quantile(times, 0.95),
  unit: "ms",
  against,
  limit: { value: 50 },
  note: `p50 ${quantile(times, 0.5).toFixed(1)}, ${times.length} times`,
});
