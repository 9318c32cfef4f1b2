#!/usr/bin/env node
/**
 * Every command of this project that works in a fresh clone. Runs on Node 20 before anything is installed: it installs
 * the dependencies and the pinned Node and builds, where needed, and then runs the command.
 *
 *   node resources/setup.mjs start     the desktop app, or the station if the desktop cannot open here
 *   node resources/setup.mjs station   the station; all further flags are the station's
 *   node resources/setup.mjs dev       the station, built and started again after each change of a source
 *   node resources/setup.mjs sandbox   the partner API on this computer; all further flags are the sandbox's
 *   node resources/setup.mjs build     the build only
 *   node resources/setup.mjs test      every check and every suite
 *   node resources/setup.mjs bench     the benchmarks; for example `--rows 10000`
 *   node resources/setup.mjs bench-desks  many desks in one venue; for example `--seconds 600` or `catch-up`
 *   node resources/setup.mjs screens   pictures of every screen; `out/screens check-in` takes those of check-in
 *   node resources/setup.mjs gallery   the controls of `renderer/ui` by themselves, in a browser
 *   node resources/setup.mjs simulate  the simulation of failures; for example `--seeds 100000` or `--seed 7`
 *   node resources/setup.mjs crash     kills stations at work; for example `--cycles 10000`
 *   node resources/setup.mjs package   the installers for this platform; `--dir` makes the folder only
 *   node resources/setup.mjs mutants   plants faults in a copy of the sources; for example `--only O2-new-key-per-try`
 *   node resources/setup.mjs mutation  Stryker; for example `--mutate shared/domain/bibs/*.ts`
 */
import { ensureBrowser } from "./setup/browser.mjs";
import { ensureBuilt, runDev } from "./setup/build.mjs";
import { openDesktop } from "./setup/desktop.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { withLock } from "./setup/lock.mjs";
import { runAttached, toolEnvironment } from "./setup/processes.mjs";
import { at, builtProgram, say, SetupError } from "./setup/project.mjs";
import { runTests } from "./setup/tests.mjs";

const install = () => withLock(ensureInstalled);

/** @returns {Promise<string>} the Node that runs the built programs */
const prepare = () =>
  withLock(() => {
    const node = ensureInstalled();
    ensureBuilt(node);
    return node;
  });

/**
 * A command that runs a script of the project.
 *
 * @param {() => Promise<string>} ready
 * @param {string[]} script its path and first flags
 * @returns {(flags: string[]) => Promise<number>}
 */
const runScript =
  (ready, ...script) =>
  async (flags) => {
    const node = await ready();
    return runAttached(node, [...script, ...flags], toolEnvironment(node));
  };

/**
 * A script that has a browser.
 *
 * @param {string[]} script its path and first flags
 * @returns {(flags: string[]) => Promise<number>}
 */
const runWithBrowser =
  (...script) =>
  async (flags) => {
    const node = await prepare();
    const env = { ...toolEnvironment(node), ...(await ensureBrowser(node)) };
    return runAttached(node, [...script, ...flags], env);
  };

const vite = at("node_modules", "vite", "bin", "vite.js");
const stryker = at("node_modules", "@stryker-mutator", "core", "bin", "stryker.js");

/** @type {Record<string, (flags: string[]) => Promise<number>>} */
const commands = {
  start: async (flags) => {
    const node = await prepare();
    const desktop = await openDesktop(node, flags);
    if (desktop.opened) return desktop.exitCode;
    say(`${desktop.why} Starting the station instead.`);
    const silent = process.env["CI"] || desktop.noDisplay ? ["--no-open"] : [];
    return runAttached(node, [builtProgram("station"), ...silent, ...flags]);
  },
  station: async (flags) => runAttached(await prepare(), [builtProgram("station"), ...flags]),
  dev: async (flags) => runDev(await install(), flags),
  sandbox: async (flags) => runAttached(await prepare(), [builtProgram("sandbox"), ...flags]),
  build: async () => {
    await prepare();
    say("Built into out/.");
    return 0;
  },
  test: (flags) => runTests(flags, install),
  bench: runWithBrowser("--expose-gc", at("test/bench/run.ts")),
  "bench-desks": runWithBrowser(
    "--disable-warning=ExperimentalWarning",
    at("test/bench/desks/run.ts"),
  ),
  screens: runWithBrowser(at("test/support/screens/shoot.ts")),
  gallery: runScript(install, vite, "--config", at("test/support/gallery/vite.config.ts")),
  simulate: runScript(install, at("test/simulation/run.ts")),
  crash: runScript(prepare, at("test/crash/run.ts")),
  package: runScript(prepare, at("resources/packaging/package.ts")),
  mutants: runScript(install, at("test/mutants/run.ts")),
  mutation: runScript(prepare, stryker, "run", at("test/mutation/stryker.config.mjs")),
};

const [name = "", ...flags] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) {
  say(`Say which: ${Object.keys(commands).join(", ")}.`);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await command(flags);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
