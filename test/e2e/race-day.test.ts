import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "playwright";
import { expect, onTestFinished, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { pressAfterLook, scan } from "#test/support/browser/keys.ts";
import {
  cutConnection,
  restoreConnection,
  readSandbox,
  startRace,
} from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { startSandboxProcess } from "#test/support/processes/sandbox-process.ts";
import { restartHost, startHost } from "#test/support/hosts/start-host.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const windows = browserWindows();

/** Starts a login page that answers every request, as in a hotel's network. */
async function startLoginPage(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome to the hotel</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An address of this computer on which no server listens. */
async function freeAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

async function tryConnection(page: Page, address: string, key: string): Promise<void> {
  await page.getByRole("textbox", { name: "Base address" }).fill(address);
  await page.getByLabel("API key").fill(key);
  await page.getByLabel("API key").press("Enter");
}

/** The checkbox of an event. The visible tick is drawn, so a person presses the area around it. */
const pick = (page: Page, event: string): Locator =>
  page.locator("label", {
    has: page.getByRole("checkbox", { name: `Pick ${event}`, exact: true }),
  });

test("K2 while a wrong address does not answer, the corrected one is checked at the first Enter", async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    silent.close();
    silent.closeAllConnections();
  });
  const sandbox = await startSandboxProcess(["--runners", "20"]);
  const page = await windows.open(await startHost(temporaryFolder()));
  const key = sandbox.keys["all"] ?? "";
  await tryConnection(page, `http://127.0.0.1:${(silent.address() as AddressInfo).port}`, key);
  await expectSeen(page.getByRole("button", { name: "Checking" }));
  await tryConnection(page, sandbox.url, key);
  await expectSeen(page.getByText("Harbour Hills Athletics, premium"));
});

test("a new computer connects, looks through the events and downloads two of them", async () => {
  const sandbox = await startSandboxProcess(["--runners", "1200"]);
  const host = await startHost(temporaryFolder());
  const page = await windows.open(host);
  const desk = deskPage(page);
  const key = sandbox.keys["all"] ?? "";

  await expectSeen(page.getByRole("heading", { name: "Connect to your organization" }));
  await expectSeen(page.getByRole("heading", { name: "Practice with a sample race" }));
  expect(page.url()).not.toContain("token");

  const wrong: readonly (readonly [address: string, key: string, words: RegExp])[] = [
    ["http://api.example.org", key, /not protected/],
    ["harbour hills", key, /This is not an address/],
    [sandbox.url, "not-the-key", /The key was refused/],
    [await freeAddress(), key, /Nobody answers at this address/],
    [await startLoginPage(), key, /A web page answered, not the organizer’s system/],
  ];
  for (const [address, typedKey, words] of wrong) {
    await tryConnection(page, address, typedKey);
    await expectSeen(page.getByRole("alert").filter({ hasText: words }));
    await expectSeen(page.getByText(/Nothing was stored/));
    expect((await host.value("connection.get", {})).state).toBe("none");
  }

  await tryConnection(page, sandbox.url, key);
  await expectSeen(page.getByText(/Harbour Hills/));
  expect((await host.value("connection.get", {})).state).toBe("none");
  await page.getByRole("button", { name: /^Connect/ }).click();

  await expectSeen(page.getByRole("heading", { level: 1, name: "Events" }));
  const list = page.getByRole("region", { name: "Events of the organization" });
  await expectSeen(list.getByRole("button", { name: /Harbour Hills Run/ }));
  await expectSeen(list.getByRole("button", { name: /Tollan Saturday 5K/ }));
  await expectGone(list.getByRole("button", { name: /Winter Half/ }));

  await list.getByRole("button", { name: /All types/ }).click();
  await page.getByRole("option", { name: "time trial" }).click();
  await expectGone(list.getByRole("button", { name: /Harbour Hills Run/ }));
  await expectSeen(list.getByRole("button", { name: /Tollan Saturday 5K/ }));
  await list.getByRole("button", { name: /time trial Type/ }).click();
  await page.getByRole("option", { name: "All types" }).click();
  await list.getByRole("button", { name: /From today/ }).click();
  await page.getByRole("option", { name: "Any date" }).click();
  await expectSeen(list.getByRole("button", { name: /Winter Half/ }));
  await list.getByRole("searchbox", { name: "Find an event" }).fill("relay");
  await expectGone(list.getByRole("button", { name: /Harbour Hills Run/ }));
  await pick(page, "Quay to Quay Relay").click();
  await list.getByRole("searchbox", { name: "Find an event" }).fill("");
  await pick(page, "Harbour Hills Run").click();

  await sandbox.control("/faults", { delayMs: 200 });
  await page.getByRole("button", { name: /^Download 2 events/ }).click();
  await list.getByRole("button", { name: /Harbour Hills Run/ }).click();
  await expectSeen(page.getByRole("progressbar", { name: "Downloading registrations" }));
  await expectSeen(page.getByText(/of about 1,\d\d\d\. \d+ pages?\./));
  await page.getByRole("button", { name: "Cancel" }).click();
  await expectSeen(page.getByText("Stopped part way"));
  const [stopped] = (await host.value("download.status", { eventId: sandbox.mainEventId }))
    .downloads;
  expect(stopped).toMatchObject({ state: "paused" });

  await sandbox.control("/faults", { delayMs: 0 });
  await page.getByRole("button", { name: /^Go on downloading/ }).click();
  await expectSeen(page.getByText("1,200 registrations"));
  await expectSeen(page.getByText("They agree in every run that has a count."));
  const [whole] = (await host.value("download.status", { eventId: sandbox.mainEventId })).downloads;
  expect(whole).toMatchObject({ state: "complete", rows: 1_200 });
  await expectSeen(
    list.getByRole("button", { name: /Quay to Quay Relay/ }).getByText(/Complete since/),
  );

  await page.getByRole("button", { name: /^Open for check-in/ }).click();
  await expectSeen(page.getByRole("heading", { level: 1, name: "Harbour Hills Run" }));
  await expectSeen(desk.search);
  await expectSeen(desk.status.getByText(/Copy from \d\d:\d\d, complete/));
});

test("a race day without a connection: runners come in, walk-ups are sent once when it is back", async () => {
  const race = await startRace({ runners: 300 });
  const { sandbox, eventId } = race;
  let { host } = race;
  // This test refuses connections and stops the station once.
  let page = await windows.open(host, { tolerates: /ERR_|Failed to fetch|network error/ });
  let desk = deskPage(page);
  await expectSeen(page.getByRole("heading", { name: "Harbour Hills Run" }));

  await cutConnection(sandbox);
  await desk.goTo("Sync");
  await page.getByRole("button", { name: "Look for changes" }).click();
  await expectSeen(desk.status.getByText(/Offline since \d\d:\d\d/));
  await expectSeen(desk.status.getByText("Saving on this computer."));
  await expectSeen(desk.status.getByText(/Copy from \d\d:\d\d, complete/));
  await desk.goTo("Check-in");

  // Checks in by bib.
  await desk.find("1042");
  await expectSeen(desk.card("Amara Okafor"));
  await expectSeen(page.getByText("2 other runners have this e-mail"));
  await page.keyboard.press("Enter");
  await expectSeen(desk.done.getByText("Hand over 1042 to"));
  expect(await desk.search.inputValue()).toBe("");
  await page.keyboard.press("Control+z");
  await expectSeen(page.getByText("Check-in of Amara Okafor undone"));
  await expectGone(desk.tickets.getByText("Amara Okafor"));

  // Checks in a family together.
  await page.getByRole("button", { name: "Check in all 3" }).click();
  await expectSeen(desk.done.getByRole("heading", { name: "3 checked in" }));
  for (const name of ["Amara Okafor", "Chidi Okafor", "Zoë Okafor"]) {
    await expectSeen(desk.done.getByText(name));
    await expectSeen(desk.tickets.getByText(name));
  }

  // Searches by parts of the name in any order and of any length, and by e-mail.
  await desk.find("vaan tuom");
  await expectSeen(desk.card("Tuomas Okasalmi-Väänänen"));
  await page.keyboard.press("Enter");
  await expectSeen(desk.done.getByText("Hand over 1038 to"));
  await page.getByRole("button", { name: "Undo check-in of Tuomas" }).last().click();
  await expectSeen(page.getByText("Check-in of Tuomas Okasalmi-Väänänen undone"));
  await desk.find("thordis@");
  await expectSeen(page.getByText("Already checked in elsewhere"));
  await desk.find("ouran");
  await desk.find("ourania.p@mail");
  await expectSeen(desk.card("Ουρανία Παπαδοπούλου"));
  await page.keyboard.press("Enter");
  await expectSeen(desk.done.getByText("Hand over 417 to"));

  // Checks in by scan; the focus may be anywhere.
  await scan(page, "1187");
  await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
  await page.getByRole("button", { name: "Change bib" }).focus();
  await scan(page, "2210");
  await expectSeen(desk.card("Łukasz Weiß"));
  await pressAfterLook(page, "Enter");
  await expectSeen(desk.done.getByText("Hand over 2210 to"));

  // Gives a bib to a runner without one, and then tries a bib that is taken.
  await desk.find("okasha");
  await expectSeen(page.getByRole("heading", { name: /runners match/ }));
  await page.keyboard.press("ArrowDown");
  await expectSeen(desk.card("نور الدين عكّاشة"));
  await page.getByRole("button", { name: "Give a bib" }).click();
  await page.getByRole("textbox", { name: "Bib" }).fill("777");
  await pressAfterLook(page, "Enter");
  await expectSeen(page.getByText("Bib 777 given to \u2068نور الدين عكّاشة\u2069"));
  await desk.find("1061");
  await page.getByRole("button", { name: "Change bib" }).click();
  await page.getByRole("textbox", { name: "Bib" }).fill("777");
  await page.keyboard.press("Enter");
  await expectSeen(page.getByRole("heading", { name: "Bib 777 is taken" }));
  await page.getByRole("button", { name: "Swap the two" }).click();
  await expectSeen(page.getByText("สมชาย ศรีสุวรรณ has bib 777 now"));
  await page.keyboard.press("Escape");

  // Saves two walk-ups: one for a run with free places, and one for a full run.
  await desk.find("Kari Nordmann");
  await expectSeen(page.getByText("Nobody matches “Kari Nordmann”"));
  await page.keyboard.press("F2");
  await expectSeen(page.getByRole("heading", { level: 1, name: "Walk-up" }));
  const walkUp = walkUpForm(page);
  expect(await walkUp.name.inputValue()).toBe("Kari Nordmann");
  await walkUp.email.fill("kari.nowhere");
  await walkUp.run("10K").click();
  await walkUp.entry("Paid").click();
  await walkUp.bib.fill("1042");
  await walkUp.bib.press("Enter");
  await expectSeen(page.getByText("This is not a whole e-mail address."));
  await expectSeen(page.getByText(/^Bib 1042 is taken by Amara Okafor, /));
  await walkUp.email.fill("kari@nordmann.example");
  await walkUp.bib.fill("9001");
  await expectGone(page.getByText("This is not a whole e-mail address."));
  await expectGone(page.getByText(/is taken by/));
  await page.getByRole("button", { name: /^Save and check in/ }).click();
  await expectSeen(page.getByText("Saved: 10K, paid. Will be sent when the connection is back."));
  await expectSeen(desk.done.getByText("Hand over 9001 to"));

  await page.keyboard.press("F2");
  await walkUp.name.fill("Ola Nordmann");
  await walkUp.email.fill("ola@nordmann.example");
  await walkUp.run("Half").click();
  await walkUp.entry("Paid").click();
  await expectSeen(page.getByText(/sold out at the last download. The organizer may refuse/));
  await page.getByRole("button", { name: /^Save and check in/ }).click();
  await expectSeen(desk.done.getByText("Ola Nordmann"));
  await expectSeen(desk.status.getByText("2 waiting to be sent"));
  expect((await readSandbox(sandbox)).created).toEqual([]);

  // The laptop is closed and opened again.
  const gone = page.getByText(/The program behind this screen does not answer/);
  const isLeftBehind = host.kind === "station" ? expectSeen(gone) : Promise.resolve();
  host = await restartHost(host);
  await isLeftBehind;
  if (host.kind === "station") await expectGone(gone);
  page = await windows.reopen(page, host);
  desk = deskPage(page);
  await expectSeen(desk.status.getByText("2 waiting to be sent"));
  for (const name of ["Łukasz Weiß", "Kari Nordmann", "Ola Nordmann"]) {
    await expectSeen(desk.tickets.getByText(name));
  }
  await desk.find("777");
  await expectSeen(desk.card("สมชาย ศรีสุวรรณ"));
  const { checkIns } = await host.value("roster.runCounts", { eventId });
  expect(checkIns).toBe(7);

  // The connection is back and loses one answer: the registration exists, and this computer does not know it. Sending
  // is paused until then, so that the first saved entry is sent first.
  await desk.goTo("Sync");
  await page.getByRole("button", { name: "Pause" }).click();
  await expectSeen(page.getByRole("button", { name: "Resume" }));
  await sandbox.control("/faults", {
    rules: [{ kind: "lost-reply", method: "POST", path: "/registration", times: 1 }],
  });
  await restoreConnection(sandbox);
  await page.getByRole("button", { name: "Try now" }).click();
  await page.getByRole("button", { name: "Resume" }).click();
  await expectSeen(page.getByText(/The organizer’s system refused it/));
  // The entry whose answer was lost may wait some seconds for its next try, so a person asks for it.
  await page.getByRole("button", { name: "Try now" }).click();
  await expectSeen(page.getByText("1 sent today, confirmed by the organizer’s system"));
  await expectSeen(page.getByRole("heading", { level: 1, name: "1 needs you" }));
  const refusal = page.getByRole("alert").filter({ hasText: "“" });
  await expectSeen(refusal);
  await page.getByRole("button", { name: /Half Run/ }).click();
  await page.getByRole("option", { name: "10K" }).click();
  await expectSeen(page.getByText("Changed, was Half"));
  await page.getByRole("button", { name: /^Fix and send/ }).click();
  await expectSeen(page.getByText("2 sent today, each confirmed by the organizer’s system"));
  await expectSeen(page.getByRole("heading", { level: 1, name: "Nothing waits to be sent" }));
  await expectSeen(desk.status.getByText("Online"));
  const queue = page.getByRole("region", { name: "The queue" });
  await queue.getByRole("button", { name: "Show", exact: true }).click();
  await expectSeen(page.getByText(/Kari Nordmann, 10K,/));
  await expectSeen(page.getByText(/Ola Nordmann, 10K,/));

  const { created, keys } = await readSandbox(sandbox);
  const registered = created.map((each) => ("registration" in each ? each.registration : null));
  expect(registered).toMatchObject([
    { email: "kari@nordmann.example", name: "Kari Nordmann", registrationType: "paid" },
    { email: "ola@nordmann.example", name: "Ola Nordmann", registrationType: "paid" },
  ]);
  expect(created[0]).toMatchObject({ notes: expect.stringContaining("9001") as string });
  // The entry whose answer was lost was sent twice with one key. The refused entry has another key, which created
  // nothing.
  expect(keys.map(({ answer, sends, conflicts }) => [answer?.status, sends, conflicts])).toEqual([
    [201, 2, 0],
    [422, 1, 0],
    [201, 1, 0],
  ]);
  await desk.goTo("Check-in");
  await desk.find("9001");
  await expectSeen(page.getByText("Confirmed by the organizer’s system"));
});

/** The walk-up form, found by its labels. */
function walkUpForm(page: Page) {
  return {
    name: page.getByRole("textbox", { name: "Name" }),
    email: page.getByRole("textbox", { name: "E-mail" }),
    bib: page.getByRole("textbox", { name: "Bib" }),
    run: (label: string): Locator =>
      page.locator("label", { has: page.getByRole("radio", { name: new RegExp(`^${label}`) }) }),
    entry: (label: string): Locator =>
      page.locator("label", { has: page.getByRole("radio", { name: label, exact: true }) }),
  };
}
