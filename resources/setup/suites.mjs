import { rmSync } from "node:fs";
import { ensureBuilt } from "./build.mjs";
import { ensureBrowser } from "./browser.mjs";
import { lastLines, run, runAttached, toolEnvironment } from "./processes.mjs";
import { at, cacheFolder, readIfThere, SetupError } from "./project.mjs";
import { secondsSince } from "./say.mjs";

/**
 * @typedef {{ passed: number, failed: number }} Count
 * @typedef {{ name: string, act: () => Promise<Count | void> }} Step
 */

/** @param {string} line */
const print = (line) => {
  process.stdout.write(`${line}\n`);
};

/**
 * Everything `npm test` stands for, in order, up to the first step that fails. The last line printed
 * is always `N passed, N failed`; a failed step that is no suite counts as one.
 *
 * @param {string[]} flags suite names; none means all of them, after every check
 * @param {() => Promise<string>} install
 * @returns {Promise<number>} the exit code
 */
export const runTests = async (flags, install) => {
  const sinceMs = performance.now();
  /** @type {Count} */
  const sum = { passed: 0, failed: 0 };
  try {
    const node = await step({ name: "setup", act: install });
    for (const next of stepsFor(node, flags)) {
      const count = await step(next);
      sum.passed += count?.passed ?? 0;
      sum.failed += count?.failed ?? 0;
      if (sum.failed > 0) break;
    }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    print(error.message);
    sum.failed += 1;
  }
  print(`\nall steps: ${secondsSince(sinceMs)}`);
  print(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
};

/**
 * @template T
 * @param {{ name: string, act: () => Promise<T> }} step
 * @returns {Promise<T>}
 */
const step = async ({ name, act }) => {
  const sinceMs = performance.now();
  print(`── ${name}`);
  try {
    return await act();
  } finally {
    print(`── ${name}: ${secondsSince(sinceMs)}`);
  }
};

/**
 * @param {string} node
 * @param {string[]} only
 * @returns {Step[]}
 */
const stepsFor = (node, only) => {
  /** @type {Step[]} */
  const checks = [
    { name: "format", act: () => check(node, "oxfmt", ["--check"]) },
    { name: "lint", act: () => check(node, "oxlint", []) },
    { name: "types", act: () => check(node, "tsc", ["-b"]) },
    { name: "unused code", act: () => check(node, "knip", []) },
  ];
  /** @type {Step[]} */
  const suites = [
    { name: "unit", act: () => suite(node, "unit") },
    { name: "integration", act: () => suite(node, "integration") },
    { name: "simulation", act: () => suite(node, "simulation") },
    { name: "crash", act: () => suite(node, "crash") },
    {
      name: "e2e",
      act: async () => suite(node, "e2e", await ensureBrowser(node)),
    },
  ];
  /** @type {Step} */
  const build = { name: "build", act: () => ensureBuilt(node) };
  return only.length === 0
    ? [...checks, build, ...suites]
    : [build, ...suites.filter(({ name }) => only.includes(name))];
};

/**
 * A tool of node_modules that must end well; what it printed is shown when it does not.
 *
 * @param {string} node
 * @param {string} tool
 * @param {string[]} flags
 */
const check = async (node, tool, flags) => {
  const ended = await run(at("node_modules", ".bin", tool), flags, { env: toolEnvironment(node) });
  if (ended.code !== 0) throw new SetupError(lastLines(ended.output, 200));
};

/**
 * @param {string} node
 * @param {string} name
 * @param {Record<string, string>} [env]
 * @returns {Promise<Count>}
 */
const suite = async (node, name, env = {}) => {
  const report = `${cacheFolder}/${name}.json`;
  rmSync(report, { force: true });
  const ended = await run(
    node,
    [
      at("node_modules", "vitest", "vitest.mjs"),
      "run",
      "--config",
      "test/vitest.config.ts",
      "--project",
      name,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    { env: { ...toolEnvironment(node), ...env }, show: true },
  );
  const text = readIfThere(report);
  /** @type {{ numPassedTests: number, numFailedTests: number }} */
  const counted = text === null ? { numPassedTests: 0, numFailedTests: 0 } : JSON.parse(text);
  // A file that does not load, or an error outside of every test, fails no test but the run.
  const failed = counted.numFailedTests || (ended.code === 0 ? 0 : 1);
  return { passed: counted.numPassedTests, failed };
};

/**
 * @param {string} node
 * @param {string[]} flags the benchmark's own, such as a name or `--rows 10000`
 */
export const runBenchmarks = async (node, flags) =>
  runAttached(node, ["--expose-gc", at("test", "bench", "run.ts"), ...flags], {
    ...toolEnvironment(node),
    ...(await ensureBrowser(node)),
  });

/**
 * @param {string} node
 * @param {string[]} flags its own, such as `--cycles 10000`
 */
export const runCrashes = async (node, flags) =>
  runAttached(node, [at("test", "crash", "run.ts"), ...flags], toolEnvironment(node));

/**
 * @param {string} node
 * @param {string[]} flags its own, such as `--only O2-new-key-per-try`
 */
export const runMutants = async (node, flags) =>
  runAttached(node, [at("test", "mutants", "run.ts"), ...flags], toolEnvironment(node));

/**
 * @param {string} node
 * @param {string[]} flags the simulator's own, such as `--seeds 100000` or `--seed 7`
 */
export const runSimulation = (node, flags) =>
  runAttached(node, [at("test", "simulation", "run.ts"), ...flags], toolEnvironment(node));
