import type { Page } from "playwright";
import { expect, test } from "vitest";
import { finishLog } from "#renderer/i18n/en/podium/finish-log.ts";
import { shell } from "#renderer/i18n/en/shell.ts";
import { ui } from "#renderer/i18n/en/ui.ts";
import type { BrowserDesk } from "#test/support/browser/browser-desk.ts";
import { openBrowserDesk, tolerates } from "#test/support/browser/browser-desk.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { logPage, showLog } from "#test/support/browser/finish-log-page.ts";
import { typeByHand } from "#test/support/browser/keys.ts";
import { newCommandId, startStationRace } from "#test/support/browser/race.ts";
import { goToScreen } from "#test/support/browser/go-to-screen.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();
const say = shell.connection;

const lost = (page: Page) => page.getByRole("alert").filter({ hasText: say.noHub });
const back = (page: Page) => page.getByText(say.back, { exact: true });

/** Cuts the cable and waits until the desk says so; returns the milliseconds. */
async function pull({ cable, page }: BrowserDesk): Promise<number> {
  const pulledAt = performance.now();
  cable.pull();
  await expectSeen(lost(page));
  return performance.now() - pulledAt;
}

async function restore({ cable, page }: BrowserDesk): Promise<void> {
  cable.restore();
  await expectSeen(back(page));
  await expectGone(lost(page));
}

const checkIns = async ({ host, eventId }: BrowserDesk): Promise<number> =>
  (await host.value("roster.runCounts", { eventId })).checkIns;

/**
 * Opens Amara Okafor's card and waits until the last byte of its answer is here. The bib 104 on the way to 1042 has a card,
 * too, and a cable that is cut before the last byte leaves no card.
 */
async function findAmara(page: Page): Promise<void> {
  const desk = deskPage(page);
  const whole = page.waitForResponse(
    async (answer) =>
      answer.url().endsWith("/rpc/roster.get") && (await answer.text()).includes("Amara Okafor"),
  );
  await desk.find("1042");
  await whole;
  await expectSeen(desk.card("Amara Okafor"));
  await expectSeen(desk.checkInButton);
}

test("M14 within five seconds a browser desk says in large words that nothing is saved; it keeps what is typed, and recovers by itself", async () => {
  const open = await openBrowserDesk(windows);
  const { page } = open;
  const desk = deskPage(page);
  await findAmara(page);
  expect(await pull(open)).toBeLessThan(5_000);
  await expectSeen(lost(page).getByText(say.notSaved, { exact: true }));
  await expectSeen(lost(page).getByText(say.staysHere));
  const size = await lost(page)
    .getByText(say.notSaved, { exact: true })
    .evaluate((title) => Number.parseFloat(getComputedStyle(title).fontSize));
  expect(size).toBeGreaterThanOrEqual(30);

  // The button says why it does nothing; Enter does nothing either.
  await expectGone(desk.checkInButton);
  await expectSeen(page.getByRole("button", { name: ui.noConnection }));
  await page.keyboard.press("Enter");
  await desk.find("1042");
  // The search has no answer; Enter is not kept until there is one.
  await page.keyboard.press("Enter");
  expect(await desk.search.inputValue()).toBe("1042");
  expect(await checkIns(open)).toBe(0);
  // Nothing on the screen claims that something is saved.
  await expectGone(desk.status.getByText(/Saving|Online|complete/));
  await expectSeen(desk.status.getByText(say.short));

  await restore(open);
  expect(await desk.search.inputValue()).toBe("1042");
  expect(await checkIns(open)).toBe(0);
  await desk.checkInButton.click();
  await expectSeen(desk.done.getByText("Hand over 1042 to"));
  await expectGone(back(page));
}, 60_000);

test("M14 without a connection nobody stays on the screen whom the text in the search box does not mean", async () => {
  const open = await openBrowserDesk(windows);
  const { page } = open;
  const desk = deskPage(page);
  await findAmara(page);
  await pull(open);
  // The text is longer now, so the card that is shown answers the former text.
  await typeByHand(page, "9");
  expect(await desk.search.inputValue()).toBe("10429");
  await expectGone(desk.card("Amara Okafor"));
  await expectGone(desk.found);
  await expectSeen(page.getByText("“10429” is looked up when the connection is back."));
  // The last answer to a text is known (M14): its runner comes back, without a way to check in.
  await page.keyboard.press("Backspace");
  await expectSeen(desk.card("Amara Okafor"));
  await expectGone(desk.checkInButton);
  await desk.search.fill("12");
  await expectGone(desk.card("Amara Okafor"));
  await restore(open);
  await expectSeen(desk.card("Tesfaye Wolde-Gabriel"));
  expect(await checkIns(open)).toBe(0);
}, 60_000);

test("M14 J8 a check-in that was on its way is repeated with its id, and counts once", async () => {
  const open = await openBrowserDesk(windows);
  const { page, cable } = open;
  const desk = deskPage(page);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/rpc/checkIn.perform")) return;
    sent.push((request.postDataJSON() as { readonly commandId: string }).commandId);
  });
  // A press before the card's answer is here, to its last byte, would wait for it (C8).
  await findAmara(page);
  cable.loseAnswers();
  await desk.checkInButton.click();
  await expectSeen(lost(page));
  await expectSeen(page.getByRole("heading", { name: "NOT SAVED" }));
  await expect.poll(() => checkIns(open)).toBe(1);
  await restore(open);
  await expectSeen(desk.done.getByText("Hand over 1042 to"));
  expect(await checkIns(open)).toBe(1);
  expect(sent).toHaveLength(2);
  expect(new Set(sent).size).toBe(1);
}, 60_000);

test("M14 J8 a walk-up that was on its way is saved once; one that is only typed stays on the form", async () => {
  const open = await openBrowserDesk(windows);
  const { page, cable, host } = open;
  const desk = deskPage(page);
  const fill = async (name: string, email: string): Promise<void> => {
    await goToScreen(page, "/walk-up");
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("textbox", { name: "E-mail" }).fill(email);
    await page.locator("label", { has: page.getByRole("radio", { name: /^10K/ }) }).click();
    await page.locator("label", { has: page.getByRole("radio", { name: "Paid" }) }).click();
  };
  const saved = async (): Promise<number> => {
    const { entries } = await host.value("outbox.list", { show: "all", limit: 50 });
    return entries.length;
  };
  await fill("Kari Nordmann", "kari@nordmann.example");
  cable.loseAnswers();
  await page.getByRole("button", { name: /^Save and check in/ }).click();
  await expectSeen(lost(page));
  await expect.poll(saved).toBe(1);
  await restore(open);
  await expectSeen(desk.done.getByText("Kari Nordmann"));
  expect(await saved()).toBe(1);

  await fill("Ola Nordmann", "ola@nordmann.example");
  await pull(open);
  await expectGone(page.getByRole("button", { name: /^Save/ }));
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Note" }).fill("Pays at the desk");
  await restore(open);
  expect(await saved()).toBe(1);
  expect(await page.getByRole("textbox", { name: "Note" }).inputValue()).toBe("Pays at the desk");
  await page.getByRole("button", { name: /^Save and check in/ }).click();
  await expectSeen(desk.done.getByText("Ola Nordmann"));
  expect(await saved()).toBe(2);
}, 60_000);

test("M14 J8 the undo of a retraction that was on its way is repeated with its id, and the walk-up is back", async () => {
  const open = await openBrowserDesk(windows);
  const { page, cable, host, eventId } = open;
  const { runs } = await host.value("event.get", { eventId });
  const eventRunId = runs.find(({ label }) => label === "10K")?.id ?? "";
  const form = { name: "Mia Berg", email: "mia@berg.example", eventRunId } as const;
  const { runner } = await host.value("walkUp.save", {
    commandId: newCommandId(),
    eventId,
    form: { ...form, registrationType: "paid" },
    checkIn: false,
  });
  await goToScreen(page, `/check-in?runner=${runner.id}`);
  await page.getByRole("button", { name: "Retract…" }).click();
  await page.getByRole("button", { name: "Retract", exact: true }).click();
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await expectSeen(undo);
  cable.loseAnswers();
  await undo.click();
  await expectSeen(lost(page));
  await restore(open);
  await expectSeen(page.getByText("Walk-up of Mia Berg is back"));
  const card = await host.value("roster.get", { eventId, runnerId: runner.id });
  expect(card.history.filter(({ kind }) => kind === "walk-up-restored")).toHaveLength(1);
}, 60_000);

test("M14 a bib that is being changed and a place of the podium keep what is typed; the place is saved by itself", async () => {
  const open = await openBrowserDesk(windows);
  const { page, host, eventId } = open;
  const desk = deskPage(page);
  await findAmara(page);
  await page.getByRole("button", { name: /^Change bib/ }).click();
  await page.getByRole("textbox", { name: "Bib" }).fill("4711");
  await pull(open);
  await page.keyboard.press("Enter");
  expect(await page.getByRole("textbox", { name: "Bib" }).inputValue()).toBe("4711");
  await restore(open);
  expect(await page.getByRole("textbox", { name: "Bib" }).inputValue()).toBe("4711");
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText(/has bib 4711|4711/));

  await desk.goTo("Podium");
  const bib = page.getByRole("textbox", { name: /^Bib of/ }).first();
  if (!(await bib.isVisible())) throw new Error("no place is open");
  await typeByHand(page, "4711");
  await pull(open);
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText(/It is saved by itself when the connection is back/));
  const slots = async (): Promise<number> => {
    const { runs } = await host.value("event.get", { eventId });
    const counts = await Promise.all(
      runs.map(async ({ id: runId }) => {
        const { segments } = await host.value("podium.get", { eventId, runId });
        return segments.reduce((sum, segment) => sum + segment.slots.length, 0);
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  expect(await slots()).toBe(0);
  await restore(open);
  await expect.poll(slots).toBe(1);
}, 60_000);

test("J1 J8 a podium line that a browser without a network could not send is counted on every screen, and goes again by itself", async () => {
  const { host, eventId } = await startStationRace({ runners: 60 });
  const page = await windows.open(host, { tolerates });
  const desk = deskPage(page);
  await desk.goTo("Podium");
  await page.getByRole("textbox", { name: /^Bib of 1st/ }).waitFor();
  // The stream of changes may outlive the network, so that only calls fail.
  await page.context().setOffline(true);
  await typeByHand(page, "104");
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText("It is saved by itself when the connection is back"));
  const runs = page.getByRole("group", { name: "Runs" }).getByRole("button");
  await runs.nth(1).click();
  await desk.goTo("Settings");
  const link = desk.status.getByRole("link", { name: "1 podium segment not saved" });
  const { runId } = await host.value("podium.get", { eventId });
  expect(await link.getAttribute("href")).toContain(`run=${encodeURIComponent(runId ?? "")}`);
  await page.context().setOffline(false);
  const kept = async () =>
    (await host.value("podium.get", { eventId })).segments[0]?.slots.map(({ bib }) => bib);
  await expect.poll(kept, { timeout: 15_000 }).toEqual(["104"]);
  await expectGone(desk.status.getByText("not saved"));
}, 60_000);

test("M14 the finish log goes on without a connection: each press is sent once when it is back", async () => {
  const open = await openBrowserDesk(windows);
  const { page, host, eventId } = open;
  await showLog(page);
  const log = logPage(page);
  await pull(open);
  for (let times = 0; times < 3; times += 1) await log.stamp.click();
  await typeByHand(page, "1042");
  await page.keyboard.press("Enter");
  await expectSeen(log.notSaved);
  await restore(open);
  await expectGone(log.notSaved);
  await expect
    .poll(async () => {
      const { stamps, bibs } = await host.value("finish.page", { eventId, limit: 10 });
      return [stamps, bibs];
    })
    .toEqual([3, 1]);
}, 60_000);

test("P9 M14 bibs that were typed without a connection are behind what another desk typed meanwhile, and a message names their rows", async () => {
  const open = await openBrowserDesk(windows);
  const { page, host, eventId } = open;
  await showLog(page);
  await expectSeen(page.getByText(finishLog.nothingTitle));
  await pull(open);
  for (const bib of ["1042", "1187"]) {
    await typeByHand(page, bib);
    await page.keyboard.press("Enter");
  }
  await expectSeen(logPage(page).notSaved);
  const elsewhere = { id: "line-elsewhere", bib: "1038", before: null };
  await host.value("finish.bib", { commandId: newCommandId(), eventId, ...elsewhere });
  await restore(open);
  await expectGone(logPage(page).notSaved);
  const moved = [
    { bib: "1042", index: 1 },
    { bib: "1187", index: 2 },
  ];
  await expectSeen(page.getByText(finishLog.movedBibs(moved)));
  await expectSeen(logPage(page).line(2).getByText("1042"));
  await page.reload();
  await expectSeen(page.getByText(finishLog.movedBibs(moved)));
  await page.getByRole("button", { name: ui.close }).click();
  await expectGone(page.getByText(finishLog.movedTitle));
}, 60_000);

/** The names of the commands that the page sends. */
function listenForCommands(page: Page): () => readonly string[] {
  const names: string[] = [];
  page.on("request", (request) => {
    const [, name] = /\/rpc\/([\w.]+)$/.exec(request.url()) ?? [];
    if (name !== undefined && request.postData()?.includes('"commandId"') === true) {
      names.push(name);
    }
  });
  return () => names;
}

const screens = ["/walk-up", "/podium", "/sync", "/events", "/settings"] as const;

/** Presses each button of the screen, in order, and closes what opens. */
async function pressEverything(page: Page, open: () => Promise<void>): Promise<number> {
  await open();
  const all = await page.getByRole("main").getByRole("button").filter({ visible: true }).count();
  for (let at = 0; at < all; at += 1) {
    await open();
    const button = page.getByRole("main").getByRole("button").filter({ visible: true }).nth(at);
    if ((await button.count()) === 0) continue;
    await button.click({ force: true, timeout: 2_000 });
    const dialog = page.locator("[role=dialog], [role=alertdialog]");
    const isOpen = (await dialog.count()) > 0;
    const inside = isOpen ? await dialog.getByRole("button").count() : 0;
    for (let nth = 0; nth < inside; nth += 1) {
      const choice = dialog.getByRole("button").nth(nth);
      if ((await choice.count()) > 0) await choice.click({ force: true, timeout: 2_000 });
    }
    if ((await dialog.count()) > 0) await page.keyboard.press("Escape");
    await expectGone(page.getByText(shell.screenFailed.title));
    await expectSeen(lost(page));
  }
  return all;
}

test("M14 without a connection every button of every screen of a desk may be pressed: nothing fails, and nothing is done later by surprise", async () => {
  const open = await openBrowserDesk(windows);
  const { page } = open;
  const desk = deskPage(page);
  await findAmara(page);
  // Each screen gets its answers before the connection is lost.
  for (const screen of screens) {
    await goToScreen(page, screen);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  }
  await goToScreen(page, "/check-in");
  await pull(open);
  const commands = listenForCommands(page);
  const find = async (): Promise<void> => {
    await goToScreen(page, "/check-in");
    await desk.search.fill("1042");
  };
  const goTo = (screen: (typeof screens)[number]) => () => goToScreen(page, screen);
  let pressed = await pressEverything(page, find);
  for (const screen of screens) {
    pressed += await pressEverything(page, goTo(screen));
  }
  expect(pressed).toBeGreaterThan(15);
  expect(commands()).toEqual([]);
  await restore(open);
  await page.waitForTimeout(1_000);
  expect(
    commands().filter((name) => !/^(podium\.enter|finish\.(stamp|bib)|gun\.set)$/.test(name)),
  ).toEqual([]);
  expect(await checkIns(open)).toBe(0);
});
