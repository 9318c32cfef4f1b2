import { lastLines, run, toolEnvironment } from "./processes.mjs";
import { at, builtProgram, digestOf, readIfThere, SetupError, writeWhole } from "./project.mjs";
import { existsSync, rmSync } from "node:fs";
import { say, secondsSince } from "./say.mjs";

const stamp = at("out", "built-from");
const sources = [
  "electron",
  "renderer",
  "shared",
  "electron.vite.config.ts",
  "resources/packaging/licences.ts",
  "package.json",
  "package-lock.json",
];

/**
 * Builds all three floors into out/ when any source changed since the last build.
 *
 * @param {string} node
 */
export const ensureBuilt = async (node) => {
  const wanted = digestOf(sources);
  if (readIfThere(stamp) === wanted && existsSync(builtProgram("station"))) return;
  const failure = await buildNow(node);
  if (failure !== null) throw new SetupError(failure);
  writeWhole(stamp, wanted);
};

/**
 * @param {string} node
 * @param {string[]} [flags] electron-vite's own
 * @returns {Promise<string | null>} why it failed; null when it is built
 */
export const buildNow = async (node, flags = []) => {
  const sinceMs = performance.now();
  rmSync(stamp, { force: true });
  say("Building …");
  const ended = await run(
    node,
    [at("node_modules", "electron-vite", "bin", "electron-vite.js"), "build", ...flags],
    { env: toolEnvironment(node) },
  );
  if (ended.code !== 0) return `The build failed.\n${lastLines(ended.output, 40)}`;
  say(`Built in ${secondsSince(sinceMs)}.`);
  return null;
};
