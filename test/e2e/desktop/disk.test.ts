import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { openPractice } from "#test/support/electron-double/practice.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const browser = desktopBrowser();

/** A disk of 260 MB; null where only an administrator may make one. */
function smallDisk(): string | null {
  const folder = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=260m", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync("umount", ["-l", folder]));
  return folder;
}

test("J1 a disk that is almost full is said loudly in every room before anything fails, and no longer than it is", async () => {
  const disk = smallDisk();
  const desktop = await startDesktop(browser(), disk === null ? {} : { dataDir: disk });
  const page = await openPractice(desktop);
  const note = page.getByRole("alert").filter({ hasText: "The disk is almost full" });
  // The screen asked before, and was answered before.
  await desktop.value("disk.get", {});
  expect(await note.count()).toBe(0);
  if (disk === null) return;
  const ballast = join(disk, "ballast");
  writeFileSync(ballast, Buffer.alloc(150_000_000));
  await page.reload();
  await note.waitFor();
  rmSync(ballast);
  await page.reload();
  await page.getByRole("navigation").waitFor();
  await desktop.value("disk.get", {});
  expect(await note.count()).toBe(0);
});
