import { expect, test } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { pressHeld, typeByHand } from "#test/support/browser/keys.ts";
import { openPodiumIn } from "#test/support/browser/open-podium.ts";
import { announceSegment } from "#test/support/browser/podium-screens.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();

test.each(["Backspace", "Delete"])(
  "P5 a held %s empties the open place and removes no saved line; each removal needs a press of its own",
  async (key) => {
    const { page, podium, bibs, enter, kept, openPlace } = await openPodiumIn(windows);
    const placed = bibs.slice(0, 3);
    for (const [index, bib] of placed.entries()) {
      await enter(bib);
      await openPlace(["2nd", "3rd", "4th"][index] ?? "");
    }
    await expect.poll(kept).toEqual(placed);
    await podium.bib.fill("1234");
    if (key === "Delete") await page.keyboard.press("Home");
    await pressHeld(page, key, 20);
    await openPlace("4th");
    expect(await podium.bib.inputValue()).toBe("");
    await page.keyboard.press("ArrowUp");
    await openPlace("3rd");
    await page.keyboard.press("Control+a");
    if (key === "Backspace") await page.keyboard.press(key);
    await pressHeld(page, key, 20);
    await expect.poll(kept).toEqual(placed.slice(0, 2));
    expect(await podium.bib.getAttribute("aria-label")).toBe("Bib of 3rd in Overall");
  },
);

test("P5 an announced sheet that is emptied says so, and is not announced again without a line", async () => {
  const race = await openPodiumIn(windows);
  const { page, podium, bibs, enter, kept, overall, openPlace } = race;
  const [bib = ""] = bibs;
  await openPlace("1st");
  await enter(bib);
  await expect.poll(kept).toEqual([bib]);
  const sheet = await overall();
  if (sheet === undefined) throw new Error("There is no segment Overall");
  await announceSegment(race, sheet);
  await podium.button("Overall", "Change…").click();
  await podium.dialog.getByRole("textbox", { name: "Why" }).fill("A protest was upheld");
  await podium.dialog.getByRole("button", { name: /^Change it/ }).click();
  await podium.line("Overall", bib).getByRole("button").click();
  await openPlace("1st");
  await page.keyboard.press("Delete");
  await expect.poll(kept).toEqual([]);
  const again = podium.button("Overall", "No line is left on this sheet");
  await expectSeen(again);
  expect(await again.getAttribute("aria-disabled")).toBe("true");
  expect((await overall())?.state).toBe("changed");
});

test("P5 whoever announces again sees what was announced before", async () => {
  const race = await openPodiumIn(windows);
  const { page, podium, bibs, enter, kept, overall, openPlace } = race;
  const [bib = "", other = ""] = bibs;
  await openPlace("1st");
  await enter(bib);
  await expect.poll(kept).toEqual([bib]);
  const sheet = await overall();
  if (sheet === undefined) throw new Error("There is no segment Overall");
  await announceSegment(race, sheet);
  await podium.button("Overall", "Change…").click();
  await podium.dialog.getByRole("textbox", { name: "Why" }).fill("A protest was upheld");
  await podium.dialog.getByRole("button", { name: /^Change it/ }).click();
  await podium.line("Overall", bib).getByRole("button").click();
  await podium.bib.fill(other);
  await page.keyboard.press("Enter");
  await expect.poll(kept).toEqual([other]);
  await page.keyboard.press("Escape");
  await podium.button("Overall", "Announce again…").click();
  await expectSeen(podium.dialog.getByText(/^Announced before, \d\d:\d\d/));
  await expectSeen(podium.dialog.getByText(`${bib} ${sheet.slots[0]?.name ?? ""}`));
});

test("P2 Esc in the time field drops what was typed, and the focus stays in that field", async () => {
  const { page, podium, bibs, kept, openPlace, overall } = await openPodiumIn(windows);
  const [bib = ""] = bibs;
  await openPlace("1st");
  await podium.bib.fill(bib);
  await page.keyboard.press("Tab");
  await typeByHand(page, "11x");
  await page.keyboard.press("Escape");
  await expect.poll(() => podium.time.inputValue()).toBe("");
  expect(await podium.time.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await podium.bib.inputValue()).toBe(bib);
  await typeByHand(page, "11200");
  await page.keyboard.press("Enter");
  await expect.poll(kept).toEqual([bib]);
  expect((await overall())?.slots[0]).toMatchObject({ bib, time: "1:12:00" });
});

test("P4 a bib that is already in the segment is warned about while it is typed, before Enter", async () => {
  const { podium, page, bibs, enter, kept, openPlace } = await openPodiumIn(windows);
  const [bib = "", other = ""] = bibs;
  await openPlace("1st");
  await enter(bib);
  await openPlace("2nd");
  await expect.poll(kept).toEqual([bib]);
  const warned = podium.column("Overall").getByText("Also 1st here");
  await typeByHand(page, bib);
  await expectSeen(warned);
  await podium.bib.fill(other);
  await expectGone(warned);
  expect(await kept()).toEqual([bib]);
});

test("P5 a held Esc drops the typed time and keeps the bib; a held = ties once", async () => {
  const { page, podium, bibs, kept, ties, enter, openPlace } = await openPodiumIn(windows);
  const [first = "", second = ""] = bibs;
  await openPlace("1st");
  await enter(first);
  await openPlace("2nd");
  await podium.bib.fill(second);
  await page.keyboard.press("Tab");
  await typeByHand(page, "11x");
  await pressHeld(page, "Escape", 5);
  await expect.poll(() => podium.time.inputValue()).toBe("");
  expect(await podium.bib.inputValue()).toBe(second);
  await page.keyboard.press("Enter");
  await expect.poll(kept).toEqual([first, second]);
  await openPlace("3rd");
  await page.keyboard.press("ArrowUp");
  await openPlace("2nd");
  await pressHeld(page, "=", 3);
  await expect.poll(ties).toEqual([false, true]);
  await page.waitForTimeout(300);
  expect(await ties()).toEqual([false, true]);
});

test("P5 the last place to fill is closed by Enter, so that the next typed bib changes no saved line", async () => {
  const { podium, bibs, enter, kept, depth, openPlace, host, eventId } =
    await openPodiumIn(windows);
  const [taken = "", extra = "", ...others] = bibs;
  const { runs } = await host.value("roster.runCounts", { eventId });
  const { segments } = await host.value("podium.get", { eventId, runId: runs[0]?.runId ?? "" });
  const last = segments.at(-1)?.label ?? "";
  const filled = others.slice(0, await depth());
  for (const bib of filled) await enter(bib);
  await expect.poll(kept).toEqual(filled);
  await podium
    .column(last)
    .getByRole("button", { name: /^1st in / })
    .click();
  await openPlace("1st", last);
  await enter(taken);
  await expectSeen(podium.line(last, taken));
  await expectGone(podium.bib);
  await enter(extra);
  await expectSeen(podium.line(last, taken));
  expect(await kept()).toEqual(filled);
});

test("P4 a name in the bib field is not saved as a bib: its runners are offered, and one of them is placed", async () => {
  const { page, podium, bibs, kept, openPlace, host, eventId } = await openPodiumIn(windows);
  const named = (text: string) => host.value("roster.search", { eventId, text });
  const found = (await Promise.all(bibs.map(named))).flatMap(({ rows }) => rows.slice(0, 1));
  const placed = found.find(({ name }) => /^[A-Za-z]{4,} /.test(name ?? ""));
  const word = placed?.name?.split(" ")[0] ?? "";
  const [first] = (await named(word)).rows;
  await openPlace("1st");
  await typeByHand(page, word.toLowerCase());
  await expectSeen(podium.column("Overall").getByText("A name, not a bib. Who was it?"));
  await page.keyboard.press("Enter");
  await expectSeen(podium.column("Overall").getByRole("alert"));
  await openPlace("1st");
  expect(await kept()).toEqual([]);
  await podium
    .column("Overall")
    .getByRole("button", { name: `${first?.name ?? ""}, ` })
    .first()
    .click();
  await page.keyboard.press("Enter");
  await expect.poll(kept).toEqual([first?.bib]);
});

test("P4 letters that are a runner's name are entered as a bib by key, if nobody else was meant", async () => {
  const { page, podium, bibs, kept, openPlace, host, eventId } = await openPodiumIn(windows);
  const named = (text: string) => host.value("roster.search", { eventId, text });
  const found = (await Promise.all(bibs.map(named))).flatMap(({ rows }) => rows.slice(0, 1));
  const runner = found.find(({ name }) => /^[A-Za-z]{4,} /.test(name ?? ""));
  const word = (runner?.name?.split(" ")[0] ?? "").toUpperCase();
  await openPlace("1st");
  await typeByHand(page, word);
  const asBib = podium.column("Overall").getByRole("button", { name: `Enter ${word} as a bib` });
  await expectSeen(asBib);
  await page.keyboard.press("Enter");
  await expectSeen(podium.column("Overall").getByRole("alert"));
  expect(await kept()).toEqual([]);
  for (let tab = 0; tab < 12; tab += 1) {
    if (await asBib.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect.poll(kept).toEqual([word]);
  await openPlace("2nd");
});
