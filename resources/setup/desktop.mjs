import { existsSync } from "node:fs";
import { join } from "node:path";
import { run, runAttached } from "./processes.mjs";
import { at, cacheFolder, readIfPresent, root, say, writeText } from "./project.mjs";

const electronPackage = at("node_modules", "electron");
const failureStamp = `${cacheFolder}/electron-refused`;
const downloadTimeoutMs = 180_000;
/** After a failed download, the next attempt starts only after this time. */
const retryAfterMs = 24 * 3_600_000;
/** Flags that only the station has. */
const stationFlags = ["--port", "--host", "--no-open", "--json"];
/** Exit code of both hosts after an invalid flag; the station would print the same message again. */
const invalidFlagCode = 2;
/** A desktop that fails this soon has not shown a window. */
const startFailureMs = 4_000;

/**
 * @typedef {{ opened: true, exitCode: number } | { opened: false, why: string, noDisplay: boolean }} Opened
 */

/**
 * Opens the desktop window and waits until the desktop ends.
 *
 * @param {string} node
 * @param {string[]} flags
 * @returns {Promise<Opened>}
 */
export const openDesktop = async (node, flags) => {
  const noDisplay = !hasDisplay();
  /** @param {string} why @returns {Opened} */
  const no = (why) => ({ opened: false, why, noDisplay });
  if (noDisplay) return no("There is no display here for the desktop window.");
  if (process.env["CI"]) return no("In an automated run no desktop window is opened.");
  const names = flags.map((flag) => flag.replace(/=.*$/, ""));
  const stationFlag = names.find((name) => stationFlags.includes(name));
  if (stationFlag) return no(`${stationFlag} asks for the station.`);
  if (process.getuid?.() === 0) return no("The desktop window does not open for the root user.");
  const missing = downloadRuntime(node);
  if (missing) return no(missing);
  const sinceMs = performance.now();
  const exitCode = await runAttached(runtimePath() ?? "", [root, ...flags]);
  const hasFailed = exitCode !== 0 && exitCode !== invalidFlagCode;
  return hasFailed && performance.now() - sinceMs < startFailureMs
    ? no("The desktop window could not be opened.")
    : { opened: true, exitCode };
};

const hasDisplay = () =>
  process.platform !== "linux" || Boolean(process.env["DISPLAY"] || process.env["WAYLAND_DISPLAY"]);

/**
 * Why the desktop cannot be tested on Electron's runtime on this computer. Downloads nothing.
 *
 * @returns {string | null} null if it can
 */
export const runtimeMissing = () => {
  if (runtimePath() === null) return "its runtime is not here (npx install-electron fetches it)";
  if (!hasDisplay()) return "there is no display here";
  return process.getuid?.() === 0 ? "it does not open for the root user" : null;
};

/** @returns {string | null} the Electron program; null if it is not completely installed */
const runtimePath = () => {
  const name = readIfPresent(join(electronPackage, "path.txt"));
  if (name === null) return null;
  const folder = process.env["ELECTRON_OVERRIDE_DIST_PATH"] ?? join(electronPackage, "dist");
  const path = join(folder, name);
  return existsSync(path) ? path : null;
};

/**
 * @param {string} node
 * @returns {string | null} why there is no runtime; null if it is there
 */
const downloadRuntime = (node) => {
  if (runtimePath()) return null;
  const why = "The Electron runtime could not be downloaded.";
  const failedAtMs = Number(readIfPresent(failureStamp) ?? 0);
  if (Date.now() - failedAtMs < retryAfterMs) return why;
  say("Downloading the Electron runtime for the desktop window (about 120 MB, once) …");
  const { code, timedOut } = run(node, [join(electronPackage, "install.js")], {
    env: { ELECTRON_GET_NO_PROGRESS: "1" },
    timeoutMs: downloadTimeoutMs,
  });
  if (code === 0 && runtimePath()) return null;
  writeText(failureStamp, String(Date.now()));
  return timedOut ? "The Electron runtime did not arrive within three minutes." : why;
};
