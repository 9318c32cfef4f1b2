import { describe, expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { typeByHand } from "#test/support/browser/keys.ts";
import { countCheckIns, deskOpener } from "#test/support/browser/open-desk.ts";
import type { OpenDesk } from "#test/support/browser/open-desk.ts";
import { newCommandId, startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();
const openDesk = deskOpener(windows);

/** The card has no action for Enter, and Enter does nothing. */
async function expectNoWayIn(open: OpenDesk): Promise<void> {
  const { page, desk, host, eventId } = open;
  const before = (await host.value("roster.runCounts", { eventId })).checkIns;
  expect(await desk.checkInButton.count()).toBe(0);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  expect((await host.value("roster.runCounts", { eventId })).checkIns).toBe(before);
  await expectGone(desk.done);
}

async function checkInWithReason({ page, desk }: OpenDesk, button: RegExp, why: string) {
  await page.getByRole("button", { name: button }).click();
  const dialog = page.getByRole("dialog");
  await expectSeen(dialog.getByRole("button", { name: "Write a reason" }));
  await dialog.getByRole("textbox", { name: "Why" }).fill(why);
  await page.keyboard.press("Enter");
  await expectSeen(desk.done.getByRole("heading", { name: "Checked in" }));
}

describe("who may come in", () => {
  test("C1 a confirmed runner checks in with one keystroke, and the green card stays until the next key", async () => {
    const { page, desk } = await openDesk();
    await desk.find("1042");
    await expectSeen(desk.card("Amara Okafor"));
    await page.keyboard.press("Enter");
    await expectSeen(desk.done.getByText("Hand over 1042 to"));
    await expectSeen(desk.tickets.getByText("Amara Okafor"));
    await page.mouse.move(300, 300);
    await expectSeen(desk.done);
    await page.keyboard.press("1");
    await expectGone(desk.done);
    expect(await desk.search.inputValue()).toBe("1");
  });

  test("C1 cancelled, refunded and waitlisted ones need a reason, which is kept", async () => {
    const open = await openDesk();
    const { page, desk } = open;
    const cases: readonly (readonly [text: string, title: string, bib: string])[] = [
      ["2300", "Registration cancelled", "2300"],
      ["mary.jones@ 1052", "Registration refunded", "1052"],
      ["1604", "On the waiting list", "1604"],
    ];
    for (const [text, title, bib] of cases) {
      await desk.find(text);
      await expectSeen(page.getByRole("alert").getByRole("heading", { name: title }));
      await expectNoWayIn(open);
      await checkInWithReason(open, /^Check in, with a reason/, `paid at the desk, ${bib}`);
      await expectSeen(desk.done.getByText(`Hand over ${bib} to`));
      await desk.find(bib);
      await expectSeen(page.getByText(`Reason: paid at the desk, ${bib}`));
    }
  });

  test("C2 one who is in already is shown with when, where and by whom; Enter does nothing", async () => {
    const open = await openDesk();
    const { page, desk } = open;
    await desk.goTo("Settings");
    await page.getByRole("textbox", { name: "Operator" }).fill("Lena Ortiz");
    await page.keyboard.press("Enter");
    await expectSeen(desk.status.getByText("Desk 1, Lena Ortiz"));
    await desk.goTo("Check-in");
    await desk.find("1038");
    await expectSeen(desk.checkInButton);
    await page.keyboard.press("Enter");
    await expectSeen(desk.done);
    await desk.find("1038");
    const alert = page.getByRole("alert").filter({ hasText: "Already checked in" });
    await expectSeen(alert.getByText(/At Desk 1, \d\d:\d\d:\d\d, by Lena Ortiz\. Just now\./));
    await expectNoWayIn(open);
    await checkInWithReason(open, /^Check in again, with a reason/, "came back with another bib");
    expect(await countCheckIns(open, "1038")).toBe(2);

    await desk.find("1388");
    await expectSeen(page.getByText("Already checked in elsewhere"));
    await expectNoWayIn(open);
  });
});

describe("taking back", () => {
  test("C3 from the green card, from a ticket, from the history and by Ctrl+Z, but not while typing", async () => {
    const { page, desk } = await openDesk();
    const takenBack = page.getByText("Check-in of Amara Okafor undone");
    const ways = [
      () => page.getByRole("button", { name: "Undo check-in of Amara Okafor" }).first().click(),
      () => desk.tickets.getByRole("button", { name: /^Undo check-in of Amara/ }).click(),
      async () => {
        await desk.find("1042");
        await page
          .getByRole("list", { name: "History" })
          .getByRole("button", { name: "Undo check-in of Amara Okafor" })
          .click();
      },
      () => page.keyboard.press("Control+z"),
    ];
    for (const takeBack of ways) {
      await desk.find("1042");
      await expectSeen(desk.checkInButton);
      await page.keyboard.press("Enter");
      await expectSeen(desk.done.getByText("Hand over 1042 to"));
      await takeBack();
      await expectSeen(takenBack);
      await expectGone(desk.tickets.getByText("Amara Okafor"));
      await expectGone(desk.done);
    }
    await desk.find("1042");
    await expectSeen(desk.checkInButton);
    await page.keyboard.press("Enter");
    await expectSeen(desk.tickets.getByText("Amara Okafor"));
    await desk.find("mary");
    await page.keyboard.press("Control+z");
    await expectSeen(desk.tickets.getByText("Amara Okafor"));
  });
});

describe("several at once", () => {
  test("C4 the family comes in together, each with their own bib; who is in already is left out", async () => {
    const open = await openDesk();
    const { page, desk } = open;
    await desk.find("A12");
    await page.keyboard.press("Enter");
    await expectSeen(desk.done.getByText("Same e-mail, not here yet"));
    await desk.find("1043");
    await expectSeen(desk.card("Chidi Okafor").getByText(/^in \d\d:\d\d$/));
    await page.getByRole("button", { name: "Check in both" }).click();
    await expectSeen(desk.done.getByRole("heading", { name: "2 checked in" }));
    expect(await countCheckIns(open, "a.okafor@posteo.net")).toBe(3);
  });

  test("B2 several holders of one bib are all shown and none is picked", async () => {
    const open = await openDesk();
    const { page, desk } = open;
    await desk.find("1062");
    await expectSeen(page.getByRole("heading", { name: "2 runners have this bib" }));
    expect(await desk.found.getByRole("option").count()).toBe(2);
    expect(await desk.found.getByRole("option", { selected: true }).count()).toBe(0);
    await expectSeen(page.getByText("ask for the name or the e-mail"));
    await expectNoWayIn(open);
    await page.keyboard.press("ArrowDown");
    await expectSeen(page.getByText("Bib 1062 is on the list more than once."));
    await expectNoWayIn(open);
    await page.keyboard.press("Control+Enter");
    await expectSeen(desk.done.getByText("Hand over 1062 to"));
  });

  test("B1 007 is not 7: both are offered, and the look-alike is said before anybody comes in", async () => {
    const open = await openDesk();
    const { page, desk } = open;
    await desk.find("7");
    await expectSeen(desk.found.getByRole("option", { name: /007/ }));
    await expectSeen(desk.card("Sergey Семёнов").getByText("Look at the bib: 7 is not 007."));
    await expectNoWayIn(open);
    await desk.find("007");
    await expectSeen(desk.card("نور الدين العكّاري").getByText("Look at the bib: 007 is not 7."));
    await page.keyboard.press("Control+Enter");
    await expectSeen(desk.done.getByText("Hand over 007 to"));
  });

  test("B2 a taken bib names its holder; a swap shows both sides first, and one undo gives both back", async () => {
    const { page, desk, host, eventId } = await openDesk();
    await desk.find("1187");
    await page.getByRole("button", { name: "Change bib" }).click();
    const yellow = page.locator("[data-state=ready]");
    await page.getByRole("textbox", { name: "Bib" }).fill("9042");
    await expectSeen(yellow.getByText("Give 9042"));
    // Enter gives no bib that is taken, so the yellow button does not say so either.
    await page.getByRole("textbox", { name: "Bib" }).fill("1038");
    await expectSeen(yellow.getByText("Swap…"));
    await page.keyboard.press("Enter");
    await expectSeen(page.getByRole("heading", { name: "Bib 1038 is taken" }));
    await expectSeen(page.getByText("Tuomas Okasalmi-Väänänen has it, not checked in yet."));
    await expectSeen(page.getByText("After a swap"));
    await page.keyboard.press("Escape");
    await expectSeen(desk.checkInButton);
    await page.getByRole("button", { name: "Change bib" }).click();
    await page.getByRole("textbox", { name: "Bib" }).fill("1038");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Swap the two" }).click();
    await expectSeen(page.getByText("Élodie Vandenbroucke-Saïdi has bib 1038 now"));
    const holder = async (bib: string) =>
      (await host.value("bib.holders", { eventId, bib })).holders.map(({ name }) => name);
    expect(await holder("1187")).toEqual(["Tuomas Okasalmi-Väänänen"]);
    await page.getByRole("button", { name: /^Undo( Ctrl Z)?$/ }).click();
    await expectSeen(
      page.getByText("Swap of Élodie Vandenbroucke-Saïdi and Tuomas Okasalmi-Väänänen undone"),
    );
    expect(await holder("1187")).toEqual(["Élodie Vandenbroucke-Saïdi"]);
  });

  test("B2 a bib of two runners names both and says why there is no swap; none is offered", async () => {
    const { page, desk } = await openDesk();
    await desk.find("1043");
    await page.getByRole("button", { name: "Change bib" }).click();
    const field = page.getByRole("textbox", { name: "Bib" });
    const both =
      /Zo.+ M.+ller, 10K and Олена Шевченко, 10K.*No swap: several runners have this bib/;
    await field.fill("1062");
    await expectSeen(page.getByText(both));
    await expectSeen(page.getByRole("button", { name: "Type another bib" }));
    await page.keyboard.press("Enter");
    await expectSeen(page.getByRole("alert").getByText(both));
    // Enter before the answer about the bib shows the card of the taken bib.
    await field.fill("1038");
    await expectSeen(page.getByText("Swap…"));
    await field.fill("1062");
    await page.keyboard.press("Enter");
    await expectSeen(page.getByText(both));
    expect(await page.getByRole("button", { name: "Swap the two" }).count()).toBe(0);
  });
});

describe("keys, lists and presses", () => {
  test("C1 arrows choose, Esc clears, F2 takes what was typed to the walk-up form", async () => {
    const { page, desk } = await openDesk();
    await desk.find("jones");
    const chosen = desk.found.getByRole("option", { selected: true });
    await expectSeen(page.getByRole("heading", { name: /^\d+ runners match$/ }));
    expect(await chosen.count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    await expectSeen(chosen);
    const first = await chosen.textContent();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => chosen.textContent()).not.toBe(first);
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => chosen.textContent()).toBe(first);
    await page.keyboard.press("Escape");
    await expectSeen(page.getByText("Ready for the next runner."));
    expect(await desk.search.inputValue()).toBe("");
    await desk.find("new@runner.example");
    await page.keyboard.press("F2");
    await expect
      .poll(() => page.getByRole("textbox", { name: "E-mail" }).inputValue())
      .toBe("new@runner.example");
    await page.keyboard.press("Escape");
    await expectSeen(desk.search);
  });

  test("C1 after the field of a bib is left with Esc, the next text replaces the text in the search box", async () => {
    const { page, desk } = await openDesk();
    await desk.find("1043");
    await expectSeen(desk.card("Chidi Okafor"));
    await page.getByRole("button", { name: "Change bib" }).click();
    await expectSeen(page.getByRole("textbox", { name: "Bib" }));
    await page.keyboard.press("Escape");
    await expectSeen(desk.checkInButton);
    await typeByHand(page, "1042");
    await expectSeen(desk.card("Amara Okafor"));
    expect(await desk.search.inputValue()).toBe("1042");
  });

  test.each([
    { width: 820, height: 1180, name: "Clear" },
    { width: 1280, height: 800, name: "clear" },
  ])("L1 a runner without a text in the box leaves by a button, too ($width wide)", async (at) => {
    const { page, desk } = await openDesk();
    await page.setViewportSize(at);
    await desk.find("1042");
    await page.keyboard.press("Enter");
    await desk.done.getByRole("button", { name: "Undo" }).click();
    await expectSeen(desk.checkInButton);
    expect(await desk.search.inputValue()).toBe("");
    await page.getByRole("button", { name: at.name, exact: true }).click();
    await expectSeen(page.getByText("Ready for the next runner."));
    await expectGone(desk.checkInButton);
  });

  test("a new list begins at its top, whether the one before was scrolled by the keys or by hand", async () => {
    const { page, desk } = await openDesk();
    const scrolledTo = (): Promise<number> => desk.found.evaluate(({ scrollTop }) => scrollTop);
    const first = desk.found.getByRole("option").first();
    // Types over the selected text, because an empty box in between would clear the list.
    const typeOver = async (key: string): Promise<void> => {
      const before = await first.textContent();
      await desk.search.press("ControlOrMeta+a");
      await page.keyboard.press(key);
      await expect.poll(() => first.textContent()).not.toBe(before);
    };
    await desk.find("a");
    await expectSeen(first);
    for (let row = 0; row < 12; row += 1) await page.keyboard.press("ArrowDown");
    await expect.poll(scrolledTo).toBeGreaterThan(0);
    await typeOver("2");
    await expect.poll(scrolledTo).toBe(0);
    await desk.found.evaluate((list) => list.scrollBy({ top: 200 }));
    await expect.poll(scrolledTo).toBeGreaterThan(0);
    await typeOver("1");
    await expect.poll(scrolledTo).toBe(0);
  });

  test("C1 a list that was scrolled by hand stays where it is when more of its rows come, or one of them changes", async () => {
    const { desk, host, eventId } = await openDesk();
    await desk.find("a");
    const options = desk.found.getByRole("option");
    await expectSeen(options.first());
    const firstPage = await options.count();
    const scrolledTo = (): Promise<number> => desk.found.evaluate(({ scrollTop }) => scrollTop);
    await desk.found.evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
    await expect.poll(() => options.count()).toBeGreaterThan(firstPage);
    const before = await scrolledTo();
    expect(before).toBeGreaterThan(0);
    const { rows } = await host.value("roster.search", { eventId, text: "1042" });
    const runnerId = rows[0]?.id ?? "";
    await host.value("checkIn.perform", { commandId: newCommandId(), eventId, runnerId });
    await expect
      .poll(() => options.filter({ hasText: "Amara Okafor" }).textContent())
      .toMatch(/In \d{1,2}:\d\d/);
    expect(await scrolledTo()).toBe(before);
  });

  test("C9 a list of more than 1,000 runners goes on when it is scrolled by hand", async () => {
    const { host } = await startRace({ runners: 2_400 });
    const page = await windows.open(host);
    const desk = deskPage(page);
    await desk.find("1");
    const options = desk.found.getByRole("option");
    await expectSeen(page.getByText("More than 1,000 match"));
    const firstPage = await options.count();
    await desk.found.evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
    await expect.poll(() => options.count()).toBeGreaterThan(firstPage);
  });

  test("C1 a press that began on one runner does not choose another who took the place meanwhile", async () => {
    const { page, desk } = await openDesk();
    await desk.find("a");
    const second = desk.found.getByRole("option").nth(1);
    await second.hover();
    await page.mouse.down();
    const before = await second.textContent();
    await desk.search.press("ControlOrMeta+a");
    await page.keyboard.press("2");
    await expect.poll(() => second.textContent()).not.toBe(before);
    await page.mouse.up();
    expect(await second.getAttribute("aria-selected")).toBe("false");
    await second.click();
    expect(await second.getAttribute("aria-selected")).toBe("true");
  });
});
