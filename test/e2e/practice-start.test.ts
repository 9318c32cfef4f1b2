import { expect, test } from "vitest";
import { practiceBibs } from "#renderer/features/first-start/practice-option.tsx";
import { deskPage, expectSeen } from "#test/support/browser/desk-page.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { newCommandId, startStationRace } from "#test/support/browser/race.ts";
import { startHost } from "#test/support/hosts/start-host.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const windows = browserWindows();

test("K3 practice opens with one press, and has the runners that its button promises", async () => {
  const host = await startHost(temporaryFolder());
  const page = await windows.open(host);
  await page.getByRole("button", { name: "Start practice" }).click();
  await expectSeen(page.getByText("Made-up runners. Nothing here can reach a real race."));

  const { currentEventId } = await host.value("desk.get", {});
  const eventId = currentEventId ?? "";
  await expect
    .poll(
      async () => {
        const event = await host.value("event.get", { eventId });
        return { runs: event.runs.length, state: event.download.state, rows: event.download.rows };
      },
      { timeout: 30_000 },
    )
    .toEqual({ runs: 4, state: "complete", rows: 3_000 });
  for (const { bib, run } of practiceBibs) {
    const found = await host.value("roster.search", { eventId, text: bib });
    expect(found.exactBibs, bib).toBe(1);
    expect(found.rows[0], bib).toMatchObject({
      bib,
      runLabel: run.label,
      runPosition: run.position,
    });
  }
});

test("K3 whoever cannot leave practice reads why, on the banner's button and in Settings", async () => {
  const race = await startStationRace({ runners: 12 });
  const page = await windows.open(race.host);
  await race.host.value("practice.start", { commandId: newCommandId() });
  const error = { code: "live-unavailable", message: "" };
  await page.route("**/rpc/practice.leave", (route) =>
    route.fulfill({ json: { ok: false, error } }),
  );
  const why = "Your own data could not be opened";
  await page.getByRole("button", { name: "Leave practice" }).first().click();
  await expectSeen(page.getByText(why));
  await page.goto(`${new URL(page.url()).origin}/#/settings?part=practice`);
  await page.getByRole("button", { name: "Start afresh" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Start afresh" }).click();
  await expect.poll(() => page.getByRole("alertdialog").count()).toBe(0);
  await expectSeen(page.getByRole("main").getByText(why));
});

test("K3 practice asks first while tablets work with this computer, and names them", async () => {
  const { host } = await startStationRace({ runners: 12 });
  const { code } = await host.value("pairing.open", { commandId: newCommandId() });
  const tablet = await windows.open(host, { token: null });
  await tablet.getByRole("textbox", { name: "Code" }).fill(code);
  await tablet.getByRole("textbox", { name: "Name of this device" }).fill("Tent tablet");
  await tablet.keyboard.press("Enter");
  await expectSeen(deskPage(tablet).search);

  const owner = await windows.open(host);
  await owner.goto(`${new URL(owner.url()).origin}/#/settings?part=practice`);
  const isHere = async () =>
    (await host.value("desks.get", {})).desks.some(
      ({ name, isHere }) => name === "Tent tablet" && isHere,
    );
  await expect.poll(isHere).toBe(true);
  const start = owner.getByRole("button", { name: "Start practice" });
  const question = owner.getByRole("alertdialog");
  await start.click();
  await expectSeen(question.getByText(/Tent tablet/));
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await host.value("connection.get", {})).toMatchObject({ mode: "live" });
  await start.click();
  await question.getByRole("button", { name: "Start practice" }).click();
  await expectSeen(deskPage(owner).search);
  expect(await host.value("connection.get", {})).toMatchObject({ mode: "practice" });
});
