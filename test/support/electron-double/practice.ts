import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import type { Desktop } from "./start-desktop.ts";
import { goToScreen } from "#test/support/browser/go-to-screen.ts";

/** A desktop with practice open, an event, and its screens. */
export async function openPractice(desktop: Desktop): Promise<Page> {
  await desktop.value("practice.start", { commandId: randomUUID() });
  return enter(desktop, "/check-in");
}

/** Goes to a screen as its link does, and waits until the screens are available. */
export async function enter(desktop: Desktop, screen: `/${string}`): Promise<Page> {
  const page = await desktop.page();
  await goToScreen(page, screen);
  await page.getByRole("navigation", { name: "Screens" }).waitFor();
  return page;
}

/** Opens the announcer's window, as the button of the page does. */
export async function openAnnouncer(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.open("/#/announcer?event=e", "chute-announcer", "popup,width=900,height=600");
  });
}
