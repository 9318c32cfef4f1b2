import type { Page } from "playwright";

type Step = (page: Page) => Promise<void>;

const press = async (page: Page, name: string | RegExp): Promise<void> => {
  await page.getByRole("button", { name }).first().click();
  await page.waitForTimeout(250);
};

const link = `https://192.168.1.20:4180/#fingerprint=${"0".repeat(64)}&code=481729`;

/** Opens the dialog and shows an address. */
const look =
  (address: string): Step =>
  async (page) => {
    await press(page, "Join a hub…");
    await page.getByRole("dialog").getByRole("textbox").fill(address);
    await press(page, /^Look for it/);
  };

/** What a person does on the desks screen before the picture is taken. */
export const deskSteps: Readonly<Record<string, Step>> = {
  "desks-alone-refused": (page) => press(page, "This laptop is the hub"),
  "desks-join": look("192.168.1.20:4180"),
  "desks-join-compare": look("192.168.1.20:4180"),
  "desks-join-other": look(link),
  "desks-join-code": async (page) => {
    await look("192.168.1.20:4180")(page);
    await press(page, "They are the same");
    await page.getByRole("textbox", { name: "Code on the hub’s screen" }).fill("481720");
    await press(page, /^Join( Enter)?$/);
  },
  "desks-leave": (page) => press(page, "Leave the hub…"),
  "desks-leave-unsent": (page) => press(page, "Leave the hub…"),
  "desks-take-over": async (page) => {
    await press(page, "Take over…");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Base address" }).fill("https://api.example.org");
    await dialog.getByLabel("API key").fill("a-key");
    await press(page, /^Take over( Enter)?$/);
  },
  "desks-close": (page) => press(page, "Stop being the hub…"),
  "desks-settle": (page) => press(page, "Desk 2 goes on…"),
  "desks-bibs": async (page) => {
    await page.getByRole("button", { name: "Give a desk its bibs…" }).scrollIntoViewIfNeeded();
  },
  "desks-bibs-change": async (page) => {
    await press(page, "Change the bibs of Desk 2, Half…");
    await press(page, /^Set the bibs( Enter)?$/);
  },
  "desks-bibs-add": (page) => press(page, "Give a desk its bibs…"),
  "desks-change": (page) => press(page, "Change Tablet by the door…"),
  "desks-revoke": async (page) => {
    await press(page, "Change Tablet by the door…");
    await press(page, "Take access away…");
  },
};
