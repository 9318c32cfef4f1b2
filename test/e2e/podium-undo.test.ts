import { expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { scan, tapAndScan, typeByHand } from "#test/support/browser/keys.ts";
import { openPodiumIn } from "#test/support/browser/open-podium.ts";
import type { OpenPodium } from "#test/support/browser/open-podium.ts";
import { newCommandId } from "#test/support/browser/race.ts";
import { announceSegment } from "#test/support/browser/podium-screens.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();

const openPodium = (): Promise<OpenPodium> => openPodiumIn(windows);

test("P5 what stands in the open place without Enter is saved before it can be announced", async () => {
  const { page, podium, bibs, enter, openPlace, kept, depth } = await openPodium();
  const places = ["2nd", "3rd", "4th", "5th", "6th"].slice(0, (await depth()) - 1);
  for (const [index, place] of places.entries()) {
    await enter(bibs[index] ?? "");
    await openPlace(place);
  }
  const placed = bibs.slice(0, places.length + 1);
  await typeByHand(page, placed.at(-1) ?? "");
  await podium.button("Overall", "Save the open place first").click();
  await expectSeen(podium.column("Overall").getByText(`${placed.length} open warnings`));
  // A second press at the same place within half a second is a double tap.
  await page.waitForTimeout(600);
  await podium.button("Overall", "Announce…").click();
  await expectSeen(podium.dialog);
  expect(await kept()).toEqual(placed);
});

test("P5 two undos take back two changes, and the open place follows each: the next bib is saved where it is typed", async () => {
  const { page, podium, bibs, enter, openPlace, kept } = await openPodium();
  const [first = "", second = "", third = "", other = ""] = bibs;
  for (const [index, bib] of [first, second, third].entries()) {
    await enter(bib);
    await expectSeen(podium.line("Overall", bib));
    await openPlace(["2nd", "3rd", "4th"][index] ?? "");
  }
  await page.keyboard.press("Control+z");
  await openPlace("3rd");
  await page.keyboard.press("Control+z");
  await openPlace("2nd");
  await expectSeen(page.getByText("Overall: back to the sheet before"));
  expect(await page.getByText("This sheet changed meanwhile").count()).toBe(0);
  await enter(other);
  await expectSeen(podium.line("Overall", other));
  await openPlace("3rd");
  await expect.poll(kept).toEqual([first, other]);
});

testWithInterception(
  "P5 J8 lines typed while the first is being saved are changes of their own, and undos that come at once wait for them",
  async () => {
    const { host, page, bibs, enter, openPlace, kept } = await openPodium();
    const [first = "", second = "", third = "", fourth = ""] = bibs;
    const replies = await heldReplies(host, page, "podium.enter");
    replies.hold(() => true);
    for (const bib of [first, second, third, fourth]) await enter(bib);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await replies.release();
    await openPlace("3rd");
    await expect.poll(kept).toEqual([first, second]);
    expect(await page.getByText("This sheet changed meanwhile").count()).toBe(0);
  },
);

test("P5 Ctrl+Z after the last place of a segment takes back that place, and opens it again", async () => {
  const { page, podium, bibs, enter, kept, depth } = await openPodium();
  const filled = bibs.slice(0, await depth());
  for (const bib of filled) {
    await enter(bib);
    await expectSeen(podium.line("Overall", bib));
  }
  await expect.poll(() => podium.bib.getAttribute("aria-label")).not.toContain("Overall");
  await page.keyboard.press("Control+z");
  await expectSeen(page.getByText("Overall: back to the sheet before"));
  await expect.poll(kept).toEqual(filled.slice(0, -1));
  await expect.poll(() => podium.bib.getAttribute("aria-label")).toContain("in Overall");
  const other = bibs[filled.length] ?? "";
  await enter(other);
  await expect.poll(kept).toEqual([...filled.slice(0, -1), other]);
});

test("P1 P5 a tie that was undone does not come back with the next bib of its line", async () => {
  const { page, podium, bibs, enter, kept, ties } = await openPodium();
  const [first = "", second = "", other = ""] = bibs;
  await enter(first);
  await enter(second);
  await expect.poll(kept).toEqual([first, second]);
  await podium.line("Overall", second).click();
  await expect.poll(() => podium.bib.inputValue()).toBe(second);
  await page.keyboard.press("=");
  await expect.poll(ties).toEqual([false, true]);
  await page.keyboard.press("Control+z");
  await expect.poll(ties).toEqual([false, false]);
  await expectSeen(page.getByText("Overall: back to the sheet before"));
  await podium.bib.fill(other);
  await page.keyboard.press("Enter");
  await expect.poll(kept).toEqual([first, other]);
  expect(await ties()).toEqual([false, false]);
});

test("P4 what the finish log says of a line is shown as soon as the podium is shown again, and at once while it is shown", async () => {
  const { page, podium, bibs, enter, kept, ...race } = await openPodium();
  const { host, eventId } = race;
  const [first = "", second = ""] = bibs;
  await enter(first);
  await enter(second);
  await expect.poll(kept).toEqual([first, second]);
  const log = async (bib: string) => {
    const command = { commandId: newCommandId(), eventId };
    await host.value("finish.bib", { ...command, id: newCommandId(), bib, before: null });
  };
  const doubted = podium.column("Overall").getByText("finish log").first();
  expect(await doubted.count()).toBe(0);
  await page.getByRole("button", { name: "Finish log" }).click();
  await log(second);
  await log(first);
  await page.getByRole("button", { name: "Podium", exact: true }).last().click();
  await expectSeen(doubted);
  // Somebody corrects the log elsewhere while the podium is shown.
  const { rows } = await host.value("finish.page", { eventId });
  for (const [index, bib] of [first, second].entries()) {
    const id = rows[index]?.line?.id ?? "";
    await host.value("finish.change", { commandId: newCommandId(), eventId, id, bib });
  }
  await expectGone(doubted);
});

testWithInterception(
  "B4 the podium takes no code in doubt, and no code whose answer comes after another place was opened",
  async () => {
    const { host, page, podium, bibs, enter, kept } = await openPodium();
    const [first = "", second = "", third = ""] = bibs;
    await enter(first);
    await expect.poll(kept).toEqual([first]);
    await tapAndScan(page, "5", 40, second);
    await expectSeen(page.getByText(`Scanned 5${second} or ${second}`));
    expect(await podium.bib.inputValue()).toBe("");

    const replies = await heldReplies(host, page, "roster.scan");
    let isAsked = false;
    replies.hold(() => (isAsked = true));
    await scan(page, second);
    await expect.poll(() => isAsked).toBe(true);
    await podium.bib.fill(third);
    await replies.release();
    await expectSeen(page.getByText(/was looked up too late for its place/));
    expect(await podium.bib.inputValue()).toBe(third);
  },
);

testWithInterception(
  "P5 M4 a late answer to the last line hides no announcement that another window made meanwhile",
  async () => {
    const race = await openPodium();
    const { host, page, podium, bibs, kept, depth, enter, openPlace } = race;
    const placed = bibs.slice(0, await depth());
    await openPlace("1st");
    for (const bib of placed.slice(0, -1)) await enter(bib);
    await expect.poll(kept).toEqual(placed.slice(0, -1));
    await expectSeen(podium.line("Overall", placed.at(-2) ?? ""));
    const replies = await heldReplies(host, page, "podium.enter");
    replies.hold(() => true);
    await enter(placed.at(-1) ?? "");
    await expect.poll(kept).toEqual(placed);
    const overall = await race.overall();
    if (overall === undefined) throw new Error("There is no segment Overall");
    const answered = page.waitForResponse(/podium\.get$/);
    await announceSegment(race, overall);
    await answered;
    // The page has the answer with the announcement; the reply to the line is older.
    await page.waitForTimeout(300);
    await replies.release();
    await expectSeen(podium.button("Overall", "Change…"));
  },
);

test("P5 a change after the announcement is typed into the place that was pressed, and undo goes back to what was announced, not behind it", async () => {
  const race = await openPodium();
  const { page, podium, bibs, kept, depth, enter, openPlace } = race;
  const announced = bibs.slice(0, await depth());
  await openPlace("1st");
  for (const bib of announced) await enter(bib);
  await expect.poll(kept).toEqual(announced);
  const overall = await race.overall();
  if (overall === undefined) throw new Error("There is no segment Overall");
  await announceSegment(race, overall);

  await expectSeen(podium.button("Overall", "Change…"));
  await podium
    .line("Overall", announced[1] ?? "")
    .getByRole("button")
    .click();
  await podium.button("Overall", "Change…").click();
  await podium.dialog.getByRole("textbox", { name: "Why" }).fill("A protest was upheld");
  await podium.dialog.getByRole("button", { name: /^Change it/ }).click();
  await openPlace("2nd");
  const other = bibs[announced.length] ?? "";
  await podium.bib.fill(other);
  await page.keyboard.press("Enter");
  const changed = announced.map((bib, index) => (index === 1 ? other : bib));
  await expect.poll(kept).toEqual(changed);

  await page.keyboard.press("Control+z");
  await expect.poll(kept).toEqual(announced);
  await expectSeen(podium.button("Overall", "Change…"));
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await race.host.value("desk.get", {});
  expect(await kept()).toEqual(announced);
});

test("B4 a code that could not be looked up on the podium is said, and the place stays as it is", async () => {
  const { page, podium, bibs, openPlace } = await openPodium();
  await openPlace("1st");
  const error = { code: "closing", message: "" };
  await page.route("**/rpc/roster.scan", (route) => route.fulfill({ json: { ok: false, error } }));
  const [bib = ""] = bibs;
  await scan(page, bib);
  await expectSeen(page.getByText(`“${bib}” could not be looked up: scan it again`));
  expect(await podium.bib.inputValue()).toBe("");
});

test("P5 J1 a bib that was typed without Enter is there again after another tab, run and screen", async () => {
  const { page, podium, bibs, kept, openPlace } = await openPodium();
  await openPlace("1st");
  const [bib = ""] = bibs;
  await typeByHand(page, bib);
  const runs = page.getByRole("group", { name: "Runs" }).getByRole("button");
  const ways = [
    async () => page.getByRole("button", { name: "Finish log" }).click(),
    async () => runs.nth(1).click(),
    async () => deskPage(page).goTo("Events"),
  ];
  const back = [
    async () => page.getByRole("button", { name: "Podium", exact: true }).last().click(),
    async () => runs.nth(0).click(),
    async () => deskPage(page).goTo("Podium"),
  ];
  for (const [at, leave] of ways.entries()) {
    await leave();
    await back[at]?.();
    await expect.poll(() => podium.bib.inputValue()).toBe(bib);
  }
  await podium.bib.press("Enter");
  await expect.poll(kept).toEqual([bib]);
});

testWithInterception(
  "P5 J1 who presses another run, and the former one again before the other is shown, is there with what was typed",
  async () => {
    const { host, page, podium, bibs, kept, openPlace } = await openPodium();
    await openPlace("1st");
    const [bib = ""] = bibs;
    await typeByHand(page, bib);
    const replies = await heldReplies(host, page, "podium.get");
    let isAsked = false;
    replies.hold(() => (isAsked = true));
    const runs = page.getByRole("group", { name: "Runs" }).getByRole("button");
    await runs.nth(1).click();
    await expect.poll(() => isAsked).toBe(true);
    await runs.nth(0).click();
    await replies.release();
    await openPlace("1st");
    expect(await podium.bib.inputValue()).toBe(bib);
    await podium.bib.press("Enter");
    await expect.poll(kept).toEqual([bib]);
  },
);

test("P5 who comes back to a place goes on where the caret was, in the bib or in the time", async () => {
  const { page, podium, bibs, kept, openPlace } = await openPodium();
  await openPlace("1st");
  const [bib = ""] = bibs;
  const runs = page.getByRole("group", { name: "Runs" }).getByRole("button");
  await typeByHand(page, bib.slice(0, 2));
  await runs.nth(1).click();
  await runs.nth(0).click();
  await expect.poll(() => podium.bib.inputValue()).toBe(bib.slice(0, 2));
  await typeByHand(page, bib.slice(2));
  expect(await podium.bib.inputValue()).toBe(bib);
  await page.keyboard.press("Tab");
  await typeByHand(page, "36");
  await deskPage(page).goTo("Events");
  await deskPage(page).goTo("Podium");
  await expect.poll(() => podium.time.inputValue()).toBe("36");
  await typeByHand(page, "12");
  expect(await podium.bib.inputValue()).toBe(bib);
  expect(await podium.time.inputValue()).toBe("3612");
  await page.keyboard.press("Enter");
  await expect.poll(kept).toEqual([bib]);
});

test("P5 the place that was open is open again after another run, also if nothing was typed into it", async () => {
  const { page, podium, bibs, enter, openPlace, ...race } = await openPodium();
  const { segments } = await race.host.value("podium.get", { eventId: race.eventId });
  const label = segments[1]?.label ?? "";
  await openPlace("1st");
  await page.keyboard.press("ArrowRight");
  await openPlace("1st", label);
  await enter(bibs[0] ?? "");
  await openPlace("2nd", label);
  // The place of a saved line stays open, too.
  await page.keyboard.press("ArrowUp");
  await openPlace("1st", label);
  const runs = page.getByRole("group", { name: "Runs" }).getByRole("button");
  const goAndComeBack = async (): Promise<void> => {
    await runs.nth(1).click();
    await expectGone(podium.line(label, bibs[0] ?? ""));
    await runs.nth(0).click();
  };
  await goAndComeBack();
  await openPlace("1st", label);
  await page.keyboard.press("ArrowDown");
  await openPlace("2nd", label);
  await goAndComeBack();
  await openPlace("2nd", label);
});

test("P5 U1 after Esc a typed bib opens the next place of the segment, and Ctrl+Z undoes its last change", async () => {
  const { page, podium, bibs, enter, kept, openPlace } = await openPodium();
  const [first = "", second = ""] = bibs;
  await openPlace("1st");
  await enter(first);
  await openPlace("2nd");
  await page.keyboard.press("Escape");
  await expectGone(podium.bib);
  await typeByHand(page, second);
  await openPlace("2nd");
  expect(await podium.bib.inputValue()).toBe(second);
  await page.keyboard.press("Enter");
  await expect.poll(kept).toEqual([first, second]);
  await page.keyboard.press("Escape");
  await expectGone(podium.bib);
  await page.keyboard.press("Control+z");
  await expect.poll(kept).toEqual([first]);
});
