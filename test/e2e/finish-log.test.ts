import type { Locator } from "playwright";
import { describe, expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { pressAt, scan, typeByHand } from "#test/support/browser/keys.ts";
import { newCommandId } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { bibsOf, kept, openLog, showLog, typeBibs } from "#test/support/browser/finish-log-page.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";
import { testOnStation } from "#test/support/hosts/test-on-station.ts";

const windows = browserWindows();

describe("the key that stamps", () => {
  test("J1 a burst of 120 presses is 120 times, each the moment of its key, and a reload keeps them", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    const beganAtMs = Date.now() + 200;
    const pressedAtMs = Array.from({ length: 120 }, (_, at) => beganAtMs + at * 12);
    await pressAt(page, " ", pressedAtMs);
    await expect.poll(async () => (await kept(open)).stamps).toBe(120);
    const stored = (await kept(open)).rows.map(({ stamp }) => stamp?.atMs ?? 0);
    const lateMs = stored.map((atMs, at) => Math.abs(atMs - (pressedAtMs[at] ?? 0)));
    expect(Math.max(...lateMs)).toBeLessThanOrEqual(5);
    await expectSeen(log.row(120));
    await expectGone(page.getByText("saving", { exact: true }));
    await page.reload();
    await showLog(page);
    await expectSeen(page.getByText("120 times, 0 bibs."));
    expect((await kept(open)).stamps).toBe(120);
  });

  test("a held Space is one time; a button that was pressed before never gets it", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    await page.getByRole("button", { name: /^Undo/ }).focus();
    await page.keyboard.down("Space");
    for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down("Space");
    await page.keyboard.up("Space");
    await expectSeen(log.row(1));
    await page.getByRole("button", { name: "Podium", exact: true }).focus();
    await page.keyboard.press("Space");
    await expectSeen(log.row(2));
    await expect.poll(async () => (await kept(open)).stamps).toBe(2);
    expect(await log.stamp.isVisible()).toBe(true);
  });

  testOnStation(
    "a tablet",
    "the big button stamps when a finger touches it, each finger once",
    async () => {
      const open = await openLog(windows, {
        viewport: { width: 820, height: 1180 },
        isTouch: true,
      });
      const { log } = open;
      await log.stamp.tap();
      await log.stamp.tap();
      await expectSeen(log.row(2));
      await expect.poll(async () => (await kept(open)).stamps).toBe(2);
    },
  );

  test("B4 Space stamps while a bib is typed, and in the middle of a scan, and neither suffers", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    await typeByHand(page, "10");
    await page.keyboard.press("Space");
    await typeByHand(page, "42");
    expect(await log.bib.inputValue()).toBe("1042");
    await page.keyboard.press("Enter");
    await expectSeen(log.line(1).getByText("Amara Okafor"));
    await scan(page, "11 87");
    await expectSeen(log.line(2).getByText("Élodie Vandenbroucke-Saïdi"));
    await expect.poll(async () => (await kept(open)).stamps).toBe(2);
    expect(bibsOf(await kept(open))).toEqual(["1042", "1187"]);
  });

  testWithInterception(
    "J1 J8 what the program did not answer is said loudly, survives a reload, and counts once",
    async () => {
      const open = await openLog(windows, { tolerates: /ERR_FAILED|Failed to load resource/ });
      const { host, page, log } = open;
      const restore = await interceptCalls(host, page, "finish.*", (call) =>
        call.name === "finish.page" ? call.reply() : call.lose(),
      );
      await page.keyboard.press("Space");
      await expectSeen(log.notSaved);
      await page.keyboard.press("Space");
      await typeBibs(open, ["1042"]);
      await expectSeen(page.getByText("2 times and 1 bib are only in this window."));
      expect((await kept(open)).total).toBe(0);
      page.once("dialog", (dialog) => void dialog.accept());
      await page.reload();
      await showLog(page);
      await expectSeen(log.notSaved);
      await page.getByRole("button", { name: "Try now" }).click();
      await expectSeen(log.notSaved);
      // From here on the commands succeed, and the page sends them again without a person.
      await restore();
      await expectGone(log.notSaved);
      await expect.poll(async () => (await kept(open)).total).toBe(2);
      expect(await kept(open)).toMatchObject({ stamps: 2, bibs: 1 });
    },
  );
});

testWithInterception(
  "J1 what was not saved is sent after a reload on any screen, and every screen is told",
  async () => {
    const open = await openLog(windows, { tolerates: /ERR_FAILED|Failed to load resource/ });
    const { host, page, log } = open;
    const restore = await interceptCalls(host, page, "finish.stamp", (call) => call.lose());
    await page.keyboard.press("Space");
    await expectSeen(log.notSaved);
    await expectSeen(page.getByText("NOT SAVED: 1 time is only in this window."));
    await deskPage(page).goTo("Sync");
    await restore();
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await expect.poll(async () => (await kept(open)).stamps).toBe(1);
    expect(await log.stamp.count()).toBe(0);
  },
);

describe("times and bibs in order", () => {
  test("a missed press and an unreadable bib are put in, moved, changed, removed and undone by key", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    await pressAt(
      page,
      " ",
      [0, 700, 1_400].map((ms) => Date.now() + ms),
    );
    await expectSeen(log.row(3));
    await typeBibs(open, ["1042", "?", "1187", "9999"]);
    await expectSeen(log.line(4).getByText("Nobody has this bib"));
    await expectSeen(page.getByText("1 bib has no time."));
    expect(bibsOf(await kept(open))).toEqual(["1042", null, "1187", "9999"]);

    // The second press was missed: every time after it moves down by one.
    for (const key of ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowLeft", "+"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(60);
    }
    await expectSeen(log.time(2).getByText("not pressed"));
    await expectSeen(page.getByText("4 finishers: 1 time was not pressed."));
    await expect.poll(async () => (await kept(open)).stamps).toBe(4);

    // The inserted time is chosen. Below it, the third time, beside the third bib, stays chosen while it moves.
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1187", null, "9999"]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("F2");
    await expectSeen(page.getByRole("textbox", { name: "Bib of finisher 4" }));
    await typeByHand(page, "1038");
    await page.keyboard.press("Enter");
    await expectSeen(log.line(4).getByText("Tuomas Okasalmi-Väänänen"));
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Delete");
    await expect
      .poll(async () => bibsOf(await kept(open)))
      .toEqual(["1042", "1187", null, undefined]);

    // The removal, the change and the move are undone one by one, newest first.
    for (const bibs of [
      ["1042", "1187", null, "1038"],
      ["1042", "1187", null, "9999"],
      ["1042", null, "1187", "9999"],
    ]) {
      await page.keyboard.press("Control+z");
      await expect.poll(async () => bibsOf(await kept(open))).toEqual(bibs);
    }
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await kept(open)).stamps).toBe(3);
  });

  testOnStation(
    "a tablet",
    "the same by finger: choose, insert above, move, remove, undo",
    async () => {
      const open = await openLog(windows, {
        viewport: { width: 820, height: 1180 },
        isTouch: true,
      });
      const { page, log } = open;
      for (const bib of ["1042", "1187"]) {
        await log.bib.fill(bib);
        await page.getByRole("button", { name: "Add the bib" }).tap();
      }
      await log.stamp.tap();
      await expectSeen(log.line(2).getByText("Élodie Vandenbroucke-Saïdi"));
      await log.line(1).tap();
      await page.getByRole("button", { name: "Insert above" }).tap();
      await expectSeen(log.line(1).getByText("unreadable"));
      await log.line(2).tap();
      await page.getByRole("button", { name: /^Move down/ }).tap();
      await expect.poll(async () => bibsOf(await kept(open))).toEqual([null, "1187", "1042"]);
      await page.getByRole("button", { name: /^Remove/ }).tap();
      await expect.poll(async () => bibsOf(await kept(open))).toEqual([null, "1187"]);
      await page.getByRole("button", { name: /^Undo removal/ }).tap();
      await expect.poll(async () => bibsOf(await kept(open))).toEqual([null, "1187", "1042"]);
      await log.time(1).tap();
      await page.getByRole("button", { name: "Missed press above" }).tap();
      await expectSeen(log.time(1).getByText("not pressed"));
    },
  );

  test("ten thousand finishers: the end follows, the beginning is a scroll away", async () => {
    const open = await openLog(windows);
    const { page, log, host, eventId } = open;
    const beganAtMs = Date.now() - 3_600_000;
    for (let from = 0; from < 10_000; from += 500) {
      const stamps = Array.from({ length: 500 }, (_, at) => ({
        id: `stamp-${String(from + at).padStart(5, "0")}`,
        atMs: beganAtMs + (from + at) * 300,
      }));
      await host.value("finish.stamp", { commandId: newCommandId(), eventId, stamps });
    }
    await expectSeen(log.row(10_000));
    await page.keyboard.press("Space");
    await expectSeen(log.row(10_001));
    expect(await page.getByRole("rowheader").count()).toBeLessThan(60);
    await page.getByRole("rowgroup").evaluate((list) => {
      list.scrollTop = 0;
    });
    await expectSeen(log.row(1));
    await expect.poll(() => log.time(1).innerText()).toMatch(/\d\d:\d\d:\d\d\.\d/);
    await page.keyboard.press("End");
    await expectSeen(log.row(10_001));
  });
});

describe("from the line to the podium", () => {
  test("P1 P10 gun, times and bibs of a run go into Overall, its time into another segment, and back in one step", async () => {
    const open = await openLog(windows);
    const { page, log, host, eventId } = open;
    const { holders } = await host.value("bib.holders", { eventId, bib: "1042" });
    const runId = holders[0]?.runId ?? "";
    const run = holders[0]?.runLabel ?? "";
    const { segments } = await host.value("podium.get", { eventId, runId });
    const known = new Set(segments.map(({ segmentId }) => segmentId));
    const missing = [
      { segmentId: "overall", label: "Overall", depth: 3, clock: "gun" as const },
      { segmentId: "special:harbour", label: "Harbour prize", depth: 3, clock: "gun" as const },
    ].filter(({ segmentId }) => !known.has(segmentId));
    await host.value("segment.save", {
      commandId: newCommandId(),
      eventId,
      runId,
      segments: missing,
    });
    const harbour = { eventId, runId, segmentId: "special:harbour" };
    await host.value("podium.enter", {
      ...harbour,
      commandId: newCommandId(),
      slots: [{ bib: "1042", runnerId: null, tie: false, time: null }],
      follows: [],
    });
    const harbourTime = async (): Promise<string | null | undefined> =>
      (await host.value("podium.get", { eventId, runId })).segments.find(
        ({ segmentId }) => segmentId === "special:harbour",
      )?.slots[0]?.time;
    await page
      .getByRole("button", { name: new RegExp(`^${run}\\b`) })
      .first()
      .click();
    await page.getByRole("button", { name: `Start now: ${run}` }).click();
    await expectSeen(page.getByRole("button", { name: `Change the gun time of ${run}` }));
    await pressAt(
      page,
      " ",
      [4_000, 5_000, 6_500].map((ms) => Date.now() + ms),
    );
    await typeBibs(open, ["1187", "1042", "1038"]);
    await expectSeen(log.line(3).getByText("Tuomas Okasalmi-Väänänen"));
    const placings = await host.value("finish.placings", { eventId, runId });
    expect(placings.placings.map(({ bib, place }) => [bib, place])).toEqual([
      ["1187", 1],
      ["1042", 2],
      ["1038", 3],
    ]);
    await page.getByRole("button", { name: /into podium…$/ }).click();
    const dialog = page.getByRole("dialog");
    await expectSeen(dialog.getByText("Élodie Vandenbroucke-Saïdi"));
    await expectSeen(dialog.getByText("1 time from the log"));
    await dialog.getByRole("button", { name: /^Put into Overall/ }).click();
    await expectGone(dialog);
    const { segments: filled } = await host.value("podium.get", { eventId, runId });
    const overall = filled.find(({ segmentId }) => segmentId === "overall");
    expect(overall?.slots.map(({ bib }) => bib).slice(0, 3)).toEqual(["1187", "1042", "1038"]);
    // P10: the runner's time is in the other segment too, and one undo removes all of it.
    expect(await harbourTime()).toMatch(/^0:0[45]/);
    await page
      .getByRole("alert")
      .or(page.getByRole("status"))
      .getByRole("button", { name: "Undo" })
      .click();
    await expect.poll(harbourTime).toBeNull();
  });

  test("P10 right after the podium was filled, Undo says that it undoes that; the gap before it stays", async () => {
    const open = await openLog(windows);
    const { page, log, host, eventId } = open;
    const { runs } = await host.value("event.get", { eventId });
    const { holders } = await host.value("bib.holders", { eventId, bib: "1042" });
    const runId = holders[0]?.runId ?? runs[0]?.id ?? "";
    const segments = [{ segmentId: "overall", label: "Overall", depth: 3, clock: "gun" as const }];
    await host.value("segment.save", { commandId: newCommandId(), eventId, runId, segments });
    const overall = async (): Promise<(string | null)[] | undefined> =>
      (await host.value("podium.get", { eventId, runId })).segments
        .find(({ segmentId }) => segmentId === "overall")
        ?.slots.map(({ bib }) => bib);
    const undo = (what: string): Locator =>
      page.getByRole("complementary").getByRole("button", { name: what, exact: true });
    await page
      .getByRole("button", { name: new RegExp(`^${holders[0]?.runLabel ?? ""}\\b`) })
      .first()
      .click();
    await page.keyboard.press("Space");
    await typeBibs(open, ["1042"]);
    await expectSeen(undo("Undo bib 1042"));
    await log.time(1).click();
    await page.getByRole("button", { name: "Missed press above" }).click();
    await expectSeen(undo("Undo gap"));
    expect(await undo("Undo gap").innerText()).toContain("Undo gap");

    const putIn = async (): Promise<void> => {
      await page.getByRole("button", { name: /into podium…$/ }).click();
      await page.getByRole("button", { name: /^Put into Overall/ }).click();
      await expectGone(page.getByRole("dialog"));
      await expect.poll(overall).toEqual(["1042"]);
    };
    await putIn();
    await undo("Undo into podium").click();
    await expect.poll(overall).toEqual([]);
    await expectSeen(undo("Undo gap"));
    expect((await kept(open)).stamps).toBe(2);

    // The next action of the log is the one that undo reverts; the toast still undoes the filled podium.
    await page.reload();
    await expectSeen(undo("Undo gap"));
    await putIn();
    await page.keyboard.press("Space");
    await expectSeen(undo("Undo last time"));
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await kept(open)).stamps).toBe(2);
    expect(await overall()).toEqual(["1042"]);
  });

  test("P11 a gun time on which times depend is asked about, its button is not ready for what is no time, set by the venue's clock, and undone", async () => {
    const open = await openLog(windows);
    const { page, log, host, eventId } = open;
    await typeBibs(open, ["1042"]);
    await page.keyboard.press("Space");
    const { holders } = await host.value("bib.holders", { eventId, bib: "1042" });
    const run = holders[0]?.runLabel ?? "";
    await page.getByRole("button", { name: `Start now: ${run}` }).click();
    await expectSeen(log.line(1).getByText("Before the gun"));
    const before = (await kept(open)).guns[0]?.atMs ?? 0;
    await page.getByRole("button", { name: `Change the gun time of ${run}` }).click();
    const dialog = page.getByRole("alertdialog");
    await expectSeen(dialog.getByText(/1 time of the log may depend on it/));
    await expectSeen(dialog.getByText(/^Enter changes nothing here/));
    await dialog.getByRole("textbox", { name: "Time of day" }).fill("25:00");
    // The button is not ready, and the field says what it needs.
    await expectSeen(dialog.getByText(/Write a date like/));
    const notYet = dialog.getByRole("button", { name: "Not a date and time yet" });
    expect(await notYet.getAttribute("aria-disabled")).toBe("true");
    expect(await dialog.getByRole("button", { name: "Set the gun time" }).count()).toBe(0);
    await dialog.getByRole("textbox", { name: "Date" }).fill("2026-10-03");
    await dialog.getByRole("textbox", { name: "Time of day" }).fill("09:00:00.5");
    await dialog.getByRole("button", { name: "Set the gun time" }).click();
    await expectSeen(dialog.getByText(/another day than the run’s/));
    // A second press within 400 ms is the same press.
    await page.waitForTimeout(450);
    await dialog.getByRole("button", { name: "Set it all the same" }).click();
    await expectGone(dialog);
    const zone = (await host.value("event.get", { eventId })).timeZone ?? "UTC";
    const shown = new Date((await kept(open)).guns[0]?.atMs ?? 0).toLocaleTimeString("en-GB", {
      timeZone: zone,
    });
    expect(shown).toBe("09:00:00");
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await kept(open)).guns[0]?.atMs).toBe(before);
  });
});
