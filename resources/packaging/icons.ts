/**
 * Renders resources/icons from chute.svg. Run `node resources/packaging/icons.ts` after a change of the drawing. The
 * icons are in Git, so packing needs no browser.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import type { Browser } from "playwright";
import { ensureBrowser } from "../setup/browser.mjs";
import { packIcns, packIco } from "./icon-files.ts";
import type { Picture } from "./icon-files.ts";

const folder = fileURLToPath(new URL("../icons/", import.meta.url));
const drawing = readFileSync(`${folder}chute.svg`, "utf8");

const linuxSizes = [16, 32, 48, 64, 128, 256, 512];
const windowsSizes = [16, 24, 32, 48, 64, 128, 256];
const macSizes = [16, 32, 64, 128, 256, 512, 1024];
/** Apple's icon grid has a margin around the tile: the tile is 824 of 1024 pixels wide. */
const macScale = 824 / 1024;

const { CHUTE_BROWSER: executablePath } = await ensureBrowser(process.execPath);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  mkdirSync(`${folder}linux`, { recursive: true });
  for (const { size, png } of await renderAll(browser, linuxSizes, 1)) {
    writeFileSync(`${folder}linux/${size}x${size}.png`, png);
  }
  writeFileSync(`${folder}icon.ico`, packIco(await renderAll(browser, windowsSizes, 1)));
  writeFileSync(`${folder}icon.icns`, packIcns(await renderAll(browser, macSizes, macScale)));
} finally {
  await browser.close();
}

async function renderAll(
  chrome: Browser,
  sizes: readonly number[],
  scale: number,
): Promise<Picture[]> {
  const page = await chrome.newPage();
  const pictures: Picture[] = [];
  for (const size of sizes) {
    const inner = size * scale;
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>html,body{margin:0;height:100%;display:grid;place-items:center}svg{display:block;width:${inner}px;height:${inner}px}</style>${drawing}`,
    );
    pictures.push({ size, png: await page.screenshot({ omitBackground: true }) });
  }
  await page.close();
  return pictures;
}
