import { describe, expect, test } from "vitest";
import { expectSeen } from "#test/support/browser/desk-page.ts";
import {
  bibsOf,
  isInSight,
  kept,
  leaveAndComeBack,
  openLog,
  pressEarlier,
  typeBibs,
} from "#test/support/browser/finish-log-page.ts";
import { leaveEveryField, scan, tapAndScan, typeByHand } from "#test/support/browser/keys.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();

describe("bibs after the times", () => {
  test.each([
    [1280, 800],
    [1024, 640],
  ])(
    "P9 the row whose bib is typed is in sight among 3,000 times, also when others finish meanwhile (%d×%d)",
    async (width, height) => {
      const open = await openLog(windows, { viewport: { width, height } });
      const { page, log } = open;
      await pressEarlier(open, 3_000);
      await expectSeen(log.row(3_000));
      for (const [at, bib] of ["1042", "1187", "1038", "1041", "1043", "1044", "1045"].entries()) {
        await typeByHand(page, bib);
        await expectSeen(log.line(at + 1).getByText(bib, { exact: true }));
        expect(await isInSight(page, log.row(at + 1))).toBe(true);
        await page.keyboard.press("Space");
        await page.keyboard.press("Enter");
        await expect.poll(() => log.bib.inputValue()).toBe("");
      }
      await expect.poll(async () => (await kept(open)).stamps).toBe(3_007);
      await expectSeen(log.line(8).getByText("next bib"));
      expect(await isInSight(page, log.row(8))).toBe(true);
      await page.keyboard.press("End");
      await expectSeen(log.row(3_007));
      expect(await isInSight(page, log.row(3_007))).toBe(true);
      // A digit scrolls back to the row of the next bib at once.
      await typeByHand(page, "1");
      await expectSeen(log.row(8));
      expect(await isInSight(page, log.row(8))).toBe(true);
    },
  );

  test("P9 a finish log that is opened anew shows the row that the next bib goes to, and the field has the focus", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    await typeBibs(open, ["1042", "1187"]);
    await pressEarlier(open, 3_000);
    await expect.poll(async () => (await kept(open)).stamps).toBe(3_000);
    await leaveAndComeBack(open);
    await expectSeen(log.line(3).getByText("next bib"));
    await expect.poll(() => isInSight(page, log.row(3))).toBe(true);
    expect(await log.bib.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press("End");
    await expectSeen(log.row(3_000));
  });

  test("P9 a half-typed bib is there again after another tab, and a correction never becomes the next bib", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    await typeBibs(open, ["1042", "1187"]);
    await typeByHand(page, "103");
    await leaveAndComeBack(open);
    expect(await log.bib.inputValue()).toBe("103");
    await log.line(1).click();
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await expectSeen(page.getByRole("textbox", { name: "Bib of finisher 1" }));
    await leaveAndComeBack(open);
    expect(await log.bib.inputValue()).toBe("103");
    await page.keyboard.press("Enter");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1187", "103"]);
    await leaveAndComeBack(open);
    expect(await log.bib.inputValue()).toBe("");
  });

  test("P9 a half-typed bib of a change is there again after another tab, and the next change of that bib replaces it", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    await typeBibs(open, ["1042", "1187"]);
    await log.line(1).click();
    await page.keyboard.press("F2");
    await typeByHand(page, "104");
    await leaveAndComeBack(open);
    const first = page.getByRole("textbox", { name: "Bib of finisher 1" });
    expect(await first.inputValue()).toBe("104");
    await page.keyboard.press("Enter");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["104", "1187"]);
    await log.line(1).click();
    await page.keyboard.press("F2");
    await expectSeen(first);
    await typeByHand(page, "7");
    await page.keyboard.press("Enter");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["7", "1187"]);
  });

  test("P9 a half-typed bib that stands in the field again after a change is not saved by an Enter that bounces", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    await typeBibs(open, ["1042", "1187"]);
    await typeByHand(page, "103");
    await log.line(1).click();
    await page.keyboard.press("F2");
    await typeByHand(page, "1041");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect.poll(() => log.bib.inputValue()).toBe("103");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1041", "1187"]);
    await typeByHand(page, "8");
    await page.keyboard.press("Enter");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1041", "1187", "1038"]);
  });

  test("P9 a row that is inserted above is chosen, in sight, and gets the bib that is typed next", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    await typeBibs(open, ["1042", "1187", "1038"]);
    await expectSeen(log.line(3).getByText("Tuomas Okasalmi-Väänänen"));
    await log.line(2).click();
    await page.keyboard.press("+");
    await typeByHand(page, "1041");
    await expectSeen(page.getByRole("textbox", { name: "Bib of finisher 2" }));
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => bibsOf(await kept(open)))
      .toEqual(["1042", "1041", "1187", "1038"]);

    // A bib that was typed earlier is inserted unchanged and is chosen.
    await log.line(4).click();
    await typeByHand(page, "1043");
    await page.getByRole("button", { name: "Insert 1043 above" }).click();
    await expect
      .poll(async () => bibsOf(await kept(open)))
      .toEqual(["1042", "1041", "1187", "1043", "1038"]);
    await expect.poll(() => log.line(4).getAttribute("aria-selected")).toBe("true");
    expect(await log.bib.inputValue()).toBe("");

    // A finish whose key press was missed.
    await pressEarlier(open, 3);
    await expectSeen(log.time(3).getByText(/\d\d:\d\d/));
    await log.time(2).click();
    await page.getByRole("button", { name: "Missed press above" }).click();
    await expectSeen(log.time(2).getByText("not pressed"));
    await expect.poll(() => log.time(2).getAttribute("aria-selected")).toBe("true");
    expect(await isInSight(page, log.row(2))).toBe(true);
  });

  test("C4 P9 a scanned e-mail of several runners takes none of them: the log keeps it as read, and a message names them with their bibs", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    const email = "a.okafor@posteo.net";
    await scan(page, email);
    await expectSeen(page.getByText(/1042 \(.*Amara Okafor.*\).*Change it to the bib of the one/));
    await expect.poll(async () => bibsOf(await kept(open))).toEqual([email]);
    await expectSeen(log.line(1).getByText("Nobody has this bib"));
  });

  test("B2 P9 a scanned bib that several runners share is taken without a message: the row asks who came in", async () => {
    const open = await openLog(windows);
    const { page } = open;
    const answer = page.waitForResponse(/roster[.]scan/);
    await scan(page, "2201");
    expect((await (await answer).json()).value.rows).toHaveLength(2);
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["2201"]);
    expect(await page.getByText("Change it to the bib of the one").count()).toBe(0);
  });

  test("B4 P9 a code in doubt is read as the bib of a runner, and a message says so", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    // No runner has 5221; 221 is the bib of İlayda.
    await tapAndScan(page, "5", 40, "221");
    await expectSeen(log.line(1).getByText("İlayda Şahin"));
    await expectSeen(page.getByText("Scanned 5221 or 221, taken as 221: look at the bib."));
    expect(bibsOf(await kept(open))).toEqual(["221"]);
  });

  test("the key on the button Unreadable does what the button does, and is a sign behind a typed bib", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    await typeByHand(page, "?");
    await expectSeen(log.line(1).getByText("unreadable"));
    expect(await log.bib.inputValue()).toBe("");
    await typeByHand(page, "12?");
    expect(await log.bib.inputValue()).toBe("12?");
    await page.keyboard.press("Enter");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual([null, "12?"]);
  });

  test("B4 a scan while nothing has the focus leaves the bib field as it was, at any pace", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    await page
      .getByRole("button", { name: /^Start now/ })
      .first()
      .click();
    await expectSeen(page.getByRole("button", { name: /^Change the gun time/ }));
    const bibs = ["1042", "1187", "1038"];
    for (const [at, gapMs] of [3, 10, 30].entries()) {
      await leaveEveryField(page);
      await scan(page, bibs[at] ?? "", { gapMs });
      await expectSeen(log.line(at + 1).getByText(bibs[at] ?? "", { exact: true }));
      expect(await log.bib.inputValue()).toBe("");
    }
    await leaveEveryField(page);
    await typeByHand(page, "22");
    expect(await log.bib.inputValue()).toBe("22");
    await leaveEveryField(page);
    await scan(page, "1041");
    await expectSeen(log.line(4).getByText("1041", { exact: true }));
    expect(await log.bib.inputValue()).toBe("22");
    // The log shows a bib before it is saved.
    await expect.poll(async () => bibsOf(await kept(open))).toEqual([...bibs, "1041"]);
    // A bib that differs in leading zeros is another one (B1).
    await scan(page, "01043");
    await expectSeen(page.getByText("The code “01043” does not say whose bib it is."));
    await expect.poll(async () => bibsOf(await kept(open))).toEqual([...bibs, "1041", "01043"]);
  });
});

test("P9 Ctrl+Z right after “Insert above” takes the new line back, and the field takes the next bib", async () => {
  const open = await openLog(windows);
  const { page, log } = open;
  await typeBibs(open, ["1042", "1187"]);
  await log.line(2).click();
  await page.keyboard.press("+");
  await expectSeen(page.getByRole("textbox", { name: "Bib of finisher 2" }));
  await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", null, "1187"]);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1187"]);
  await expect.poll(() => log.bib.inputValue()).toBe("");
});
