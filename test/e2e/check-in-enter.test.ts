import { describe, expect, test } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { countCheckIns, deskOpener, saveNamesakes } from "#test/support/browser/open-desk.ts";
import { pressAfterLook, pressHeld, typeByHand } from "#test/support/browser/keys.ts";
import type { OpenDesk } from "#test/support/browser/open-desk.ts";
import { newCommandId } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const openDesk = deskOpener(browserWindows());

/** Exactly one runner of the small race has this name. */
const name = "Tadhg Mac Giolla";

/** Waits until the desk could have handled a key: the core has answered a query that was sent after the key. */
const settle = ({ host, eventId }: OpenDesk): Promise<unknown> =>
  host.value("roster.runCounts", { eventId });

const checkIns = async ({ host, eventId }: OpenDesk): Promise<number> =>
  (await host.value("roster.runCounts", { eventId })).checkIns;

describe("Enter and several runners", () => {
  test("C8 Enter never picks one of several: it moves into the list, and a bouncing or held Enter goes no further", async () => {
    const open = await openDesk();
    const { page, desk } = open;
    await saveNamesakes(open, [name, name, name]);
    await desk.find("tadhg mac giolla");
    await expectSeen(page.getByRole("heading", { name: "3 people have this name" }));
    await expectSeen(page.getByText("3 people have this name: ↓ to choose"));
    const chosen = desk.found.getByRole("option", { selected: true });
    expect(await chosen.count()).toBe(0);
    expect(await desk.checkInButton.count()).toBe(0);

    await pressHeld(page, "Enter", 8);
    await expectSeen(chosen);
    const careful = page.getByRole("button", { name: "Check in" }).getByText("Ctrl Enter");
    await expectSeen(careful);
    expect(await page.locator("[data-state=ready]").count()).toBe(0);
    expect(await desk.found.getByRole("option").first().getAttribute("aria-selected")).toBe("true");
    await settle(open);
    expect(await checkIns(open)).toBe(0);

    await desk.find("tadhg mac giolla");
    await expectSeen(page.getByRole("heading", { name: "3 people have this name" }));
    await Promise.all([1, 2, 3].map(() => page.keyboard.press("Enter")));
    await expectSeen(careful);
    await settle(open);
    expect(await checkIns(open)).toBe(0);
    // However long the person looks, Enter alone takes none of them; the screen names the keys that do.
    await pressAfterLook(page, "Enter");
    await expectSeen(page.getByText("Instead of Enter press:"));
    expect(await checkIns(open)).toBe(0);

    // The person chose another row, so Enter means it at once.
    await page.keyboard.press("ArrowDown");
    const second = desk.found.getByRole("option").nth(1);
    expect(await second.getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Enter");
    await expectSeen(desk.done.getByText(name));
    expect(await checkIns(open)).toBe(1);
  });

  test("C8 Enter alone checks in none of several different runners; ↓ and Enter do", async () => {
    const open = await openDesk();
    const { page, desk } = open;
    await desk.find("oka");
    await expect.poll(() => desk.found.getByRole("option").count()).toBeGreaterThan(1);
    await page.keyboard.press("Enter");
    await expectSeen(page.getByRole("button", { name: "Check in" }).getByText("Ctrl Enter"));
    await pressAfterLook(page, "Enter");
    await expectSeen(page.getByText("Instead of Enter press:"));
    expect(await checkIns(open)).toBe(0);

    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expectSeen(desk.done);
    expect(await checkIns(open)).toBe(1);
  });

  testWithInterception(
    "C8 an Enter or an arrow before the answer moves into the list of several, and checks in nobody",
    async () => {
      const open = await openDesk();
      const { host, page, desk } = open;
      await saveNamesakes(open, [name, name]);
      const replies = await heldReplies(host, page, "roster.search");
      const chosen = desk.found.getByRole("option", { selected: true });
      for (const key of ["Enter", "ArrowDown"]) {
        replies.hold(() => true);
        await desk.search.fill("mac giolla");
        await page.keyboard.press(key);
        await page.keyboard.press("Enter");
        await replies.release();
        await expectSeen(chosen);
        await settle(open);
        await page.keyboard.press("Escape");
        await expectSeen(page.getByText("Ready for the next runner."));
      }
      expect(await checkIns(open)).toBe(0);
    },
  );

  test("C9 the row of a namesake who is here says so large, and so does the one who is not here yet", async () => {
    const open = await openDesk();
    const { page, desk } = open;
    await saveNamesakes(open, [name, name]);
    await desk.find("tadhg mac giolla");
    // Before the answer, an arrow and Enter only move into the list.
    await expectSeen(page.getByRole("heading", { name: "2 people have this name" }));
    expect(await desk.found.getByText("Not here yet").count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expectSeen(desk.done);
    await desk.find("tadhg mac giolla");
    await expectSeen(desk.found.getByText("Not here yet"));
    const here = desk.found.getByText(/^In \d\d:\d\d$/);
    await expectSeen(here);
    const sizeOf = (text: typeof here): Promise<number> =>
      text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    await desk.find("1042");
    await expectSeen(desk.card("Amara Okafor"));
    await page.keyboard.press("Enter");
    await expectSeen(desk.done);
    await desk.find("tadhg mac giolla");
    const large = await sizeOf(here);
    await desk.find("1042");
    // Looks in her own row, because a row of the former search may still be drawn.
    const hereToo = desk.found
      .getByRole("option", { name: /Amara Okafor/ })
      .getByText(/^In \d\d:\d\d$/);
    await expectSeen(hereToo);
    expect(await sizeOf(hereToo)).toBeLessThan(large);
  });
});

describe("typing after a row was chosen", () => {
  test("C8 a digit after a name begins the next runner; letters narrow the list", async () => {
    const { page, desk } = await openDesk();
    const chosen = desk.found.getByRole("option", { selected: true });
    for (const key of ["Enter", "ArrowDown"]) {
      await desk.find("oka");
      await expect.poll(() => desk.found.getByRole("option").count()).toBeGreaterThan(1);
      await page.keyboard.press(key);
      await expectSeen(chosen);
      await page.keyboard.type("1042", { delay: 50 });
      expect(await desk.search.inputValue()).toBe("1042");
      await expectSeen(desk.card("Amara Okafor"));

      await desk.find("oka");
      await expect.poll(() => desk.found.getByRole("option").count()).toBeGreaterThan(1);
      await page.keyboard.press(key);
      await expectSeen(chosen);
      await page.keyboard.type("for", { delay: 50 });
      expect(await desk.search.inputValue()).toBe("okafor");
    }
  });
});

test("C1 the press on another row closes the question about a bib, and the next letter narrows the list; after Esc it replaces the text", async () => {
  const { page, desk } = await openDesk();
  const rows = desk.found.getByRole("option");
  const bib = page.getByRole("textbox", { name: "Bib" });
  const askForBib = async (): Promise<void> => {
    await desk.find("oka");
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    await rows.first().click();
    await page.getByRole("button", { name: "Change bib" }).click();
    await expectSeen(bib);
  };
  await askForBib();
  await rows.nth(1).click();
  await expectGone(bib);
  await page.keyboard.type("f", { delay: 50 });
  expect(await desk.search.inputValue()).toBe("okaf");

  await askForBib();
  await page.keyboard.press("Escape");
  await expectGone(bib);
  await page.keyboard.type("f", { delay: 50 });
  expect(await desk.search.inputValue()).toBe("f");
});

describe("Enter where it does nothing", () => {
  test("C8 a card that needs more shakes, names the keys, and the next typing replaces the old text", async () => {
    const open = await openDesk();
    const { page, desk } = open;
    const shaken = page.locator("[data-shake]");
    await desk.find("2300");
    await expectSeen(page.getByText("Registration cancelled"));
    expect(await shaken.count()).toBe(0);
    await page.keyboard.press("Enter");
    await expectSeen(page.getByText("Instead of Enter press:"));
    expect(await shaken.getAttribute("data-shake")).toBe("odd");
    const isMoving = () =>
      shaken.evaluate((card) => getComputedStyle(card).animationName.includes("shake"));
    expect(await isMoving()).toBe(true);
    await page.keyboard.press("Enter");
    expect(await shaken.getAttribute("data-shake")).toBe("even");
    await page.keyboard.type("1042", { delay: 50 });
    expect(await desk.search.inputValue()).toBe("1042");
    await expectGone(page.getByText("Instead of Enter press:"));
    expect(await shaken.count()).toBe(0);
    await expectSeen(desk.card("Amara Okafor"));

    // The key that the screen named does what the screen said.
    await desk.find("2300");
    await expectSeen(page.getByText("Registration cancelled"));
    // Ctrl+Enter does nothing on a card that is not whole yet.
    await expectSeen(page.getByText("1 other runner has this e-mail"));
    await page.keyboard.press("Control+Enter");
    const why = page.getByRole("dialog").getByRole("textbox", { name: "Why" });
    await expectSeen(why);
    // What was typed is there when the question is asked again.
    await why.fill("Paid at the desk");
    await page.keyboard.press("Escape");
    await expectGone(why);
    await page.keyboard.press("Control+Enter");
    expect(await why.inputValue()).toBe("Paid at the desk");
    await page.keyboard.press("Escape");
    expect(await countCheckIns(open, "2300")).toBe(0);
  });

  test("C8 so does a text that nobody has, without motion where none is wanted", async () => {
    const { page, desk } = await openDesk();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await desk.find("qqqq");
    await expectSeen(page.getByText("Nobody matches “qqqq”"));
    await page.keyboard.press("Enter");
    await expectSeen(page.getByText("Instead of Enter press:"));
    const animation = await page
      .locator("[data-shake]")
      .evaluate((panel) => getComputedStyle(panel).animationName);
    expect(animation).toContain("flash");
    await page.keyboard.type("7", { delay: 50 });
    expect(await desk.search.inputValue()).toBe("7");
  });

  test("C8 who is here already: Enter again and again keeps saying so, and checks in nobody", async () => {
    const open = await openDesk();
    const { page, desk } = open;
    await desk.find("1042");
    await expectSeen(desk.checkInButton);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expectSeen(desk.done.getByText("Hand over 1042 to"));
    expect(await page.getByText("Instead of Enter press:").count()).toBe(0);
    await desk.find("1042");
    await expectSeen(page.getByText("Already checked in"));
    await page.keyboard.press("Enter");
    await expectSeen(page.getByText("Instead of Enter press:"));
    await page.keyboard.press("Control+Enter");
    await expectSeen(page.getByRole("dialog", { name: "Check in Amara Okafor again" }));
    expect(await countCheckIns(open, "1042")).toBe(1);
  });

  test("C8 a runner whose check-in was undone elsewhere can be checked in by Enter again, and no line names other keys", async () => {
    const { page, desk, host, eventId } = await openDesk();
    await desk.find("1042");
    await expectSeen(desk.checkInButton);
    await page.keyboard.press("Enter");
    await desk.find("1042");
    await expectSeen(page.getByText("Already checked in"));
    await page.keyboard.press("Enter");
    await expectSeen(page.getByText("Instead of Enter press:"));
    const { rows } = await host.value("roster.search", { eventId, text: "1042" });
    const runnerId = rows[0]?.id ?? "";
    await host.value("checkIn.undo", { commandId: newCommandId(), eventId, runnerId });
    await expectSeen(desk.checkInButton);
    expect(await page.getByText("Instead of Enter press:").count()).toBe(0);
  });
});

testWithInterception(
  "C8 the card stays while the next letter is looked up, and an Enter meanwhile is about its runner",
  async () => {
    const open = await openDesk();
    const { host, page, desk } = open;
    await typeByHand(page, "okash");
    await expectSeen(desk.checkInButton);
    const replies = await heldReplies(host, page, "roster.search");
    let isAsked = false;
    replies.hold(() => (isAsked = true));
    await typeByHand(page, "a");
    await expect.poll(() => isAsked).toBe(true);
    expect(await desk.checkInButton.isVisible()).toBe(true);
    await page.keyboard.press("Enter");
    await replies.release();
    await expectSeen(desk.done);
    expect(await checkIns(open)).toBe(1);
  },
);

describe("guesses", () => {
  test("C9 near names stand under a question, above the walk-up; Enter takes none of them before one is chosen", async () => {
    const open = await openDesk();
    const { page, desk } = open;
    await desk.find("elody vandenbrouke");
    await expectSeen(page.getByRole("heading", { name: "Did you mean", exact: true }));
    await expectSeen(page.getByText("Nobody matches “elody vandenbrouke”"));
    const guess = desk.found.getByRole("option", { name: "Élodie Vandenbroucke-Saïdi" });
    await expectSeen(guess);
    expect(await desk.found.getByRole("option", { selected: true }).count()).toBe(0);
    const offer = page.getByRole("button", { name: "Register a walk-up" });
    const [guessBox, offerBox] = [await guess.boundingBox(), await offer.boundingBox()];
    expect(offerBox?.y).toBeGreaterThan(guessBox?.y ?? Infinity);
    await Promise.all([1, 2].map(() => page.keyboard.press("Enter")));
    await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
    await settle(open);
    expect(await checkIns(open)).toBe(0);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expectSeen(desk.done.getByText("Hand over 1187 to"));
  });
});

describe("long lists", () => {
  test("C9 every row that is counted can be reached, by the keys and by scrolling", async () => {
    const open = await openDesk();
    const { page, desk } = open;
    const total = 70;
    await saveNamesakes(
      open,
      Array.from({ length: total }, (_, at) => `Giolla ${String.fromCodePoint(0x4e00 + at)}`),
    );
    await desk.find("giolla");
    const rows = desk.found.getByRole("option");
    await expectSeen(page.getByText(`${total} match: ↓ to choose or type more`));
    expect(await rows.count()).toBeLessThan(total);
    expect(await rows.first().getAttribute("aria-setsize")).toBe(String(total));
    await expect
      .poll(async () => {
        await rows.last().scrollIntoViewIfNeeded();
        return rows.count();
      })
      .toBe(total);
    const ids = await rows.evaluateAll((options) => options.map(({ id }) => id));
    expect(new Set(ids).size).toBe(total);

    await desk.find("giolla");
    await expectSeen(rows.first());
    for (let at = 1; at < total; at += 1) await page.keyboard.press("ArrowDown");
    await expect
      .poll(async () => {
        // A further key reaches rows that are still being loaded.
        await page.keyboard.press("ArrowDown");
        return desk.found.getByRole("option", { selected: true }).getAttribute("aria-posinset");
      })
      .toBe(String(total));
  });
});
