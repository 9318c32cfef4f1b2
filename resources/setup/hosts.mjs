import { runtimeMissing } from "./desktop.mjs";
import { SetupError } from "./project.mjs";

/** What carries the core in the end-to-end suites. */
const hosts = /** @type {const} */ (["station", "double", "electron"]);

/** @typedef {typeof hosts[number]} Host */

/**
 * @param {string[]} flags suite names, and `--host <name>` for one host with everything it can run
 * @returns {{ suites: string[], host: Host | null }}
 */
export const readHost = (flags) => {
  const place = flags.indexOf("--host");
  if (place === -1) return { suites: flags, host: null };
  const host = hosts.find((each) => each === flags[place + 1]);
  if (host === undefined) throw new SetupError(`--host is one of ${hosts.join(", ")}.`);
  return { suites: flags.toSpliced(place, 2), host };
};

/**
 * The hosts that run here, each with what of vitest it takes.
 *
 * @param {Host | null} asked one of them, whole
 * @returns {{ host: Host, project: string, flags: string[], why: string | null }[]} `why`: it cannot run
 */
export const plannedHosts = (asked) => {
  const all = [
    { host: hosts[0], project: "e2e", flags: ["--exclude=test/e2e/desktop/**"], why: null },
    { host: hosts[1], project: "double", flags: [], why: null },
    { host: hosts[2], project: "electron", flags: [], why: runtimeMissing() },
  ];
  return asked === null ? all : all.filter(({ host }) => host === asked);
};

/** @type {Record<Host, string>} */
export const hostWords = {
  station: "the station, in a browser",
  double: "the desktop on the double of Electron's module",
  electron: "the desktop on Electron's own runtime",
};
