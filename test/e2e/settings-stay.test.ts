import type { Page } from "playwright";
import { expect, test } from "vitest";
import { deskPage, expectSeen } from "#test/support/browser/desk-page.ts";
import { newCommandId, startRace } from "#test/support/browser/race.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import type { AnyHost } from "#test/support/hosts/start-host.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();

/** The place of each control and heading of the settings. The inputs inside of labels are visually hidden. */
const places = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("main :is(button, label, h2)")].map((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return [each.textContent, left, top, width, height].join(" ");
    }),
  );

test("O9 whoever saves the key of another organization is told, at once and at each event that it is not for", async () => {
  const { host, sandbox } = await startRace({ runners: 60 });
  const page = await windows.open(host);
  await deskPage(page).goTo("Settings");
  await page.getByRole("button", { name: "Replace the key…" }).click();
  await page.getByLabel("New key").fill(sandbox.keys["otherOrganization"] ?? "");
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText("Far Shore Runners now, no longer Harbour Hills Athletics"));
  await deskPage(page).goTo("Events");
  await expectSeen(page.getByText("Far Shore Runners. This event belongs to another organization"));
});

test("U2 nothing moves when the sounds are switched off; what has no effect then is disabled", async () => {
  const { host } = await startRace({ runners: 60 });
  const page = await windows.open(host);
  await deskPage(page).goTo("Settings");
  const sounds = page.getByRole("switch", { name: "Sounds" });
  const volume = page.getByRole("radiogroup", { name: "Volume" });
  const listen = page.getByRole("group", { name: "Listen" }).getByRole("button");
  await expectSeen(volume);
  // The first backup, some seconds after the start, makes its card higher; the next one is made ten minutes later.
  const backups = async () => (await host.value("backup.list", {})).backups.length;
  await expect.poll(backups).toBe(1);
  // All cards have their answers when nothing has moved for a while.
  let settled = await places(page);
  await expect
    .poll(async () => {
      const former = settled.join("\n");
      await page.waitForTimeout(700);
      settled = await places(page);
      return settled.join("\n") === former;
    })
    .toBe(true);
  for (const isOn of [false, true]) {
    await page.locator("label").filter({ hasText: "Sounds" }).click();
    expect(await sounds.isChecked()).toBe(isOn);
    const controls = [...(await volume.getByRole("radio").all()), ...(await listen.all())];
    expect(controls).toHaveLength(7);
    for (const each of controls) expect(await each.isEnabled()).toBe(isOn);
    expect(await places(page)).toEqual(settled);
  }
});

test("J3 an operator who took over in another window stays when the settings are left", async () => {
  const { host } = await startRace({ runners: 60 });
  const operator = async () => (await host.value("desk.get", {})).settings.operator;
  const save = (name: string) =>
    host.value("settings.save", { commandId: newCommandId(), operator: name });
  await save("Ana");
  const page = await windows.open(host);
  await deskPage(page).goTo("Settings");
  const field = page.getByRole("textbox", { name: "Operator" });
  await expect.poll(() => field.inputValue()).toBe("Ana");
  await save("Ben");
  await expect.poll(() => field.inputValue()).toBe("Ben");
  await deskPage(page).goTo("Check-in");
  await page.waitForTimeout(500);
  expect(await operator()).toBe("Ben");
});

/** Types a text in Settings and opens Check-in, while the disk refuses to save it. */
async function leaveWithRefused(host: AnyHost, name: string, text: string) {
  const page = await windows.open(host, { tolerates: /Failed to load resource/ });
  const desk = deskPage(page);
  await desk.goTo("Settings");
  const field = page.getByRole("textbox", { name });
  await field.fill(text);
  const release = await interceptCalls(host, page, "settings.save", (call) =>
    call.refuse("not-saved"),
  );
  await desk.goTo("Check-in");
  await expectSeen(page.getByText(/^(Desk and operator|Settings): /));
  await release();
  return { desk, field };
}

test("J1 J3 a name that the disk refused when the settings were left stands there again, and is saved later", async () => {
  const { host } = await startRace({ runners: 60 });
  const operator = async () => (await host.value("desk.get", {})).settings.operator;
  const { desk, field } = await leaveWithRefused(host, "Operator", "Nora");
  await desk.goTo("Settings");
  await expect.poll(() => field.inputValue()).toBe("Nora");
  await desk.goTo("Check-in");
  await expect.poll(operator).toBe("Nora");
});

test("J3 a name that was refused when the settings were left gives way to one that another window saved since", async () => {
  const { host } = await startRace({ runners: 12 });
  const { desk, field } = await leaveWithRefused(host, "Operator", "Nora");
  await host.value("settings.save", { commandId: newCommandId(), operator: "Ben" });
  await expectSeen(desk.status.getByText("Ben"));
  await desk.goTo("Settings");
  expect(await field.inputValue()).toBe("Ben");
});

test("J1 B4 a prefix that the disk refused when the settings were left stands there again, and is saved later", async () => {
  const { host } = await startRace({ runners: 12 });
  const { desk, field: prefix } = await leaveWithRefused(host, "Prefix", "~~");
  await desk.goTo("Settings");
  await expect.poll(() => prefix.inputValue()).toBe("~~");
  await desk.goTo("Check-in");
  await expect
    .poll(async () => (await host.value("desk.get", {})).settings.scannerPrefix)
    .toBe("~~");
});

test("K3 a name that is typed in practice stays out of the live settings when practice is left", async () => {
  const { host } = await startRace({ runners: 12 });
  const settings = async () => (await host.value("desk.get", {})).settings;
  await host.value("settings.save", { commandId: newCommandId(), operator: "Ana" });
  const before = await settings();
  await host.value("practice.start", { commandId: newCommandId() });
  const page = await windows.open(host);
  await deskPage(page).goTo("Settings");
  await page.getByRole("textbox", { name: "Operator" }).fill("Donald Duck");
  await page.getByRole("textbox", { name: "Desk" }).fill("Duckburg");
  await page.getByRole("button", { name: "Leave practice" }).first().click();
  await expect.poll(async () => (await host.value("connection.get", {})).mode).toBe("live");
  await expect.poll(() => page.getByRole("textbox", { name: "Operator" }).inputValue()).toBe("Ana");
  await page.waitForTimeout(500);
  expect(await settings()).toEqual(before);
});

test("J3 a name that is typed is saved when another screen opens", async () => {
  const { host } = await startRace({ runners: 12 });
  const page = await windows.open(host);
  await deskPage(page).goTo("Settings");
  await page.getByRole("textbox", { name: "Operator" }).fill("Ana");
  await deskPage(page).goTo("Check-in");
  await expect.poll(async () => (await host.value("desk.get", {})).settings.operator).toBe("Ana");
});

test("J3 K3 a name and a prefix that are typed in live are saved there when practice starts", async () => {
  const { host } = await startRace({ runners: 12 });
  const page = await windows.open(host);
  await deskPage(page).goTo("Settings");
  await page.getByRole("textbox", { name: "Operator" }).fill("Ana");
  await page.getByRole("textbox", { name: "Prefix" }).fill("~~");
  await page.getByRole("button", { name: "Start practice" }).click();
  await expectSeen(deskPage(page).search);
  expect((await host.value("connection.get", {})).mode).toBe("practice");
  await host.value("practice.leave", { commandId: newCommandId() });
  const { settings } = await host.value("desk.get", {});
  expect(settings).toMatchObject({ operator: "Ana", scannerPrefix: "~~" });
});

test("K3 the question before practice starts afresh says that the settings of live come back", async () => {
  const { host } = await startRace({ runners: 12 });
  const settings = async () => (await host.value("desk.get", {})).settings;
  const before = await settings();
  await host.value("practice.start", { commandId: newCommandId() });
  const changed = { volume: 0.3, scannerPrefix: "~~", checkInOnScan: true };
  await host.value("settings.save", { commandId: newCommandId(), ...changed });
  const page = await windows.open(host);
  await deskPage(page).goTo("Settings");
  await page.getByRole("button", { name: "Start afresh" }).click();
  const question = page.getByRole("alertdialog");
  await expectSeen(question.getByText("sounds and the scanner, are again as outside of practice"));
  await question.getByRole("button", { name: "Start afresh" }).click();
  await expectSeen(deskPage(page).search);
  expect(await settings()).toEqual(before);
});

test("B4 the settings show the spaces of a prefix, and say that its capitals count", async () => {
  const { host } = await startRace({ runners: 12 });
  const page = await windows.open(host);
  await deskPage(page).goTo("Settings");
  const prefix = page.getByRole("textbox", { name: "Prefix" });
  await expectSeen(page.getByText("what it types before each code; capitals count"));
  await prefix.fill(" ab ");
  await expectSeen(page.getByText("with its spaces: ␣ab␣"));
});

test("B4 a prefix that is typed is saved when the browser goes back to another screen", async () => {
  const { host } = await startRace({ runners: 12 });
  const page = await windows.open(host);
  await expectSeen(deskPage(page).search);
  await deskPage(page).goTo("Settings");
  await page.getByRole("textbox", { name: "Prefix" }).fill("~~");
  await page.goBack();
  await expectSeen(deskPage(page).search);
  await expect
    .poll(async () => (await host.value("desk.get", {})).settings.scannerPrefix)
    .toBe("~~");
});

/** The focused control, by its text, if no part of it is in sight. */
const focusedOutOfSight = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const main = document.querySelector("main");
    if (focused === null || main === null || !main.contains(focused)) return null;
    const seen = focused.closest("label") ?? focused;
    const { top, bottom } = seen.getBoundingClientRect();
    const frame = main.getBoundingClientRect();
    const isInSight = bottom > Math.max(0, frame.top) && top < Math.min(innerHeight, frame.bottom);
    return isInSight ? null : seen.textContent;
  });

test("L1 each control of the settings is in sight while it has the focus", async () => {
  const { host } = await startRace({ runners: 12 });
  const page = await windows.open(host);
  await deskPage(page).goTo("Settings");
  await page.getByRole("textbox", { name: "Operator" }).focus();
  const hidden: (string | null)[] = [];
  for (let stop = 0; stop < 25; stop += 1) {
    await page.keyboard.press("Tab");
    hidden.push(await focusedOutOfSight(page));
  }
  expect(hidden.filter((text) => text !== null)).toEqual([]);
});

test("J1 a typed name that the disk refuses stays in its field: practice does not start meanwhile", async () => {
  const { host } = await startRace({ runners: 60 });
  const page = await windows.open(host);
  await deskPage(page).goTo("Settings");
  const operator = page.getByRole("textbox", { name: "Operator" });
  await operator.fill("Siobhán");
  await page.route("**/rpc/settings.save", (route) =>
    route.fulfill({ json: { ok: false, error: { code: "not-saved", message: "" } } }),
  );
  await page.getByRole("button", { name: "Start practice" }).click();
  await expectSeen(page.getByText("NOT SAVED"));
  expect(await operator.inputValue()).toBe("Siobhán");
  expect(await host.value("connection.get", {})).toMatchObject({ mode: "live" });
});
