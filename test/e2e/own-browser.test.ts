import { createServer } from "node:http";
import type { Page, Request } from "playwright";
import { expect, onTestFinished, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { newCommandId, startStationRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import type { StationHost } from "#test/support/hosts/start-host.ts";
import { startStationHost } from "#test/support/hosts/start-host.ts";
import { launchLink } from "#test/support/processes/launch-link.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const windows = browserWindows();

const pairingTitle = (page: Page) => page.getByRole("heading", { name: "Pair this device" });

/** A browser of another device, paired with a code. */
async function openPaired(station: StationHost, name: string): Promise<Page> {
  const { code } = await station.value("pairing.open", { commandId: newCommandId() });
  const page = await windows.open(station, { token: null });
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("textbox", { name: "Name of this device" }).fill(name);
  await page.keyboard.press("Enter");
  await expectGone(pairingTitle(page));
  return page;
}

async function startPractice(): Promise<StationHost> {
  const station = await startStationHost(temporaryFolder());
  await station.value("practice.start", { commandId: newCommandId() });
  await expect
    .poll(async () => {
      const { currentEventId: eventId } = await station.value("desk.get", {});
      return eventId === null
        ? null
        : (await station.value("event.get", { eventId })).download.state;
    })
    .toBe("complete");
  return station;
}

test("S7 a second tab of the owner's browser, and the address opened again, are in without pairing", async () => {
  const { host: station } = await startStationRace({ runners: 10 });
  const first = await windows.open(station);
  await expectSeen(deskPage(first).search);
  const kept = () => first.evaluate(() => localStorage.getItem("chute.owner-session"));
  await expect.poll(kept).not.toBeNull();
  expect(await kept()).not.toBe(station.scriptSession);

  const second = await first.context().newPage();
  await second.goto(station.url);
  await expectSeen(deskPage(second).search);
  await deskPage(second).goTo("Settings");
  await second.getByRole("button", { name: "Open Desks" }).click();
  await expectSeen(second.getByRole("button", { name: "Show a code" }));
  await second.close();
  const later = await windows.open(station, { token: null });
  await expectSeen(pairingTitle(later));
});

test("S7 a tab opened after the others were closed is in; after a restart the session is worth nothing", async () => {
  const { host: station, dataDir } = await startStationRace({ runners: 10 });
  const first = await windows.open(station, { tolerates: /./ });
  await expect
    .poll(() => first.evaluate(() => localStorage.getItem("chute.owner-session")))
    .not.toBeNull();
  const context = first.context();
  const second = await context.newPage();
  await first.goto("about:blank");
  await second.goto(station.url);
  await expectSeen(deskPage(second).search);
  const session = await second.evaluate(() => localStorage.getItem("chute.owner-session"));

  await station.stop();
  const again = await startStationHost(dataDir, ["--port", new URL(station.url).port]);
  expect(await again.call("desk.get", {}, session ?? "")).toMatchObject({ ok: false });
  await expectSeen(second.getByText("This browser was signed out"));
  await second.reload();
  await expectSeen(second.getByText("This browser was signed out"));
  // The new link may be opened in any tab: the other tabs have access again too.
  const third = await context.newPage();
  await third.goto(await launchLink(again));
  await expectSeen(deskPage(third).search);
  await expectSeen(deskPage(second).search);
});

test("S7 S8 whoever takes the port of a stopped station gets nothing that is good later; a tablet stays paired", async () => {
  const { host: station, dataDir } = await startStationRace({ runners: 10 });
  const owner = await windows.open(station, { tolerates: /./ });
  await expectSeen(deskPage(owner).search);
  const { code } = await station.value("pairing.open", { commandId: newCommandId() });
  const tablet = await windows.open(station, { token: null, tolerates: /./ });
  await tablet.getByRole("textbox", { name: "Code" }).fill(code);
  await tablet.keyboard.press("Enter");
  await expectSeen(deskPage(tablet).search);
  await station.stop();

  const { received, close } = await startStranger(Number(new URL(station.url).port));
  await expectSeen(owner.getByText("This browser was signed out"));
  await expectSeen(pairingTitle(tablet));
  const text = received.join("\n");
  expect(text).toContain("/session/hello");
  const sessions = [...text.matchAll(/"authorization":"Bearer ([^"]+)"/g)].map(([, one]) => one);
  expect(new Set(sessions).size).toBe(2);
  const device = await tablet.evaluate(() => localStorage.getItem("chute.device"));
  const { token } = JSON.parse(device ?? "{}") as { readonly token: string };
  expect(token.length).toBeGreaterThan(40);
  expect(text).not.toContain(token);
  await close();

  const again = await startStationHost(dataDir, ["--port", new URL(station.url).port]);
  for (const session of sessions) {
    expect(await again.call("desk.get", {}, session ?? "")).toMatchObject({
      error: { code: "no-access" },
    });
  }
  // Nobody pairs the tablet again: the tablet proves that it was paired, and so does the station.
  await expectSeen(deskPage(tablet).search);
});

/** Another program on the station's port. It refuses every request and keeps what it receives. */
async function startStranger(port: number) {
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      received.push(JSON.stringify({ path: request.url, body, ...request.headers }));
      response.writeHead(401, { "content-type": "application/json" }).end('{"ok":false}');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(() => void server.close());
  return { received, close };
}

test("M2 a pairing code says at once how many devices it still lets in; a new one voids it", async () => {
  const { host: station } = await startStationRace({ runners: 10 });
  const owner = await windows.open(station);
  await deskPage(owner).goTo("Settings");
  await owner.getByRole("button", { name: "Open Desks" }).click();
  await owner.getByRole("button", { name: "Show a code" }).click();
  const shown = owner.getByRole("status").filter({ hasText: "20 more devices" });
  const code = (await shown.locator("b").textContent()) ?? "";
  const tablet = await windows.open(station, { token: null });
  await tablet.getByRole("textbox", { name: "Code" }).fill(code);
  await tablet.keyboard.press("Enter");
  await expectGone(pairingTitle(tablet));
  await expectGone(shown);
  await expectSeen(owner.getByText(/19 more devices/));
  await owner.getByRole("button", { name: "New code" }).click();
  await expectSeen(owner.getByText(/20 more devices/));
  const other = await windows.open(station, { token: null });
  await other.getByRole("textbox", { name: "Code" }).fill(code);
  await other.keyboard.press("Enter");
  await expectSeen(other.getByText(/This code is not the one shown/));
});

test("K3 the end of a rehearsal is told once on each device that was there, and to none that came later", async () => {
  const station = await startPractice();
  const owner = await windows.open(station);
  const tablet = await openPaired(station, "Tablet");
  const over = (page: Page) => page.getByRole("dialog", { name: "The rehearsal is over" });
  await expectSeen(deskPage(owner).search);
  await station.value("rehearsal.start", { commandId: newCommandId() });
  // The clock on the screen is a timer too. Only a page that shows the rehearsal was there during it.
  for (const page of [owner, tablet]) {
    await expectSeen(page.getByRole("region", { name: "Rehearsal" }).getByRole("timer"));
  }
  await station.value("rehearsal.stop", { commandId: newCommandId() });
  for (const page of [owner, tablet]) {
    await expectSeen(over(page));
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expectGone(over(page));
    await page.reload();
    await expectSeen(deskPage(page).search);
    expect(await over(page).count()).toBe(0);
  }
  const late = await openPaired(station, "Late tablet");
  await expectSeen(deskPage(late).search);
  await expectSeen(late.getByText("PRACTICE", { exact: true }));
  expect(await over(late).count()).toBe(0);
});

const screens = ["check-in", "walk-up", "podium", "events", "sync", "settings", "desks"] as const;

/**
 * Presses each button of a screen, and opens the screen again before each press. In a dialog it presses the last
 * button.
 */
async function pressEverything(page: Page, screen: string, settled: () => Promise<void>) {
  const open = async (): Promise<void> => {
    await page.goto("about:blank");
    await page.goto(`${station(page)}#/${screen}`);
    await page.getByRole("navigation", { name: "Screens" }).waitFor();
    await settled();
    // Cards that are shown together stay hidden until each has its first answer (U2).
    await page.locator("main [inert]").first().waitFor({ state: "detached" });
  };
  await open();
  const pressed: string[] = [];
  const isPressed = new Set<string>();
  for (;;) {
    // Chooses buttons by their texts, so that a list of a hundred equal buttons is pressed once.
    const next = await page.evaluate(
      (known) => {
        const buttons = [...document.querySelectorAll<HTMLElement>("button")];
        const button = buttons.find(
          (each) => each.checkVisibility() && !known.includes(each.innerText.trim()),
        );
        button?.click();
        return button?.innerText.trim() ?? null;
      },
      [...isPressed],
    );
    if (next === null) return pressed;
    isPressed.add(next);
    pressed.push(next);
    await settled();
    await page.evaluate(() => {
      const inDialog = [...document.querySelectorAll<HTMLElement>("[role=dialog] button")];
      inDialog.at(-1)?.click();
    });
    await settled();
    await open();
  }
}

const addresses = new WeakMap<Page, string>();
const station = (page: Page): string => addresses.get(page) ?? "";

test("S1 a paired device sees no button that it may not press: every button of every screen is pressed", async () => {
  const host = await startPractice();
  const page = await openPaired(host, "Tablet");
  addresses.set(page, `${host.url}/`);
  const refused: string[] = [];
  const underWay = new Set<Request>();
  const isCall = (url: string): boolean => /\/(rpc|exports)\//.test(url);
  page.on("request", (request) => {
    if (isCall(request.url())) underWay.add(request);
  });
  page.on("requestfinished", (request) => void underWay.delete(request));
  page.on("requestfailed", (request) => void underWay.delete(request));
  page.on("response", (response) => {
    if (response.status() === 403) refused.push(new URL(response.url()).pathname);
  });
  const frames = (): Promise<unknown> =>
    page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  // A slow page may draw an answer, and ask for the next one, frames after the request is finished.
  const settled = async (): Promise<void> => {
    for (let quiet = 0; quiet < 3;) {
      await frames();
      quiet = underWay.size === 0 ? quiet + 1 : 0;
    }
  };
  const pressed: string[] = [];
  for (const screen of screens) pressed.push(...(await pressEverything(page, screen, settled)));
  expect(refused).toEqual([]);
  expect(pressed.length).toBeGreaterThan(20);
  for (const word of [/Leave practice/, /Start afresh/, /Rehearse/, /Show a code/]) {
    expect(pressed.filter((each) => word.test(each))).toEqual([]);
  }
});

test("L3 the theme is of the browser: the owner's other computer keeps its own, also after it is loaded again", async () => {
  const { host: station } = await startStationRace({ runners: 10 });
  const night = await windows.open(station);
  const tent = await windows.open(station);
  const themeOf = (page: Page) => page.locator("html").getAttribute("data-theme");
  await deskPage(night).goTo("Settings");
  await night.locator("label", { has: night.getByRole("radio", { name: "Dark" }) }).click();
  await expect.poll(() => themeOf(night)).toBe("dark");
  // The other browser draws a later change, so it had its time to follow the theme too.
  await station.value("settings.save", { commandId: newCommandId(), operator: "Mei" });
  await expectSeen(tent.getByText("Mei", { exact: true }).first());
  expect(await themeOf(tent)).toBe("light");
  await night.reload();
  await expectSeen(night.getByRole("heading", { level: 1, name: "Settings" }));
  expect(await themeOf(night)).toBe("dark");
  expect(await night.getByRole("radio", { name: "Dark" }).isChecked()).toBe(true);
  // Another tab of the same browser follows at once.
  const tab = await night.context().newPage();
  await tab.goto(night.url());
  await expect.poll(() => themeOf(tab)).toBe("dark");
  await night.getByRole("radio", { name: "Light" }).click({ force: true });
  await expect.poll(() => themeOf(tab)).toBe("light");
});
