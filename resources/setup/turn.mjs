import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./project.mjs";
import { say } from "./say.mjs";

/** Not in node_modules, which an install empties. */
const folder = join(
  tmpdir(),
  `chute-setup-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`,
);
const pollMs = 250;

/**
 * One setup at a time: two commands started together in a fresh clone must not install over each
 * other. A turn whose process is gone is taken over.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const withTurn = async (work) => {
  let told = false;
  while (!take()) {
    if (!told) say("Another setup is running in this folder; waiting for it.");
    told = true;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  const release = () => rmSync(folder, { recursive: true, force: true });
  process.on("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
};

const take = () => {
  try {
    mkdirSync(folder);
    writeFileSync(`${folder}/pid`, String(process.pid));
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code !== "EEXIST") throw error;
    if (!ownerIsAlive()) rmSync(folder, { recursive: true, force: true });
    return false;
  }
};

const ownerIsAlive = () => {
  try {
    process.kill(Number(readFileSync(`${folder}/pid`, "utf8")), 0);
    return true;
  } catch (error) {
    // No pid yet: its owner is between the two calls above. Not permitted: it lives.
    const code = error instanceof Error && "code" in error ? error.code : "";
    return code === "ENOENT" || code === "EPERM";
  }
};
