import { existsSync } from "node:fs";
import { lastLines, ownNode, run, runNpm } from "./processes.mjs";
import { at, cacheFolder, digestOf, readIfPresent, say, secondsSince } from "./project.mjs";
import { SetupError, writeText } from "./project.mjs";

const stamp = `${cacheFolder}/installed`;
const isWindows = process.platform === "win32";
const pinnedNode = at("node_modules", "node", "bin", isWindows ? "node.exe" : "node");
const linkedNode = at("node_modules", ".bin", isWindows ? "node.cmd" : "node");

/**
 * Installs the locked dependencies, the pinned Node and the Git hooks, unless they are already there. No install script
 * of a package runs (`--ignore-scripts`): the native modules contain prebuilt binaries.
 *
 * @returns {string} path of the Node that runs this project
 */
export const ensureInstalled = () => {
  const wanted = digestOf(["package.json", "package-lock.json"]);
  if (readIfPresent(stamp) === wanted) return ensureNode();
  if (!isInstalledAsLocked()) installPackages();
  const node = ensureNode();
  installHooks();
  writeText(stamp, wanted);
  return node;
};

const installPackages = () => {
  const sinceMs = performance.now();
  say("Installing the dependencies (about a minute, once) …");
  const { code, output } = runNpm(["ci", "--ignore-scripts", "--loglevel=error"]);
  if (code !== 0) {
    throw new SetupError(`${explain(output)}\nThe step that failed: npm ci\n${lastLines(output)}`);
  }
  say(`Installed in ${secondsSince(sinceMs)}.`);
};

/**
 * @param {string} output of npm
 * @returns {string} the cause and what to do about it
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

/** Whether an earlier `npm ci` or `npm install` of the user has installed the locked versions. */
const isInstalledAsLocked = () => {
  const locked = readPackages(at("package-lock.json"));
  const present = readPackages(at("node_modules", ".package-lock.json"));
  if (!locked || !present) return false;
  return (
    Object.entries(locked).every(
      ([path, { version, optional }]) =>
        path === "" || optional || present[path]?.version === version,
    ) && Object.keys(present).every((path) => path in locked && existsSync(at(path)))
  );
};

/**
 * @param {string} path of a lock file
 * @returns {Record<string, { version: string, optional?: boolean }> | null}
 */
const readPackages = (path) => {
  const text = readIfPresent(path);
  return text === null ? null : JSON.parse(text).packages;
};

/**
 * The pinned Node comes from npm as the package `node`, whose own script downloads the binary of this platform. If that
 * fails, the Node of this computer is used, if it is recent enough.
 *
 * @returns {string} its path
 */
const ensureNode = () => {
  if (existsSync(pinnedNode) && existsSync(linkedNode)) return pinnedNode;
  const { devDependencies } = JSON.parse(readIfPresent(at("package.json")) ?? "");
  const wanted = devDependencies.node;
  const sinceMs = performance.now();
  say(`Fetching Node ${wanted} for this project (the computer's own stays as it is) …`);
  const problem = fetchNode(wanted);
  if (problem === null) {
    say(`Node ${wanted} is ready after ${secondsSince(sinceMs)}.`);
    return pinnedNode;
  }
  const node = ownNode();
  const own = run(node, ["--version"]).output.trim().replace("v", "");
  if (Number.parseInt(own, 10) >= Number.parseInt(wanted, 10)) {
    say(`It could not be fetched; going on with this computer's Node ${own}.`);
    return node;
  }
  throw new SetupError(
    `Node ${wanted} could not be fetched from the package registry, and this computer's Node ${own} is too old to run Chute. Check the connection and run the command again, or install Node 24.\nThe step that failed: the install step of the package "node"\n${problem}`,
  );
};

/**
 * @param {string} wanted version
 * @returns {string | null} the error output; null on success
 */
const fetchNode = (wanted) => {
  const script = run(ownNode(), ["installArchSpecificPackage.js"], {
    cwd: at("node_modules", "node"),
    env: {
      npm_config_loglevel: "error",
      // npm sets this variable to the project's folder; with it, the script would install there.
      npm_config_local_prefix: undefined,
      npm_config_ignore_scripts: "true",
    },
  });
  if (script.code !== 0 || !existsSync(pinnedNode)) return lastLines(script.output);
  const version = run(pinnedNode, ["--version"]);
  if (version.output.trim() !== `v${wanted}`) return lastLines(version.output);
  // Creates the link node_modules/.bin/node.
  const link = runNpm(["rebuild", "node", "--ignore-scripts", "--loglevel=error"]);
  return link.code === 0 ? null : lastLines(link.output);
};

/** Git hooks for developers. Best effort: skipped without Git, in CI, or if another hooks path is configured. */
const installHooks = () => {
  if (process.env["CI"] || process.env["LEFTHOOK"] === "0" || !existsSync(at(".git"))) return;
  // 1: no hooks path is configured.
  if (run("git", ["config", "--get", "core.hooksPath"]).code !== 1) return;
  run(at("node_modules", ".bin", "lefthook"), ["install"], { timeoutMs: 10_000 });
};
