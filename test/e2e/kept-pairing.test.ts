import type { Page } from "playwright";
import { expect, test } from "vitest";
import { shell } from "#renderer/i18n/en/shell.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import type { Race } from "#test/support/browser/race.ts";
import { newCommandId, startStationRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { startStationHost } from "#test/support/hosts/start-host.ts";
import type { StationHost } from "#test/support/hosts/start-host.ts";
import { startSandboxProcess } from "#test/support/processes/sandbox-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const windows = browserWindows();

const pairingTitle = (page: Page) => page.getByRole("heading", { name: "Pair this device" });

interface PairedTablet extends Race<StationHost> {
  readonly tablet: Page;
}

async function pairTablet(host: StationHost): Promise<Page> {
  const { code } = await host.value("pairing.open", { commandId: newCommandId() });
  const tablet = await windows.open(host, { token: null });
  await tablet.getByRole("textbox", { name: "Code" }).fill(code);
  await tablet.getByRole("textbox", { name: "Name of this device" }).fill("Tablet");
  await tablet.keyboard.press("Enter");
  return tablet;
}

/** A station with one paired browser, at its check-in. */
async function openPairedTablet(): Promise<PairedTablet> {
  const race = await startStationRace({ runners: 10 });
  const tablet = await pairTablet(race.host);
  await expectSeen(deskPage(tablet).search);
  return { ...race, tablet };
}

test("K3 M14 while the computer is in practice a paired tablet says so, keeps what is typed, asks for no code and comes back by itself", async () => {
  const { host, tablet } = await openPairedTablet();
  const desk = deskPage(tablet);
  await desk.find("Nobody of this name");
  await host.value("practice.start", { commandId: newCommandId() });
  const banner = tablet.getByRole("alert").filter({ hasText: shell.connection.inPractice });
  await expectSeen(banner);
  await expectGone(pairingTitle(tablet));
  expect(await desk.search.inputValue()).toBe("Nobody of this name");

  // A page that is loaded in the meantime says it as well.
  const second = await tablet.context().newPage();
  await second.goto(host.url);
  await expectSeen(second.getByText(shell.connection.inPractice));
  await expectGone(pairingTitle(second));

  await host.value("practice.leave", { commandId: newCommandId() });
  await expectSeen(tablet.getByText(shell.connection.back, { exact: true }));
  await expectGone(banner);
  expect(await desk.search.inputValue()).toBe("Nobody of this name");
  await expectSeen(deskPage(second).search);
  await second.close();
});

test("K3 a tablet that practised is back at the race after practice, and in practice again, without another code", async () => {
  const { host, tablet } = await openPairedTablet();
  const press = (name: string) => tablet.getByRole("button", { name }).click();
  const practice = tablet.getByText("PRACTICE", { exact: true });
  await host.value("practice.start", { commandId: newCommandId() });
  await press(shell.connection.practise);
  await expectSeen(pairingTitle(tablet));
  const { code } = await host.value("pairing.open", { commandId: newCommandId() });
  await tablet.getByRole("textbox", { name: "Code" }).fill(code);
  await tablet.keyboard.press("Enter");
  await expectSeen(practice);

  await host.value("practice.leave", { commandId: newCommandId() });
  await expectGone(practice);
  await expectSeen(deskPage(tablet).search);
  const { devices } = await host.value("device.list", {});
  expect(devices.map(({ name }) => name)).toEqual(["Tablet"]);

  // Nobody comes into practice unasked.
  await host.value("practice.start", { commandId: newCommandId() });
  await expectSeen(tablet.getByText(shell.connection.inPractice));
  await press(shell.connection.practise);
  await expectSeen(practice);
});

test("S10 a tablet whose access was taken away reads by whom and how it gets it again", async () => {
  const { host, tablet } = await openPairedTablet();
  const { devices } = await host.value("device.list", {});
  const { settings } = await host.value("desk.get", {});
  const deviceId = devices[0]?.id ?? "";
  await host.value("device.revoke", { commandId: newCommandId(), deviceId });
  await expectSeen(tablet.getByText(`The owner of ${settings.desk} took its access away.`));
  await expectSeen(pairingTitle(tablet));
  await tablet.reload();
  await expectSeen(tablet.getByText(`The owner of ${settings.desk} took its access away.`));

  const { code } = await host.value("pairing.open", { commandId: newCommandId() });
  await tablet.getByRole("textbox", { name: "Code" }).fill(code);
  await tablet.keyboard.press("Enter");
  await expectSeen(deskPage(tablet).search);
});

test("S10 the owner renames a paired tablet, which shows its new name; a name that looks like another desk's is refused", async () => {
  const { host, tablet } = await openPairedTablet();
  const owner = await windows.open(host);
  await deskPage(owner).goTo("Settings");
  await owner.getByRole("button", { name: "Open Desks" }).click();
  await owner.getByRole("button", { name: "Change Tablet…" }).click();
  const name = owner.getByRole("textbox", { name: "Name of this device" });
  await name.fill("Desk l");
  await owner.getByRole("button", { name: "Rename" }).click();
  await expectSeen(owner.getByText(/^Another desk has this name/));
  await name.fill("Gate");
  await owner.keyboard.press("Enter");
  await expectSeen(owner.getByText("It is called Gate now."));
  await expectSeen(deskPage(tablet).status.getByText("Gate"));
});

test("S10 a device of a computer without an event is told to wait, and has no button that leads nowhere", async () => {
  const sandbox = await startSandboxProcess(["--runners", "10"]);
  const host = await startStationHost(temporaryFolder());
  await host.value("connection.save", {
    commandId: newCommandId(),
    baseUrl: sandbox.url,
    apiKey: sandbox.keys["all"] ?? "",
  });
  const tablet = await pairTablet(host);
  for (const screen of ["Podium", "Check-in"] as const) {
    await tablet
      .getByRole("navigation", { name: "Screens" })
      .getByRole("link", { name: screen })
      .click();
    await expectSeen(tablet.getByText(/has not opened one yet/));
    expect(await tablet.getByRole("button", { name: "Go to Events" }).count()).toBe(0);
  }
});
