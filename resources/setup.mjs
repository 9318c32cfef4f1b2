#!/usr/bin/env node
/**
 * Every command of this project that must work on a fresh clone. Runs on Node 20 with nothing
 * installed: it brings the dependencies, the pinned Node and the build up to date (or sees within
 * milliseconds that they are), then does what was asked.
 *
 *   node resources/setup.mjs start     the desktop app, or the station where that cannot be
 *   node resources/setup.mjs station   the station; everything after it is the station's own flags
 *   node resources/setup.mjs dev       the station, built again and restarted after each change
 *   node resources/setup.mjs sandbox   the partner API's stand-in; likewise
 *   node resources/setup.mjs build     only the build
 *   node resources/setup.mjs test      every check and every suite
 *   node resources/setup.mjs bench     the benchmarks
 *   node resources/setup.mjs simulate  the program where everything fails, by seed
 *   node resources/setup.mjs crash     kills stations at work, as often as told
 *   node resources/setup.mjs package   the installers for this platform
 *   node resources/setup.mjs mutants   plants faults in a copy of the sources; the tests must notice
 *   node resources/setup.mjs mutation  Stryker changes each expression of the rules; says what no test notices
 */
import { ensureBuilt } from "./setup/build.mjs";
import { runDev } from "./setup/dev.mjs";
import { openDesktop } from "./setup/desktop.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { withTurn } from "./setup/turn.mjs";
import { runAttached } from "./setup/processes.mjs";
import { builtProgram, SetupError } from "./setup/project.mjs";
import { say } from "./setup/say.mjs";
import { runPackaging } from "./setup/packaging.mjs";
import {
  runBenchmarks,
  runCrashes,
  runMutants,
  runMutation,
  runSimulation,
  runTests,
} from "./setup/suites.mjs";

/** @returns {Promise<string>} the Node to run the built programs with */
const prepare = () =>
  withTurn(async () => {
    const node = await ensureInstalled();
    await ensureBuilt(node);
    return node;
  });

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
  dev: async (flags) => runDev(await withTurn(ensureInstalled), flags),
  sandbox: async (flags) => runAttached(await prepare(), [builtProgram("sandbox"), ...flags]),
  build: async () => {
    await prepare();
    say("Built into out/.");
    return 0;
  },
  test: (flags) => runTests(flags, () => withTurn(ensureInstalled)),
  bench: async (flags) => runBenchmarks(await prepare(), flags),
  simulate: async (flags) => runSimulation(await withTurn(ensureInstalled), flags),
  crash: async (flags) => runCrashes(await prepare(), flags),
  package: async (flags) => runPackaging(await prepare(), flags),
  mutants: async (flags) => runMutants(await withTurn(ensureInstalled), flags),
  mutation: async (flags) => runMutation(await withTurn(ensureInstalled), flags),
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
