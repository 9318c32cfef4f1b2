import { runAttached, toolEnvironment } from "./processes.mjs";
import { at } from "./project.mjs";

/**
 * Packs the build; electron-builder fetches the Electron runtime, and what makes each kind of
 * package, when it first needs them.
 *
 * @param {string} node
 * @param {string[]} flags its own: `--dir`
 */
export const runPackaging = (node, flags) =>
  runAttached(node, [at("resources", "packaging", "package.ts"), ...flags], toolEnvironment(node));
