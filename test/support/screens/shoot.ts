import { mkdirSync } from "node:fs";
import { launchBrowser } from "#test/support/browser/launch-browser.ts";
import { scenes } from "./scenes.ts";
import { rest, sceneSizes, serveScenes, setTheme, showScene } from "./scene-pages.ts";

/** Takes pictures of the screens: `node test/support/screens/shoot.ts <folder> [scene …]`. */
const [folder = "pictures", ...only] = process.argv.slice(2);
if (folder.startsWith("-")) {
  process.stderr.write(
    `Say where: node test/support/screens/shoot.ts <folder> [scene …]\nScenes: ${Object.keys(scenes).join(", ")}\n`,
  );
  process.exit(2);
}
const complain = (text: string): boolean => process.stderr.write(`${text}\n`);

const site = await serveScenes();
const browser = await launchBrowser();
mkdirSync(folder, { recursive: true });
const page = await browser.newPage();
page.on("pageerror", (error) => complain(error.message));
page.on("console", (message) => {
  if (message.type() === "error") complain(message.text());
});
for (const name of Object.keys(scenes)) {
  if (only.length > 0 && !only.some((each) => name.startsWith(each))) continue;
  for (const banners of [false, true]) {
    await showScene(page, site.url, name, { hasBanners: banners });
    for (const theme of ["light", "dark"] as const) {
      await setTheme(page, theme);
      for (const { width, height } of sceneSizes) {
        await page.setViewportSize({ width, height });
        await rest(page);
        // Not `animations: "disabled"`: it would hide the arrow of a card with more than fits.
        await page.screenshot({
          path: `${folder}/${name}-${width}-${banners ? "banners-" : ""}${theme}.png`,
        });
      }
    }
  }
}
await browser.close();
await site.close();
