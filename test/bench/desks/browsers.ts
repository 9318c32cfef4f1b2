import { spawnSync } from "node:child_process";
import { chromium } from "playwright";
import type { Browser, Page } from "playwright";
import { deskPage } from "#test/support/browser/desk-page.ts";
import type { Computer } from "./computer.ts";

/** Two browser desks: what one does, the other sees. */
export interface ScreenPair {
  /** Checks a runner in on the first screen; returns milliseconds from the press to the second screen's paint. */
  checkIn(bib: string): Promise<number | null>;
}

export interface Screens {
  readonly pairs: readonly ScreenPair[];
  close(): Promise<void>;
}

const seenTimeoutMs = 10_000;

export async function openScreens(hub: Computer, code: string, pairs: number): Promise<Screens> {
  if (pairs === 0) return { pairs: [], close: async () => undefined };
  const browser = await launchBehind();
  const opened: ScreenPair[] = [];
  for (let number = 1; number <= pairs; number += 1) {
    const one = await openDesk(browser, hub, code, `Tablet ${number} left`);
    const other = await openDesk(browser, hub, code, `Tablet ${number} right`);
    opened.push({ checkIn: (bib) => checkInSeen(one, other, bib) });
  }
  return { pairs: opened, close: () => browser.close() };
}

/**
 * At a venue each browser has a processor of its own. Here they share the stations' processors: they get what the stations
 * leave (SCHED_IDLE), so that the hub's loop delay is the hub's own. Chromium sets nice values itself, but not this.
 */
async function launchBehind(): Promise<Browser> {
  spawnSync("chrt", ["--idle", "--pid", "0", String(process.pid)]);
  const browser = await chromium.launch({
    executablePath: process.env["CHUTE_BROWSER"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  spawnSync("chrt", ["--other", "--pid", "0", String(process.pid)]);
  return browser;
}

async function openDesk(
  browser: Browser,
  hub: Computer,
  code: string,
  name: string,
): Promise<Page> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width: 820, height: 1180 },
  });
  const page = await context.newPage();
  await page.goto(`https://127.0.0.1:${hub.port()}`);
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("textbox", { name: "Name of this device" }).fill(name);
  await page.keyboard.press("Enter");
  const operator = page.getByRole("textbox", { name: "Your name" });
  const { search } = deskPage(page);
  await operator.or(search).first().waitFor();
  if (await operator.isVisible()) {
    await operator.fill("Mei");
    await page.keyboard.press("Enter");
  }
  await search.waitFor();
  return page;
}

/** Both screens show the runner; the first one checks the runner in. Null if the runner needs a second look. */
async function checkInSeen(one: Page, other: Page, bib: string): Promise<number | null> {
  const { search, checkInButton } = deskPage(one);
  await Promise.all([search.fill(bib), deskPage(other).search.fill(bib)]);
  const isThere = checkInButton.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );
  if (!(await isThere)) return null;
  const seen = other
    .getByText("Already checked in")
    .first()
    .waitFor({ timeout: seenTimeoutMs })
    .then(
      () => other.evaluate(() => new Promise<number>(requestAnimationFrame).then(() => Date.now())),
      () => null,
    );
  await one.evaluate(() =>
    document.addEventListener(
      "click",
      () => {
        (globalThis as { pressedAt?: number }).pressedAt = Date.now();
      },
      { capture: true, once: true },
    ),
  );
  await checkInButton.click();
  const pressedAt = await one.evaluate(() => (globalThis as { pressedAt?: number }).pressedAt);
  const seenAt = await seen;
  return seenAt === null || pressedAt === undefined ? null : seenAt - pressedAt;
}
