import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** The checkout's folder. */
export const root = join(import.meta.dirname, "..", "..");

/** @param {string[]} parts of a path below the checkout */
export const at = (...parts) => join(root, ...parts);

/** Files that the set-up keeps between two runs; they disappear with node_modules. */
export const cacheFolder = at("node_modules", ".cache", "chute");

/** A problem that a person can correct; its message says how. */
export class SetupError extends Error {}

/** @param {"station" | "sandbox"} name of a built program */
export const builtProgram = (name) => at("out", "main", `${name}.js`);

/**
 * @param {unknown} error
 * @returns {unknown} the system's error code, such as `ENOENT`
 */
export const codeOf = (error) => (error instanceof Error && "code" in error ? error.code : null);

/**
 * @param {string} path
 * @returns {string | null} null if the file cannot be read
 */
export const readIfPresent = (path) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
};

/**
 * @param {string} path missing parent folders are created
 * @param {string} text
 */
export const writeText = (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/**
 * One digest of the content of files and folders; the same on every computer.
 *
 * @param {string[]} paths relative to the checkout
 */
export const digestOf = (paths) => {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(listFiles).toSorted()) {
    hash
      .update(`${path}\n`)
      .update(readFileSync(at(path)))
      .update("\n");
  }
  return hash.digest("hex");
};

/**
 * @param {string} path relative to the checkout
 * @returns {string[]} the files at and below the path, with forward slashes
 */
const listFiles = (path) => {
  try {
    return readdirSync(at(path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
  } catch (error) {
    if (codeOf(error) === "ENOTDIR") return [path];
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
};

/**
 * Prints progress and problems to stderr, because the first line of stdout belongs to the started program.
 *
 * @param {string} line
 */
export const say = (line) => {
  process.stderr.write(`${line}\n`);
};

/**
 * @param {number} sinceMs from `performance.now()`
 * @returns {string} for example `3.2 s`
 */
export const secondsSince = (sinceMs) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
