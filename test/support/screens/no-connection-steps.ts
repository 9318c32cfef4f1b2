import type { Page } from "playwright";
import { words } from "#renderer/i18n/words.ts";
import { checkInSteps } from "./check-in-steps.ts";
import { finishLineSteps } from "./finish-line-steps.ts";
import { connectionLost } from "./no-connection-scenes.ts";
import { podiumSteps } from "./podium-steps.ts";

type Step = (page: Page) => Promise<void>;

const lose: Step = async (page) => {
  await page.evaluate((name) => window.dispatchEvent(new Event(name)), connectionLost);
  await page.getByText(words.shell.connection.notSaved, { exact: true }).first().waitFor();
};

const after =
  (first: Step | undefined): Step =>
  async (page) => {
    await first?.(page);
    await lose(page);
  };

/** Types something, and then loses the connection. */
export const noConnectionSteps: Readonly<Record<string, Step>> = {
  "check-in-lost": after(checkInSteps["check-in-card"]),
  "check-in-lost-bib": after(checkInSteps["check-in-bib"]),
  "check-in-lost-reason": after(checkInSteps["check-in-reason"]),
  "walk-up-lost": lose,
  "podium-lost": after(podiumSteps["podium-typing"]),
  "finish-log-lost": after(finishLineSteps["finish-log-typing"]),
  "announcer-lost": lose,
};
