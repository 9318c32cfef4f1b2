import { chromium, type Page } from "playwright";
import { copyRace, newCommandId, settle } from "./desk.ts";
import { quantile, type Measure } from "./measure.ts";
import type { Race } from "./race.ts";
import { startStation, type BenchStation } from "./station.ts";
import { launchLink } from "#test/support/processes/launch-link.ts";

export interface ScreenDesk extends AsyncDisposable {
  readonly station: BenchStation;
  readonly eventId: string;
  /** Opens the owner's page, at a screen such as "podium" if one is named. */
  openPage(screen?: string): Promise<Page>;
}

/** The built station in its own process with the event of the race open, and a browser, as a volunteer uses them. */
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
 * Milliseconds for which a finger holds a key. If a key is released at once, as only a machine does, the browser delays
 * answers twice: until the frame after the press, and until the frame after the release.
 */
export const keyHeldMs = 90;

/** From an input to the frame that shows its outcome. The limit is 50 ms, which nobody sees as a wait. */
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
