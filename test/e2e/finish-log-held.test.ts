import type { Page } from "playwright";
import { expect, test } from "vitest";
import { finishLog } from "#renderer/i18n/en/podium/finish-log.ts";
import type { LogSide } from "#shared/contract/finish-log.ts";
import { coveredControls } from "#test/support/browser/covered.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { logPage } from "#test/support/browser/finish-log-page.ts";
import { startStationRace } from "#test/support/browser/race.ts";
import { goToScreen } from "#test/support/browser/go-to-screen.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";

const windows = browserWindows();

const lacking = { times: [], bibs: [] };
const tent = { name: "Finish tent", operator: "Mei", atMs: Date.now(), isThis: false };

/** Another computer holds the log. */
async function holdElsewhere(page: Page, sides: readonly LogSide[] = []): Promise<void> {
  await page.route("**/rpc/finish.page", async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { readonly value: object };
    await route.fulfill({ json: { ...reply, value: { ...reply.value, holder: tent, sides } } });
  });
}

test("M13 a desk that does not hold the finish log says so on the button; a time that is refused is told on every screen", async () => {
  const race = await startStationRace({ runners: 60 });
  const page = await windows.open(race.host);
  await holdElsewhere(page);
  await interceptCalls(race.host, page, "finish.stamp", (call) => call.refuse("held-elsewhere"));
  await goToScreen(page, "/podium");
  await page.getByRole("button", { name: "Finish log" }).click();
  const stamp = page.getByRole("button", { name: finishLog.holder.stamp("Finish tent") });
  await expectSeen(stamp);
  await expectGone(logPage(page).stamp);
  expect(await stamp.evaluate((button) => getComputedStyle(button).borderStyle)).toBe("dashed");

  await stamp.click();
  await expectSeen(page.getByText(finishLog.notSavedWhy["held-elsewhere"].text));
  await expectGone(page.getByText(finishLog.notSavedDo));
  const desk = deskPage(page);
  await desk.goTo("Sync");
  const link = desk.status.getByRole("link", { name: "1 time not saved" });
  await expectSeen(link);
  await desk.goTo("Check-in");
  await link.click();
  await expectSeen(stamp);
});

test("U1 a dialog whose command is being performed is not closed by Cancel or Esc, and shows the refusal", async () => {
  const race = await startStationRace({ runners: 60 });
  const page = await windows.open(race.host);
  const side = { ...tent, hold: "hold-1", isInForce: true, stamps: 40, bibs: 37, lacking };
  const other = { ...side, name: "Hub", hold: "hold-2", isInForce: false };
  await holdElsewhere(page, [side, other]);
  const asked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  await interceptCalls(race.host, page, "finish.chooseSide", async (call) => {
    asked.resolve();
    await free.promise;
    return call.refuse("not-saved");
  });
  await goToScreen(page, "/podium");
  await page.getByRole("button", { name: "Finish log" }).click();
  await page.getByRole("button", { name: finishLog.holder.chooseLabel(other) }).click();
  const dialog = page.getByRole("alertdialog");
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  await dialog.getByRole("button", { name: finishLog.holder.confirm(other) }).click();
  await asked.promise;
  await page.keyboard.press("Escape");
  expect(await cancel.isDisabled()).toBe(true);
  free.resolve();
  await expectSeen(dialog.getByText("NOT SAVED"));
  await cancel.click();
  await expectGone(dialog);
});

test("L1 M13 an arrow says that more messages are below, among them the second of two logs, until the end is in sight", async () => {
  const race = await startStationRace({ runners: 60 });
  const page = await windows.open(race.host);
  const side = { ...tent, hold: "hold-1", isInForce: true, stamps: 40, bibs: 37, lacking };
  await holdElsewhere(page, [side, { ...side, name: "Hub", hold: "hold-2", isInForce: false }]);
  await interceptCalls(race.host, page, "finish.stamp", (call) => call.refuse("held-elsewhere"));
  await goToScreen(page, "/podium");
  await page.getByRole("button", { name: "Finish log" }).click();
  await page.getByRole("button", { name: finishLog.holder.stamp("Finish tent") }).click();
  await expectSeen(page.getByText(finishLog.notSavedWhy["held-elsewhere"].text));
  const messages = page.locator("[class*=notices]");
  const arrow = (): Promise<string> =>
    messages.evaluate((all) => {
      const { content, opacity } = getComputedStyle(all, "::after");
      return content === "none" ? "no arrow" : opacity;
    });
  await expect.poll(arrow).toBe("1");
  await messages.evaluate((all) => all.scrollTo(0, all.scrollHeight));
  await expect.poll(arrow).toBe("0");
});

test("M13 which times and bibs are set aside can be read, and typed into the log by hand", async () => {
  const race = await startStationRace({ runners: 60 });
  const page = await windows.open(race.host);
  const side = { ...tent, hold: "hold-1", isInForce: true, stamps: 40, bibs: 37, lacking };
  await holdElsewhere(page, [
    side,
    {
      ...side,
      name: "Hub",
      hold: "hold-2",
      isInForce: false,
      stamps: 2,
      bibs: 2,
      lacking: { times: [Date.UTC(2026, 5, 1, 8, 0, 1, 200), null], bibs: ["1042", null] },
    },
  ]);
  await goToScreen(page, "/podium");
  await page.getByRole("button", { name: "Finish log" }).click();
  await page.getByText("What Hub wrote").click();
  await expectSeen(page.getByText(/^Times: \d\d:\d\d:01\.2 · not pressed$/));
  await expectSeen(page.getByText("Bibs: 1042 · unreadable"));
  await expectGone(page.getByText("What Finish tent wrote"));
});

test("M13 of two logs of one desk, which took its log back, each says what it is", async () => {
  const race = await startStationRace({ runners: 60 });
  const page = await windows.open(race.host);
  const side = { ...tent, hold: "hold-1", isInForce: true, stamps: 40, bibs: 37, lacking };
  await holdElsewhere(page, [
    side,
    { ...side, hold: "hold-2", isInForce: false, stamps: 1, bibs: 0 },
  ]);
  await goToScreen(page, "/podium");
  await page.getByRole("button", { name: "Finish log" }).click();
  const dialog = page.getByRole("alertdialog");
  await page.getByRole("button", { name: /^This one: the log of Finish tent, 1 time/ }).click();
  await expectSeen(dialog.getByText(/^Into the finish log: 1 time, 0 bibs\./));
  await expectSeen(dialog.getByRole("button", { name: "Count what is set aside" }));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^This one: the log of Finish tent, 40 times/ }).click();
  await expectSeen(dialog.getByText(/stays out of it: Finish tent, 1 time, 0 bibs\./));
  await expectSeen(dialog.getByRole("button", { name: "Keep what counts now" }));
});

test("L1 while another desk holds the finish log, nothing covers its buttons", async () => {
  const race = await startStationRace({ runners: 60 });
  const page = await windows.open(race.host);
  await holdElsewhere(page);
  await goToScreen(page, "/podium");
  await page.getByRole("button", { name: "Finish log" }).click();
  await expectSeen(page.getByRole("button", { name: finishLog.holder.stamp("Finish tent") }));
  for (const [width = 0, height = 0] of [
    [820, 1180],
    [820, 960],
    [1024, 640],
    [844, 390],
  ]) {
    await page.setViewportSize({ width, height });
    const at = `${width}×${height}`;
    await expect.poll(() => coveredControls(page), { message: at }).toEqual([]);
  }
});
