import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeOf, root, say } from "./project.mjs";

/** Not in node_modules, because an install empties that folder. */
const lockFile = join(
  tmpdir(),
  `chute-setup-${createHash("sha256").update(root).digest("hex").slice(0, 16)}.pid`,
);
const pollMs = 250;

/**
 * Only one set-up of a checkout runs at a time, because two of them would install over each other. The lock of a
 * process that no longer runs is removed.
 *
 * @template T
 * @param {() => T} work
 * @returns {Promise<T>}
 */
export const withLock = async (work) => {
  let isWaiting = false;
  while (!acquire()) {
    if (!isWaiting) say("Another setup is running in this folder; waiting for it.");
    isWaiting = true;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  const release = () => rmSync(lockFile, { force: true });
  process.on("exit", release);
  try {
    return work();
  } finally {
    process.off("exit", release);
    release();
  }
};

const acquire = () => {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    if (!isOwnerAlive()) rmSync(lockFile, { force: true });
    return false;
  }
};

const isOwnerAlive = () => {
  try {
    const pid = Number(readFileSync(lockFile, "utf8"));
    // 0: the owner has created the file and not written its id yet.
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    // EPERM: a process of another user. ENOENT: the owner has just released the lock.
    return codeOf(error) === "EPERM" || codeOf(error) === "ENOENT";
  }
};
