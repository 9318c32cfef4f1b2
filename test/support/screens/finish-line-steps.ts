import type { Page } from "playwright";
import { finishLineScenes } from "./finish-line-scenes.ts";

type Step = (page: Page) => Promise<void>;

const chooseTab: Step = async (page) => {
  const name = page.url().includes("scene=official") ? "Official results" : "Finish log";
  await page.getByRole("button", { name }).click();
  await page.waitForTimeout(300);
};

const pressThrice: Step = async (page) => {
  for (let at = 0; at < 3; at += 1) {
    await page.keyboard.press("Space");
    await page.waitForTimeout(120);
  }
  await page.waitForTimeout(300);
};

/** What a person does on the tab before the picture is taken. */
const more: Readonly<Record<string, Step>> = {
  "finish-log-chosen": async (page) => {
    for (let at = 0; at < 3; at += 1) await page.keyboard.press("ArrowUp");
    await page.waitForTimeout(100);
  },
  "finish-log-chosen-remove": async (page) => {
    for (let at = 0; at < 4; at += 1) await page.keyboard.press("ArrowUp");
    await page.getByRole("button", { name: /^Remove/ }).click();
  },
  "finish-log-chosen-time": async (page) => {
    for (const key of ["ArrowUp", "ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
    await page.waitForTimeout(100);
  },
  "finish-log-time": async (page) => {
    for (const key of ["ArrowUp", "ArrowUp", "ArrowLeft", "F2"]) await page.keyboard.press(key);
    await page.keyboard.type("1:02:03", { delay: 60 });
    await page.keyboard.press("Enter");
    await page.waitForTimeout(100);
  },
  "finish-log-changing": async (page) => {
    for (const key of ["ArrowUp", "F2"]) await page.keyboard.press(key);
    await page.waitForTimeout(100);
  },
  "finish-log-typing": (page) => page.keyboard.type("1042", { delay: 90 }),
  "finish-log-not-saved": pressThrice,
  "finish-log-refused": pressThrice,
  "finish-log-aside": async (page) => {
    await pressThrice(page);
    await page.getByRole("button", { name: "Set aside" }).click();
    await page.waitForTimeout(300);
  },
  "finish-log-gun": async (page) => {
    await page.getByRole("button", { name: "Change the gun time of Half" }).click();
    await page.waitForTimeout(250);
  },
  "finish-log-who": async (page) => {
    await page.keyboard.press("ArrowUp");
    await page.getByRole("button", { name: "Who is it?" }).click();
    await page.waitForTimeout(250);
  },
  "finish-log-put": async (page) => {
    await page.getByRole("button", { name: /into podium…/ }).click();
    await page.waitForTimeout(250);
  },
  "official-read": async (page) => {
    await page.getByText("Read", { exact: true }).click();
    await page.waitForTimeout(150);
  },
};

/** The steps that lead to each scene of the finish log and the official results. */
export const finishLineSteps: Readonly<Record<string, Step>> = Object.fromEntries(
  Object.keys(finishLineScenes).map((name): [string, Step] => [
    name,
    async (page) => {
      await chooseTab(page);
      await more[name]?.(page);
    },
  ]),
);
