import { mkdirSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { chromium } from "playwright";
import type { Page } from "playwright";
import { createServer } from "vite";
import { desktopSteps } from "./desktop-steps.ts";
import { finishLineSteps } from "./finish-line-steps.ts";
import { podiumSteps } from "./podium-steps.ts";
import { scenes } from "./scenes.ts";

/** Takes pictures of the screens: `node test/support/screens/shoot.ts <folder> [scene …]`. */
const [folder = "pictures", ...only] = process.argv.slice(2);
if (folder.startsWith("-")) {
  process.stderr.write(
    `Say where: node test/support/screens/shoot.ts <folder> [scene …]\nScenes: ${Object.keys(scenes).join(", ")}\n`,
  );
  process.exit(2);
}
const complain = (text: string): boolean => process.stderr.write(`${text}\n`);
const sizes = [
  [1280, 800],
  [1024, 640],
  [820, 1180],
] as const;

/** What a person does before the picture is taken. */
const steps: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  ...podiumSteps,
  ...finishLineSteps,
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
  "desktop-black-box": showSecondCopy,
  "second-copy-settings": showSecondCopy,
  "walk-up": fillWalkUp,
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
  "sync-ledger": async (page) => {
    await page.getByRole("button", { name: /never sent/ }).click();
    await page.waitForTimeout(250);
    await page.getByText("Everything that was ever").scrollIntoViewIfNeeded();
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

async function showSecondCopy(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Second copy of the journal" }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 300);
  await page.waitForTimeout(200);
}

/** Another listing of the Events room. */
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

const server = await createServer({
  configFile: false,
  root: fileURLToPath(new URL(".", import.meta.url)),
  cacheDir: "/tmp/chute-screens-cache",
  logLevel: "error",
  plugins: [react()],
  server: { port: 0, host: "127.0.0.1", fs: { allow: [process.cwd()] }, hmr: false },
});
await server.listen();
const address = server.resolvedUrls?.local[0] ?? "";
const browser = await chromium.launch({
  executablePath: existsSync("/usr/bin/chromium") ? "/usr/bin/chromium" : undefined,
  args: ["--no-sandbox"],
} as Parameters<typeof chromium.launch>[0]);
mkdirSync(folder, { recursive: true });
for (const [width, height] of sizes) {
  for (const theme of ["light", "dark"] as const) {
    const page = await browser.newPage({ viewport: { width, height } });
    page.on("pageerror", (error) => complain(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") complain(message.text());
    });
    for (const name of Object.keys(scenes)) {
      if (only.length > 0 && !only.includes(name)) continue;
      await page.goto(`${address}?scene=${name}&theme=${theme}`);
      await page.waitForTimeout(350);
      await steps[name]?.(page);
      await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png` });
    }
    await page.close();
  }
}
await browser.close();
await server.close();
