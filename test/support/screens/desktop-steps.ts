import type { Page } from "playwright";

const press = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name }).first().click();
  await page.waitForTimeout(250);
};

/** What a person does in a window of the desktop before the picture is taken. */
export const desktopSteps: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "desktop-print": (page) => press(page, "Print"),
  "desktop-print-full": async (page) => {
    await press(page, "Print");
    await press(page, "Save as PDF…");
  },
  "desktop-settings": async (page) => {
    await page.getByText("Take off the list").last().scrollIntoViewIfNeeded();
  },
  "desktop-network": async (page) => {
    await page.getByText("Open Desks").last().scrollIntoViewIfNeeded();
  },
  "desktop-go-back": (page) => press(page, "Go back to the backup"),
  "desktop-about": async (page) => {
    await press(page, "Copy diagnostics");
    await page.getByRole("heading", { name: "About" }).scrollIntoViewIfNeeded();
    await page.waitForTimeout(100);
  },
  "desktop-official": async (page) => {
    await page.getByRole("button", { name: "Official results" }).click();
    await page.waitForTimeout(250);
  },
};
