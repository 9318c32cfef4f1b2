import type { Page } from "playwright";
import { expect, test } from "vitest";
import { deskPage, expectSeen } from "#test/support/browser/desk-page.ts";
import { pressAfterLook, scan, tapAndScan, typeByHand } from "#test/support/browser/keys.ts";
import { deskOpener } from "#test/support/browser/open-desk.ts";
import { newCommandId } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { startHost } from "#test/support/hosts/start-host.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const windows = browserWindows();
const openDesk = deskOpener(windows);

/** The settings of a new desk, which have fields, switches, and an area that shows what was scanned. */
async function openSettings(): Promise<Page> {
  const host = await startHost(temporaryFolder(), ["--practice"]);
  const page = await windows.open(host);
  await page.getByRole("link", { name: "Settings" }).click();
  await expectSeen(page.getByText("Scan something now."));
  return page;
}

test("B4 a scan is read wherever the focus is, and never typed into a field that did not ask", async () => {
  const page = await openSettings();
  const operator = page.getByRole("textbox", { name: "Operator" });
  const read = (text: string): Promise<void> => expectSeen(page.getByText(text, { exact: true }));

  await operator.focus();
  await typeByHand(page, "Mei Tan");
  await scan(page, "1042");
  await read("A bib: 1042");
  expect(await operator.inputValue()).toBe("Mei Tan");
  await typeByHand(page, "aka");
  expect(await operator.inputValue()).toBe("Mei Tanaka");

  await scan(page, "#301~AB12345678", { suffix: "Tab" });
  await read("A bib: 301");
  expect(await operator.evaluate((field) => field === document.activeElement)).toBe(true);

  await scan(page, "A123456", { suffix: "none", gapMs: 25 });
  await read("A parkrun barcode: A123456");
  expect(await operator.inputValue()).toBe("Mei Tanaka");

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await scan(page, "mei@example.org");
  await read("An e-mail: mei@example.org");
});

test("B4 the suffix of a scan presses nothing", async () => {
  const page = await openSettings();
  const onScan = page.getByRole("switch", { name: "Check in on scan" });
  await onScan.focus();
  await scan(page, "2042");
  await expectSeen(page.getByText("A bib: 2042", { exact: true }));
  expect(await onScan.isChecked()).toBe(false);

  await page.getByRole("button", { name: "Start afresh" }).focus();
  await scan(page, "https://run.example/t?id=reg_8f41c09e77aa4d21");
  await expectSeen(page.getByText("A registration: reg_8f41c09e77aa4d21", { exact: true }));
  expect(await page.getByRole("alertdialog").count()).toBe(0);
  await pressAfterLook(page, "Enter");
  await expectSeen(page.getByRole("alertdialog", { name: "Start practice afresh?" }));
});

test("B4 the scanner's test in Settings shows both readings of a code in doubt", async () => {
  const page = await openSettings();
  await tapAndScan(page, "5", 40, "221");
  await expectSeen(page.getByText("Scanned 5221 or 221: a key was pressed with it. Scan again."));
});

test("B4 a scan into any field of Settings changes no setting and checks nobody in, also with “Check in on scan”", async () => {
  const { host, eventId, page, desk } = await openDesk();
  await host.value("settings.save", { commandId: newCommandId(), checkInOnScan: true });
  await desk.goTo("Settings");
  await expectSeen(page.getByText("Scan something now."));
  await expect
    .poll(() => page.getByRole("switch", { name: "Check in on scan" }).isChecked())
    .toBe(true);
  const kept = async () => ({
    settings: (await host.value("desk.get", {})).settings,
    checkIns: (await host.value("roster.runCounts", { eventId })).checkIns,
  });
  const before = await kept();
  // A name that is typed and not confirmed is not confirmed by the suffix of a scan.
  await page.getByRole("textbox", { name: "Operator" }).fill("Mei Tan");
  const fields = await page.locator("main input:enabled").all();
  const shown = (): Promise<unknown[]> =>
    Promise.all(
      fields.map(async (field) => [
        await field.inputValue(),
        await field.isChecked().catch(() => null),
      ]),
    );
  const shownBefore = await shown();
  // Two texts, six choices and two switches are the least.
  expect(fields.length).toBeGreaterThanOrEqual(10);
  let bib = "1187";
  for (const field of fields) {
    for (const suffix of ["Enter", "Tab", "none"] as const) {
      await field.focus();
      bib = bib === "1187" ? "1042" : "1187";
      await scan(page, bib, { suffix });
      await expectSeen(page.getByText(`A bib: ${bib}`, { exact: true }));
      expect(await shown()).toEqual(shownBefore);
    }
  }
  expect(await kept()).toEqual(before);
  expect(page.url()).toContain("#/settings");
});

test("B4 two keys of a person nearly at once are typed in order, and Enter after them is theirs", async () => {
  const page = await openSettings();
  const operator = page.getByRole("textbox", { name: "Operator" });
  await operator.focus();
  await scan(page, "th", { suffix: "none", gapMs: 12 });
  await page.waitForFunction(
    () =>
      document.activeElement instanceof HTMLInputElement && document.activeElement.value === "th",
  );
  await typeByHand(page, "eo");
  expect(await operator.inputValue()).toBe("theo");
  await operator.press("Enter");
  await expectSeen(page.getByText("Now here: theo"));
});

test("B4 a scan on a screen that has no use for it opens the runner at check-in", async () => {
  const host = await startHost(temporaryFolder(), ["--practice"]);
  const page = await windows.open(host);
  const desk = deskPage(page);
  for (const screen of ["Events", "Sync"] as const) {
    await desk.goTo(screen);
    await scan(page, "1042");
    await expectSeen(desk.card("Amara Okafor"));
    expect(page.url()).toContain("#/check-in");
  }
});
