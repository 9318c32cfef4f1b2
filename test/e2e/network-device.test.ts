import { expect, test } from "vitest";
import { fingerprintGroups } from "#shared/domain/desks/hub-link.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { startStationRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { listWaiting } from "#test/support/list-runners.ts";

const windows = browserWindows();

test("S8 a tablet of the network comes over TLS, its certificate is the one on the owner's screen, and both see each check-in", async () => {
  const race = await startStationRace({ runners: 60, flags: ["--host", "0.0.0.0"] });
  const { host: station, eventId } = race;
  const owner = await windows.open(station);
  await deskPage(owner).goTo("Settings");
  await owner.getByRole("button", { name: "Open Desks" }).click();
  await owner.getByRole("button", { name: "Show a code" }).click();
  await expectSeen(owner.getByText(/^Good for 10 min/));
  const { lanEndpoint, pairing } = await station.value("device.list", {});
  const fingerprint = lanEndpoint?.fingerprint ?? "";
  for (const group of fingerprintGroups(fingerprint)) {
    await expectSeen(owner.getByText(group, { exact: true }).first());
  }
  for (const address of lanEndpoint?.addresses ?? []) await expectSeen(owner.getByText(address));

  // A computer without a network has no address there.
  const [address = station.url.replace("http:", "https:")] = lanEndpoint?.addresses ?? [];
  const tablet = await windows.blank({ viewport: { width: 820, height: 1180 }, isTouch: true });
  const answer = await tablet.goto(address.replace("https:", "http:"));
  expect(new URL(tablet.url()).protocol).toBe(
    lanEndpoint?.addresses.length === 0 ? "http:" : "https:",
  );
  expect(answer?.status()).toBe(200);
  await tablet.goto(address);
  await tablet.getByRole("textbox", { name: "Code" }).fill(pairing?.code ?? "");
  await tablet.getByRole("textbox", { name: "Name of this device" }).fill("Tablet");
  await tablet.keyboard.press("Enter");
  await expectGone(tablet.getByRole("heading", { name: "Pair this device" }));
  const operator = tablet.getByRole("textbox", { name: "Your name" });
  if (await operator.isVisible()) {
    await operator.fill("Mei");
    await tablet.keyboard.press("Enter");
  }

  const rows = await listWaiting(station, eventId);
  const bib = rows[0]?.bib ?? "";
  await deskPage(owner).goTo("Check-in");
  await deskPage(tablet).find(bib);
  await deskPage(tablet).checkInButton.click();
  await deskPage(owner).find(bib);
  await expectSeen(owner.getByText("Already checked in").first());
  // Features that a page from the network may use only over TLS.
  expect(await tablet.evaluate(() => isSecureContext)).toBe(true);
});
