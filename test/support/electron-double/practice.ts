import { randomUUID } from "node:crypto";
import type { JSHandle, Page } from "playwright";
import type { Desktop } from "./start-desktop.ts";

/** A desktop at work: practice is open, with an event, and its rooms are on the screen. */
export async function openPractice(desktop: Desktop): Promise<Page> {
  await desktop.value("practice.start", { commandId: randomUUID() });
  return enter(desktop, "/check-in");
}

/** Goes to a room as its link does, and waits until the rooms are there. */
export async function enter(desktop: Desktop, room: string): Promise<Page> {
  const page = await desktop.page();
  await page.evaluate((hash) => {
    location.hash = hash;
  }, room);
  await page.getByRole("navigation").waitFor();
  return page;
}

/** The announcer's window, opened by the page as its button does: what the page has of it. */
export const openAnnouncer = (page: Page): Promise<JSHandle<Window | null>> =>
  page.evaluateHandle(() =>
    window.open("/#/announcer?event=e", "chute-announcer", "popup,width=900,height=600"),
  );

/**
 * Main hears that a window is closed before the page that opened it does, and until then the page
 * finds it by its name: what is opened next would go into the window that ends.
 */
export async function untilGone(page: Page, opened: JSHandle<Window | null>): Promise<void> {
  await page.waitForFunction((window) => window?.closed !== false, opened);
}
