import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { newCommandId, startStationRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();

/** Replies of the screens' queries, later by this much each, so that none comes together with another one. */
const lateByMs = {
  "lanAccess.get": 20,
  "session.list": 40,
  "desks.get": 60,
  "device.list": 80,
  "backup.list": 100,
  "export.list": 120,
  "journalMirror.get": 140,
  "outbox.list": 20,
  "conflict.list": 120,
  "bibRange.list": 120,
};

/** Opens a screen, and notes the places of its headings and buttons in the first frame that shows some of them. */
function openAndNote(screen: string): void {
  const former = document.querySelector("main")?.firstElementChild;
  const noted = globalThis as unknown as { first: string | null; now(): string };
  noted.first = null;
  noted.now = () =>
    [...document.querySelectorAll("main :is(h1, h2, h3, button)")]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }))
      .map((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        return [each.textContent, left, top, width, height].join(" ");
      })
      .join("\n");
  const look = (): void => {
    const isOpen = document.querySelector("main")?.firstElementChild !== former;
    noted.first = isOpen ? noted.now() || null : null;
    if (noted.first === null) requestAnimationFrame(look);
  };
  location.hash = `#/${screen}`;
  requestAnimationFrame(look);
}

const placesOf = (page: Page, when: "first" | "now"): Promise<string | null> =>
  page.evaluate((asked) => {
    const noted = globalThis as unknown as { first: string | null; now(): string };
    return asked === "first" ? noted.first : noted.now();
  }, when);

test.each(["settings", "desks", "sync"])(
  "U2 the cards of a screen are shown together, so that no button moves while %s loads",
  async (screen) => {
    const { host } = await startStationRace({ runners: 60, flags: ["--host", "0.0.0.0"] });
    await host.value("hub.open", { commandId: newCommandId() });
    // The first backup, five seconds after the start, adds its own line to Settings.
    const backups = async () => (await host.value("backup.list", {})).backups.length;
    await expect.poll(backups, { timeout: 20_000 }).toBe(1);
    const page = await windows.open(host);
    for (const [procedure, ms] of Object.entries(lateByMs)) {
      await page.route(`**/rpc/${procedure}`, async (route) => {
        const response = await route.fetch();
        await wait(ms);
        await route.fulfill({ response });
      });
    }
    await page.evaluate(openAndNote, screen);
    await expect.poll(() => placesOf(page, "first")).not.toBeNull();
    await page.waitForTimeout(1_000);
    const first = await placesOf(page, "first");
    expect(first?.split("\n").length).toBeGreaterThan(2);
    expect(await placesOf(page, "now")).toBe(first);
  },
);

test("U2 a window that waits for its first answer says so, instead of being blank", async () => {
  const { host } = await startStationRace({ runners: 60 });
  const page = await windows.open(host);
  const search = page.getByRole("combobox", { name: "Find a runner by bib, name or e-mail" });
  // A page that is loaded again before the station answered its link has used the link up.
  await expectSeen(search);
  const held = Promise.withResolvers<undefined>();
  await page.route("**/rpc/desk.get", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  const waiting = page.getByText(/^Waiting for the first answer/);
  await expectSeen(waiting);
  held.resolve(undefined);
  await expectGone(waiting);
  await expectSeen(search);
});
