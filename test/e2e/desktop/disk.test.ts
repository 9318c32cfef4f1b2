import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { openPractice } from "#test/support/electron-double/practice.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";
import { smallDisk } from "#test/support/small-disk.ts";

const browser = desktopBrowser();

test("J1 a disk that is almost full is said loudly on every screen before anything fails, and no longer than it is", async ({
  skip,
}) => {
  const disk = smallDisk(260) ?? skip("only root may mount a small disk");
  const desktop = await startDesktop(browser(), { dataDir: disk });
  const page = await openPractice(desktop);
  const note = page.getByRole("alert").filter({ hasText: "The disk is almost full" });
  // The screen queried the free space before this call, so its answer is already here.
  await desktop.value("disk.get", {});
  expect(await note.count()).toBe(0);
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
