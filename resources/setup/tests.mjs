import { rmSync } from "node:fs";
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt } from "./build.mjs";
import { runtimeMissing } from "./desktop.mjs";
import { lastLines, run, toolEnvironment } from "./processes.mjs";
import { at, cacheFolder, readIfPresent, secondsSince, SetupError } from "./project.mjs";

/** The hosts of the end-to-end tests. */
const hosts = /** @type {const} */ (["station", "double", "electron"]);

/** @typedef {typeof hosts[number]} Host */

/** @type {Record<Host, string>} */
const hostNames = {
  station: "the station, in a browser",
  double: "the desktop on the double of Electron's module",
  electron: "the desktop on Electron's own runtime",
};

const plainSuites = ["unit", "integration", "simulation", "crash"];
const suiteNames = [...plainSuites, "e2e"];

/**
 * Expected duration of each step of `npm test` on two cores, in seconds; twenty minutes in total. A step that takes
 * longer does not fail, because a computer may be slow, but its line says so.
 *
 * @type {Readonly<Record<string, number>>}
 */
const budgets = {
  setup: 40,
  format: 1,
  lint: 12,
  types: 14,
  "unused code": 4,
  build: 3,
  unit: 35,
  integration: 155,
  simulation: 60,
  crash: 85,
  station: 635,
  double: 140,
  "all steps": 1_200,
};

/**
 * @typedef {object} Request
 * @property {string[]} suites empty: all of them, after every check
 * @property {Host | null} host run the end-to-end tests on this host only
 * @property {string[]} filters flags for vitest: parts of file names, `-t <title>`
 */

/** @typedef {{ passed: number, failed: number }} Count */

/** @typedef {{ name: string, suite?: string, budget?: string, act: () => Promise<Count | void> }} Step */

/** @param {string} line */
const print = (line) => {
  process.stdout.write(`${line}\n`);
};

/**
 * Runs the steps of `npm test` up to the first one that fails. The last line is always `N passed, N failed`; a failed
 * check counts as one failed test. A run without any test is an error.
 *
 * @param {string[]} flags names of suites, `--host <name>`, then flags for vitest
 * @param {() => Promise<string>} install
 * @returns {Promise<number>} the exit code
 */
export const runTests = async (flags, install) => {
  const sinceMs = performance.now();
  /** @type {Count} */
  const sum = { passed: 0, failed: 0 };
  try {
    const request = readRequest(flags);
    const node = await runStep({ name: "setup", act: install });
    for (const step of stepsFor(node, request)) {
      const count = await runStep(step);
      sum.passed += count?.passed ?? 0;
      sum.failed += count?.failed ?? 0;
      if (sum.failed > 0) break;
    }
    if (sum.passed + sum.failed === 0) {
      throw new SetupError(
        `No test was run. Suites: ${suiteNames.join(", ")}; what follows them is a part of a file's name, or -t and a title.`,
      );
    }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    print(error.message);
    sum.failed += 1;
  }
  print(`\nall steps: ${durationOf(flags.length === 0 ? "all steps" : "", sinceMs)}`);
  print(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
};

/**
 * @param {string[]} flags
 * @returns {Request}
 */
export const readRequest = (flags) => {
  const place = flags.indexOf("--host");
  const host = hosts.find((each) => each === flags[place + 1]) ?? null;
  if (place !== -1 && host === null) throw new SetupError(`--host is one of ${hosts.join(", ")}.`);
  const rest = place === -1 ? flags : flags.toSpliced(place, 2);
  const first = rest.findIndex((flag) => !suiteNames.includes(flag));
  const suites = first === -1 ? rest : rest.slice(0, first);
  return { suites, host, filters: rest.slice(suites.length) };
};

/**
 * @template T
 * @param {{ name: string, budget?: string, act: () => Promise<T> }} step
 * @returns {Promise<T>}
 */
const runStep = async ({ name, budget = name, act }) => {
  const sinceMs = performance.now();
  print(`── ${name}`);
  try {
    return await act();
  } finally {
    print(`── ${name}: ${durationOf(budget, sinceMs)}`);
  }
};

/**
 * @param {string} budget key of `budgets`; a step may have none
 * @param {number} sinceMs from `performance.now()`
 */
const durationOf = (budget, sinceMs) => {
  const seconds = budgets[budget];
  const duration = secondsSince(sinceMs);
  if (seconds === undefined) return duration;
  const isOver = performance.now() - sinceMs > seconds * 1_000;
  return `${duration} of ${seconds} s${isOver ? ": over its budget" : ""}`;
};

/**
 * @param {string} node
 * @param {Request} request
 * @returns {Step[]}
 */
const stepsFor = (node, { suites, host, filters }) => {
  /** @type {[name: string, tool: string, flags: string[]][]} */
  const checks = [
    ["format", "oxfmt", ["--check"]],
    ["lint", "oxlint", []],
    ["types", "tsc", ["-b"]],
    ["unused code", "knip", []],
  ];
  /** @type {Step[]} */
  const tests = [
    ...plainSuites.map((name) => ({
      name,
      suite: name,
      act: async () => runSuite(node, name, {}, filters),
    })),
    ...endToEndSteps(node, host, filters),
  ];
  const build = { name: "build", act: async () => ensureBuilt(node) };
  if (suites.length > 0)
    return [build, ...tests.filter(({ suite }) => suites.includes(suite ?? ""))];
  if (filters.length > 0) return [build, ...tests];
  const checkSteps = checks.map(([name, tool, flags]) => ({
    name,
    act: async () => check(node, tool, flags),
  }));
  return [...checkSteps, build, ...tests];
};

/**
 * The end-to-end tests on each host, and a last step that lists the hosts.
 *
 * @param {string} node
 * @param {Host | null} only
 * @param {string[]} filters
 * @returns {Step[]}
 */
const endToEndSteps = (node, only, filters) => {
  const notes = `${cacheFolder}/electron-double-notes.txt`;
  /** @type {string[]} */
  const results = [];
  /** @param {Host} host */
  const runOn = async (host) => {
    const why = host === "electron" ? runtimeMissing() : null;
    if (why !== null) {
      results.push(`${hostNames[host]}: did not run, ${why}`);
      if (only !== null) throw new SetupError(`Nothing ran on ${hostNames[host]}: ${why}.`);
      return undefined;
    }
    rmSync(notes, { force: true });
    const env = { ...(await ensureBrowser(node)), CHUTE_DOUBLE_NOTES: notes };
    const count =
      host === "station"
        ? runSuite(node, "e2e", env, filters, ["--exclude=test/e2e/desktop/**"])
        : runSuite(node, host, env, filters);
    results.push(`${hostNames[host]}: ${count.passed} passed`);
    if (host === "double" && count.failed === 0 && filters.length === 0) {
      checkUsedInterface(node, notes);
    }
    return count;
  };
  const planned = only === null ? hosts : [only];
  return [
    ...planned.map((host) => ({
      name: `e2e, ${hostNames[host]}`,
      suite: "e2e",
      budget: host,
      act: () => runOn(host),
    })),
    {
      name: "hosts",
      suite: "e2e",
      act: async () => results.forEach((line) => print(`  ${line}`)),
    },
  ];
};

/**
 * Prints the part of Electron's interface that Chute uses. The tests on the double must have used all of it.
 *
 * @param {string} node
 * @param {string} notes
 */
const checkUsedInterface = (node, notes) => {
  const program = at("test", "support", "electron-double", "report.ts");
  const { code, output } = run(node, [program, notes], { env: toolEnvironment(node) });
  print(output.trim());
  if (code !== 0) throw new SetupError("Not everything that Chute uses of Electron was used.");
};

/**
 * Runs a tool of node_modules; prints its output if it fails.
 *
 * @param {string} node
 * @param {string} tool
 * @param {string[]} flags
 */
const check = (node, tool, flags) => {
  const env = toolEnvironment(node);
  const { code, output } = run(at("node_modules", ".bin", tool), flags, { env });
  if (code !== 0) throw new SetupError(lastLines(output, 200));
};

/**
 * @param {string} node
 * @param {string} name of a vitest project
 * @param {Record<string, string>} env
 * @param {string[]} filters may exclude every test of the suite
 * @param {string[]} [flags] more flags of vitest
 * @returns {Count}
 */
const runSuite = (node, name, env, filters, flags = []) => {
  const report = `${cacheFolder}/${name}.json`;
  rmSync(report, { force: true });
  const { code } = run(
    node,
    [
      at("node_modules", "vitest", "vitest.mjs"),
      "run",
      "--config=test/vitest.config.ts",
      `--project=${name === "integration" ? "integration*" : name}`,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...(filters.length === 0 ? [] : ["--passWithNoTests"]),
      ...flags,
      ...filters,
    ],
    { env: { ...toolEnvironment(node), ...env }, show: true },
  );
  /** @type {{ numPassedTests: number, numFailedTests: number }} */
  const counted = JSON.parse(
    readIfPresent(report) ?? '{ "numPassedTests": 0, "numFailedTests": 0 }',
  );
  // A file that does not load and an error outside of every test fail the run, and no test.
  const failed = counted.numFailedTests || (code === 0 ? 0 : 1);
  return { passed: counted.numPassedTests, failed };
};
