import { spawn, spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { at, root } from "./project.mjs";

const isWindows = process.platform === "win32";

/**
 * @typedef {{ cwd?: string, env?: Record<string, string | undefined>, timeoutMs?: number, show?: boolean }} Options
 */

/**
 * Runs a program to its end.
 *
 * @param {string} program
 * @param {string[]} flags
 * @param {Options} [options] with `show`, the output goes to the terminal and is not returned
 * @returns {{ code: number, output: string, timedOut: boolean }}
 */
export const run = (program, flags, { cwd = root, env = {}, timeoutMs, show = false } = {}) => {
  const ended = spawnSync(program, flags, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
    encoding: "utf8",
    maxBuffer: 100_000_000,
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    windowsHide: true,
    // On Windows npm is a script, which only a shell finds.
    shell: isWindows && !program.endsWith(".exe"),
  });
  const { error } = ended;
  const output = [ended.stdout, ended.stderr, error?.message].filter(Boolean).join("");
  const timedOut = error !== undefined && "code" in error && error.code === "ETIMEDOUT";
  return { code: ended.status ?? (error ? 127 : 1), output, timedOut };
};

const parentPollMs = 250;

/**
 * Runs a program in the foreground. Ctrl+C reaches every process of the terminal and is also forwarded here; the
 * programs ignore the repetition. When npm is terminated, it ends the shell between npm and this process without a
 * signal to this process, so the parent's process id is watched.
 *
 * @param {string} program
 * @param {string[]} flags
 * @param {Record<string, string | undefined>} [env]
 * @returns {Promise<number>} the exit code
 */
export const runAttached = (program, flags, env = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, flags, { stdio: "inherit", env: { ...process.env, ...env } });
    /** @type {NodeJS.Signals[]} */
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      forward("SIGTERM");
    }, parentPollMs);
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      clearInterval(watch);
      for (const name of signals) process.off(name, forward);
      resolve(code ?? (signal === "SIGINT" ? 130 : 1));
    });
  });

/**
 * Runs the npm that started this process, else the npm of the search path.
 *
 * @param {string[]} flags
 * @param {Options} [options]
 */
export const runNpm = (flags, options) => {
  const own = process.env["npm_execpath"] ?? "";
  return own.endsWith("npm-cli.js") && existsSync(own)
    ? run(ownNode(), [own, ...flags], options)
    : run("npm", flags, options);
};

/**
 * The Node of this computer. npm puts node_modules/.bin first on the search path, so this process mostly runs on the
 * pinned Node, which an install deletes.
 */
export const ownNode = (current = process.execPath) => {
  /** @param {string} path */
  const isOwn = (path) => !realpathSync(path).startsWith(at("node_modules"));
  if (existsSync(current) && isOwn(current)) return current;
  return findPrograms("node").find(isOwn) ?? current;
};

/**
 * The environment in which a program finds the pinned Node and the tools of node_modules.
 *
 * @param {string} node
 */
export const toolEnvironment = (node) => ({
  PATH: [dirname(node), at("node_modules", ".bin"), process.env["PATH"] ?? ""].join(delimiter),
});

/**
 * @param {string} name
 * @returns {string | null} the program's path, if it is on the search path
 */
export const findProgram = (name) => findPrograms(name)[0] ?? null;

/**
 * @param {string} name
 * @returns {string[]} the programs of that name, in the order of the search path
 */
const findPrograms = (name) => {
  const names = isWindows ? [`${name}.exe`, `${name}.cmd`] : [name];
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const paths = folders.flatMap((folder) => names.map((each) => join(folder, each)));
  return paths.filter((path) => existsSync(path));
};

/**
 * The end of a long output, for an error message.
 *
 * @param {string} output
 */
export const lastLines = (output, count = 12) =>
  output.trim().split("\n").slice(-count).join("\n").trim();
