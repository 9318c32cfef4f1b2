import type { Page } from "playwright";
import { expect, test } from "vitest";
import { readLinkFragment } from "#shared/domain/desks/hub-link.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import {
  cutConnection,
  newCommandId,
  restoreConnection,
  startStationRace,
} from "#test/support/browser/race.ts";
import { readQr } from "#test/support/browser/read-qr.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import type { StationHost } from "#test/support/hosts/start-host.ts";
import { startStationHost } from "#test/support/hosts/start-host.ts";
import { temporaryFolder } from "#test/support/test-core.ts";
import { listWaiting } from "#test/support/list-runners.ts";

const windows = browserWindows();
const inNetwork = ["--host", "0.0.0.0"];

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();

async function openDesks(page: Page): Promise<void> {
  await deskPage(page).goTo("Settings");
  await page.getByRole("button", { name: "Open Desks" }).click();
  await expectSeen(page.getByRole("heading", { name: "Desks", exact: true }));
}

const fingerprintOn = async (page: Page): Promise<string> =>
  (await page.locator("code:visible").last().innerText()).replaceAll(/\s/g, "");

/** The fingerprint as it is compared by eye: one text for each line on the screen. */
const fingerprintLines = (page: Page): Promise<string[]> =>
  page
    .locator("code:visible")
    .last()
    .locator("span")
    .evaluateAll((groups) =>
      Object.values(Object.groupBy(groups, (group) => group.getBoundingClientRect().top)).map(
        (line) => (line ?? []).map((group) => group.textContent).join(""),
      ),
    );

/** Joins a hub from the first screen of a new laptop: types the address and compares the fingerprint. */
async function joinByHand(page: Page, hub: Page, address: string, name: string): Promise<void> {
  const code = (await hub.locator("b[dir=ltr]").innerText()).replaceAll(/\D/g, "");
  await press(page, "Join a hub, without a key…");
  await page.getByRole("textbox", { name: "Address of the hub" }).fill(address);
  await press(page, /^Look for it/);
  await expectSeen(page.getByRole("button", { name: "They are the same" }));
  expect(await fingerprintOn(page)).toBe(await fingerprintOn(hub));
  expect(await fingerprintLines(page)).toEqual(await fingerprintLines(hub));
  await press(page, "They are the same");
  await page.getByRole("textbox", { name: "Code on the hub’s screen" }).fill(code);
  await page.getByRole("textbox", { name: "Name of this desk" }).fill(name);
  await page.keyboard.press("Enter");
}

/** Opens the hub and joins it without a screen. */
async function joinByCall(laptop: StationHost, hub: StationHost): Promise<void> {
  const order = () => ({ commandId: newCommandId() });
  const { pairing } = await hub.value("hub.open", order());
  const address = `127.0.0.1:${new URL(hub.url).port}`;
  const found = await laptop.value("desk.look", { ...order(), address });
  const code = pairing?.code ?? "";
  await laptop.value("desk.join", { ...order(), ...found, code, name: "Desk 2" });
  await expect
    .poll(async () => (await laptop.value("download.status", {})).downloads[0]?.state)
    .toBe("complete");
}

test("M1 M3 M4 M7 M9 a hub is opened, a laptop joins it, both see each check-in, the hub falls silent and is back, the laptop leaves", async () => {
  const race = await startStationRace({ runners: 60, flags: inNetwork });
  const laptop = await startStationHost(temporaryFolder(), inNetwork);
  const { host: hubHost, eventId } = race;
  const hub = await windows.open(hubHost);
  await openDesks(hub);
  await press(hub, "This laptop is the hub");
  await expectSeen(hub.getByRole("heading", { name: "This laptop is the hub" }));
  await expectSeen(hub.getByText("Good for 10 min and 20 more devices"));
  await expectSeen(hub.getByText("No other desk is here"));

  const page = await windows.open(laptop);
  const port = new URL(hubHost.url).port;
  await joinByHand(page, hub, `127.0.0.1:${port}`, "Desk 2");
  await expectSeen(page.getByText(/^The whole start list is here/));
  await expectSeen(page.getByText("The hub has all entries."));
  await expectSeen(hub.getByRole("listitem").filter({ hasText: "Desk 2" }).getByText("Here"));
  await expectSeen(hub.getByText("Good for 10 min and 19 more devices"));
  await expectSeen(hub.getByText("1 other desk here"));

  const rows = await listWaiting(hubHost, eventId);
  const bibs = rows.flatMap(({ bib }) => bib ?? []);
  const [one = "", other = ""] = bibs;
  const [atHub, atLaptop] = [deskPage(hub), deskPage(page)];
  for (const desk of [atHub, atLaptop]) await desk.goTo("Check-in");
  await atHub.find(one);
  await atHub.checkInButton.click();
  await atLaptop.find(one);
  await expectSeen(page.getByText("Already checked in").first());
  await atLaptop.find(other);
  await atLaptop.checkInButton.click();
  await atHub.find(other);
  await expectSeen(hub.getByText("Already checked in").first());

  hubHost.signal("SIGSTOP");
  await expectSeen(atLaptop.status.getByText(/ away since \d\d:\d\d/));
  await atLaptop.find(bibs.at(-1) ?? "");
  await atLaptop.checkInButton.click();
  // M9: the status bar counts what the hub lacks.
  await expectSeen(atLaptop.status.getByText(", 1 wait"));
  await openDesks(page);
  await expectSeen(page.getByText(/has been away since/));
  expect(await page.getByText("The hub sends the walk-ups").isVisible()).toBe(false);
  hubHost.signal("SIGCONT");
  await expectSeen(page.getByText("The hub sends the walk-ups"));
  await expectSeen(atLaptop.status.getByText(/^With /));

  await openDesks(page);
  await press(page, "Leave the hub…");
  await press(page, "Leave the hub");
  await expectSeen(page.getByRole("heading", { name: "This laptop works alone" }));
  await expectGone(atLaptop.status.getByText(/^With /));
});

test("M2 M3 the QR code of the hub opens a browser with its code filled in, and joins a laptop without a comparison", async () => {
  const race = await startStationRace({ runners: 60, flags: inNetwork });
  const hub = await windows.open(race.host);
  await openDesks(hub);
  await press(hub, "This laptop is the hub");
  await expectSeen(hub.getByText("The browser warns before it opens the page"));
  const { lanEndpoint } = await race.host.value("desks.get", {});
  const code = (await hub.locator("b[dir=ltr]").innerText()).replaceAll(/\D/g, "");
  // A computer without a network has no address for the QR code.
  const isInNetwork = (lanEndpoint?.addresses.length ?? 0) > 0;
  const own = `https://127.0.0.1:${new URL(race.host.url).port}`;
  const link = isInNetwork
    ? await readQr(hub, /^QR code of/)
    : `${own}/#fingerprint=${await fingerprintOn(hub)}&code=${code}`;
  expect(readLinkFragment(link)).toEqual({ code, fingerprint: await fingerprintOn(hub) });

  const tablet = await windows.blank({ viewport: { width: 820, height: 1180 }, isTouch: true });
  await tablet.goto(link);
  await expectSeen(tablet.getByText("Read from the link."));
  expect(await tablet.getByRole("textbox", { name: "Code" }).inputValue()).toBe(code);
  expect(new URL(tablet.url()).hash).toBe("");
  await tablet.getByRole("textbox", { name: "Name of this device" }).fill("Tablet");
  await tablet.keyboard.press("Enter");
  await expectGone(tablet.getByRole("heading", { name: "Pair this device" }));
  await expectSeen(hub.getByRole("listitem").filter({ hasText: "Tablet" }).getByText("Here"));

  const page = await windows.open(await startStationHost(temporaryFolder(), inNetwork));
  await press(page, "Join a hub, without a key…");
  await page.getByRole("textbox", { name: "Address of the hub" }).fill(link);
  await press(page, /^Look for it/);
  await expectSeen(page.getByText("The link’s fingerprint is the one of this computer."));
  expect(await page.getByRole("textbox", { name: "Code on the hub’s screen" }).inputValue()).toBe(
    code,
  );
  await page.getByRole("textbox", { name: "Name of this desk" }).fill("Desk 2");
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText(/^The whole start list is here/));
});

test("M9 J8 “Try now” at a full desk says what is true of the hub, and only as long as it is true; pressed again, it is the same command", async () => {
  const race = await startStationRace({ runners: 10, flags: inNetwork });
  const laptop = await startStationHost(temporaryFolder(), inNetwork);
  await joinByCall(laptop, race.host);
  const page = await windows.open(laptop, { tolerates: /Failed to load resource/ });
  const desk = deskPage(page);
  await desk.goTo("Sync");
  const tryNow = page.getByRole("button", { name: "Try now" });
  const asked = page.getByText(/^The hub was asked to send/);
  const noAnswer = page.getByText(/^The hub does not answer now/);

  const ids: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/outbox.tryNow")) ids.push(request.postDataJSON().commandId);
  });
  await race.host.stop();
  await tryNow.click();
  await expectSeen(noAnswer);
  expect(await asked.isVisible()).toBe(false);
  // Perhaps only the hub's answer was lost.
  expect(await page.getByText("Nothing was changed").isVisible()).toBe(false);
  await tryNow.click();
  await expect.poll(() => ids.length).toBe(2);
  expect(ids[1]).toBe(ids[0]);
  await expectSeen(desk.status.getByText(/ away since \d\d:\d\d/));
  await expectSeen(noAnswer);

  const port = new URL(race.host.url).port;
  await startStationHost(race.dataDir, [...inNetwork, "--port", port]);
  await expectSeen(desk.status.getByText(/^With /));
  await expectGone(noAnswer);
  await tryNow.click();
  await expectSeen(asked);
  await expectGone(noAnswer);
});

test("M10 the hub is lost and nothing has internet: a laptop takes over at once, works on, and gets the key later in Settings", async () => {
  const race = await startStationRace({ runners: 60, flags: inNetwork });
  const { host: hub, sandbox, eventId } = race;
  const laptop = await startStationHost(temporaryFolder(), inNetwork);
  await joinByCall(laptop, hub);
  await cutConnection(sandbox);
  hub.signal("SIGKILL");
  const page = await windows.open(laptop, { tolerates: /Failed to load resource/ });
  await openDesks(page);
  await press(page, "Take over…");
  // What was said of a refused address goes when a field is changed (U2).
  const address = page.getByLabel("Base address");
  await address.fill("http://race.example/v1");
  await page.getByLabel("API key").fill("a-key");
  await page.keyboard.press("Enter");
  await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true");
  await page.keyboard.type("2");
  await expect.poll(() => address.getAttribute("aria-invalid")).not.toBe("true");
  await press(page, "No internet: key later");
  await expectSeen(page.getByRole("heading", { name: "This laptop is the hub" }));
  await expectSeen(page.getByText(/^This laptop is the hub. Enter the key in Settings/));

  const desk = deskPage(page);
  await desk.goTo("Check-in");
  const rows = await listWaiting(laptop, eventId);
  await desk.find(rows[0]?.bib ?? "");
  await desk.checkInButton.click();
  await expectSeen(page.getByText(/checked in/i).first());

  await restoreConnection(sandbox);
  await desk.goTo("Settings");
  await expectSeen(page.getByText(/^This hub has no key yet/));
  await page.getByRole("button", { name: "Connect…" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: /address/i }).fill(sandbox.url);
  await dialog.getByLabel("API key").fill(sandbox.keys["all"] ?? "");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await laptop.value("connection.get", {})).state).toBe("connected");
});

test("M10 two hubs: the former one's Sync says that nothing is sent, and after the choice Desks says whom to join", async () => {
  const race = await startStationRace({ runners: 10, flags: inNetwork });
  const laptop = await startStationHost(temporaryFolder(), inNetwork);
  await joinByCall(laptop, race.host);
  const key = { baseUrl: race.sandbox.url, apiKey: race.sandbox.keys["all"] ?? "" };
  await laptop.value("hub.takeOver", { commandId: newCommandId(), key });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await expectSeen(desk.status.getByText(/^Two hubs: nothing is sent/));
  await desk.goTo("Sync");
  await expectSeen(
    page.getByText("Two hubs: nothing is sent until a person chooses one on Desks."),
  );
  await expectGone(page.getByText("The hub sends what waits here."));
  await press(page, "Try now");
  await expectSeen(page.getByRole("status").getByText(/^Two hubs: nothing is sent until/));
  await press(page, "Open Desks");
  await expectSeen(page.getByRole("heading", { name: "This laptop is the hub" }));
  await expectGone(page.getByText(/it sends the walk-ups to the organizer/));
  await press(page, "Desk 2 goes on…");
  await press(page, "Desk 2 goes on");
  await press(page, "Join Desk 2…");
  await expectSeen(page.getByRole("dialog").getByText(/^On Desk 2, open Desks and show a code/));
});
