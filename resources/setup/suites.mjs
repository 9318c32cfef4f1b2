import { rmSync } from "node:fs";
import { budgets, ofBudget, wholeBudget } from "./budgets.mjs";
import { ensureBuilt } from "./build.mjs";
import { ensureBrowser } from "./browser.mjs";
import { hostWords, plannedHosts, readAsked, suiteNames } from "./hosts.mjs";
import { lastLines, run, runAttached, toolEnvironment } from "./processes.mjs";
import { at, cacheFolder, readIfThere, SetupError } from "./project.mjs";
import { secondsSince } from "./say.mjs";

/**
 * @typedef {{ passed: number, failed: number }} Count
 * @typedef {{ name: string, suite?: string, budget?: string, act: () => Promise<Count | void> }} Step
 */

/** @param {string} line */
const print = (line) => {
  process.stdout.write(`${line}\n`);
};

/**
 * Everything `npm test` stands for, in order, up to the first step that fails. The last line printed
 * is always `N passed, N failed`; a failed step that is no suite counts as one.
 *
 * A run that executed no test has failed.
 *
 * @param {string[]} flags suite names; none means all of them, after every check. `--host <name>`: the
 *   end-to-end suites on that host alone, every one that it can run. What follows goes to vitest: parts
 *   of file names, `-t <title>`
 * @param {() => Promise<string>} install
 * @returns {Promise<number>} the exit code
 */
export const runTests = async (flags, install) => {
  const sinceMs = performance.now();
  /** @type {Count} */
  const sum = { passed: 0, failed: 0 };
  try {
    const asked = readAsked(flags);
    const node = await step({ name: "setup", act: install });
    for (const next of stepsFor(node, asked)) {
      const count = await step(next);
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
  const whole = flags.length === 0 ? ofBudget(sinceMs, wholeBudget) : "";
  print(`\nall steps: ${secondsSince(sinceMs)}${whole}`);
  print(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
};

/**
 * @template T
 * @param {{ name: string, budget?: string, act: () => Promise<T> }} step
 * @returns {Promise<T>}
 */
const step = async ({ name, budget = name, act }) => {
  const sinceMs = performance.now();
  print(`── ${name}`);
  try {
    return await act();
  } finally {
    print(`── ${name}: ${secondsSince(sinceMs)}${ofBudget(sinceMs, budgets[budget])}`);
  }
};

/**
 * @param {string} node
 * @param {import("./hosts.mjs").Asked} asked
 * @returns {Step[]}
 */
const stepsFor = (node, { suites: only, host, filters }) => {
  /** @type {Step[]} */
  const checks = [
    { name: "format", act: () => check(node, "oxfmt", ["--check"]) },
    { name: "lint", act: () => check(node, "oxlint", []) },
    { name: "types", act: () => check(node, "tsc", ["-b"]) },
    { name: "unused code", act: () => check(node, "knip", []) },
  ];
  /** @type {Step[]} */
  const suites = [
    ...["unit", "integration", "simulation", "crash"].map((name) => ({
      name,
      suite: name,
      act: () => suite(node, name, {}, filters),
    })),
    ...endToEnd(node, host, filters),
  ];
  /** @type {Step} */
  const build = { name: "build", act: () => ensureBuilt(node) };
  if (only.length === 0 && filters.length === 0) return [...checks, build, ...suites];
  return [build, ...suites.filter((step) => only.length === 0 || only.includes(step.suite ?? ""))];
};

/**
 * The end-to-end suites on each host, and at last which hosts ran.
 *
 * @param {string} node
 * @param {import("./hosts.mjs").Host | null} asked
 * @param {string[]} filters
 * @returns {Step[]}
 */
const endToEnd = (node, asked, filters) => {
  const notes = `${cacheFolder}/electron-double-notes.txt`;
  /** @type {string[]} */
  const ran = [];
  const steps = plannedHosts(asked).map(({ host, project, flags, why }) => ({
    name: `e2e, ${hostWords[host]}`,
    suite: "e2e",
    budget: host,
    act: async () => {
      if (why !== null) {
        ran.push(`${hostWords[host]}: did not run, ${why}`);
        if (asked !== null) throw new SetupError(`Nothing ran on ${hostWords[host]}: ${why}.`);
        return undefined;
      }
      rmSync(notes, { force: true });
      const env = { ...(await ensureBrowser(node)), CHUTE_DOUBLE_NOTES: notes };
      const count = await suite(node, project, env, [...flags, ...filters]);
      ran.push(`${hostWords[host]}: ${count.passed} passed`);
      if (host === "double" && count.failed === 0 && filters.length === 0)
        await reportInterface(node, notes);
      return count;
    },
  }));
  const report = {
    name: "hosts",
    suite: "e2e",
    act: async () => ran.forEach((line) => print(`  ${line}`)),
  };
  return [...steps, report];
};

/**
 * Prints what Chute uses of Electron; all of it must have been used on the double.
 *
 * @param {string} node
 * @param {string} notes
 */
const reportInterface = async (node, notes) => {
  const program = at("test", "support", "electron-double", "report.ts");
  const ended = await run(node, [program, notes], { env: toolEnvironment(node) });
  print(ended.output.trim());
  if (ended.code !== 0)
    throw new SetupError("Not everything that Chute uses of Electron was used.");
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
 * @param {string[]} [flags] vitest's own
 * @returns {Promise<Count>} a suite of which a filter names no test counts none
 */
const suite = async (node, name, env = {}, flags = []) => {
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
      name === "integration" ? "integration*" : name,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...(flags.every((flag) => flag.startsWith("--exclude")) ? [] : ["--passWithNoTests"]),
      ...flags,
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
 * @param {string[]} flags Stryker's own, such as `--mutate shared/domain/bibs/*.ts`
 */
export const runMutation = async (node, flags) =>
  runAttached(
    node,
    [
      at("node_modules", "@stryker-mutator", "core", "bin", "stryker.js"),
      "run",
      at("test", "mutation", "stryker.config.mjs"),
      ...flags,
    ],
    toolEnvironment(node),
  );

/**
 * @param {string} node
 * @param {string[]} flags the simulator's own, such as `--seeds 100000` or `--seed 7`
 */
export const runSimulation = (node, flags) =>
  runAttached(node, [at("test", "simulation", "run.ts"), ...flags], toolEnvironment(node));
