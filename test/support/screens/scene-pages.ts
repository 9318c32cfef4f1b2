import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Page } from "playwright";
import { build } from "vite";
import { axeFile, axePath } from "#test/support/browser/axe.ts";
import { bannersRise } from "./banners.ts";
import { steps } from "./steps.ts";

/** The window sizes in which every screen is checked; the last is 1280×800 at a zoom of 200 %. */
export const sceneSizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 640 },
  { width: 820, height: 1180 },
  { width: 640, height: 400 },
] as const;

/** A phone and a tablet, upright and sideways, as browser desks use them (M14). */
export const deviceSizes = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1180, height: 820 },
] as const;

export interface SceneSite {
  readonly url: string;
  close(): Promise<void>;
}

export interface SceneOptions {
  readonly hasBanners?: boolean;
  readonly size?: (typeof sceneSizes | typeof deviceSizes)[number];
}

const mimes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/** The files of the page of the scenes by their paths, as a browser asks for them. */
async function buildPage(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL(".", import.meta.url)),
    logLevel: "error",
    plugins: [react()],
    build: { write: false, reportCompressedSize: false },
  });
  if (!("output" in built)) throw new Error("The page of the scenes has one build.");
  const files = new Map<string, string | Uint8Array>([[axePath, readFileSync(axeFile)]]);
  for (const file of built.output) {
    const path = file.fileName === "index.html" ? "/" : `/${file.fileName}`;
    files.set(path, file.type === "chunk" ? file.code : file.source);
  }
  return files;
}

/** Builds the page of the scenes and serves it on a free port. */
export async function serveScenes(): Promise<SceneSite> {
  const files = await buildPage();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://scenes");
    const file = files.get(pathname);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": mimes[pathname === "/" ? ".html" : extname(pathname)] ?? "text/plain",
      // About 180 scenes are loaded one after the other, so the browser caches the compiled scripts.
      "cache-control": "max-age=86400",
    });
    response.end(file);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Opens a scene at the largest size in the light theme, in its first state. */
export async function openScene(page: Page, url: string, name: string): Promise<void> {
  await page.setViewportSize(sceneSizes[0]);
  await page.goto(`${url}?scene=${name}`);
  await rest(page);
}

/** Opens a scene in the light theme, at the largest size or another one, and performs the steps that lead to its state. */
export async function showScene(
  page: Page,
  url: string,
  name: string,
  { hasBanners = false, size = sceneSizes[0] }: SceneOptions = {},
): Promise<void> {
  await openScene(page, url, name);
  await page.setViewportSize(size);
  // The banners put a scene back into its first state, so they come before the steps.
  if (hasBanners) await raiseBanners(page);
  await steps[name]?.(page);
  await rest(page);
}

/** Shows the open scene under the banners. Only a scene with steps is loaded again for it, which takes half a second. */
export async function showUnderBanners(page: Page, url: string, name: string): Promise<void> {
  if (steps[name] === undefined) await raiseBanners(page);
  else await showScene(page, url, name, { hasBanners: true });
}

/** Adds the practice banner, the rehearsal's bar and the notice of a cloned folder to a scene in its first state. */
async function raiseBanners(page: Page): Promise<void> {
  await page.evaluate((name) => window.dispatchEvent(new Event(name)), bannersRise);
  await page.getByText("PRACTICE", { exact: true }).first().waitFor();
  await rest(page);
}

export async function setTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.dataset["theme"] = chosen;
  }, theme);
}

/** Waits until the page has drawn its answers: no change for two frames after its fonts were loaded. */
export async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
    let quiet = 0;
    const watcher = new MutationObserver(() => {
      quiet = 0;
    });
    watcher.observe(document.documentElement, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    for (let frames = 0; quiet < 3 && frames < 120; frames += 1) {
      quiet += 1;
      await frame();
    }
    watcher.disconnect();
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    }
  });
}
