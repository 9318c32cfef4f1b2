import { existsSync } from "node:fs";
import { join } from "node:path";
import { run, runAttached } from "./processes.mjs";
import { at, cacheFolder, readIfThere, root, writeWhole } from "./project.mjs";
import { say } from "./say.mjs";

const package_ = at("node_modules", "electron");
const refusedStamp = `${cacheFolder}/electron-refused`;
const downloadTimeoutMs = 180_000;
/** After a failed download the next start does not wait for another one before this has passed. */
const tryAgainAfterMs = 24 * 3_600_000;
/** What only the station understands. */
const stationFlags = ["--port", "--host", "--no-open", "--json"];
/** How both hosts end after a flag that makes no sense; the station would say the same again. */
const wrongFlagCode = 2;
/** A window that is gone this soon never opened. */
const stillbornMs = 4_000;

/**
 * @typedef {{ opened: true, exitCode: number } | { opened: false, why: string, noDisplay: boolean }} Opened
 */

/**
 * Opens the desktop window and stays until it is closed.
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
  const ofStation = names.find((name) => stationFlags.includes(name));
  if (ofStation) return no(`${ofStation} asks for the station.`);
  if (process.getuid?.() === 0) return no("The desktop window does not open for the root user.");
  const missing = await ensureRuntime(node);
  if (missing) return no(missing);
  const sinceMs = performance.now();
  const exitCode = await runAttached(runtimePath() ?? "", [root, ...flags]);
  const failed = exitCode !== 0 && exitCode !== wrongFlagCode;
  const stillborn = failed && performance.now() - sinceMs < stillbornMs;
  return stillborn ? no("The desktop window could not be opened.") : { opened: true, exitCode };
};

const hasDisplay = () =>
  process.platform !== "linux" || Boolean(process.env["DISPLAY"] || process.env["WAYLAND_DISPLAY"]);

/**
 * Why the desktop cannot be tested on its own runtime here. Nothing is downloaded for it.
 *
 * @returns {string | null} null when it can
 */
export const runtimeMissing = () => {
  if (runtimePath() === null) {
    return "its runtime is not here (npx install-electron fetches it)";
  }
  if (!hasDisplay()) return "there is no display here";
  return process.getuid?.() === 0 ? "it does not open for the root user" : null;
};

/** @returns {string | null} the Electron program, if it is here whole */
const runtimePath = () => {
  const name = readIfThere(join(package_, "path.txt"));
  if (name === null) return null;
  const path = join(process.env["ELECTRON_OVERRIDE_DIST_PATH"] ?? join(package_, "dist"), name);
  return existsSync(path) ? path : null;
};

/**
 * @param {string} node
 * @returns {Promise<string | null>} why there is none
 */
const ensureRuntime = async (node) => {
  if (runtimePath()) return null;
  const why = "The Electron runtime could not be downloaded.";
  const refusedAtMs = Number(readIfThere(refusedStamp) ?? 0);
  if (Date.now() - refusedAtMs < tryAgainAfterMs) return why;
  say("Downloading the Electron runtime for the desktop window (about 120 MB, once) …");
  const ended = await run(node, [join(package_, "install.js")], {
    env: { ELECTRON_GET_NO_PROGRESS: "1" },
    timeoutMs: downloadTimeoutMs,
  });
  if (ended.code === 0 && runtimePath()) return null;
  writeWhole(refusedStamp, String(Date.now()));
  return ended.timedOut ? "The Electron runtime did not arrive within three minutes." : why;
};
