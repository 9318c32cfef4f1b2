import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { at, root } from "./project.mjs";

/**
 * @typedef {{ code: number, output: string, timedOut: boolean }} Ended
 * @typedef {{ cwd?: string, env?: Record<string, string | undefined>, timeoutMs?: number, show?: boolean }} Options
 */

/**
 * Runs a program to its end and keeps what it printed.
 *
 * @param {string} program
 * @param {string[]} flags
 * @param {Options} [options] `show` lets the output through while it comes
 * @returns {Promise<Ended>}
 */
export const run = (program, flags, options = {}) =>
  new Promise((resolve) => {
    const { cwd = root, env = {}, timeoutMs = 0, show = false } = options;
    const child = spawn(program, flags, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
      windowsHide: true,
      // npm and apt are scripts on Windows; only a shell finds them.
      shell: process.platform === "win32" && !program.endsWith(".exe"),
    });
    let output = "";
    let timedOut = false;
    child.stdout?.setEncoding("utf8").on("data", (text) => (output += text));
    child.stderr?.setEncoding("utf8").on("data", (text) => (output += text));
    const timer =
      timeoutMs > 0
        ? setTimeout(() => {
            timedOut = true;
            child.kill("SIGKILL");
          }, timeoutMs)
        : undefined;
    /** @param {number} code */
    const end = (code) => {
      clearTimeout(timer);
      resolve({ code, output, timedOut });
    };
    child.on("error", (error) => {
      output += error.message;
      end(127);
    });
    child.on("close", (code) => end(code ?? 1));
  });

const parentPollMs = 250;

/**
 * Runs a program in the foreground. Ctrl+C reaches the whole terminal group and is passed on as well;
 * the programs ignore such a repetition. When npm is told to end, it ends the shell between it and
 * us, which tells us nothing: that our parent is gone does.
 *
 * @param {string} program
 * @param {string[]} flags
 * @param {Record<string, string | undefined>} [env]
 * @returns {Promise<number>} its exit code
 */
export const runAttached = (program, flags, env = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, flags, {
      stdio: "inherit",
      env: { ...process.env, ...env },
    });
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
 * Runs the npm that runs us, else the one on the path.
 *
 * @param {string[]} flags
 * @param {Options} [options]
 */
export const runNpm = (flags, options = {}) => {
  const own = process.env["npm_execpath"] ?? "";
  return own.endsWith("npm-cli.js") && existsSync(own)
    ? run(process.execPath, [own, ...flags], options)
    : run("npm", flags, options);
};

/**
 * The environment in which a tool of node_modules finds its siblings and the pinned Node.
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
export const findProgram = (name) => {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const names = process.platform === "win32" ? [`${name}.exe`, `${name}.cmd`] : [name];
  for (const folder of folders) {
    for (const candidate of names) {
      if (existsSync(join(folder, candidate))) return join(folder, candidate);
    }
  }
  return null;
};

/**
 * The end of a long output, for an error message.
 *
 * @param {string} output
 */
export const lastLines = (output, count = 12) =>
  output.trim().split("\n").slice(-count).join("\n").trim();
