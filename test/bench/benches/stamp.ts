import type { CDPSession, Page } from "playwright";
import { quantile, type Measure } from "../measure.ts";
import type { Bench } from "../race.ts";
import { openScreenDesk } from "../screen-desk.ts";

const presses = 120;
/** Milliseconds between two keys. They differ, because a hand is never regular. */
const gapsMs = [90, 130, 75, 160, 110];
/** Milliseconds for which the page is repeatedly kept busy in the second half, so that it cannot handle keys. */
const busyMs = 120;

/**
 * Measures how exactly a finish is stamped: the stored time against the time at which this computer sent the key to the
 * browser. The transfer to the browser is included, so the error of the page itself is smaller.
 */
export const stamp: Bench = async (race) => {
  await using desk = await openScreenDesk(race);
  const { station, eventId } = desk;
  const page = await desk.openPage("podium");
  await page.getByRole("button", { name: "Finish log" }).click();
  await page.getByRole("button", { name: /^Stamp a finish/ }).waitFor();
  const keys = await page.context().newCDPSession(page);

  const readStored = async (): Promise<number[]> =>
    (await station.value("finish.page", { eventId, limit: 500 })).rows.flatMap(({ stamp }) =>
      stamp?.atMs === null || stamp === null ? [] : [stamp.atMs],
    );
  const round = async (): Promise<number[]> => {
    const before = (await readStored()).length;
    const sentAtMs = await pressAll(page, keys);
    await page.waitForFunction(
      (count) =>
        (document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") ?? "") ===
        String(count),
      before + presses,
    );
    let stored = await readStored();
    while (stored.length < before + presses) {
      await page.waitForTimeout(50);
      stored = await readStored();
    }
    return stored.slice(before).map((atMs, at) => atMs - (sentAtMs[at] ?? Number.NaN));
  };

  await round();
  const quiet = await round();
  await page.evaluate((ms) => {
    setInterval(() => {
      const untilMs = performance.now() + ms;
      while (performance.now() < untilMs);
    }, ms * 1.5);
  }, busyMs);
  const busy = await round();
  return [
    line("key press to stored time", quiet, 0.99),
    // The driver that sends the keys waits too, and the longest of these values contain that wait.
    line("the same while the page is busy", busy, 0.95),
  ];
};

/** The times at which the keys were sent, by this computer's clock, with fractions of a millisecond. */
async function pressAll(page: Page, keys: CDPSession): Promise<number[]> {
  const named = { key: " ", code: "Space", windowsVirtualKeyCode: 32 };
  const sentAtMs: number[] = [];
  for (let press = 0; press < presses; press += 1) {
    sentAtMs.push(performance.timeOrigin + performance.now());
    // Not awaited, because a busy page answers late and the next finisher does not wait.
    const down = keys.send("Input.dispatchKeyEvent", { type: "keyDown", ...named, text: " " });
    const up = keys.send("Input.dispatchKeyEvent", { type: "keyUp", ...named });
    down.catch(() => undefined);
    up.catch(() => undefined);
    await page.waitForTimeout(gapsMs[press % gapsMs.length] ?? 0);
  }
  return sentAtMs;
}

const line = (what: string, errorsMs: readonly number[], share: number): Measure => ({
  bench: "stamp",
  what: `${what}, p${share * 100}`,
  value: quantile(errorsMs.map(Math.abs), share),
  unit: "ms",
  limit: { value: 5 },
  note: `p50 ${quantile(errorsMs, 0.5).toFixed(1)}, from ${Math.min(...errorsMs).toFixed(1)} to ${Math.max(...errorsMs).toFixed(1)}, ${errorsMs.length} presses`,
});
