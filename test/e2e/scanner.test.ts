import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import type { DeskPage } from "#test/support/browser/desk-page.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { pressAfterLook, scan, typeByHand } from "#test/support/browser/keys.ts";
import type { Race } from "#test/support/browser/race.ts";
import { downloadEvent, startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";
import type { AnyHost } from "#test/support/hosts/start-host.ts";

const windows = browserWindows();

interface OpenDesk extends Race {
  readonly page: Page;
  readonly desk: DeskPage;
}

async function openDesk(): Promise<OpenDesk> {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await expectSeen(desk.search);
  return { ...race, page, desk };
}

const countCheckIns = async ({ host, eventId }: Race): Promise<number> =>
  (await host.value("roster.runCounts", { eventId })).checkIns;

async function idOf({ host, eventId }: Race, bib: string): Promise<string> {
  const { holders } = await host.value("bib.holders", { eventId, bib });
  return holders[0]?.id ?? "";
}

describe("what a scan is", () => {
  test("B4 with Enter, Tab or no suffix, with and without focus, a scan finds and never checks in", async () => {
    const open = await openDesk();
    const { page, desk } = open;
    await scan(page, "1042");
    await expectSeen(desk.card("Amara Okafor"));
    await expectSeen(page.getByText("Bib 1042, from the scanner"));
    await scan(page, "1187", { suffix: "Tab" });
    await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
    expect(await desk.search.evaluate((box) => box === document.activeElement)).toBe(true);
    await scan(page, "2210", { suffix: "none" });
    await expectSeen(desk.card("Łukasz Weiß"));
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await scan(page, "1038");
    await expectSeen(desk.card("Tuomas Okasalmi-Väänänen"));
    await page.getByRole("link", { name: "Events" }).focus();
    await scan(page, "A12");
    await expectSeen(desk.card("Zoë Okafor"));
    expect(await desk.search.inputValue()).toBe("A12");
    expect(await countCheckIns(open)).toBe(0);
    await pressAfterLook(page, "Enter");
    await expectSeen(desk.done.getByText("Hand over A12 to"));
  });

  testWithInterception(
    "B4 a slow typist is no scanner: every letter stays, and their Enter checks in",
    async () => {
      const open = await openDesk();
      const { host, page, desk } = open;
      const scans = await countScans(host, page);
      await typeByHand(page, "1042");
      await expectSeen(desk.card("Amara Okafor"));
      expect(await desk.search.inputValue()).toBe("1042");
      await page.keyboard.press("Enter");
      await expectSeen(desk.done.getByText("Hand over 1042 to"));
      expect(scans()).toBe(0);
    },
  );

  testWithInterception(
    "B4 the same code twice within 100 ms is one reading, twice in a row are two",
    async () => {
      const { host, page, desk } = await openDesk();
      const scans = await countScans(host, page);
      await scan(page, "1042\r1042");
      await expectSeen(desk.card("Amara Okafor"));
      await scan(page, "1187");
      await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
      expect(scans()).toBe(2);
    },
  );

  test("B4 what is scanned while a bib is asked for is that bib, and nothing is given before Enter", async () => {
    const { page, desk } = await openDesk();
    await desk.find("1042");
    await page.getByRole("button", { name: "Change bib" }).click();
    const bib = page.getByRole("textbox", { name: "Bib" });
    await bib.fill("55");
    await scan(page, "1187");
    await expect.poll(() => bib.inputValue()).toBe("1187");
    await expectSeen(page.getByText("Amara Okafor").first());
    await pressAfterLook(page, "Enter");
    await expectSeen(page.getByText("Bib 1187 is taken"));
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expectGone(bib);
  });

  test("B4 a scan is never typed into a field that did not ask", async () => {
    const { page } = await openDesk();

    await page.keyboard.press("F2");
    const name = page.getByRole("textbox", { name: "Name" });
    await name.fill("Kari Nordmann");
    await scan(page, "9100");
    await expect.poll(() => page.getByRole("textbox", { name: "Bib" }).inputValue()).toBe("9100");
    expect(await name.inputValue()).toBe("Kari Nordmann");
    await scan(page, "kari@nordmann.example", { suffix: "Tab" });
    await expect
      .poll(() => page.getByRole("textbox", { name: "E-mail" }).inputValue())
      .toBe("kari@nordmann.example");
    expect(await name.inputValue()).toBe("Kari Nordmann");
    await expectSeen(page.getByRole("heading", { level: 1, name: "Walk-up" }));
  });

  test("B4 the prefix of this desk's scanner is taken away, whatever is behind it", async () => {
    const open = await openDesk();
    const { page, desk } = open;
    await desk.goTo("Settings");
    const prefix = page.getByRole("textbox", { name: "Prefix" });
    await prefix.fill("%%");
    await prefix.blur();
    await expect
      .poll(async () => (await open.host.value("desk.get", {})).settings.scannerPrefix)
      .toBe("%%");
    // The window gets its new setting a moment after it was saved.
    await expect
      .poll(async () => {
        await scan(page, "%%7");
        return page.getByText("A bib: 7", { exact: true }).isVisible();
      })
      .toBe(true);
    await desk.goTo("Check-in");
    await scan(page, "%%12", { suffix: "none" });
    await expectSeen(desk.card("Tesfaye Wolde-Gabriel"));
    await expect.poll(() => desk.search.inputValue()).toBe("12");
  });
});

describe("what a scan means", () => {
  test("B4 chip labels, registration ids, e-mails and addresses that end in one are understood", async () => {
    const open = await openDesk();
    const { page, desk } = open;
    const id = await idOf(open, "1187");
    const cases: readonly (readonly [code: string, name: string])[] = [
      ["#1042~HHR-2026", "Amara Okafor"],
      [id, "Élodie Vandenbroucke-Saïdi"],
      [`https://harbour-hills.example/r/${await idOf(open, "1038")}`, "Tuomas Okasalmi-Väänänen"],
      ["ourania.p@mail.example", "Ουρανία Παπαδοπούλου"],
      [`https://harbour-hills.example/?registration=${id}`, "Élodie Vandenbroucke-Saïdi"],
      ["007", "نور الدين العكّاري"],
    ];
    for (const [code, name] of cases) {
      await scan(page, code);
      await expectSeen(desk.card(name));
    }
    await scan(page, "1062");
    await expectSeen(page.getByText("2 share this code"));
    await expectSeen(page.getByRole("heading", { name: "2 runners share this code" }));
    expect(await countCheckIns(open)).toBe(0);
  });

  test("B4 the next scan says that the runner before was not checked in", async () => {
    const { page, desk } = await openDesk();
    const said = page.getByText("Amara Okafor was scanned, but not checked in here");
    await scan(page, "1042");
    await expectSeen(desk.card("Amara Okafor"));
    await scan(page, "1187");
    await expectSeen(said);
    await page.getByRole("button", { name: "Open the runner" }).click();
    await expectSeen(desk.card("Amara Okafor"));
    await pressAfterLook(page, "Enter");
    await expectSeen(desk.done.getByText("Hand over 1042 to"));
    await scan(page, "1187");
    await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
    await expectGone(said);
  });

  test("B4 garbage and another event's code are said, with what to do", async () => {
    const open = await openDesk();
    const { page, desk, host, sandbox } = open;
    await scan(page, "%&/()=?");
    await expectSeen(page.getByText("Nobody has the code “%&/()=?”"));
    await expectSeen(page.getByText("Scan not found"));
    await scan(page, "9".repeat(60));
    await expectSeen(page.getByText(/Nobody has the code “9+…”/));
    const relay = (await host.value("event.list", { text: "relay" })).events[0];
    await downloadEvent(host, relay?.id ?? "");
    const [runner] = (
      await host.value("roster.search", { eventId: relay?.id ?? "", text: "1", limit: 1 })
    ).rows;
    await scan(page, runner?.id ?? "");
    await expectSeen(page.getByText("This code belongs to Quay to Quay Relay"));
    await desk.find("1042");
    await expectSeen(desk.card("Amara Okafor"));
    expect(sandbox.mainEventId).toBe(open.eventId);
  });

  test("B4 check in on scan is off at first; on, it checks in who may come in with one keystroke, nobody else", async () => {
    const open = await openDesk();
    const { page, desk } = open;
    await desk.goTo("Settings");
    const onScan = page.getByRole("switch", { name: "Check in on scan" });
    expect(await onScan.isChecked()).toBe(false);
    await page.locator("label", { has: onScan }).click();
    // The switch shows the press at once; the scans come when it is saved and every screen knows.
    const isSaved = async () => (await open.host.value("desk.get", {})).settings.checkInOnScan;
    await expect.poll(isSaved).toBe(true);
    await page.reload();
    await desk.goTo("Check-in");
    await scan(page, "1187");
    await expectSeen(desk.done.getByText("Hand over 1187 to"));
    await scan(page, "2300");
    await expectSeen(page.getByText("Registration cancelled"));
    await scan(page, "007");
    await expectSeen(page.getByText("Look at the bib: 007 is not 7."));
    await scan(page, "1062");
    await expectSeen(page.getByText("2 runners share this code"));
    // Nobody has this bib (B1): the runner with a similar one is shown, and a message says so.
    await scan(page, "01042");
    await expectSeen(desk.card("Amara Okafor"));
    await expectSeen(page.getByText("Nobody has bib 01042: is it 1042?"));
    await scan(page, "1187");
    await expectSeen(page.getByText("Already checked in"));
    expect(await countCheckIns(open)).toBe(1);
  });
});

test("C8 B1 a scanned bib that nobody has shows whose bib looks like it; Enter alone checks nobody in, and the screen names the keys", async () => {
  const open = await openDesk();
  const { page, desk } = open;
  await scan(page, "01042");
  await expectSeen(desk.card("Amara Okafor").getByText("Nobody has bib 01042: is it 1042?"));
  await expectSeen(page.getByRole("button", { name: "Check in" }).getByText("Ctrl Enter"));
  expect(await page.locator("[data-state=ready]").count()).toBe(0);
  await pressAfterLook(page, "Enter");
  const help = page.getByRole("status").filter({ hasText: "Instead of Enter press:" });
  await expectSeen(help.getByText("Ctrl Enter"));
  await expectSeen(help.getByText("Next runner"));
  expect(await page.locator("[data-shake]").count()).toBe(1);
  expect(await countCheckIns(open)).toBe(0);
  await page.keyboard.press("Control+Enter");
  await expectSeen(desk.done.getByText("Hand over 1042 to"));

  // Whoever presses the row has chosen it.
  await scan(page, "01187");
  await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
  await desk.found.getByRole("option").first().click();
  await expectSeen(desk.checkInButton);
  await pressAfterLook(page, "Enter");
  await expectSeen(desk.done.getByText("Hand over 1187 to"));
});

testWithInterception(
  "B4 a code that is answered after Check-in was left is not there at the next visit",
  async () => {
    const { host, page, desk } = await openDesk();
    const replies = await heldReplies(host, page, "roster.scan");
    let isAsked = false;
    replies.hold(() => (isAsked = true));
    await scan(page, "1042");
    await expect.poll(() => isAsked).toBe(true);
    await desk.goTo("Podium");
    await replies.release();
    // Another screen is asked for its data behind that answer.
    await desk.goTo("Events");
    await desk.goTo("Check-in");
    await expectSeen(page.getByText("Ready for the next runner."));
    expect(await desk.search.inputValue()).toBe("");
  },
);

/** How often this page asked which runner a code means. */
async function countScans(host: AnyHost, page: Page): Promise<() => number> {
  let count = 0;
  await interceptCalls(host, page, "roster.scan", (call) => {
    count += 1;
    return call.reply();
  });
  return () => count;
}
