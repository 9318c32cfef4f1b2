import type { Page } from "playwright";
import { expect, test } from "vitest";
import { findAxeFaults, findColourFaults } from "#test/support/browser/axe.ts";
import { findLayoutFaults } from "#test/support/browser/layout.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { sceneSizes, setTheme, showScene, showUnderBanners } from "./scene-pages.ts";
import { sceneSite } from "./scene-site.ts";
import { scenes } from "./scenes.ts";

/** The faults that were found, by the scene and the size of the window. */
export type Faults = Record<string, readonly string[]>;

/**
 * The banners are above every screen. There are none before the first start is done, in the announcer's window, in
 * questions about the live key, and in what practice does not offer: a hub of its own, and the wipe.
 */
const hasNoBanners =
  /^(first-start|pairing|announcer|desktop-first-start|rehearsal-|settings-key|settings-forget|settings-connect|desks-(alone|join)|dialog-wipe)/;

/** Banners take height, so that what they push away or cover is seen in the low windows first. */
const lowSizes = sceneSizes.filter(({ height }) => height < 700);

/** On these screens the yellow button must be visible. */
const showsYellow = /^(check-in|walk-up)/;

async function findFaults(page: Page, site: string, name: string, faults: Faults): Promise<void> {
  for (const hasBanners of hasNoBanners.test(name) ? [false] : [false, true]) {
    if (hasBanners) await showUnderBanners(page, site, name);
    else await showScene(page, site, name);
    for (const size of hasBanners ? lowSizes : sceneSizes) {
      await page.setViewportSize(size);
      const seesYellow = size.width >= 1024 && showsYellow.test(name);
      const found = Object.values(await findLayoutFaults(page, { seesYellow })).flat();
      const at = `${name} at ${size.width}×${size.height}${hasBanners ? " under banners" : ""}`;
      if (found.length > 0) faults[at] = found;
    }
  }
}

/**
 * Checks a scene as a person sees it, under the banners, and again in a window so high that the contrast of every text
 * can be measured.
 */
export async function findAxe(page: Page, name: string, faults: Faults): Promise<void> {
  await page.setViewportSize(sceneSizes[0]);
  const met = await findAxeFaults(page);
  if (met.length > 0) faults[name] = met;
  await page.setViewportSize({ width: 1280, height: 3_000 });
  for (const theme of ["light", "dark"] as const) {
    await setTheme(page, theme);
    const found = await findColourFaults(page);
    if (found.length > 0) faults[`${name}, high, ${theme}`] = found;
  }
}

/**
 * A group has about twenty scenes, each in four sizes, and in the low ones again under banners. It takes half a minute on
 * two idle cores, and several minutes on a busy machine.
 */
export const groupMs = 400_000;

/** Defines a test for each group. Its pattern finds the scenes of the group by the beginning of their names. */
export function testScenes(groups: Readonly<Record<string, RegExp>>): void {
  const windows = browserWindows();
  const site = sceneSite();
  for (const [group, names] of Object.entries(groups)) {
    test(
      `L1 L2 ${group}: nothing is cut off, covered or too small at any size, and axe finds nothing in either theme`,
      async () => {
        const page = await windows.blank();
        const layout: Faults = {};
        const axe: Faults = {};
        const shown = Object.keys(scenes).filter((name) => names.test(name));
        expect(shown).not.toEqual([]);
        for (const name of shown) {
          await findFaults(page, site(), name, layout);
          await findAxe(page, name, axe);
        }
        expect({ layout, axe }).toEqual({ layout: {}, axe: {} });
      },
      groupMs,
    );
  }
}
