import { mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import {
  cutConnection,
  restoreConnection,
  newCommandId,
  readSandbox,
  startRace,
} from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { startHost } from "#test/support/hosts/start-host.ts";

const windows = browserWindows();

test("S5 a desk that goes on from a backup says so, and sends only when somebody lets it", async () => {
  const { sandbox, host, dataDir, eventId } = await startRace();
  await cutConnection(sandbox);
  const { runs } = await host.value("event.get", { eventId });
  const open = runs.find((run) => run.registrationStatus === "open" && !run.isRelay);
  const form = {
    eventRunId: open?.id ?? "",
    email: "ida@example.org",
    name: "Ida Roux",
    registrationType: "free",
  };
  const order = { commandId: newCommandId(), eventId, form, checkIn: true };
  await host.value("walkUp.save", order);
  await host.value("backup.make", { commandId: newCommandId() });
  await host.stop();
  const live = join(dataDir, "live");
  mkdirSync(join(dataDir, "before"));
  for (const name of readdirSync(live).filter((each) => each.startsWith("chute.sqlite"))) {
    renameSync(join(live, name), join(dataDir, "before", name));
  }
  await restoreConnection(sandbox);

  const again = await startHost(dataDir, ["--restore-backup"]);
  const page = await windows.open(again);
  const desk = deskPage(page);
  await desk.goTo("Sync");
  await expectSeen(page.getByText("This desk goes on from a backup"));
  await expectSeen(page.getByText("It waits until somebody presses Send from here."));
  await expectSeen(desk.status.getByText("1 held, look at Sync"));
  await page.getByRole("button", { name: "Try now" }).click();
  await page.getByRole("button", { name: "Send from here" }).click();
  await expectGone(page.getByText("This desk goes on from a backup"));
  await expectSeen(page.getByRole("heading", { level: 1, name: "Nothing waits to be sent" }));
  const created = (await readSandbox(sandbox)).created.map((post) => JSON.stringify(post));
  expect(created.filter((post) => post.includes("ida@example.org"))).toHaveLength(1);
});
