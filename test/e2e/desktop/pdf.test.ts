import { existsSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { enter, openPractice } from "#test/support/electron-double/practice.ts";
import type { Desktop } from "#test/support/electron-double/start-desktop.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const browser = desktopBrowser();

/** Opens the question what to print, over the podium. */
async function askToPrint(desktop: Desktop): Promise<Page> {
  await openPractice(desktop);
  const page = await enter(desktop, "/podium");
  await page.getByRole("button", { name: "Print" }).click();
  await page.getByRole("dialog").waitFor();
  return page;
}

const savePdf = (page: Page): Promise<void> =>
  page.getByRole("dialog").getByRole("button", { name: "Save as PDF…" }).click();

/** The number of pages and their size in points, from the file that Chromium wrote. */
function readPdf(path: string) {
  const text = readFileSync(path, "latin1");
  const [, width = "", height = ""] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
  return {
    isWhole: text.startsWith("%PDF-") && text.trimEnd().endsWith("%%EOF"),
    pages: text.match(/\/Type \/Page\b/g)?.length ?? 0,
    size: [Math.round(Number(width)), Math.round(Number(height))],
  };
}

test("award sheets and the finish sheet become PDFs, page for page, where the person says", async () => {
  const folder = temporaryFolder();
  const desktop = await startDesktop(browser());
  const page = await askToPrint(desktop);
  // The segments of the sample race may arrive while the question is open.
  const all = page.getByText(/^All \([1-9]\d*\)$/);
  await all.click();
  const segments = Number(/\d+/.exec((await all.textContent()) ?? "")?.[0]);
  expect(segments).toBeGreaterThan(1);
  await savePdf(page);
  const first = await desktop.dialog();
  expect(first).toMatchObject({
    kind: "save",
    options: {
      defaultPath: expect.stringMatching(
        /Documents.PRACTICE-.+-award-sheets-\d{4}-\d\d-\d\d\.pdf$/,
      ),
      filters: [{ name: "PDF", extensions: ["pdf"] }],
    },
  });
  const sheets = join(folder, "sheets.pdf");
  await first.answer({ canceled: false, filePath: sheets });
  await page.getByText(`Saved in ${sheets}`).waitFor();
  expect(readPdf(sheets)).toEqual({ isWhole: true, pages: segments, size: [596, 843] });

  await page.getByRole("button", { name: "Print" }).click();
  await page.getByText("Finish sheet", { exact: true }).click();
  await savePdf(page);
  const second = await desktop.dialog();
  expect(second.options).toMatchObject({
    defaultPath: expect.stringMatching(/-finish-sheet-\d{4}-\d\d-\d\d\.pdf$/),
  });
  expect(String(second.options["defaultPath"]).startsWith(folder)).toBe(true);
  await second.answer({ canceled: false, filePath: join(folder, "finish.pdf") });
  await page.getByText("finish.pdf").waitFor();
  expect(readPdf(join(folder, "finish.pdf")).pages).toBe(2);
  expect(readdirSync(folder).toSorted()).toEqual(["finish.pdf", "sheets.pdf"]);
});

test("J1 a full disk is said loudly beside the button, nobody choosing a file is no error, and paper is Letter where that is usual", async () => {
  const path = join(temporaryFolder(), "finish.pdf");
  const desktop = await startDesktop(browser(), { env: { CHUTE_DOUBLE_COUNTRY: "US" } });
  const page = await askToPrint(desktop);
  await page.getByText("Finish sheet", { exact: true }).click();
  await savePdf(page);
  await (await desktop.dialog()).answer({ canceled: true, filePath: "" });
  const button = page.getByRole("dialog").getByRole("button", { name: "Save as PDF…" });
  await button.waitFor();
  expect(await page.getByText("NOT SAVED").count()).toBe(0);

  // Writing to this path fails, because `/dev/full` is always full.
  symlinkSync("/dev/full", `${path}.part`);
  await savePdf(page);
  await (await desktop.dialog()).answer({ canceled: false, filePath: path });
  await page.getByText("NOT SAVED").waitFor();
  await page.getByText("The disk is full.").waitFor();
  expect(existsSync(path)).toBe(false);

  await savePdf(page);
  await (await desktop.dialog()).answer({ canceled: false, filePath: path });
  await page.getByText(`Saved in ${path}`).waitFor();
  expect(readPdf(path)).toEqual({ isWhole: true, pages: 2, size: [612, 792] });
});
