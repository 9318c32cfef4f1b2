import { existsSync } from "node:fs";
import { lastLines, run, runNpm } from "./processes.mjs";
import { at, readPackage, SetupError } from "./project.mjs";
import { say, secondsSince } from "./say.mjs";

const isWindows = process.platform === "win32";
const pinnedNode = at("node_modules", "node", "bin", isWindows ? "node.exe" : "node");
const linkedNode = at("node_modules", ".bin", isWindows ? "node.cmd" : "node");

/**
 * The Node this project is tested with comes from npm as the package `node`, whose own step fetches
 * the binary for this machine. Where that cannot be had, a Node of the same line that is already
 * here will do.
 *
 * @returns {Promise<string>} its path
 */
export const ensureNode = async () => {
  if (existsSync(pinnedNode) && existsSync(linkedNode)) return pinnedNode;
  const wanted = readPackage().devDependencies["node"] ?? "24";
  const sinceMs = performance.now();
  say(`Fetching Node ${wanted} for this project (the computer's own stays as it is) …`);
  const problem = await fetchPinned(wanted);
  if (problem === null) {
    say(`Node ${wanted} is ready after ${secondsSince(sinceMs)}.`);
    return pinnedNode;
  }
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major >= Number(wanted.split(".")[0])) {
    say(`It could not be fetched; going on with this computer's Node ${process.versions.node}.`);
    return process.execPath;
  }
  throw new SetupError(
    `Node ${wanted} could not be fetched from the package registry, and this computer's Node ${process.versions.node} is too old to run Chute. Check the connection and run the command again, or install Node 24.\nThe step that failed: the install step of the package "node"\n${problem}`,
  );
};

/**
 * @param {string} wanted
 * @returns {Promise<string | null>} what went wrong
 */
const fetchPinned = async (wanted) => {
  const step = await run(process.execPath, ["installArchSpecificPackage.js"], {
    cwd: at("node_modules", "node"),
    env: {
      npm_config_loglevel: "error",
      // As npm sets it for us, it would point the step at the whole project.
      npm_config_local_prefix: undefined,
      npm_config_ignore_scripts: "true",
    },
  });
  if (step.code !== 0 || !existsSync(pinnedNode)) return lastLines(step.output);
  const version = await run(pinnedNode, ["--version"]);
  if (version.output.trim() !== `v${wanted}`) return lastLines(version.output);
  const link = await runNpm(["rebuild", "node", "--ignore-scripts", "--loglevel=error"]);
  return link.code === 0 ? null : lastLines(link.output);
};
