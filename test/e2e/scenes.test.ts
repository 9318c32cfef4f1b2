import { expect, test } from "vitest";
import { expectSeen } from "#test/support/browser/desk-page.ts";
import { goToScreen } from "#test/support/browser/go-to-screen.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { sceneGroups } from "#test/support/screens/scene-groups.ts";
import { deviceSizes, rest, sceneSizes, showScene } from "#test/support/screens/scene-pages.ts";
import { sceneSite } from "#test/support/screens/scene-site.ts";
import { scenes } from "#test/support/screens/scenes.ts";

const windows = browserWindows();
const site = sceneSite();

test("L1 L2 no scene is left out", () => {
  const inGroups = (name: string): number =>
    Object.values(sceneGroups)
      .flatMap((groups) => Object.values<RegExp>(groups))
      .filter((names) => names.test(name)).length;
  expect(Object.keys(scenes).filter((name) => inGroups(name) !== 1)).toEqual([]);
});

test("L1 the arrow of a card with more than fits covers no word of the card", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "check-in-bib-taken");
  await page.setViewportSize({ width: 1024, height: 640 });
  const arrow = await page.locator("[data-bar]").evaluate((bar) => {
    const { opacity, top, height, outlineStyle } = getComputedStyle(bar, "::before");
    return {
      opacity,
      outline: outlineStyle,
      above: Math.max(0, -parseFloat(top)),
      below: Math.max(
        0,
        parseFloat(top) + parseFloat(height) - parseFloat(getComputedStyle(bar).paddingTop),
      ),
    };
  });
  // It is seen, and lies between the upper edge of the bar and its buttons.
  expect(arrow).toEqual({ opacity: "1", outline: "none", above: 0, below: 0 });
});

test("M2 a hub without a network address says that nobody can reach it, and shows no code", async () => {
  const page = await windows.blank();
  const code = page.getByText("481 729");
  await showScene(page, site(), "desks-hub-code");
  await expectSeen(code);
  await showScene(page, site(), "desks-hub-no-network");
  await expectSeen(page.getByText("Nobody can reach this computer"));
  expect(await code.count()).toBe(0);
});

test("M11 after a conflict is settled the focus is at the list of the others", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "sync-conflicts");
  await page.getByRole("button", { name: "Keep this check-in" }).first().focus();
  await page.keyboard.press("Enter");
  const others = page.getByRole("region", { name: "5 conflicts between desks" });
  await expect.poll(() => others.evaluate((list) => list === document.activeElement)).toBe(true);
});

test("M2 a phone proposes the name Phone, and a tablet Tablet", async () => {
  for (const [name, at] of [["Phone", 1] as const, ["Tablet", 2] as const]) {
    const page = await windows.blank({ viewport: deviceSizes[at], isTouch: true });
    await page.goto(`${site()}?scene=pairing`);
    const field = page.getByRole("textbox", { name: "Name of this device" });
    await expect.poll(() => field.inputValue()).toBe(name);
  }
});

test("L1 the status bar of a tablet has one line, also with conflicts, times that are not saved, and the operator", async () => {
  const page = await windows.blank();
  const lines: Record<string, number> = {};
  for (const name of ["check-in-conflicts", "finish-log-not-saved"]) {
    await showScene(page, site(), name);
    for (const size of [{ width: 820, height: 1180 }, deviceSizes[1]]) {
      await page.setViewportSize(size);
      await rest(page);
      lines[`${name} at ${size.width}×${size.height}`] = await page
        .locator("footer > [role=status] > *")
        .evaluateAll(
          (cells) => new Set(cells.map((each) => each.getBoundingClientRect().top)).size,
        );
    }
  }
  expect([...new Set(Object.values(lines))], JSON.stringify(lines)).toEqual([1]);
});

test("L1 the buttons of a warning card have two lines at most", async () => {
  const page = await windows.blank();
  const lines: Record<string, number> = {};
  for (const name of ["check-in-already", "check-in-already-no-bib", "check-in-cancelled"]) {
    await showScene(page, site(), name);
    for (const size of sceneSizes) {
      await page.setViewportSize(size);
      await rest(page);
      const text = page
        .getByRole("button", { name: /with a reason…/ })
        .locator("span")
        .first();
      lines[`${name} at ${size.width}×${size.height}`] = await text.evaluate((span) => {
        const range = document.createRange();
        range.selectNodeContents(span);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
    }
  }
  expect(Object.entries(lines).filter(([, count]) => count > 2)).toEqual([]);
});

test.each([
  ["settings", "--restore-backup"],
  ["desks-alone-refused", "--host 0.0.0.0"],
])(
  "L1 on %s the flag %s stands on one line, whatever the width of the window",
  async (name, flag) => {
    const page = await windows.blank();
    await showScene(page, site(), name);
    const broken: number[] = [];
    for (let width = 600; width < 1_300; width += 20) {
      await page.setViewportSize({ width, height: 800 });
      const lines = await page.evaluate((text) => {
        const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        while (nodes.nextNode() !== null) {
          const from = nodes.currentNode.nodeValue?.indexOf(text) ?? -1;
          if (from < 0) continue;
          range.setStart(nodes.currentNode, from);
          range.setEnd(nodes.currentNode, from + text.length);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size;
        }
        return 0;
      }, flag);
      if (lines !== 1) broken.push(width);
    }
    expect(broken).toEqual([]);
  },
);

test("P10 what the finish log replaces in the podium, and the reason that it needs, are in sight at 1024×640", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "finish-log-put");
  await page.setViewportSize({ width: 1024, height: 640 });
  const dialog = page.getByRole("dialog");
  const foot = await dialog.getByRole("button", { name: "Write a reason" }).boundingBox();
  const seen = [
    dialog.getByText("Overall was announced. Write why"),
    dialog.getByRole("textbox", { name: "Why" }),
  ];
  for (const part of seen) {
    const box = await part.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(foot?.y ?? 0);
    expect(box?.y).toBeGreaterThan(0);
  }
});

test("L1 words that name what a key does are shown only with their key", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "podium");
  const key = page.locator("kbd", { hasText: "Tab" });
  const does = page.getByText("time", { exact: false }).and(page.locator("[class*=hint]"));
  for (const width of [1280, 820]) {
    await page.setViewportSize({ width, height: 1180 });
    expect(await does.first().isVisible()).toBe(await key.first().isVisible());
  }
});

test("L1 the places of a segment scroll, not its column, while a line of several messages is open", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "podium");
  await page.setViewportSize({ width: 1024, height: 640 });
  const column = page.getByRole("region", { name: "Women", exact: true });
  await column.getByText("221").click();
  await page.keyboard.press("7");
  await expectSeen(column.getByRole("button", { name: "Save the open place first" }));
  const heights = await column.evaluate((area) => [area.scrollHeight, area.clientHeight]);
  expect(heights[0]).toBe(heights[1]);
});

test("N1 S5 whoever returns to the queue sees that the folder is a copy", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "sync-many", { hasBanners: true, size: sceneSizes[1] });
  const screen = page.locator("[class*=screen]").filter({ has: page.getByRole("heading") });
  await screen.last().evaluate((area) => area.scrollTo({ top: area.scrollHeight }));
  const before = await screen.last().evaluate((area) => area.scrollTop);
  expect(before).toBeGreaterThan(100);
  await goToScreen(page, "/events");
  await goToScreen(page, "/sync");
  await rest(page);
  const notice = await page
    .locator("[class*=queue]")
    .getByText(/was copied here$/)
    .boundingBox();
  expect(notice?.y).toBeGreaterThan(0);
  expect(notice?.y).toBeLessThan(500);
});

test("L1 the title of a segment and its button stay in sight while its places scroll, at 1024×640", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "podium-changed");
  await page.setViewportSize({ width: 1024, height: 640 });
  const found = await page.locator("section[class*=column]").evaluateAll((columns) =>
    columns
      .filter((column) => column.scrollHeight > column.clientHeight + 20)
      .map((column) => {
        column.scrollTop = column.scrollHeight;
        const own = column.getBoundingClientRect();
        const [head, foot] = [column.firstElementChild, column.lastElementChild];
        return {
          head: Math.abs((head?.getBoundingClientRect().top ?? 0) - own.top) <= 3,
          foot: Math.abs(own.bottom - (foot?.getBoundingClientRect().bottom ?? 0)) <= 3,
        };
      }),
  );
  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(found.map(() => ({ head: true, foot: true })));
});

test("C13 half an hour before a start, the empty card forecasts the queue", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "check-in-forecast");
  await expectSeen(
    page.getByText(
      /^2,659 are still expected for the start at .*\(on average 33 a minute\), about 1,8\d0 would/,
    ),
  );
  await showScene(page, site(), "check-in");
  await expectSeen(page.getByText("Type a bib or a name, or scan"));
  expect(await page.getByText("are still expected for the start").count()).toBe(0);
});
