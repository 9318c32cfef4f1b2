import { expect } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { retype, typeByHand } from "#test/support/browser/keys.ts";
import { countCheckIns, deskOpener } from "#test/support/browser/open-desk.ts";
import { placeable, podiumPage } from "#test/support/browser/podium-page.ts";
import { newCommandId } from "#test/support/browser/race.ts";
import type { Race } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const openDesk = deskOpener(browserWindows());

async function isCheckedIn({ host, eventId }: Race, bib: string): Promise<boolean> {
  const { rows } = await host.value("roster.search", { eventId, text: bib });
  return rows[0]?.checkedIn !== null;
}

testWithInterception(
  "C3 Ctrl+Z after Enter undoes that check-in, also before its answer is here",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    const replies = await heldReplies(host, page, "checkIn.perform");
    replies.hold(() => true);
    await desk.find("1042");
    await expectSeen(desk.card("Amara Okafor"));
    await page.keyboard.press("Enter");
    await expect.poll(() => countCheckIns(open, "1042")).toBe(1);
    await page.keyboard.press("Control+z");
    expect(await desk.search.inputValue()).toBe("1042");
    await replies.release();
    await expect.poll(() => isCheckedIn(open, "1042")).toBe(false);
    await expectSeen(desk.checkInButton);
  },
);

testWithInterception(
  "C3 C8 Ctrl+Z cancels an Enter that waits for the card, and nobody is checked in",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    const replies = await heldReplies(host, page, "roster.get");
    replies.hold(() => true);
    await desk.find("1042");
    await expectSeen(desk.card("Amara Okafor"));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+z");
    expect(await desk.search.inputValue()).toBe("1042");
    await replies.release();
    await desk.find("1187");
    await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
    expect(await countCheckIns(open, "1042")).toBe(0);
  },
);

testWithInterception(
  "C3 Ctrl+Z while a family is being checked in undoes that once it is done",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    const family = await heldReplies(host, page, "checkIn.performAll");
    family.hold(() => true);
    await desk.find("1042");
    await page.getByRole("button", { name: /^Check in all/ }).click();
    await expect.poll(() => isCheckedIn(open, "1042")).toBe(true);
    await page.keyboard.press("Control+z");
    await family.release();
    await expect.poll(() => isCheckedIn(open, "1042")).toBe(false);
    await expectSeen(page.getByText(/undone$/));
  },
);

testWithInterception(
  "C3 Ctrl+Z while two bibs are being swapped undoes that once it is done",
  async () => {
    const { host, page, desk, eventId } = await openDesk();
    const swaps = await heldReplies(host, page, "bib.swap");
    swaps.hold(() => true);
    await desk.find("1038");
    await page.getByRole("button", { name: "Change bib" }).click();
    await typeByHand(page, "1187");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Swap the two" }).click();
    const holderOf1038 = async () => {
      const { rows } = await host.value("roster.search", { eventId, text: "1038" });
      return rows[0]?.name;
    };
    await expect.poll(holderOf1038).toBe("Élodie Vandenbroucke-Saïdi");
    await page.keyboard.press("Control+z");
    await swaps.release();
    await expect.poll(holderOf1038).toBe("Tuomas Okasalmi-Väänänen");
  },
);

testWithInterception(
  "C4 a relative who was checked in a moment before does not wait beside the green card",
  async () => {
    const open = await openDesk();
    const { host, page, desk, eventId } = open;
    await desk.find("1042");
    await expectSeen(desk.card("Amara Okafor"));
    const { rows } = await host.value("roster.search", { eventId, text: "1042" });
    const card = await host.value("roster.get", { eventId, runnerId: rows[0]?.id ?? "" });
    const relative = card.family.find(({ bib, checkedIn }) => bib !== null && checkedIn === null);
    await page.keyboard.press("Escape");
    const cards = await heldReplies(host, page, "roster.get");
    cards.hold((input) => input.includes(rows[0]?.id ?? "-"));
    await desk.find("1042");
    await expectSeen(desk.card("Amara Okafor"));
    await page.keyboard.press("Enter");
    await typeByHand(page, relative?.bib ?? "");
    await expectSeen(desk.card(relative?.name ?? ""));
    await page.keyboard.press("Enter");
    await expectSeen(desk.done.getByText(`Hand over ${relative?.bib ?? ""} to`));
    await expectSeen(desk.done.getByText("Amara"));
    await cards.release();
    await expect.poll(() => isCheckedIn(open, "1042")).toBe(true);
    await expectGone(desk.done.getByText("Amara"));
  },
);

testWithInterception(
  "B4 C8 who presses Check in and then the search box types the next runner, not more of the former text",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    const replies = await heldReplies(host, page, "checkIn.perform");
    replies.hold(() => true);
    await desk.find("1042");
    await desk.checkInButton.click();
    await desk.search.click();
    await typeByHand(page, "1187");
    expect(await desk.search.inputValue()).toBe("1187");
    await replies.release();
    await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
    expect(await countCheckIns(open, "1042")).toBe(1);
  },
);

testWithInterception(
  "B4 C8 the next bib stays whole while the Enter before it, which waited for the search, is being saved",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    const [searches, saves] = [
      await heldReplies(host, page, "roster.search"),
      await heldReplies(host, page, "checkIn.perform"),
    ];
    searches.hold((input) => input.includes('"1042"'));
    saves.hold(() => true);
    await desk.find("1042");
    await page.keyboard.press("Enter");
    await typeByHand(page, "11");
    await searches.release();
    await expect.poll(() => countCheckIns(open, "1042")).toBe(1);
    await typeByHand(page, "87");
    expect(await desk.search.inputValue()).toBe("1187");
    await saves.release();
    await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
    expect(await desk.search.inputValue()).toBe("1187");
    expect(await countCheckIns(open, "1042")).toBe(1);
  },
);

testWithInterception(
  "B4 C8 a next bib that begins with the one that is being saved stays whole, also when that is saved meanwhile",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    const saves = await heldReplies(host, page, "checkIn.perform");
    saves.hold(() => true);
    await desk.find("1042");
    await expectSeen(desk.card("Amara Okafor"));
    await page.keyboard.press("Enter");
    await expect.poll(() => countCheckIns(open, "1042")).toBe(1);
    await typeByHand(page, "10425");
    expect(await desk.search.inputValue()).toBe("10425");
    await page.keyboard.press("Backspace");
    await saves.release();
    await expectSeen(page.getByText(/^Amara Okafor/).last());
    expect(await desk.search.inputValue()).toBe("1042");
    await typeByHand(page, "6");
    expect(await desk.search.inputValue()).toBe("10426");
  },
);

testWithInterception(
  "J1 C8 the next bib stays whole while the check-in before it is tried again from its red card",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    const tries = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    let asked = 0;
    await interceptCalls(host, page, "checkIn.perform", async (call) => {
      asked += 1;
      await tries[asked === 1 ? 0 : 1].promise;
      if (asked === 1) return call.refuse("not-saved");
      await call.perform();
      return call.reply();
    });
    await desk.find("1042");
    await expectSeen(desk.card("Amara Okafor"));
    await page.keyboard.press("Enter");
    await typeByHand(page, "11");
    tries[0].resolve();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => asked).toBe(2);
    await typeByHand(page, "87");
    expect(await desk.search.inputValue()).toBe("1187");
    tries[1].resolve();
    await expect.poll(() => countCheckIns(open, "1042")).toBe(1);
    await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
    expect(await desk.search.inputValue()).toBe("1187");
  },
);

testWithInterception("B4 what is typed while a bib is being saved is the next runner", async () => {
  const { host, page, desk } = await openDesk();
  const replies = await heldReplies(host, page, "bib.assign");
  replies.hold(() => true);
  await desk.find("1042");
  await page.getByRole("button", { name: "Change bib" }).click();
  await typeByHand(page, "2042");
  await page.keyboard.press("Enter");
  await typeByHand(page, "1187");
  expect(await desk.search.inputValue()).toBe("1187");
  await replies.release();
  await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
  expect(await desk.search.inputValue()).toBe("1187");
  await desk.find("2042");
  await expectSeen(desk.card("Amara Okafor"));
});

testWithInterception(
  "U2 a switch shows each press at once, and what it shows last is what is saved",
  async () => {
    const { host, page, desk } = await openDesk();
    await desk.goTo("Settings");
    const [sounds, onScan] = ["Sounds", "Check in on scan"].map((name) =>
      page.getByRole("switch", { name }),
    );
    if (sounds === undefined || onScan === undefined) throw new Error("There are two switches.");
    await expectSeen(sounds);
    expect([await sounds.isChecked(), await onScan.isChecked()]).toEqual([true, false]);
    const replies = await heldReplies(host, page, "settings.save");
    replies.hold(() => true);
    // The inputs of the switches are visually hidden, so their labels are pressed.
    for (const name of ["Sounds", "Sounds", "Sounds", "Check in on scan"]) {
      await page.locator("label").filter({ hasText: name }).first().click();
    }
    expect([await sounds.isChecked(), await onScan.isChecked()]).toEqual([false, true]);
    await replies.release();
    const saved = async () => (await host.value("desk.get", {})).settings;
    await expect.poll(saved).toMatchObject({ sounds: false, checkInOnScan: true });
    expect([await sounds.isChecked(), await onScan.isChecked()]).toEqual([false, true]);
  },
);

testWithInterception(
  "J3 an operator's name that was typed is saved when another screen is opened",
  async () => {
    const { host, page, desk } = await openDesk();
    await desk.goTo("Settings");
    await page.getByRole("textbox", { name: "Operator" }).fill("Mei Tanaka");
    await desk.goTo("Check-in");
    const operator = async () => (await host.value("desk.get", {})).settings.operator;
    await expect.poll(operator).toBe("Mei Tanaka");
    await expectSeen(page.getByText("Mei Tanaka"));
  },
);

testWithInterception(
  "J1 an operator's name that cannot be saved is told on the screen that was opened meanwhile",
  async () => {
    const { host, page, desk } = await openDesk();
    await desk.goTo("Settings");
    await page.getByRole("textbox", { name: "Operator" }).fill("Mei Tanaka");
    await interceptCalls(host, page, "settings.save", (call) => call.refuse("not-saved"));
    await desk.goTo("Check-in");
    await expectSeen(page.getByText(/^Desk and operator: NOT SAVED/));
    await expectSeen(desk.search);
  },
);

testWithInterception(
  "W2 F2 while a walk-up is being saved opens the next form after it, with only what was typed since",
  async () => {
    const { host, page, desk, eventId } = await openDesk();
    const replies = await heldReplies(host, page, "walkUp.save");
    await page.keyboard.press("F2");
    const name = page.getByRole("textbox", { name: "Name" });
    await name.fill("Nina Tavares");
    await page.getByRole("textbox", { name: "E-mail" }).fill("nina@tavares.example");
    for (const label of [/^10K/, "Paid"]) {
      await page.locator("label", { has: page.getByRole("radio", { name: label }) }).click();
    }
    replies.hold(() => true);
    await page.keyboard.press("Enter");
    await expectSeen(page.getByText(/^Saving|^Checking in/));
    await page.keyboard.press("F2");
    // A second Enter changes nothing either.
    await page.keyboard.press("Enter");
    await typeByHand(page, "x");
    expect(await name.inputValue()).toBe("Nina Tavares");
    await replies.release();
    await expect.poll(() => name.inputValue()).toBe("x");
    await typeByHand(page, "enia Lind");
    expect(await name.inputValue()).toBe("xenia Lind");
    expect(await page.getByRole("textbox", { name: "E-mail" }).inputValue()).toBe("");
    const found = await host.value("roster.search", { eventId, text: "Nina Tavares", limit: 5 });
    expect(found.rows).toHaveLength(1);
    await expectGone(desk.search);
  },
);

testWithInterception(
  "C1 who types the next runner before the card of a saved walk-up is here loses no letter",
  async () => {
    const { host, page, desk, eventId } = await openDesk();
    const { rows } = await host.value("roster.search", { eventId, text: "1042" });
    const runnerId = rows[0]?.id ?? "";
    const order = { commandId: newCommandId(), eventId, runnerId };
    const { entryId } = await host.value("checkIn.perform", order);
    const replies = await heldReplies(host, page, "roster.get");
    let isAsked = false;
    replies.hold(() => (isAsked = true));
    // As the walk-up form does once the walk-up is saved.
    await page.evaluate(
      (hash) => (location.hash = hash),
      `#/check-in?saved=${runnerId}&entry=${encodeURIComponent(entryId)}`,
    );
    await expect.poll(() => isAsked).toBe(true);
    await retype(desk.search, "okafor");
    await replies.release();
    await page.waitForTimeout(300);
    expect(await desk.search.inputValue()).toBe("okafor");
    await expectGone(desk.done);
  },
);

testWithInterception("P5 after an announcement typing goes on in the next segment", async () => {
  const open = await openDesk();
  const { host, page, desk, eventId } = open;
  await desk.goTo("Podium");
  const podium = podiumPage(page);
  const { runs } = await host.value("roster.runCounts", { eventId });
  const runners = await placeable(open, runs[0]?.runId ?? "");
  await expectSeen(podium.bib);
  for (const { bib } of runners.slice(0, 4)) {
    await typeByHand(page, bib ?? "");
    await page.keyboard.press("Enter");
    await expectSeen(podium.line("Overall", bib ?? ""));
  }
  // The open place is one of the segment that is announced.
  await podium.line("Overall", runners[0]?.bib ?? "").click();
  await expect.poll(() => podium.bib.getAttribute("aria-label")).toBe("Bib of 1st in Overall");
  await podium.button("Overall", /^Announce/).click();
  await podium.dialog.getByRole("button", { name: /^Announce/ }).click();
  await expectGone(podium.dialog);
  await expect.poll(() => podium.bib.getAttribute("aria-label")).not.toContain("Overall");
  await typeByHand(page, "77");
  expect(await podium.bib.inputValue()).toBe("77");
});
