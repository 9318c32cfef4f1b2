import type { Page } from "playwright";
import { expect, test } from "vitest";
import { findLayoutFaults } from "#test/support/browser/layout.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { dialogsOfTheApp } from "#test/support/screens/dialogs.ts";
import { findAxe, groupMs } from "#test/support/screens/scene-faults.ts";
import type { Faults } from "#test/support/screens/scene-faults.ts";
import { openScene, rest, sceneSizes } from "#test/support/screens/scene-pages.ts";
import { sceneSite } from "#test/support/screens/scene-site.ts";

const windows = browserWindows();
const site = sceneSite();

/** The buttons at the foot of the open dialog that are not whole in the window and in the dialog. */
const findUnseenActions = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const dialog = document.querySelector("[role=dialog], [role=alertdialog]");
    const sheet = dialog?.parentElement?.getBoundingClientRect();
    if (dialog === null || sheet === undefined) return ["no dialog"];
    const buttons = [...dialog.querySelectorAll("[class*=actions] button")];
    const lowest = Math.min(innerHeight, sheet.bottom);
    return buttons
      .filter((button) => button.getBoundingClientRect().bottom > lowest)
      .map((button) => `“${button.textContent}” is seen after scrolling only`);
  });

// Divided into parts, so that no test takes long.
const parts = [0, 1, 2] as const;
test.each(parts)(
  "L1 L2 U1 every dialog, part %i of 0 to 2: nothing is cut off, covered or too small at any size, the buttons at its foot are in sight, and axe finds nothing in either theme",
  async (part) => {
    const page = await windows.blank();
    const layout: Faults = {};
    const axe: Faults = {};
    const shown = dialogsOfTheApp
      // A wide screen has this dialog only if there is a camera; the scene check-in-camera covers it.
      .filter(({ from }) => from !== "check-in/scan/camera-dialog.tsx")
      .filter((_, at) => at % parts.length === part);
    for (const { from, scene, open } of shown) {
      await openScene(page, site(), scene);
      await open(page);
      await page.locator("[role=dialog], [role=alertdialog]").waitFor();
      await rest(page);
      for (const size of sceneSizes) {
        await page.setViewportSize(size);
        const found = Object.values(await findLayoutFaults(page)).flat();
        found.push(...(await findUnseenActions(page)));
        if (found.length > 0) layout[`${from} at ${size.width}×${size.height}`] = found;
      }
      await findAxe(page, from, axe);
    }
    expect({ layout, axe }).toEqual({ layout: {}, axe: {} });
  },
  groupMs,
);
