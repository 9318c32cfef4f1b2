import type { Page } from "playwright";
import { words } from "#renderer/i18n/words.ts";
import { checkInSteps } from "./check-in-steps.ts";
import { deskSteps } from "./desk-steps.ts";
import { desktopSteps } from "./desktop-steps.ts";
import { finishLineSteps } from "./finish-line-steps.ts";
import { noConnectionSteps } from "./no-connection-steps.ts";
import { podiumSteps } from "./podium-steps.ts";

/** What a person does before the picture is taken. */
export const steps: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  ...checkInSteps,
  ...podiumSteps,
  ...finishLineSteps,
  ...noConnectionSteps,
  ...deskSteps,
  ...desktopSteps,
  "first-start": async (page) => {
    await page.getByLabel("Base address").fill("https://api.harbourhills.run/v1");
    await page.getByLabel("API key").fill("a-key-that-is-long-enough");
    await page.getByLabel("API key").press("Enter");
    await page.waitForTimeout(400);
  },
  "first-start-wrong-key": async (page) => {
    await page.getByLabel("Base address").fill("https://api.harbourhills.run/v1");
    await page.getByLabel("API key").fill("nonsense");
    await page.getByLabel("API key").press("Enter");
    await page.waitForTimeout(100);
  },
  "desktop-journal-mirror": showJournalMirror,
  "journal-mirror-settings": showJournalMirror,
  "journal-mirror-unknown": async (page) => {
    await page.getByRole("button", { name: "Import the journals of this folder" }).click();
    await page.waitForTimeout(250);
  },
  "walk-up": fillWalkUp,
  "walk-up-alike": async (page) => {
    await page.getByText("5K", { exact: true }).first().click();
    await page.getByRole("button", { name: "Save only" }).click();
    await page.waitForTimeout(400);
  },
  "walk-up-few-bibs": chooseTenK,
  "walk-up-hub-away": chooseTenK,
  "walk-up-no-bibs": chooseTenK,
  "walk-up-registered": async (page) => {
    await page.getByText("10K", { exact: true }).first().click();
    await page.getByText("Paid", { exact: true }).click();
    await page.getByRole("button", { name: "Save and check in" }).click();
    await page.waitForTimeout(700);
  },
  "walk-up-kept": async (page) => {
    await page.getByRole("textbox", { name: "Name" }).fill("Wolfeschlegelsteinhausen ".repeat(4));
    await page.keyboard.press("Escape");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.press("F2");
    await page.waitForTimeout(250);
  },
  "walk-up-not-saved": async (page) => {
    await fillWalkUp(page);
    await page.getByRole("button", { name: "Save and check in" }).click();
    await page.waitForTimeout(200);
  },
  "sync-decide": async (page) => {
    await page.getByRole("button", { name: "Decide…" }).click();
    await page.waitForTimeout(250);
  },
  "sync-what": async (page) => {
    await page.getByRole("button", { name: "What was sent" }).first().click();
    await page.waitForTimeout(250);
  },
  "rehearsal-start": async (page) => {
    await page.getByRole("button", { name: "Rehearse with trouble" }).click();
    await page.waitForTimeout(250);
  },
  "sync-totals": async (page) => {
    await page.getByRole("button", { name: /never sent/ }).click();
    await page.waitForTimeout(250);
    await page.getByText(words.outboxTotals.title).scrollIntoViewIfNeeded();
  },
  "dialog-wipe-stopped": async (page) => {
    await page.getByRole("button", { name: "Erase everything…" }).click();
  },
  "settings-key": async (page) => {
    await page.getByRole("button", { name: "Replace the key…" }).click();
    await page.getByLabel("New key").fill("a-key-of-somebody-else");
    await page.getByRole("button", { name: "Check and keep" }).click();
    await page.waitForTimeout(250);
  },
  "events-series": choose("Series"),
  "events-collections": choose("Collections"),
  "events-collections-forbidden": choose("Collections"),
  "events-new": async (page) => {
    await page.getByRole("button", { name: "New event" }).click();
    await page.getByLabel("Name").fill("Tollan Parish Mile");
    await page.getByText("Race", { exact: true }).last().click();
    await page.getByLabel("Country").fill("PRT");
    await page.getByLabel("City").focus();
    await page.waitForTimeout(500);
  },
  "events-teams": async (page) => {
    await page.getByRole("button", { name: "Teams of Relay" }).click();
    await page.waitForTimeout(250);
  },
  "walk-up-faults": async (page) => {
    await page.getByText("Half", { exact: true }).first().click();
    await page.getByText("Paid", { exact: true }).click();
    await page.getByLabel("E-mail").focus();
    await page.getByRole("textbox", { name: "Bib" }).focus();
    await page.waitForTimeout(400);
  },
};

async function chooseTenK(page: Page): Promise<void> {
  await page.getByText("10K", { exact: true }).first().click();
  await page.waitForTimeout(250);
}

async function showJournalMirror(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Second copy of the journal" }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 300);
  await page.waitForTimeout(200);
}

/** Chooses another listing of the Events screen. */
function choose(listing: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByText(listing, { exact: true }).click();
    await page.waitForTimeout(250);
  };
}

async function fillWalkUp(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill("kamala.b@gmx.de");
  await page.getByText("10K", { exact: true }).first().click();
  await page.getByText("55 min", { exact: true }).click();
  await page.getByText("Paid", { exact: true }).click();
  await page.getByRole("textbox", { name: "Bib" }).fill("1631");
  await page.waitForTimeout(400);
}
