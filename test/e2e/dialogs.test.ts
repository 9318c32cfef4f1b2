import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { expectSeen } from "#test/support/browser/desk-page.ts";
import { scan } from "#test/support/browser/keys.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { projectRoot } from "#test/support/processes/programs.ts";
import { dialogsOfTheApp } from "#test/support/screens/dialogs.ts";
import type { DialogOfTheApp } from "#test/support/screens/dialog-of-the-app.ts";
import { rest, showScene } from "#test/support/screens/scene-pages.ts";
import { sceneSite } from "#test/support/screens/scene-site.ts";

const windows = browserWindows();
const site = sceneSite();

const at = (scene: string): string => `${site()}?scene=${scene}`;

const features = join(projectRoot, "renderer/features");
/** The dialogs that several screens show. */
const shared = ["../ui/race/people/say-name.tsx", "../ui/race/outbox/use-send-again.tsx"];

/** Every place in the source that draws a dialog; the podium's shared frame counts once for each kind of question. */
function dialogsInTheSource(): readonly string[] {
  const files = readdirSync(features, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".tsx"),
  );
  return [...files, ...shared].flatMap((file) => {
    const path = join(features, file);
    const text = readFileSync(path, "utf8");
    const drawn = text.match(/<(?:Confirm|Command)?Dialog\b/gu) ?? [];
    const name = relative(features, path);
    if (!name.endsWith("podium-dialogs.tsx")) return drawn.map(() => name);
    const kinds = text.matchAll(/(?:case |kind === )"([a-z]+)"/gu);
    return [...new Set([...kinds].map(([, kind]) => `${name}#${kind ?? ""}`))];
  });
}

const count = (all: readonly string[], one: string): number =>
  all.filter((each) => each === one).length;

const callsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (document.documentElement.dataset["calls"] ?? "").split(" ").filter(Boolean));

const dialogOf = (page: Page) => page.locator("[role=dialog], [role=alertdialog]");

/** Opens a page with a camera that refuses and a printer that only counts. */
async function openPage(): Promise<Page> {
  const page = await windows.blank();
  await page.addInitScript(() => {
    const keep = (name: string): void => {
      const { dataset } = document.documentElement;
      dataset["calls"] = `${dataset["calls"] ?? ""} ${name}`;
    };
    window.print = () => keep("print");
    const refuse = (): Promise<never> => {
      keep("camera");
      return Promise.reject(new DOMException("", "NotReadableError"));
    };
    const camera = {
      kind: "videoinput",
      deviceId: "1",
      groupId: "",
      label: "",
      toJSON: () => ({}),
    };
    Object.defineProperty(navigator, "mediaDevices", {
      value: Object.assign(new EventTarget(), {
        enumerateDevices: () => Promise.resolve([camera]),
        getUserMedia: refuse,
      }),
    });
  });
  return page;
}

async function openDialog(page: Page, dialog: DialogOfTheApp): Promise<void> {
  await page.goto("about:blank");
  await page.goto(at(dialog.scene));
  // A key that comes before the screen is drawn opens nothing.
  await rest(page);
  await dialog.open(page);
  await dialogOf(page).waitFor();
}

/** The calls that changed something; queries are left out. */
const commandsOf = async (page: Page): Promise<readonly string[]> =>
  (await callsOf(page)).filter(
    (name) => !/\.(get|list|status|check|recent|runCounts)$/u.test(name),
  );

const hasFocus = (dialog: Locator): Promise<boolean> =>
  dialog.last().evaluate((element) => element.contains(document.activeElement));

/** How often the yellow button's action happened so far. */
async function countYellow(page: Page, { yellow }: DialogOfTheApp): Promise<number> {
  if (yellow === null) return 0;
  if (yellow === "closes") return 1 - (await dialogOf(page).count());
  return count(await callsOf(page), yellow.calls);
}

/**
 * The elements of a dialog that can have the focus: fields, choices and folded lists. Buttons handle Enter themselves.
 */
const places = "input:not([disabled]), button[aria-haspopup=listbox]";

/**
 * Presses Enter with the focus on the dialog itself, as after a click on its text, and then on each field and choice.
 */
async function enterFromEverywhere(page: Page, dialog: DialogOfTheApp): Promise<void> {
  let stops = 0;
  for (let stop = -1; stop < stops; stop += 1) {
    await openDialog(page, dialog);
    await dialog.fill?.(page);
    stops = await dialogOf(page).locator(places).count();
    const place = stop < 0 ? dialogOf(page) : dialogOf(page).locator(places).nth(stop);
    await place.evaluate((element) => {
      if (element instanceof HTMLElement) element.focus();
    });
    const before = await countYellow(page, dialog);
    // The key is held down: the second and third presses are auto-repeats.
    for (let time = 0; time < 3; time += 1) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await expect
      .poll(async () => (await countYellow(page, dialog)) - before, { message: `place ${stop}` })
      .toBe(1);
  }
}

async function enterDoesNothing(page: Page, dialog: DialogOfTheApp): Promise<void> {
  await openDialog(page, dialog);
  expect(await dialogOf(page).locator("[data-state=ready]").count()).toBe(0);
  const before = await commandsOf(page);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  expect(await dialogOf(page).count()).toBe(1);
  expect(await commandsOf(page)).toEqual(before);
}

describe("Enter in every dialog", () => {
  test("U1 the list names every dialog of the source", () => {
    const listed = dialogsOfTheApp.map(({ from }) => from);
    const drawn = dialogsInTheSource();
    expect(drawn.filter((from) => count(listed, from) < count(drawn, from))).toEqual([]);
    expect(listed.filter((from) => !drawn.includes(from))).toEqual([]);
  });

  test.each(dialogsOfTheApp.map((dialog) => [`${dialog.from}, ${dialog.scene}`, dialog] as const))(
    "U1 Enter does the yellow thing once, from wherever the focus is, or nothing; Esc leaves: %s",
    async (_, dialog) => {
      const page = await openPage();
      await (dialog.yellow === null ? enterDoesNothing : enterFromEverywhere)(page, dialog);
      await openDialog(page, dialog);
      const before = await commandsOf(page);
      // A key belongs to the dialog once the dialog has the focus.
      await expect.poll(() => hasFocus(dialogOf(page))).toBe(true);
      await page.keyboard.press("Escape");
      await expect.poll(() => dialogOf(page).count()).toBe(0);
      expect(await commandsOf(page)).toEqual(before);
    },
  );

  test("U1 the Enter that opens a dialog never answers it, however long it is held", async () => {
    const page = await openPage();
    const dialog = dialogsOfTheApp.find(({ from }) => from.endsWith("#announce"));
    await page.goto(at(dialog?.scene ?? ""));
    await page.getByRole("button", { name: "Announce…" }).first().focus();
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await dialogOf(page).waitFor();
    // The key is still held down, so there are only auto-repeats.
    await page.evaluate(() => {
      for (let time = 0; time < 3; time += 1) {
        const held = { key: "Enter", repeat: true, bubbles: true, cancelable: true };
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", held));
      }
    });
    expect(await commandsOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect.poll(async () => count(await callsOf(page), "podium.announce")).toBe(1);
  });
});

test("U1 the Print button names what is wrong with the number of lines of a finish sheet", async () => {
  const page = await openPage();
  await page.goto(at("podium-print"));
  await page.getByRole("button", { name: "Print", exact: true }).click();
  const dialog = dialogOf(page);
  await dialog.getByText("Finish sheet", { exact: true }).click();
  const lines = dialog.getByRole("textbox", { name: "Lines" });
  await lines.fill("9x");
  await expectSeen(dialog.getByRole("button", { name: "1 to 2,000 lines" }));
  await lines.fill("96");
  await expectSeen(dialog.getByRole("button", { name: /^Print/ }));
});

test.each(["podium-groups", "podium-reason", "finish-log-gun"])(
  "U1 a dialog has as much room below its last button as beside it: %s",
  async (scene) => {
    const page = await windows.blank();
    await showScene(page, site(), scene);
    const room = await dialogOf(page).evaluate((dialog) => {
      const { left, bottom } = dialog.getBoundingClientRect();
      const buttons = [...dialog.querySelectorAll("button")];
      const boxes = buttons.map((button) => button.getBoundingClientRect());
      const last = Math.max(...boxes.map((box) => box.bottom));
      return { beside: Math.min(...boxes.map((box) => box.left)) - left, below: bottom - last };
    });
    expect(Math.abs(room.below - room.beside)).toBeLessThanOrEqual(1);
  },
);

test.each(["podium-groups", "podium-reason", "podium-builder", "finish-log-gun"])(
  "B4 U1 what a scan in a dialog says is in sight, and nothing lies over it: %s",
  async (scene) => {
    const page = await windows.blank({ viewport: { width: 1024, height: 640 } });
    await showScene(page, site(), scene);
    // As after a look at the foot of a long dialog.
    await dialogOf(page).evaluate((dialog) => dialog.parentElement?.scrollTo(0, 9_999));
    await scan(page, "65f0c9a2b7e4d1a3c5e60718");
    const said = dialogOf(page).getByText("It is not used while this is open");
    await expectSeen(said);
    const covered = await said.evaluate((text) => {
      const { left, top, bottom } = text.getBoundingClientRect();
      const at = [top + 1, (top + bottom) / 2, bottom - 1];
      return at.filter((y) => !text.contains(document.elementFromPoint(left + 4, y)));
    });
    expect(covered).toEqual([]);
  },
);
