import { expect, test } from "vitest";
import { deskPage, expectSeen } from "#test/support/browser/desk-page.ts";
import { kept, showLog } from "#test/support/browser/finish-log-page.ts";
import { pressAt } from "#test/support/browser/keys.ts";
import { newCommandId, startStationRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { launchLink } from "#test/support/processes/launch-link.ts";

const windows = browserWindows();

test("J7 a device whose clock is slow stamps by the desk's clock, and says so", async () => {
  const race = await startStationRace({ runners: 60, flags: ["--host", "0.0.0.0"] });
  const page = await windows.blank();
  await page.addInitScript(() => {
    const slowMs = 40_000;
    const realNow = Date.now.bind(Date);
    const originMs = performance.timeOrigin - slowMs;
    Date.now = () => realNow() - slowMs;
    Object.defineProperty(performance, "timeOrigin", { value: originMs });
  });
  await race.host.value("pairing.open", { commandId: newCommandId() });
  const { pairing } = await race.host.value("device.list", {});
  await page.goto(race.host.url);
  await page.getByRole("textbox", { name: "Code" }).fill(pairing?.code ?? "");
  await page.getByRole("textbox", { name: "Name of this device" }).fill("Tablet");
  await page.keyboard.press("Enter");
  await expectSeen(page.getByRole("navigation", { name: "Screens" }));
  await showLog(page);
  await expectSeen(page.getByText("This device’s clock is 40 s behind the desk’s."));
  const pressedAtMs = Date.now() + 100;
  await pressAt(page, " ", [pressedAtMs]);
  await expect.poll(async () => (await kept(race)).stamps).toBe(1);
  const storedAtMs = (await kept(race)).rows[0]?.stamp?.atMs ?? 0;
  expect(Math.abs(storedAtMs - pressedAtMs)).toBeLessThan(2_000);
});

test("J7 the desk's own window follows its corrected clock until it has stamped, and not after it", async () => {
  const race = await startStationRace({ runners: 60 });
  const page = await windows.blank();
  // The clock was 40 s fast when the page was opened, and is right now.
  await page.addInitScript(() => {
    const originMs = performance.timeOrigin + 40_000;
    Object.defineProperty(performance, "timeOrigin", { value: originMs });
  });
  let setBackMs = 0;
  let answers = 0;
  await page.route("**/rpc/time.get", async (route) => {
    const response = await route.fetch();
    const { value } = (await response.json()) as { readonly value: { readonly atMs: number } };
    const json = { ok: true, value: { atMs: value.atMs - setBackMs } };
    await route.fulfill({ response, json });
    answers += 1;
  });
  await page.goto(await launchLink(race.host));
  await expectSeen(page.getByRole("navigation", { name: "Screens" }));
  const stamps = async (): Promise<number[]> =>
    (await kept(race)).rows.map(({ stamp }) => stamp?.atMs ?? 0);
  /** Opens the log, stamps once the screen has asked for the time, and returns how late the stamp is. */
  const openAndPress = async (): Promise<number> => {
    const before = await stamps();
    answers = 0;
    await showLog(page);
    await expect.poll(() => answers).toBe(5);
    await page.waitForTimeout(200);
    const pressedAtMs = Date.now() + 100;
    await pressAt(page, " ", [pressedAtMs]);
    await expect.poll(async () => (await stamps()).length).toBe(before.length + 1);
    const [added = 0] = (await stamps()).filter((atMs) => !before.includes(atMs));
    return added - pressedAtMs;
  };
  expect(Math.abs(await openAndPress())).toBeLessThan(2_000);
  setBackMs = 30_000;
  await deskPage(page).goTo("Check-in");
  expect(Math.abs(await openAndPress())).toBeLessThan(2_000);
});
