import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { deskPage, expectSeen } from "#test/support/browser/desk-page.ts";
import { findLayoutFaults } from "#test/support/browser/layout.ts";
import { findUnreachable } from "#test/support/browser/tab-tour.ts";
import { screens, startBusyRace } from "#test/support/browser/screens.ts";
import { browserWindows, resultsFolder } from "#test/support/browser/window.ts";
import { startHost } from "#test/support/hosts/start-host.ts";
import { sceneSizes, setTheme } from "#test/support/screens/scene-pages.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const windows = browserWindows();
const folder = join(resultsFolder, "screens");
const sizes = sceneSizes;
const themes = ["light", "dark"] as const;

async function keepPicture(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
}

/** Whether the whole button is inside the window. */
async function isInView(page: Page, button: RegExp): Promise<boolean> {
  const box = await page.getByRole("button", { name: button }).first().boundingBox();
  const size = page.viewportSize();
  if (box === null || size === null) return false;
  return (
    box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height
  );
}

describe("every screen at every size, light and dark", () => {
  test("nothing overflows, every button has a name and 44 px, the big button is in view", async () => {
    const { host } = await startBusyRace();
    const page = await windows.open(host);
    const faults: Record<string, readonly string[]> = {};
    const bigButtons: Record<string, RegExp> = {
      "check-in-card": /^Check in( Enter)?$/,
      "walk-up": /^Save and check in/,
      events: /^(Open for check-in|Go to Check-in)/,
    };
    await expectSeen(deskPage(page).search);
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const screen of screens) {
        const name = `${screen.name}-${size.width}`;
        await screen.enter(page);
        await keepPicture(page, name);
        const found = Object.values(await findLayoutFaults(page)).flat();
        const bigButton = size.height < 560 ? undefined : bigButtons[screen.name];
        if (bigButton !== undefined && !(await isInView(page, bigButton))) {
          found.push("the big button is not in view");
        }
        if (found.length > 0) faults[name] = found;
      }
    }
    // The theme changes colours only, which the tests of the scenes measure.
    await setTheme(page, "dark");
    for (const screen of screens) {
      await screen.enter(page);
      await keepPicture(page, `${screen.name}-dark`);
    }
    expect(faults).toEqual({});
  });

  test("everything that can be pressed is reached by Tab, on every screen", async () => {
    const { host } = await startBusyRace();
    const page = await windows.open(host);
    await expectSeen(deskPage(page).search);
    await expectSeen(deskPage(page).tickets.getByRole("button"));
    const unreached: Record<string, readonly string[]> = {};
    for (const screen of screens) {
      await screen.enter(page);
      const missing = await findUnreachable(page);
      if (missing.length > 0) unreached[screen.name] = missing;
    }
    expect(unreached).toEqual({});
  });

  test("the first screen and the pairing page too", async () => {
    const host = await startHost(temporaryFolder());
    const owner = await windows.open(host);
    const stranger = await windows.open(host, { token: null });
    const faults: Record<string, unknown> = {};
    for (const theme of themes) {
      await setTheme(owner, theme);
      await setTheme(stranger, theme);
      for (const size of sizes) {
        for (const [screen, page] of [
          ["first-start", owner],
          ["pairing", stranger],
        ] as const) {
          const name = `${screen}-${size.width}-${theme}`;
          await page.setViewportSize(size);
          await expectSeen(page.getByRole("textbox").first());
          await keepPicture(page, name);
          const found = await findLayoutFaults(page);
          if (Object.values(found).some((each) => each.length > 0)) faults[name] = found;
        }
      }
    }
    expect(faults).toEqual({});
  });
});
