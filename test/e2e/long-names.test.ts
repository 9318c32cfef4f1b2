import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { words } from "#renderer/i18n/words.ts";
import { browserWindows, resultsFolder } from "#test/support/browser/window.ts";
import type { SceneSite } from "#test/support/screens/scene-pages.ts";
import { sceneSizes, serveScenes, showScene } from "#test/support/screens/scene-pages.ts";

const windows = browserWindows();
const folder = join(resultsFolder, `long-names-${process.pid}`);
let site: SceneSite | undefined;

beforeAll(async () => {
  site = await serveScenes(folder);
});
afterAll(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("L1 a name of three words is whole in the last check-ins, at every size", async () => {
  const page = await windows.blank();
  await showScene(page, site?.url ?? "", "check-in-done-long");
  const name = page
    .getByRole("list", { name: words.checkIn.tickets })
    .getByText("Siobhán Ní Bhriain", { exact: true });
  const cut: string[] = [];
  for (const { width, height } of sceneSizes) {
    await page.setViewportSize({ width, height });
    const isWhole = await name.evaluate(
      (box) => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight,
    );
    if (!isWhole) cut.push(`${width}×${height}`);
  }
  expect(cut).toEqual([]);
});
