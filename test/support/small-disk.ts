import { execFileSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./test-core.ts";

/** Mounts a small disk in a new folder; null if this user may not mount one. It is unmounted at the end of the test. */
export function smallDisk(mebibytes: number): string | null {
  const folder = temporaryFolder();
  const options = `size=${mebibytes}m`;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync("umount", ["-l", folder]));
  return folder;
}

const fillerOn = (disk: string): string => join(disk, "filler");

/** Fills a disk except for `leftBytes`. */
export function fillDisk(disk: string, leftBytes = 0): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(fillerOn(disk), new Uint8Array(Math.max(0, bavail * bsize - leftBytes)));
}

export const freeSpaceOn = (disk: string): void => rmSync(fillerOn(disk), { force: true });
