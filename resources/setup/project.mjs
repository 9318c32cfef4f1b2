import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** @param {string[]} parts */
export const at = (...parts) => join(root, ...parts);

/** What setup remembers between two runs; gone with node_modules. */
export const cacheFolder = at("node_modules", ".cache", "chute");

/** Something a person can mend; its message says what and how. */
export class SetupError extends Error {}

/**
 * @param {"station" | "sandbox" | "index"} name
 * @returns {string} the built program's path
 */
export const builtProgram = (name) => at("out", "main", `${name}.js`);

/** @returns {{ devDependencies: Record<string, string> }} */
export const readPackage = () => JSON.parse(readFileSync(at("package.json"), "utf8"));

/**
 * @param {string} path
 * @returns {string | null} null when there is no such file
 */
export const readIfThere = (path) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
};

/**
 * @param {string} path
 * @param {string} text
 */
export const writeWhole = (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/**
 * One digest over the content of files and folders; the same on every machine.
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
 * @returns {string[]} the files at and below it, with forward slashes
 */
const listFiles = (path) => {
  try {
    return readdirSync(at(path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ENOTDIR") return [path];
    if (code === "ENOENT") return [];
    throw error;
  }
};
