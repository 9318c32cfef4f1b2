import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mirrorFilesIn } from "#core/db/journal-mirror/journal-mirror-file.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const windows = browserWindows();

/** The number of check-ins in the files on the stick. */
const checkInsOn = (stick: string): number =>
  mirrorFilesIn(stick)
    .flatMap((path) => readFileSync(path, "utf8").split("\n"))
    .filter((line) => line.includes('"kind":"check-in.made"')).length;

test("J9 J1 a stick that is pulled out stops no check-in, is said where people look, and is caught up when it is back", async () => {
  const stick = join(temporaryFolder(), "stick");
  const drawer = `${stick}-in-a-drawer`;
  mkdirSync(stick);
  const { host } = await startRace({ runners: 60, flags: ["--journal-mirror", stick] });
  const page = await windows.open(host);
  const desk = deskPage(page);
  const checkIn = async (bib: string): Promise<void> => {
    await desk.find(bib);
    await expectSeen(desk.checkInButton);
    await page.keyboard.press("Enter");
    await expectSeen(desk.done.getByText(`Hand over ${bib} to`));
  };

  await checkIn("1042");
  await expect.poll(() => checkInsOn(stick)).toBe(1);
  await desk.goTo("Events");
  await expectSeen(page.getByText("Everything saved here is in it."));

  renameSync(stick, drawer);
  await desk.goTo("Check-in");
  await checkIn("1187");
  const said = desk.status.getByText("No second copy");
  await expectSeen(said);
  await desk.goTo("Events");
  await expectSeen(page.getByText("The folder is gone, perhaps with its stick: put it back."));
  await page.getByRole("button", { name: "Open Settings" }).click();
  await expectSeen(page.getByText("The second copy is not being written"));
  await expectSeen(page.getByText("start Chute without --journal-mirror"));

  renameSync(drawer, stick);
  await expectGone(said);
  expect(checkInsOn(stick)).toBe(2);
  await desk.goTo("Events");
  await expectSeen(page.getByText("Everything saved here is in it."));
});
