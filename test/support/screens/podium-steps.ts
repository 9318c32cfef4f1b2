import type { Page } from "playwright";
import { scan } from "#test/support/browser/keys.ts";

/** Milliseconds between two keys; slower than any scanner. */
const gapMs = 60;

async function type(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(gapMs);
  }
  await page.waitForTimeout(120);
}

/** Types into the open slot of the picture: men, third line, tied. */
async function typeThird(page: Page): Promise<void> {
  await type(page, "A", "7", "=");
}

const press = async (page: Page, name: string | RegExp): Promise<void> => {
  await page.getByRole("button", { name }).first().click();
  await page.waitForTimeout(250);
};

/** What a person does on the podium screen before the picture is taken. */
export const podiumSteps: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  podium: async (page) => {
    await page.getByRole("button", { name: /1190/ }).click();
    await page.getByRole("region", { name: "Men", exact: true }).getByText("empty").first().click();
    await typeThird(page);
  },
  "podium-typing": async (page) => {
    await type(page, "A", "7", "=", ":", "1", ":", "0", "9", "Enter", "5", "0", "0", "0", "Enter");
  },
  "podium-no-bib": async (page) => {
    await page.getByRole("button", { name: /Wanda/ }).click();
    await scan(page, "65f0c9a2b7e4d1a3c5e60718");
    await page.getByText("Wilma").first().waitFor();
    await page.waitForTimeout(700);
    await page.keyboard.press("Enter");
    await page.getByText("was typed for Wanda").waitFor();
  },
  "podium-choose": (page) => type(page, "9"),
  "podium-fault": (page) =>
    type(page, "A", "7", ":", "1", ":", "7", "5", ":", "1", "4", ".", "7", "8", "Enter"),
  "podium-announce": (page) => press(page, "Announce…"),
  "podium-announce-rivals": async (page) => {
    await page.getByRole("region", { name: "Men" }).getByText("empty").first().click();
    await press(page, "Announce…");
  },
  "podium-reason": (page) => press(page, "Change…"),
  "podium-segment": async (page) => {
    await press(page, /^Overall Gun time/);
    await page.getByRole("dialog").getByText("chip", { exact: true }).click();
  },
  "podium-builder": async (page) => {
    await press(page, "Segments…");
    await page.getByText("10 years").click();
    await page.waitForTimeout(150);
  },
  "podium-groups": (page) => press(page, "Double awards…"),
  "podium-print": (page) => press(page, "Print"),
  "podium-rivals": (page) => press(page, "Compare…"),
  "podium-not-saved": (page) => type(page, "A", "7", "Enter"),
  "podium-meanwhile": (page) => type(page, "A", "7", "Enter"),
  announcer: (page) => type(page, "Space", "Space", "Space", "Space"),
  "announcer-draft": async (page) => {
    await press(page, "Show drafts");
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await type(page, "Space", "Space", "Space", "Space");
  },
  "announcer-practice": (page) => press(page, "Show drafts"),
  "announcer-long": async (page) => {
    for (let time = 0; time < 12; time += 1) await page.keyboard.press("Space");
    await page.waitForTimeout(600);
  },
};
