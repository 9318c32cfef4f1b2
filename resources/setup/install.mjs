import { existsSync } from "node:fs";
import { installHooks } from "./hooks.mjs";
import { ensureNode } from "./node.mjs";
import { lastLines, runNpm } from "./processes.mjs";
import { at, cacheFolder, digestOf, readIfThere, SetupError, writeWhole } from "./project.mjs";
import { say, secondsSince } from "./say.mjs";

const stamp = `${cacheFolder}/installed`;

/**
 * The dependencies exactly as locked. Nothing that is installed runs code of its own
 * (`--ignore-scripts`): the native modules bring ready-made binaries.
 *
 * @returns {Promise<string>} the Node to work with
 */
export const ensureInstalled = async () => {
  const wanted = digestOf(["package.json", "package-lock.json"]);
  if (readIfThere(stamp) !== wanted) {
    if (!installedAsLocked()) await install();
    const node = await ensureNode();
    await installHooks();
    writeWhole(stamp, wanted);
    return node;
  }
  return ensureNode();
};

const install = async () => {
  const sinceMs = performance.now();
  say("Installing the dependencies (about a minute, once) …");
  const ended = await runNpm(["ci", "--ignore-scripts", "--loglevel=error"]);
  if (ended.code !== 0) {
    throw new SetupError(
      `${explain(ended.output)}\nThe step that failed: npm ci\n${lastLines(ended.output)}`,
    );
  }
  say(`Installed in ${secondsSince(sinceMs)}.`);
};

/**
 * @param {string} output npm's
 * @returns {string} what to do about it
 */
const explain = (output) => {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|ECONNRESET/.test(output)) {
    return "The dependencies could not be downloaded: no connection to the package registry. Connect this computer (or set npm's proxy) and run the same command again; what was downloaded is kept.";
  }
  if (/ENOSPC/.test(output)) return "The disk is full. Free about 1 GB and run the command again.";
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return "This folder may not be written to. Clone it into a folder of your own.";
  }
  if (/EUSAGE/.test(output)) {
    return "package.json and package-lock.json do not fit together. Restore both with git, or run: npm install";
  }
  return "The dependencies could not be installed.";
};

/**
 * Whether someone else's `npm ci` or `npm install` already put there what is locked.
 *
 * @returns {boolean}
 */
const installedAsLocked = () => {
  const locked = readPackages(at("package-lock.json"));
  const present = readPackages(at("node_modules", ".package-lock.json"));
  if (!locked || !present) return false;
  for (const [path, entry] of Object.entries(locked)) {
    if (path === "" || entry.optional) continue;
    if (present[path]?.version !== entry.version) return false;
  }
  return Object.keys(present).every((path) => path in locked && existsSync(at(path)));
};

/**
 * @param {string} path a lock file
 * @returns {Record<string, { version: string, optional?: boolean }> | null}
 */
const readPackages = (path) => {
  const text = readIfThere(path);
  return text === null ? null : JSON.parse(text).packages;
};
