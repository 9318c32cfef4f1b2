import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { findProgram, run, runNpm, toolEnvironment } from "./processes.mjs";
import { at, cacheFolder, readIfPresent, say, SetupError, writeText } from "./project.mjs";

const stamp = `${cacheFolder}/browser.json`;

/** @typedef {{ CHUTE_BROWSER: string, LD_LIBRARY_PATH?: string }} BrowserEnvironment */

/**
 * A Chromium for the end-to-end tests: the first of `sources` that Playwright can start. Its path is stored for the
 * next run.
 *
 * @param {string} node
 * @returns {Promise<BrowserEnvironment>}
 */
export const ensureBrowser = async (node) => {
  const given = process.env["CHUTE_BROWSER"];
  if (given) {
    if (await canStart({ CHUTE_BROWSER: given })) return { CHUTE_BROWSER: given };
    throw new SetupError(`CHUTE_BROWSER names a browser that does not start: ${given}`);
  }
  /** @type {BrowserEnvironment | null} */
  const last = JSON.parse(readIfPresent(stamp) ?? "null");
  if (last && (await canStart(last))) return last;
  for (const { name, find } of sources) {
    const found = await find(node);
    if (found && (await canStart(found))) {
      say(`Browser for the tests: ${name} (${found.CHUTE_BROWSER}).`);
      writeText(stamp, JSON.stringify(found));
      return found;
    }
  }
  throw new SetupError(
    "No Chromium for the end-to-end tests: none is installed, and none could be downloaded. Install Chrome or Chromium, or name one in CHUTE_BROWSER.",
  );
};

/**
 * Whether Playwright can start this browser here, with all shared libraries.
 *
 * @param {BrowserEnvironment} environment
 */
const canStart = async ({ CHUTE_BROWSER: executablePath, ...environment }) => {
  if (!existsSync(executablePath)) return false;
  const { chromium } = await import("playwright");
  try {
    const browser = await chromium.launch({
      executablePath,
      args: ["--no-sandbox"],
      env: { ...process.env, ...environment },
    });
    const page = await browser.newPage();
    await page.setContent("<h1>ready</h1>");
    const text = await page.textContent("h1");
    await browser.close();
    return text === "ready";
  } catch {
    return false;
  }
};

/** Chromium without windows: the same engine, and the tests take three quarters of the time. */
const headless = "chromium-headless-shell";
const chromiumNames = [
  headless,
  "google-chrome-stable",
  "google-chrome",
  "chromium",
  "chromium-browser",
];

const findInstalled = async () => {
  const paths = [
    ...chromiumNames.map(findProgram),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ...["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].map((name) =>
      join(process.env[name] ?? "", "Google", "Chrome", "Application", "chrome.exe"),
    ),
  ];
  const path = paths.find((each) => each !== null && existsSync(each));
  return path ? { CHUTE_BROWSER: path } : null;
};

/** @param {string} node */
const downloadFromPlaywright = async (node) => {
  const { chromium } = await import("playwright");
  const path = chromium.executablePath();
  if (!existsSync(path)) {
    say("Downloading a browser for the tests …");
    const withLibraries = process.getuid?.() === 0 ? ["--with-deps"] : [];
    const cli = at("node_modules", "playwright", "cli.js");
    run(node, [cli, "install", "--no-shell", ...withLibraries, "chromium"], {
      env: { ...toolEnvironment(node), PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" },
      timeoutMs: 300_000,
    });
  }
  return { CHUTE_BROWSER: path };
};

const installFromDebian = async () => {
  if (process.getuid?.() !== 0 || findProgram("apt-get") === null) return null;
  say("Installing Debian's chromium for the tests …");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  run("apt-get", ["update"], { env, timeoutMs: 120_000 });
  // Older releases do not have the package of the headless shell.
  for (const name of [headless, "chromium"]) {
    const flags = ["install", "-y", "--no-install-recommends", name];
    run("apt-get", flags, { env, timeoutMs: 600_000 });
    const path = findProgram(name);
    if (path !== null) return { CHUTE_BROWSER: path };
  }
  return null;
};

/** @param {string} node */
const installFromNpm = async (node) => {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  say("Fetching a Chromium from npm for the tests …");
  const name = "@sparticuz/chromium";
  const cwd = `${cacheFolder}/browser`;
  writeText(`${cwd}/package.json`, '{ "private": true, "type": "module" }\n');
  const flags = ["install", "--no-save", "--ignore-scripts", "--loglevel=error", `${name}@153.0.0`];
  if (runNpm(flags, { cwd, env: { npm_config_local_prefix: undefined } }).code !== 0) return null;
  const script = `console.log(await (await import("${name}")).default.executablePath())`;
  // With this variable, the package unpacks its shared libraries too.
  const env = { AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" };
  const { output } = run(node, ["--input-type=module", "--eval", script], { cwd, env });
  const path = output.trim().split("\n").at(-1) ?? "";
  return { CHUTE_BROWSER: path, LD_LIBRARY_PATH: join(dirname(path), "al2023", "lib") };
};

/** @type {{ name: string, find: (node: string) => Promise<BrowserEnvironment | null> }[]} */
const sources = [
  { name: "installed here", find: findInstalled },
  { name: "Playwright's", find: downloadFromPlaywright },
  { name: "the Debian package", find: installFromDebian },
  { name: "from npm", find: installFromNpm },
];
