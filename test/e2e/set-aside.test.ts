import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { logPage, showLog } from "#test/support/browser/finish-log-page.ts";
import { typeByHand } from "#test/support/browser/keys.ts";
import type { Race } from "#test/support/browser/race.ts";
import { newCommandId, startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();

/** The finish log with the parts that report a refused command. */
const refusedPage = (page: Page) => ({
  ...logPage(page),
  button: (name: string): Locator => page.getByRole("button", { name, exact: true }),
  aside: (times: string): Locator => page.getByText(`${times} set aside`, { exact: true }),
  dialog: page.getByRole("alertdialog"),
});

const kept = ({ host, eventId }: Race) => host.value("finish.page", { eventId, limit: 100 });

testWithInterception(
  "J1 what the program refuses for good is set aside by a person, who has it tried again or lets it go",
  async () => {
    const race = await startRace({ runners: 60 });
    const page = await windows.open(race.host);
    await showLog(page);
    const log = refusedPage(page);
    const restore = await interceptCalls(race.host, page, "finish.stamp", (call) =>
      call.refuse("not-found"),
    );
    await page.keyboard.press("Space");
    await expectSeen(log.notSaved);
    await log.button("Set aside").click();
    await expectGone(log.notSaved);
    await expectSeen(log.aside("1 time is"));

    // Everything else continues to work, and the window may be closed.
    await typeByHand(page, "1042");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await kept(race)).bibs).toBe(1);
    await page.reload();
    await showLog(page);
    await expectSeen(log.aside("1 time is"));
    await log.button("Try again").click();
    await expectSeen(log.notSaved);
    await restore();
    await log.button("Try now").click();
    await expectGone(log.notSaved);
    await expectGone(log.aside("1 time is"));
    await expect.poll(async () => (await kept(race)).stamps).toBe(1);

    await interceptCalls(race.host, page, "finish.stamp", (call) => call.refuse("not-found"));
    await page.keyboard.press("Space");
    await expectSeen(log.notSaved);
    await log.button("Set aside").click();
    await log.button("Remove…").click();
    await expectSeen(log.dialog.getByText(/^It is in no log/));
    await log.dialog.getByRole("button", { name: "Cancel" }).click();
    await expectSeen(log.aside("1 time is"));
    await log.button("Remove…").click();
    await log.dialog.getByRole("button", { name: "Remove 1 time" }).click();
    await expectGone(log.aside("1 time is"));
    await page.reload();
    await showLog(page);
    await expectGone(log.aside("1 time is"));
    expect(await kept(race)).toMatchObject({ stamps: 1, bibs: 1 });
  },
);

test("J1 what was kept for an event that is not here is told and set aside and let go all the same", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  await showLog(page);
  const log = refusedPage(page);
  const other = page.getByRole("region", { name: "For an event that is not here" });
  await expectGone(other);
  // The state of a window that had another data folder open.
  await page.evaluate(() => {
    const kept = (...waiting: unknown[]) => JSON.stringify({ batch: null, waiting });
    sessionStorage.setItem("finish-bibs another-event", kept({ id: "line-0001", bib: "77" }));
    localStorage.setItem(
      "finish-stamps another-event",
      kept({ id: "stamp-0001", atMs: Date.now() }, { id: "stamp-0002", atMs: Date.now() }),
    );
  });
  await page.reload();
  await showLog(page);
  await expectSeen(other.getByText("1 bib is only in this window."));
  await expectSeen(other.getByText("2 times are set aside"));
  await other.getByRole("button", { name: "Set aside" }).click();
  await expectSeen(other.getByText("2 times and 1 bib are set aside"));
  await expectGone(log.notSaved);

  // The commands are also reported if no event is open.
  await race.host.value("event.open", { commandId: newCommandId(), eventId: null });
  await expectGone(log.stamp);
  await expectSeen(other.getByText("2 times and 1 bib are set aside"));
  await other.getByRole("button", { name: "Remove…" }).click();
  await log.dialog.getByRole("button", { name: "Remove 2 times and 1 bib" }).click();
  await expectGone(other);
  expect(
    await page.evaluate(() =>
      [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) =>
        key.startsWith("finish-"),
      ),
    ),
  ).toEqual([]);
});
