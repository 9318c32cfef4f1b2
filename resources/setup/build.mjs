import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, watch } from "node:fs";
import { lastLines, run, toolEnvironment } from "./processes.mjs";
import { at, builtProgram, digestOf, readIfPresent, say, secondsSince } from "./project.mjs";
import { SetupError, writeText } from "./project.mjs";

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
const electronVite = at("node_modules", "electron-vite", "bin", "electron-vite.js");

/**
 * Builds into out/ if a source has changed since the last build.
 *
 * @param {string} node
 */
export const ensureBuilt = (node) => {
  const wanted = digestOf(sources);
  if (readIfPresent(stamp) === wanted && existsSync(builtProgram("station"))) return;
  build(node, []);
  writeText(stamp, wanted);
};

/**
 * @param {string} node
 * @param {string[]} flags of electron-vite
 */
const build = (node, flags) => {
  const sinceMs = performance.now();
  rmSync(stamp, { force: true });
  say("Building …");
  const ended = run(node, [electronVite, "build", ...flags], { env: toolEnvironment(node) });
  if (ended.code !== 0) throw new SetupError(`The build failed.\n${lastLines(ended.output, 40)}`);
  say(`Built in ${secondsSince(sinceMs)}.`);
};

/** An editor writes several files in one moment. */
const settleMs = 150;

/**
 * Runs the station from a build with source maps, and builds and starts it again after each change of a source. A failed
 * build leaves the running station as it is. Ends with Ctrl+C. (`node --watch` would not do: worker threads fail in it.)
 *
 * @param {string} node
 * @param {string[]} flags of the station
 * @returns {Promise<never>}
 */
export const runDev = async (node, flags) => {
  const program = ["--enable-source-maps", builtProgram("station"), "--no-open", ...flags];
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let station;
  const restart = async () => {
    try {
      build(node, ["--sourcemap"]);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      return say(error.message);
    }
    if (station?.exitCode === null && station.kill()) await once(station, "exit");
    station = spawn(node, program, { stdio: "inherit" });
  };
  const end = () => {
    station?.kill();
    process.exit(0);
  };
  process.on("SIGINT", end).on("SIGTERM", end);
  let restarted = restart();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  for (const folder of ["electron", "renderer", "shared"]) {
    watch(at(folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        restarted = restarted.then(restart);
      }, settleMs);
    });
  }
  say("Watching electron, renderer and shared. Ctrl+C ends it.");
  return new Promise(() => undefined);
};
