import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { startStationRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";
import { launchLink } from "#test/support/processes/launch-link.ts";

const windows = browserWindows();

/** Starts a server with a foreign page on this computer. */
async function startForeignPage(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Not Chute</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("pages of others", () => {
  test("S1 a foreign page can neither call a procedure nor receive invalidations, even with the owner's session", async () => {
    const { host: station, eventId } = await startStationRace({ runners: 10 });
    const page = await windows.blank({ tolerates: /./ });
    await page.goto(await startForeignPage());
    const { rows } = await station.value("roster.search", { eventId, text: "1042" });
    const told = await page.evaluate(
      async ({ url, token, eventId, runnerId }) => {
        const body = JSON.stringify({ commandId: "foreign-page", eventId, runnerId });
        const authorization = `Bearer ${token}`;
        const json = { authorization, "content-type": "application/json" };
        const attempts: readonly (readonly [string, RequestInit])[] = [
          ["/rpc/desk.get", { method: "POST", body: "{}", headers: json }],
          ["/rpc/checkIn.perform", { method: "POST", body, headers: json }],
          ["/rpc/checkIn.perform", { method: "POST", body, mode: "no-cors" }],
          ["/rpc", { headers: { authorization } }],
          ["/events", { headers: { authorization } }],
          ["/events", { mode: "no-cors" }],
          ["/pair", { method: "POST", body: "{}", mode: "no-cors" }],
        ];
        const read = async (path: string, init: RequestInit): Promise<string> => {
          try {
            return await (await fetch(url + path, init)).text();
          } catch {
            return "";
          }
        };
        return Promise.all(attempts.map(([path, init]) => read(path, init)));
      },
      { url: station.url, token: station.scriptSession, eventId, runnerId: rows[0]?.id ?? "" },
    );
    expect(told).toEqual(["", "", "", "", "", "", ""]);
    expect((await station.value("roster.runCounts", { eventId })).checkIns).toBe(0);
  });

  test("S1 a foreign page can neither frame the station nor hold on to its window", async () => {
    const station = await startStationProcess(temporaryFolder());
    const page = await windows.blank({ tolerates: /./ });
    await page.goto(await startForeignPage());
    const refused = page.waitForEvent("console", (message) => /frame/i.test(message.text()));
    await page.evaluate((url) => {
      const frame = document.createElement("iframe");
      frame.src = url;
      document.body.append(frame);
    }, station.url);
    expect((await refused).text()).toMatch(/frame-ancestors|X-Frame-Options/);
    const opened = page.waitForEvent("popup");
    const isCutOff = page.evaluate(async (url) => {
      const other = window.open(url);
      const isGone = (): boolean => other === null || other.closed;
      while (!isGone()) await new Promise((go) => setTimeout(go, 20));
      return isGone();
    }, station.url);
    await opened;
    expect(await isCutOff).toBe(true);
  });
});

describe("who may come in", () => {
  test("S1 M2 S10 without a token there is only the pairing page; a code lets devices in, each under a name of its own", async () => {
    const { host: station } = await startStationRace({ runners: 10 });
    const owner = await windows.open(station);
    const tablet = await windows.open(station, {
      token: null,
      viewport: { width: 820, height: 1180 },
    });
    await expectSeen(tablet.getByRole("heading", { name: "Pair this device" }));
    expect(await tablet.getByText("Harbour Hills Run").count()).toBe(0);

    await deskPage(owner).goTo("Settings");
    await owner.getByRole("button", { name: "Open Desks" }).click();
    await owner.getByRole("button", { name: "Show a code" }).click();
    const shown = owner.getByRole("status").filter({ hasText: "20 more devices" });
    const code = (await shown.locator("b").textContent()) ?? "";
    expect(code).toMatch(/^\d{3} \d{3}$/);

    await tablet.getByRole("textbox", { name: "Code" }).fill("wrong-code");
    await tablet.keyboard.press("Enter");
    await expectSeen(tablet.getByText(/This code is not the one shown/));
    await tablet.getByRole("textbox", { name: "Code" }).fill(code);
    const name = tablet.getByRole("textbox", { name: "Name of this device" });
    await name.fill("desk\u200b l");
    await tablet.keyboard.press("Enter");
    await expectSeen(tablet.getByText(/Another desk has this name or one that looks like it/));
    await name.fill("Tablet at the gate");
    await tablet.keyboard.press("Enter");
    await expectSeen(tablet.getByRole("heading", { name: "Harbour Hills Run" }));
    await expectSeen(owner.getByText("Tablet at the gate"));
    await tablet.reload();
    await expectSeen(tablet.getByRole("heading", { name: "Harbour Hills Run" }));

    const other = await windows.open(station, { token: null });
    await other.getByRole("textbox", { name: "Code" }).fill(code);
    await other.keyboard.press("Enter");
    await expectSeen(other.getByRole("heading", { name: "Harbour Hills Run" }));
    await expectSeen(owner.getByText(/18 more devices/));

    // What the owner grants or revokes is on the device's screen at once (S10).
    await deskPage(tablet).goTo("Settings");
    const exports = tablet.getByRole("heading", { name: "Export files" });
    expect(await exports.count()).toBe(0);
    const change = async (what: string): Promise<void> => {
      await owner.getByRole("button", { name: "Change Tablet at the gate…" }).click();
      if (what !== "Desk work only") {
        await expectSeen(owner.getByText(/Like every desk, it may send a walk-up again/));
      }
      await owner.getByRole("button", { name: what }).click();
      await expectGone(owner.getByRole("alertdialog"));
    };
    await change("Let it decide whether a walk-up arrived, and export");
    await expectSeen(exports);
    await change("Desk work only");
    await expectGone(exports);

    await expectSeen(owner.getByText(code));
    await owner.getByRole("button", { name: "Change Tablet at the gate…" }).click();
    await owner.getByRole("button", { name: /^Take access away/ }).click();
    const question = owner.getByRole("alertdialog", {
      name: "Take access away from Tablet at the gate?",
    });
    await expectSeen(question.getByText(/ends a code that is open/));
    expect((await station.value("device.list", {})).devices).toHaveLength(2);
    await question.getByRole("button", { name: "Take access away" }).click();
    // The device may know the code, so it ends as well.
    await expectSeen(owner.getByText(/Tablet at the gate has no access any more/));
    await expectGone(owner.getByText(code));
    await expectSeen(tablet.getByRole("heading", { name: "Pair this device" }));
  });

  test("S7 the launch code leaves the address at once; a link that was used says what to do", async () => {
    const { host: station } = await startStationRace({ runners: 10 });
    const link = await launchLink(station);
    const [, code = ""] = link.split("=");
    const page = await windows.blank();
    await page.goto(link);
    await expectSeen(deskPage(page).search);
    expect(page.url()).not.toContain(code);
    const kept = await page.evaluate(() =>
      JSON.stringify([history.state, document.cookie, { ...localStorage }, { ...sessionStorage }]),
    );
    expect(kept).not.toContain(code);
    await page.reload();
    await expectSeen(deskPage(page).search);

    const thief = await windows.blank();
    await thief.goto(link);
    await expectSeen(thief.getByText("This link is no longer good"));
    await expectSeen(thief.getByText(/Press Enter where Chute was started for a new link/));
    // The new link is opened in the same tab.
    await thief.goto(await launchLink(station));
    await expectSeen(deskPage(thief).search);
  });

  test("S7 the owner sees who is signed in, and signs everybody else out at once", async () => {
    const { host: station } = await startStationRace({ runners: 10 });
    const [here, there] = [await windows.open(station), await windows.open(station)];
    await expectSeen(deskPage(there).search);
    await deskPage(here).goTo("Settings");
    const list = here.getByRole("listitem").filter({ hasText: "last used" });
    await expect.poll(() => list.count()).toBe(3);
    await expectSeen(list.filter({ hasText: "this browser" }));
    await expectSeen(list.filter({ hasText: "Script" }));
    await here.getByRole("button", { name: "Sign out everywhere…" }).click();
    // The question says what happens to the others, and nothing happened yet.
    const question = here.getByRole("alertdialog", { name: "Sign out everywhere?" });
    await expectSeen(question.getByText(/^Every other browser and script of the owner/));
    expect(await list.count()).toBe(3);
    await question.getByRole("button", { name: "Sign out the others" }).click();
    await expect.poll(() => list.count()).toBe(1);
    await expectSeen(there.getByText("This browser was signed out"));
    await expectSeen(list.filter({ hasText: "this browser" }));
  });
});

test("S2 every screen works under the strict policy: nothing inline, nothing from elsewhere", async () => {
  const { host: station } = await startStationRace({ runners: 60 });
  const page = await windows.blank();
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== station.url) elsewhere.push(request.url());
  });
  const response = await page.goto(await launchLink(station));
  const policy = response?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:/);
  const desk = deskPage(page);
  await expectSeen(desk.search);
  await desk.find("2300");
  await page.getByRole("button", { name: /^Check in, with a reason/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Cancel/ })
    .click();
  await page.keyboard.press("F2");
  await expectSeen(page.getByRole("heading", { level: 1, name: "Walk-up" }));
  await page.keyboard.press("Escape");
  await desk.goTo("Events");
  await page.getByRole("button", { name: /All types/ }).click();
  await page.getByRole("option", { name: "race", exact: true }).click();
  await desk.goTo("Sync");
  await desk.goTo("Settings");
  await page.locator("label", { has: page.getByRole("radio", { name: "Dark" }) }).click();
  await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
  // A violation is an error of the page, and an error of the page fails the test.
  expect(elsewhere).toEqual([]);
});
