import { expect, test } from "vitest";
import { words } from "#renderer/i18n/words.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { sceneSizes, showScene } from "#test/support/screens/scene-pages.ts";
import { sceneSite } from "#test/support/screens/scene-site.ts";

const windows = browserWindows();
const site = sceneSite();

test("L1 a name of three words is whole in the last check-ins, at every size", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "check-in-done-long");
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
