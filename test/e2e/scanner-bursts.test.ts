import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import type { DeskPage } from "#test/support/browser/desk-page.ts";
import { deskPage, expectSeen } from "#test/support/browser/desk-page.ts";
import {
  leaveEveryField,
  pressAfterLook,
  retype,
  scan,
  strike,
  tapAndScan,
  typeByHand,
} from "#test/support/browser/keys.ts";
import type { ScanOptions } from "#test/support/browser/keys.ts";
import type { Race } from "#test/support/browser/race.ts";
import { newCommandId, startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();

interface OpenDesk extends Race {
  readonly page: Page;
  readonly desk: DeskPage;
}

async function openDesk(slowdown = 1): Promise<OpenDesk> {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await expectSeen(desk.search);
  if (slowdown > 1) {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  }
  return { ...race, page, desk };
}

const countCheckIns = async ({ host, eventId }: Race): Promise<number> =>
  (await host.value("roster.runCounts", { eventId })).checkIns;

describe.each([1, 4])(
  "a burst starts afresh after its end, processor slowed %i times",
  (slowdown) => {
    const ways: readonly ScanOptions[] = [
      { suffix: "none", gapMs: 6 },
      { suffix: "none", gapMs: 45 },
      { suffix: "Enter", gapMs: 45 },
      { suffix: "Tab", gapMs: 30 },
    ];

    test("B4 the same code again, and a shorter one after it, take the place of what is in the box", async () => {
      const open = await openDesk(slowdown);
      const { page, desk } = open;
      for (const way of ways) {
        await scan(page, "1042", way);
        await expectSeen(desk.card("Amara Okafor"));
        await scan(page, "1042", way);
        await scan(page, "007", { ...way, gapMs: 8 });
        await expectSeen(desk.card("نور الدين العكّاري"));
        // The first digit alone may have shown this card already.
        await expect.poll(() => desk.search.inputValue()).toBe("007");
        await scan(page, "12", { ...way, gapMs: 8 });
        await expectSeen(desk.card("Tesfaye Wolde-Gabriel"));
        await expect.poll(() => desk.search.inputValue()).toBe("12");
      }
      expect(await countCheckIns(open)).toBe(0);
    });

    test("B4 a two-digit code checks nobody in while the switch is off, however slow the scanner", async () => {
      const open = await openDesk(slowdown);
      const { page, desk } = open;
      for (const gapMs of [3, 15, 28, 45, 55]) {
        await scan(page, "1042");
        await expectSeen(desk.card("Amara Okafor"));
        await scan(page, "12", { gapMs });
        await expectSeen(desk.card("Tesfaye Wolde-Gabriel"));
      }
      expect(await countCheckIns(open)).toBe(0);
      // The first digit alone may have shown the card already.
      await expect.poll(() => desk.search.inputValue()).toBe("12");
      await pressAfterLook(page, "Enter");
      await expectSeen(desk.done.getByText("Hand over 12 to"));
    });

    test("B4 a hand that types two digits nearly at once and Enter checks in", async () => {
      const open = await openDesk(slowdown);
      const { page, desk } = open;
      await strike(page, [
        { key: "1", atMs: 0, heldMs: 80 },
        { key: "2", atMs: 18, heldMs: 85 },
        { key: "Enter", atMs: 118, heldMs: 70 },
      ]);
      await expectSeen(desk.done.getByText("Hand over 12 to"));
      expect(await countCheckIns(open)).toBe(1);
    });
  },
);

test("B4 a scan right behind a typed digit is read alone and checks nobody in", async () => {
  const open = await openDesk();
  const { page, desk } = open;
  for (const [typed, pauseMs, code, name] of [
    ["4", 110, "007", "نور الدين العكّاري"],
    ["3", 200, "1187", "Élodie Vandenbroucke-Saïdi"],
    ["4", 180, "12", "Tesfaye Wolde-Gabriel"],
  ] as const) {
    await desk.search.fill("");
    const scanned = [...code, "Enter"].map((key, at) => ({
      key,
      atMs: pauseMs + at * 5,
      heldMs: 0,
    }));
    await strike(page, [{ key: typed, atMs: 0, heldMs: 70 }, ...scanned]);
    await expectSeen(desk.card(name));
    await expect.poll(() => desk.search.inputValue()).toBe(code);
  }
  expect(await countCheckIns(open)).toBe(0);
});

describe("with “Check in on scan”", () => {
  async function openWithSwitch(): Promise<OpenDesk> {
    const open = await openDesk();
    await open.host.value("settings.save", {
      commandId: newCommandId(),
      checkInOnScan: true,
    });
    await open.page.reload();
    await expectSeen(open.desk.search);
    return open;
  }

  test("B4 codes of two and more digits check in, whatever the scanner's pace and suffix", async () => {
    const open = await openWithSwitch();
    const { page, desk } = open;
    const scans = [
      ["12", { gapMs: 3 }],
      ["31", { gapMs: 45 }],
      ["K32", { gapMs: 8, suffix: "none" }],
      ["1042", { gapMs: 28, suffix: "Tab" }],
      ["2210", { gapMs: 30, suffix: "none" }],
    ] as const;
    for (const [code, how] of scans) {
      await scan(page, code, how);
      await expectSeen(desk.done.getByText(`Hand over ${code} to`));
    }
    expect(await countCheckIns(open)).toBe(scans.length);
  });

  for (const slow of ["roster.scan", "roster.get"]) {
    testWithInterception(
      `B4 a runner is checked in also if the next one is scanned before the answer (${slow})`,
      async () => {
        const open = await openWithSwitch();
        const { host, page, desk, eventId } = open;
        const { rows } = await host.value("roster.search", { eventId, text: "1042" });
        const replies = await heldReplies(host, page, slow);
        replies.hold((input) => input.includes('"1042"') || input.includes(rows[0]?.id ?? "?"));
        const asked = page.waitForRequest((request) => request.url().endsWith(slow));
        await scan(page, "1042");
        await asked;
        await scan(page, "1187");
        await expectSeen(desk.done.getByText("Hand over 1187 to"));
        await replies.release();
        await expectSeen(page.getByText("Amara Okafor is checked in"));
        expect(await countCheckIns(open)).toBe(2);
      },
    );
  }

  for (const [what, key, isIn] of [
    ["the first key of the next code does not stop the check-in", "1", 1],
    ["Esc takes it back", "Escape", 0],
  ] as const) {
    testWithInterception(`B4 while a scanned code is looked up, ${what}`, async () => {
      const open = await openWithSwitch();
      const { host, page } = open;
      const replies = await heldReplies(host, page, "roster.scan");
      replies.hold(() => true);
      const asked = page.waitForRequest((request) => request.url().endsWith("roster.scan"));
      await scan(page, "1042");
      await asked;
      await page.waitForTimeout(700);
      await page.keyboard.press(key);
      await page.waitForTimeout(700);
      await replies.release();
      if (isIn === 1) await expectSeen(page.getByText("Amara Okafor is checked in"));
      // The next scan is answered after whatever the first one does.
      await scan(page, "1187");
      await expectSeen(open.desk.done.getByText("Hand over 1187 to"));
      expect(await countCheckIns(open)).toBe(isIn + 1);
    });
  }

  testWithInterception(
    "B4 Esc on the next runner's card dismisses no earlier scan that has no answer yet",
    async () => {
      const open = await openWithSwitch();
      const { host, page } = open;
      const replies = await heldReplies(host, page, "roster.scan");
      replies.hold((inputJson) => inputJson.includes("1042"));
      const asked = page.waitForRequest((request) => request.url().endsWith("roster.scan"));
      await scan(page, "1042");
      await asked;
      await scan(page, "1187");
      await expectSeen(open.desk.done.getByText("Hand over 1187 to"));
      await page.waitForTimeout(700);
      await page.keyboard.press("Escape");
      await replies.release();
      await expectSeen(page.getByText("Amara Okafor is checked in"));
      expect(await countCheckIns(open)).toBe(2);
    },
  );

  test("B4 a key that was tapped right before the scan checks in neither of the two it may mean: Enter decides", async () => {
    const open = await openWithSwitch();
    const { page, desk } = open;
    for (const beforeMs of [40, 58]) {
      // No runner has 5221; 221 is the bib of İlayda.
      await tapAndScan(page, "5", beforeMs, "221");
      await expectSeen(desk.card("İlayda Şahin"));
      await expectSeen(page.getByText("Scanned 5221 or 221: look at the bib"));
    }
    // Both 2388 and 388 are bibs of runners.
    await tapAndScan(page, "2", 40, "388");
    await expectSeen(page.getByRole("heading", { name: "Is the code 2388 or 388?" }));
    expect(await desk.found.getByRole("option").count()).toBe(2);
    expect(await countCheckIns(open)).toBe(0);
    await tapAndScan(page, "5", 40, "221");
    await expectSeen(desk.card("İlayda Şahin"));
    await pressAfterLook(page, "Enter");
    await expectSeen(desk.done.getByText("Hand over 221 to"));
    expect(await countCheckIns(open)).toBe(1);
  });
});

describe("with keys whose times a busy computer delays", () => {
  test.each([
    ["1", "042"],
    ["10", "42"],
  ])(
    "B4 a code that falls into %s and %s checks in neither runner: Enter decides",
    async (...parts) => {
      const open = await openDesk();
      const { host, page, desk } = open;
      await host.value("settings.save", { commandId: newCommandId(), checkInOnScan: true });
      await page.reload();
      await expectSeen(desk.search);
      const [first, rest] = parts.map((part) => [...part]);
      await strike(page, [
        ...(first ?? []).map((key, at) => ({ key, atMs: at * 5, heldMs: 1 })),
        ...[...(rest ?? []), "Enter"].map((key, at) => ({ key, atMs: 110 + at, heldMs: 0.5 })),
      ]);
      await expectSeen(page.getByText(new RegExp(`${parts[1]}.* 1042`)));
      await expectSeen(page.getByText("Amara Okafor").first());
      expect(await countCheckIns(open)).toBe(0);
    },
  );
});

test("B4 a code in doubt fills no bib into the field of a bib", async () => {
  const { page, desk } = await openDesk();
  await desk.find("1042");
  await page.getByRole("button", { name: /^Change bib/ }).click();
  const field = page.getByRole("textbox", { name: "Bib", exact: true });
  await expectSeen(field);
  const before = await field.inputValue();
  await tapAndScan(page, "5", 40, "9221");
  await expectSeen(page.getByText(/^Scanned 59221 or 9221/));
  expect(await field.inputValue()).toBe(before);
});

test("B4 what a person types after a scan takes the place of the code", async () => {
  const { page, desk } = await openDesk();
  await scan(page, "1042");
  await expectSeen(desk.card("Amara Okafor"));
  await page.waitForFunction(() => {
    const box = document.activeElement;
    return box instanceof HTMLInputElement && box.selectionEnd === 4 && box.selectionStart === 0;
  });
  await typeByHand(page, "1187");
  await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
  expect(await desk.search.inputValue()).toBe("1187");
});

testWithInterception(
  "B4 a scan while nothing has the focus leaves the text in the box whole until its answer",
  async () => {
    const { host, page, desk } = await openDesk();
    const asked: string[] = [];
    await interceptCalls(host, page, "roster.scan", async (call) => {
      asked.push(call.inputJson);
      await call.refuse("internal");
    });
    await typeByHand(page, "Ok");
    for (const [at, code] of ["1042", "1187", "1038"].entries()) {
      await leaveEveryField(page);
      await scan(page, code, { gapMs: 3 + at * 10 });
      await expect.poll(() => asked.length).toBe(at + 1);
      expect(asked[at]).toContain(`"${code}"`);
      expect(await desk.search.inputValue()).toBe("Ok");
    }
  },
);

test("B4 J7 a code is looked up again after the computer's clock was set back", async () => {
  const { page, desk } = await openDesk();
  await scan(page, "1042");
  await expectSeen(desk.card("Amara Okafor"));
  await desk.find("1187");
  await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
  await page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() - 3_600_000;
  });
  await scan(page, "1042");
  await expect.poll(() => desk.search.inputValue()).toBe("1042");
  await expectSeen(desk.card("Amara Okafor"));
});

testWithInterception(
  "B4 a code that is read twice before its answer is here shows its runner",
  async () => {
    const { host, page, desk } = await openDesk();
    const replies = await heldReplies(host, page, "roster.scan");
    replies.hold(() => true);
    await scan(page, "1042\r1042", { gapMs: 55 });
    await replies.release();
    await expectSeen(desk.card("Amara Okafor"));
  },
);

testWithInterception(
  "B4 what is typed while a code is looked up stays, and a message leads to the runner of the code",
  async () => {
    const { host, page, desk } = await openDesk();
    const replies = await heldReplies(host, page, "roster.scan");
    let isAsked = false;
    replies.hold(() => (isAsked = true));
    await scan(page, "1042");
    await expect.poll(() => isAsked).toBe(true);
    // The keys of the scan have later times than now.
    await page.waitForTimeout(600);
    await retype(desk.search, "Montserrat");
    await expectSeen(desk.card("Montserrat de la Peña"));
    await replies.release();
    const message = page.getByText("1042 was scanned while you typed: look at Amara Okafor");
    await expectSeen(message);
    expect(await desk.search.inputValue()).toBe("Montserrat");
    await page.getByRole("button", { name: "Open the runner" }).click();
    await expectSeen(desk.card("Amara Okafor"));
  },
);

test("B4 a scan while a dialog is open discards nothing, presses nothing and is typed nowhere", async () => {
  const open = await openDesk();
  const { page, desk } = open;
  await desk.find("2300");
  await page.getByRole("button", { name: "Check in, with a reason…" }).click();
  const dialog = page.getByRole("dialog");
  const reason = dialog.getByRole("textbox");
  await typeByHand(page, "Organ");
  for (const [code, options] of [
    ["1187", {}],
    ["12", {}],
    ["34", { suffix: "none" }],
    ["A123456", { suffix: "Tab", gapMs: 40 }],
  ] as const) {
    await scan(page, code, options);
    await expectSeen(dialog.getByText(`Scanned ${code}.`));
    expect(await reason.inputValue()).toBe("Organ");
  }
  await dialog.getByRole("button", { name: "Cancel" }).focus();
  await scan(page, "1187");
  await expectSeen(dialog.getByText("Scanned 1187."));
  expect(await countCheckIns(open)).toBe(0);
  await page.keyboard.press("Escape");
  await scan(page, "1187");
  await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
});

test("B4 a scan in a dialog of another screen leaves that screen where it is", async () => {
  const { page, desk } = await openDesk();
  await desk.goTo("Sync");
  await desk.goTo("Settings");
  await page.getByRole("button", { name: "Replace the key…" }).click();
  const key = page.getByRole("dialog").getByLabel("New key");
  await key.focus();
  await scan(page, "1042");
  await expectSeen(page.getByRole("dialog").getByText("Scanned 1042."));
  expect(await key.inputValue()).toBe("");
  expect(page.url()).toContain("#/settings");
});
