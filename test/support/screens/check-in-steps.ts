import type { Page } from "playwright";
import { words } from "#renderer/i18n/words.ts";
import { scan } from "#test/support/browser/keys.ts";
import { checkInScenes } from "./check-in-scenes.ts";

type Step = (page: Page) => Promise<void>;

const say = words.checkIn;

const find: Step = async (page) => {
  await page.getByRole("combobox", { name: say.searchLabel }).fill("1042");
};
const press =
  (name: string | RegExp): Step =>
  async (page) => {
    await page.getByRole("button", { name, exact: true }).first().click();
  };
const checkIn = press(say.checkIn);
const changeBib = press(new RegExp(`^(${say.changeBib}|${say.giveBib})`, "u"));

async function giveBib(page: Page, bib: string): Promise<void> {
  await changeBib(page);
  await page.getByRole("textbox", { name: say.bibLabel }).fill(bib);
  await page.keyboard.press("Enter");
}

/** What a person does after the card is shown. */
const more: Readonly<Record<string, Step>> = {
  "check-in-done": checkIn,
  "check-in-done-long": checkIn,
  "check-in-done-no-bib": checkIn,
  "check-in-done-no-bib-long": checkIn,
  "check-in-done-undone": checkIn,
  "check-in-done-refused": checkIn,
  "check-in-done-family": press(say.checkInAll(3)),
  "check-in-done-family-no-bib": press(say.checkInAll(3)),
  "check-in-done-both": press(say.checkInAll(2)),
  "check-in-done-family-undone": press(say.checkInAll(3)),
  "check-in-done-family-refused": press(say.checkInAll(3)),
  "check-in-look-alike": (page) => scan(page, "01042"),
  "check-in-not-saved": checkIn,
  "check-in-not-saved-how": async (page) => {
    await checkIn(page);
    await press(say.howToFree)(page);
  },
  "check-in-bib": changeBib,
  "check-in-bib-few": changeBib,
  "check-in-bib-refused": (page) => giveBib(page, "99999"),
  "check-in-bib-taken": (page) => giveBib(page, "1038"),
  "check-in-swap": (page) => giveBib(page, "1038"),
  "check-in-reason": press(say.withReason),
  "check-in-camera": async (page) => {
    // Without a known camera, only narrow screens have the button.
    await page.setViewportSize({ width: 820, height: 1180 });
    await press(words.ui.scanWithCamera)(page);
  },
};

const idle = new Set(["check-in", "check-in-forecast", "check-in-no-event", "check-in-look-alike"]);

/** The steps that lead to each scene of check-in. */
export const checkInSteps: Readonly<Record<string, Step>> = Object.fromEntries(
  Object.keys(checkInScenes).map((name): [string, Step] => [
    name,
    async (page) => {
      if (!idle.has(name)) await find(page);
      await more[name]?.(page);
    },
  ]),
);
