import { lastLines, run, toolEnvironment } from "./processes.mjs";
import { at, builtProgram, digestOf, readIfThere, SetupError, writeWhole } from "./project.mjs";
import { existsSync } from "node:fs";
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
  const sinceMs = performance.now();
  say("Building …");
  const ended = await run(
    node,
    [at("node_modules", "electron-vite", "bin", "electron-vite.js"), "build"],
    {
      env: toolEnvironment(node),
    },
  );
  if (ended.code !== 0) {
    throw new SetupError(`The build failed.\n${lastLines(ended.output, 40)}`);
  }
  writeWhole(stamp, wanted);
  say(`Built in ${secondsSince(sinceMs)}.`);
};
