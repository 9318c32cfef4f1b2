import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { chromium } from "playwright";
import { createServer } from "vite";
const [folder, sizesArg, themesArg, ...only] = process.argv.slice(2);
const server = await createServer({
  configFile: false,
  root: fileURLToPath(new URL(".", import.meta.url)),
  cacheDir: "/tmp/zz-cache",
  logLevel: "error",
  plugins: [react()],
  server: { port: 0, host: "127.0.0.1", fs: { allow: [process.cwd()] }, hmr: false },
});
await server.listen();
const url = server.resolvedUrls.local[0];
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const steps = {
  "finish-log-chosen": async (p) => {
    await p.keyboard.press("ArrowUp");
    await p.keyboard.press("ArrowUp");
    await p.keyboard.press("ArrowUp");
  },
  "finish-log-typing": async (p) => {
    await p.keyboard.type("1042", { delay: 90 });
  },
  "finish-log-not-saved": async (p) => {
    for (let i = 0; i < 3; i++) {
      await p.keyboard.press("Space");
      await p.waitForTimeout(120);
    }
    await p.waitForTimeout(300);
  },
  "finish-log-gun": async (p) => {
    await p.getByRole("button", { name: /Change the gun time of Half/ }).click();
    await p.waitForTimeout(250);
  },
  "finish-log-put": async (p) => {
    await p.getByRole("button", { name: /into Overall…/ }).click();
    await p.waitForTimeout(250);
  },
  "official-read": async (p) => {
    await p.getByText("Read", { exact: true }).click();
    await p.waitForTimeout(150);
  },
};
for (const size of sizesArg.split(",")) {
  const [width, height] = size.split("x").map(Number);
  for (const theme of themesArg.split(","))
    for (const scene of only) {
      const page = await browser.newPage({
        viewport: { width, height },
        timezoneId: "Europe/Berlin",
        hasTouch: width < 900,
      });
      page.on("pageerror", (e) => console.error(scene, e.message));
      page.on("console", (m) => m.type() === "error" && console.error(scene, m.text()));
      await page.goto(`${url}?scene=${scene}&theme=${theme}`);
      await page.waitForTimeout(450);
      await steps[scene]?.(page);
      await page.screenshot({ path: `${folder}/${scene}-${width}-${theme}.png` });
      await page.close();
    }
}
await browser.close();
await server.close();
