import type { Page } from "playwright";
import { expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import {
  cutConnection,
  restoreConnection,
  newCommandId,
  readSandbox,
  startStationRace,
} from "#test/support/browser/race.ts";
import type { Race } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import type { StationHost } from "#test/support/hosts/start-host.ts";
import { startStationHost } from "#test/support/hosts/start-host.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const windows = browserWindows();
const inNetwork = ["--host", "0.0.0.0"];
const slow = { timeout: 20_000 };
/** These tests stop and kill the hub. */
const tolerates = /Failed to load resource/;

/** A hub, two full desks and a tablet of one venue, each with its own window. */
interface Venue {
  readonly race: Race<StationHost>;
  readonly hub: StationHost;
  readonly full: readonly [StationHost, StationHost];
  readonly folders: readonly [string, string];
  readonly pages: {
    readonly hub: Page;
    readonly one: Page;
    readonly two: Page;
    readonly tablet: Page;
  };
}

const order = () => ({ commandId: newCommandId() });

async function joinHub(
  desk: StationHost,
  hub: StationHost,
  code: string,
  name: string,
): Promise<void> {
  const address = `127.0.0.1:${new URL(hub.url).port}`;
  const found = await desk.value("desk.look", { ...order(), address });
  await desk.value("desk.join", { ...order(), ...found, code, name });
  await expect
    .poll(async () => (await desk.value("download.status", {})).downloads[0]?.state, slow)
    .toBe("complete");
}

async function pairTablet(hub: StationHost, code: string): Promise<Page> {
  const page = await windows.blank({
    tolerates,
    viewport: { width: 820, height: 1180 },
    isTouch: true,
  });
  await page.goto(`https://127.0.0.1:${new URL(hub.url).port}`);
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("textbox", { name: "Name of this device" }).fill("Tablet");
  await page.keyboard.press("Enter");
  await expectGone(page.getByRole("heading", { name: "Pair this device" }));
  const operator = page.getByRole("textbox", { name: "Your name" });
  if (await operator.isVisible()) {
    await operator.fill("Mei");
    await page.keyboard.press("Enter");
  }
  await expectSeen(deskPage(page).search);
  return page;
}

async function openVenue(): Promise<Venue> {
  const race = await startStationRace({ runners: 60, flags: inNetwork });
  const { host: hub } = race;
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  const [one, two] = await Promise.all(
    folders.map((folder) => startStationHost(folder, inNetwork)),
  );
  if (one === undefined || two === undefined) throw new Error("No stations");
  await hub.value("settings.save", { ...order(), desk: "Hub" });
  const { pairing } = await hub.value("hub.open", order());
  const code = pairing?.code ?? "";
  await joinHub(one, hub, code, "Desk 1");
  await joinHub(two, hub, code, "Desk 2");
  const tablet = await pairTablet(hub, code);
  const pages = {
    hub: await windows.open(hub, { tolerates }),
    one: await windows.open(one, { tolerates }),
    two: await windows.open(two, { tolerates }),
    tablet,
  };
  return { race, hub, full: [one, two], folders, pages };
}

async function runnersWithBibs({ hub, race: { eventId } }: Venue) {
  const { rows } = await hub.value("roster.search", {
    eventId,
    text: "",
    state: "not-here",
    limit: 30,
  });
  return rows.filter(({ bib }) => bib !== null);
}

const conflictsAt = async (host: StationHost, eventId: string) =>
  (await host.value("conflict.list", { eventId })).conflicts;

test("M3 M4 M7 M14 four browsers at a hub and two full desks: all see each check-in, the network fails, conflicts are settled by a person", async () => {
  const venue = await openVenue();
  const { hub, full, pages, race } = venue;
  const { eventId } = race;
  const [one, two] = full;
  const [first, second, third, fourth] = await runnersWithBibs(venue);
  if (first === undefined || second === undefined) throw new Error("Too few runners");
  if (third === undefined || fourth === undefined) throw new Error("Too few runners");

  // A check-in at the tablet appears on the screens of every other desk.
  const atTablet = deskPage(pages.tablet);
  await atTablet.find(first.bib ?? "");
  await atTablet.checkInButton.click();
  for (const page of [pages.hub, pages.one, pages.two]) {
    await deskPage(page).goTo("Check-in");
    await deskPage(page).find(first.bib ?? "");
    await expectSeen(page.getByText("Already checked in").first());
  }

  // The network fails: the tablet says so, and the full desks continue to work.
  hub.signal("SIGSTOP");
  await expect
    .poll(() => pages.tablet.getByText("No connection to the hub").first().isVisible(), {
      timeout: 6_000,
    })
    .toBe(true);
  for (const desk of full) {
    await expect
      .poll(async () => (await desk.value("desks.get", {})).link.state, slow)
      .toBe("away");
    await desk.value("checkIn.perform", { ...order(), eventId, runnerId: second.id });
  }
  await one.value("bib.assign", { ...order(), eventId, runnerId: third.id, bib: "9001" });
  await two.value("bib.assign", { ...order(), eventId, runnerId: fourth.id, bib: "9001" });
  hub.signal("SIGCONT");

  // The desks are connected again: both sides are on every list, and a person at the hub settles the conflicts.
  for (const desk of [hub, ...full]) {
    await expect.poll(async () => (await conflictsAt(desk, eventId)).length, slow).toBe(2);
  }
  // The number in the status bar is a link to the list and large enough for a finger, also on a phone.
  await pages.hub.setViewportSize({ width: 390, height: 844 });
  const link = deskPage(pages.hub).status.getByRole("link", { name: /^2 conflicts/ });
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const cut = await deskPage(pages.hub).status.evaluate((bar) =>
    [...bar.querySelectorAll("[data-place=start] > span, a > span")]
      .filter((span) => span.scrollWidth > span.clientWidth || span.clientHeight > 44)
      .map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
  await pages.hub.setViewportSize({ width: 1280, height: 800 });
  await link.click();
  await expectSeen(pages.hub.getByText("2 conflicts between desks"));
  await pages.hub
    .getByRole("button", { name: /^Keep this check-in/ })
    .first()
    .click();
  await pages.hub
    .getByRole("button", { name: /^Keep bib 9001 here/ })
    .first()
    .click();
  await expectSeen(pages.hub.getByText(/ needs a new bib\.$/));
  for (const desk of [hub, ...full]) {
    await expect.poll(async () => (await conflictsAt(desk, eventId)).length, slow).toBe(0);
  }
  await expectGone(pages.tablet.getByText("No connection to the hub").first());
  const holders = await Promise.all(
    [hub, ...full].map(async (desk) =>
      (await desk.value("roster.search", { eventId, text: "9001" })).rows.map(({ id }) => id),
    ),
  );
  expect(new Set(holders.map((ids) => JSON.stringify(ids))).size).toBe(1);
});

test("M9 M10 the hub is lost: a full desk takes over with the key, what was not sent arrives once, and the former hub waits for a person", async () => {
  const venue = await openVenue();
  const { hub, full, pages, race } = venue;
  const { eventId, sandbox } = race;
  const [one] = full;
  const { runs } = await one.value("event.get", { eventId });
  const run = runs.find(({ registrationStatus }) => registrationStatus === "open") ?? runs[0];
  await cutConnection(sandbox);
  const saved = await one.value("walkUp.save", {
    ...order(),
    eventId,
    form: {
      eventRunId: run?.id ?? "",
      email: "lake@runner.example",
      name: "Lake Runner",
      registrationType: "free",
    },
    checkIn: true,
  });
  await expect
    .poll(async () => (await hub.call("outbox.get", { outboxId: saved.outboxId })).ok, slow)
    .toBe(true);
  hub.signal("SIGKILL");
  await restoreConnection(sandbox);

  const page = pages.one;
  await deskPage(page).goTo("Settings");
  await page.getByRole("button", { name: "Open Desks" }).click();
  await page.getByRole("button", { name: "Take over…" }).click();
  await page.getByRole("textbox", { name: /address/i }).fill(sandbox.url);
  await page
    .getByRole("textbox", { name: /key/i })
    .or(page.getByLabel(/key/i))
    .first()
    .fill(sandbox.keys["all"] ?? "");
  await page.getByRole("button", { name: "Take over", exact: true }).click();
  await expectSeen(page.getByRole("heading", { name: "This laptop is the hub" }));
  await expect
    .poll(
      async () => (await one.value("outbox.get", { outboxId: saved.outboxId })).entry.state,
      slow,
    )
    .toBe("done");
  expect((await readSandbox(sandbox)).created).toHaveLength(1);

  // The former hub is started again at its old address: neither database sends until a person chooses.
  const again = await startStationHost(race.dataDir, [
    ...inNetwork,
    "--port",
    new URL(hub.url).port,
  ]);
  await page.getByText("Two hubs: which one goes on?").first().waitFor(slow);
  for (const desk of [one, again]) {
    await expect
      .poll(async () => (await desk.value("desks.get", {})).sender.who, slow)
      .toBe("nobody");
  }
  const { rivals } = (await one.value("desks.get", {})).sender;
  const own = rivals.find(({ isThis }) => isThis);
  await page.getByRole("button", { name: `${own?.name ?? ""} goes on…` }).click();
  await page.getByRole("button", { name: `${own?.name ?? ""} goes on`, exact: true }).click();
  await expect
    .poll(async () => (await again.value("desks.get", {})).sender.who, slow)
    .toBe("other");
  expect((await one.value("desks.get", {})).sender.who).toBe("this");
  expect((await readSandbox(sandbox)).created).toHaveLength(1);
});
