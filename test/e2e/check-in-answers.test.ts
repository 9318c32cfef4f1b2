import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { goToScreen } from "#test/support/browser/go-to-screen.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { leaveEveryField, scan, typeByHand } from "#test/support/browser/keys.ts";
import { countCheckIns, deskOpener } from "#test/support/browser/open-desk.ts";
import { startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();
const openDesk = deskOpener(windows);

testWithInterception(
  "C8 a late answer to an older search changes nothing, and an early Enter waits for its own",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    const replies = await heldReplies(host, page, "roster.search");
    replies.hold((input) => input.includes('"mary jones"'));
    await desk.search.fill("mary jones");
    await desk.search.fill("1038");
    await expectSeen(desk.card("Tuomas Okasalmi-Väänänen"));
    await replies.release();
    expect(await desk.found.getByRole("option").allTextContents()).toHaveLength(1);
    await expectSeen(desk.card("Tuomas Okasalmi-Väänänen"));

    replies.hold((input) => input.includes('"1187"'));
    await desk.search.fill("1187");
    await page.keyboard.press("Enter");
    expect(await countCheckIns(open, "1187")).toBe(0);
    await replies.release();
    await expectSeen(desk.done.getByText("Hand over 1187 to"));
    expect(await countCheckIns(open, "1038")).toBe(0);
  },
);

testWithInterception(
  "C8 an early Enter means the runner whose card is on the screen, if the answer has the same one, and nobody else",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    const replies = await heldReplies(host, page, "roster.search");
    await desk.search.fill("vaan tuo");
    await expectSeen(desk.card("Tuomas Okasalmi-Väänänen"));
    replies.hold((input) => input.includes('"vaan tuom"'));
    await desk.search.fill("vaan tuom");
    await page.keyboard.press("Enter");
    await replies.release();
    await expectSeen(desk.done.getByText("Hand over 1038 to"));

    await desk.search.fill("ourania.p@mail");
    await expectSeen(desk.card("Ουρανία Παπαδοπούλου"));
    replies.hold((input) => input.includes('"vandenbroucke"'));
    await desk.search.fill("vandenbroucke");
    await page.keyboard.press("Enter");
    await replies.release();
    await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
    await expectSeen(desk.checkInButton);
    expect(await countCheckIns(open, "1187")).toBe(0);
    expect(await countCheckIns(open, "417")).toBe(0);
  },
);

testWithInterception(
  "C8 a press of Check in before the card is complete waits for it, and means the runner on the card",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    const replies = await heldReplies(host, page, "roster.get");
    replies.hold(() => true);
    await desk.find("1042");
    await expectSeen(desk.card("Amara Okafor"));
    await desk.checkInButton.click();
    expect(await countCheckIns(open, "1042")).toBe(0);
    await replies.release();
    await expectSeen(desk.done.getByText("Hand over 1042 to"));
    expect(await countCheckIns(open, "1042")).toBe(1);

    replies.hold(() => true);
    await desk.find("1187");
    await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
    await desk.checkInButton.click();
    await desk.search.fill("1038");
    await expectSeen(desk.card("Tuomas Okasalmi-Väänänen"));
    await replies.release();
    await expect.poll(() => countCheckIns(open, "1187")).toBe(1);
    await expectSeen(desk.card("Tuomas Okasalmi-Väänänen"));
    expect(await countCheckIns(open, "1038")).toBe(0);
  },
);

testWithInterception(
  "C8 on a tablet a press of Check in before the card is complete moves no focus to the search box, which would open the screen keyboard",
  async () => {
    const race = await startRace({ runners: 60 });
    const tablet = { viewport: { width: 820, height: 1180 }, isTouch: true };
    const page = await windows.open(race.host, tablet);
    const desk = deskPage(page);
    const replies = await heldReplies(race.host, page, "roster.get");
    replies.hold(() => true);
    await desk.find("1042");
    await expectSeen(desk.card("Amara Okafor"));
    await desk.checkInButton.tap();
    await leaveEveryField(page);
    await replies.release();
    await expectSeen(desk.done.getByText("Hand over 1042 to"));
    const isFocused = await desk.search.evaluate((box) => box === document.activeElement);
    expect(isFocused).toBe(false);
  },
);

testWithInterception(
  "C8 a press of Check in while the check-in of the runner before runs waits for its answer",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    const replies = await heldReplies(host, page, "checkIn.perform");
    replies.hold(() => true);
    await desk.find("1042");
    await desk.checkInButton.click();
    // A press before the card is complete waits; the command of 1042 must run before the next press.
    await expect.poll(() => countCheckIns(open, "1042")).toBe(1);
    await desk.find("1187");
    await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
    await desk.checkInButton.click();
    expect(await countCheckIns(open, "1187")).toBe(0);
    await replies.release();
    await expectSeen(desk.done.getByText("Hand over 1187 to"));
    expect(await countCheckIns(open, "1042")).toBe(1);
    expect(await countCheckIns(open, "1187")).toBe(1);
  },
);

testWithInterception(
  "C8 who types bib, Enter, bib, Enter, and leaves, faster than the answers come, has checked in each of them",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    const [searches, cards] = [
      await heldReplies(host, page, "roster.search"),
      await heldReplies(host, page, "roster.get"),
    ];
    cards.hold(() => true);
    searches.hold((input) => input.includes('"1187"'));
    await desk.find("1042");
    await page.keyboard.press("Enter");
    await typeByHand(page, "1187");
    expect(await desk.search.inputValue()).toBe("1187");
    await page.keyboard.press("Enter");
    await typeByHand(page, "1038");
    expect(await desk.search.inputValue()).toBe("1038");
    await page.keyboard.press("Enter");
    await deskPage(page).goTo("Podium");
    await Promise.all([searches.release(), cards.release()]);
    for (const bib of ["1042", "1187", "1038"]) {
      await expect.poll(() => countCheckIns(open, bib), { message: bib }).toBe(1);
    }
  },
);

testWithInterception(
  "C8 an Enter that waits is cancelled by Escape, and is told if it checks nobody in",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    const searches = await heldReplies(host, page, "roster.search");
    searches.hold(() => true);
    await desk.find("1042");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await desk.find("77777");
    await page.keyboard.press("Enter");
    await typeByHand(page, "1187");
    await searches.release();
    await expectSeen(page.getByText("Nobody matches “77777”, so nobody was checked in"));
    await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
    expect(await countCheckIns(open, "1042")).toBe(0);
    expect(await countCheckIns(open, "1187")).toBe(0);
  },
);

testWithInterception(
  "C8 who types bib, Enter, bib, Enter is told of a bib that nobody has, also when the next one is checked in after it",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    const searches = await heldReplies(host, page, "roster.search");
    searches.hold(() => true);
    await desk.find("77777");
    await page.keyboard.press("Enter");
    await typeByHand(page, "1187");
    await page.keyboard.press("Enter");
    await typeByHand(page, "1042");
    await searches.release();
    await expectSeen(desk.tickets.getByText("1187"));
    await expectSeen(page.getByText("Nobody matches “77777”, so nobody was checked in"));
  },
);

test("C8 a refused Enter is told in a message if the next runner is typed before anybody could read the refusal", async () => {
  const { page, desk } = await openDesk();
  const refused = [
    ["77777", "Nobody matches “77777”", "Nobody matches “77777”, so nobody was checked in"],
    ["2300", "Registration cancelled", "was not checked in: look at the card again"],
  ] as const;
  for (const [text, shown, message] of refused) {
    await desk.find(text);
    await expectSeen(page.getByText(shown));
    expect(await page.getByText(message).count()).toBe(0);
    // The keys are sent without a wait, as by fast hands.
    await Promise.all([page.keyboard.press("Enter"), typeByHand(page, "1042")]);
    await expectSeen(desk.card("Amara Okafor"));
    await expectSeen(page.getByText(message));
  }
});

testWithInterception(
  "C8 B4 an Enter that waits is finished when a code is scanned, and cancelled when another row is chosen",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    const cards = await heldReplies(host, page, "roster.get");
    cards.hold(() => true);
    await desk.find("1042");
    await expectSeen(desk.card("Amara Okafor"));
    await page.keyboard.press("Enter");
    await scan(page, "1187");
    await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
    await cards.release();
    await expect.poll(() => countCheckIns(open, "1042")).toBe(1);
    await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));

    cards.hold(() => true);
    await desk.find("104");
    const rows = desk.found.getByRole("option");
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    await page.keyboard.press("ArrowDown");
    const chosen = desk.found.getByRole("option", { selected: true });
    const former = await chosen.innerText();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => chosen.innerText()).not.toBe(former);
    await cards.release();
    // The row below is the runner who is in already.
    await expectSeen(page.getByText("Already checked in").first());
    expect((await host.value("roster.runCounts", { eventId: open.eventId })).checkIns).toBe(1);
  },
);

testWithInterception("an answer that is long in coming is waited for in words", async () => {
  const { host, page, desk } = await openDesk();
  const replies = await heldReplies(host, page, "roster.search");
  replies.hold(() => true);
  await desk.search.fill("1042");
  await expectSeen(page.getByText("Looking", { exact: true }));
  await expectGone(page.getByText("Ready for the next runner."));
  await replies.release();
  await expectSeen(desk.card("Amara Okafor"));
  await expectGone(page.getByText("Looking", { exact: true }));

  replies.hold(() => true);
  await desk.search.fill("1187");
  // A runner who is still shown is not presented as the answer to the new text.
  await expectSeen(page.getByText("Looking", { exact: true }));
  await expectSeen(desk.card("Amara Okafor"));
  await replies.release();
  await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));

  await desk.search.fill("zzzz");
  await expectSeen(page.getByRole("button", { name: /walk-up/i }));
  replies.hold(() => true);
  await desk.search.fill("zzzzz");
  // The hints of an empty search box do not appear between two answers.
  expect(await page.getByText("Ready for the next runner.").count()).toBe(0);
  await replies.release();
});

testWithInterception(
  "J8 Enter again and again, until the answer comes, checks in once; the button shows that it is busy",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    const replies = await heldReplies(host, page, "checkIn.perform");
    replies.hold(() => true);
    await desk.find("1042");
    await expectSeen(desk.checkInButton);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    const busy = page.getByRole("button", { name: "Checking in" });
    await busy.click({ force: true });
    expect(await busy.evaluate((button) => getComputedStyle(button).cursor)).toBe("progress");
    await replies.release();
    await expectSeen(desk.done.getByText("Hand over 1042 to"));
    expect(await countCheckIns(open, "1042")).toBe(1);
  },
);

testWithInterception(
  "J8 an answer that was lost: the same command goes again and counts once",
  async () => {
    const open = await openDesk(/ERR_FAILED/);
    const { host, page, desk } = open;
    const replies = await heldReplies(host, page, "checkIn.perform");
    replies.loseNext();
    await desk.find("1042");
    await expectSeen(desk.checkInButton);
    await page.keyboard.press("Enter");
    await expectSeen(page.getByRole("alert").getByRole("heading", { name: "NOT SAVED" }));
    await expectSeen(page.getByText(/nobody knows whether it was saved/));
    expect(await countCheckIns(open, "1042")).toBe(1);
    await page.getByRole("button", { name: "Try again" }).click();
    await expectSeen(desk.done.getByText("Hand over 1042 to"));
    expect(await countCheckIns(open, "1042")).toBe(1);
  },
);

testWithInterception(
  "J1 a check-in without an answer leaves a message where its red card goes: at another screen, or for the next runner",
  async () => {
    const open = await openDesk(/ERR_FAILED/);
    const { host, page, desk } = open;
    const replies = await heldReplies(host, page, "checkIn.perform");
    const lose = async (bib: string): Promise<void> => {
      replies.loseNext();
      await desk.find(bib);
      await expectSeen(desk.checkInButton);
      await page.keyboard.press("Enter");
      await expectSeen(page.getByRole("alert").getByRole("heading", { name: "NOT SAVED" }));
    };
    await lose("1042");
    await goToScreen(page, "/sync");
    await expectSeen(page.getByText("NOT SAVED: Amara Okafor. Find the runner again."));
    await goToScreen(page, "/check-in");
    await lose("1038");
    await desk.find("1187");
    await expectSeen(page.getByText("NOT SAVED: Tuomas Okasalmi-Väänänen. Find the runner again."));
  },
);

test("J1 what does not reach the disk is NOT SAVED, loudly; what was typed stays, and trying again saves it", async () => {
  const open = await openDesk();
  const { page, desk, dataDir } = open;
  await desk.find("1042");
  await expectSeen(desk.checkInButton);
  const other = new Database(join(dataDir, "live", "chute.sqlite"));
  other.exec("BEGIN IMMEDIATE");
  await page.keyboard.press("Enter");
  const alert = page.getByRole("alert").filter({ hasText: "NOT SAVED" });
  await expectSeen(alert);
  await expectSeen(alert.getByText("Another program holds the database."));
  await expectSeen(alert.getByText(/Do not hand over the bib yet\./));
  await expectSeen(alert.getByText("Amara Okafor"));
  expect(await desk.search.inputValue()).toBe("1042");
  await page.keyboard.press("Enter");
  await expectSeen(alert);
  expect(await countCheckIns(open, "1042")).toBe(0);
  other.exec("ROLLBACK");
  other.close();
  await page.getByRole("button", { name: "Try again" }).click();
  await expectSeen(desk.done.getByText("Hand over 1042 to"));
  expect(await countCheckIns(open, "1042")).toBe(1);
});
