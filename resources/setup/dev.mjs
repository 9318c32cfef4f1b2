import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { at, builtProgram } from "./project.mjs";
import { buildNow } from "./build.mjs";
import { say } from "./say.mjs";

const watched = ["electron", "renderer", "shared"];
/** An editor writes several files at once. */
const settleMs = 150;

/**
 * Builds with source maps, runs the station, and does both again after each change of a source. A build that fails leaves
 * the station that runs. Ends with Ctrl+C.
 *
 * @param {string} node
 * @param {string[]} flags the station's own
 * @returns {Promise<number>}
 */
export const runDev = async (node, flags) => {
  /** @type {import("node:child_process").ChildProcess | null} */
  let station = null;
  const restart = async () => {
    const before = station;
    if (before !== null && before.exitCode === null) {
      before.kill("SIGTERM");
      await new Promise((resolve) => before.once("exit", resolve));
    }
    station = spawn(
      node,
      ["--enable-source-maps", builtProgram("station"), "--no-open", ...flags],
      {
        stdio: "inherit",
      },
    );
  };
  let isBuilding = false;
  let isStale = true;
  const build = async () => {
    if (isBuilding) return;
    isBuilding = true;
    while (isStale) {
      isStale = false;
      const failure = await buildNow(node, ["--sourcemap"]);
      if (failure === null) await restart();
      else say(failure);
    }
    isBuilding = false;
  };
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  for (const folder of watched) {
    watch(at(folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isStale = true;
        void build();
      }, settleMs);
    });
  }
  await build();
  say("Watching electron, renderer and shared. Ctrl+C ends it.");
  return new Promise((resolve) => {
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
      process.on(signal, () => {
        station?.kill("SIGTERM");
        resolve(0);
        setTimeout(() => process.exit(0), 2_000).unref();
      });
    }
  });
};
