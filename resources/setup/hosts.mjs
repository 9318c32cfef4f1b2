import { runtimeMissing } from "./desktop.mjs";
import { SetupError } from "./project.mjs";

/** What carries the core in the end-to-end suites. */
const hosts = /** @type {const} */ (["station", "double", "electron"]);

/** @typedef {typeof hosts[number]} Host */

/** The suites, in their order. */
export const suiteNames = ["unit", "integration", "simulation", "crash", "e2e"];

/**
 * @typedef {object} Asked what of the tests is to be run
 * @property {string[]} suites none means all of them
 * @property {Host | null} host the end-to-end suites on this host alone
 * @property {string[]} filters vitest's own: parts of file names, `-t <title>`, any of its flags
 */

/**
 * @param {string[]} flags
 * @returns {Asked}
 */
export const readAsked = (flags) => {
  const place = flags.indexOf("--host");
  const host = hosts.find((each) => each === flags[place + 1]) ?? null;
  if (place !== -1 && host === null) throw new SetupError(`--host is one of ${hosts.join(", ")}.`);
  const rest = place === -1 ? flags : flags.toSpliced(place, 2);
  const leading = rest.findIndex((flag) => !suiteNames.includes(flag));
  const suites = leading === -1 ? rest : rest.slice(0, leading);
  return { suites, host, filters: rest.slice(suites.length) };
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
