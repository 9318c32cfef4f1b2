import type { Page } from "playwright";
import { expect } from "vitest";
import type { DeskPage } from "#test/support/browser/desk-page.ts";
import { deskPage, expectSeen } from "#test/support/browser/desk-page.ts";
import { pressAfterLook, scan } from "#test/support/browser/keys.ts";
import type { Race } from "#test/support/browser/race.ts";
import { startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();

interface SlowDesk extends Race {
  readonly page: Page;
  readonly desk: DeskPage;
  /** Scans a code. Its answer is held until `answer` is called, and may be an error. */
  scanSlowly(code: string): Promise<void>;
  answer(how?: "reply" | "refuse"): void;
  countCheckIns(): Promise<number>;
}

async function openSlowDesk(): Promise<SlowDesk> {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await expectSeen(desk.search);
  const answer = Promise.withResolvers<"reply" | "refuse">();
  return {
    ...race,
    page,
    desk,
    async scanSlowly(code) {
      const asked = Promise.withResolvers<void>();
      await interceptCalls(race.host, page, "roster.scan", async (call) => {
        asked.resolve();
        await ((await answer.promise) === "reply" ? call.reply() : call.refuse("internal"));
      });
      await scan(page, code);
      await asked.promise;
    },
    answer: (how = "reply") => answer.resolve(how),
    countCheckIns: async () =>
      (await race.host.value("roster.runCounts", { eventId: race.eventId })).checkIns,
  };
}

testWithInterception(
  "B4 C8 Enter while a code is looked up does nothing to the runner who was here before",
  async () => {
    const { page, desk, ...slow } = await openSlowDesk();
    await scan(page, "1042");
    await expectSeen(desk.card("Amara Okafor"));
    await slow.scanSlowly("12");
    await expectSeen(desk.card("Amara Okafor"));
    await pressAfterLook(page, "Enter");
    await pressAfterLook(page, "Control+Enter");
    slow.answer();
    await expectSeen(desk.card("Tesfaye Wolde-Gabriel"));
    await expectSeen(page.getByText("Bib 12, from the scanner"));
    expect(await slow.countCheckIns()).toBe(0);
    await pressAfterLook(page, "Enter");
    await expectSeen(desk.done.getByText("Hand over 12 to"));
  },
);

testWithInterception(
  "B4 C8 Enter while a code is looked up whose runner is on the screen already checks that runner in",
  async () => {
    const { page, desk, ...slow } = await openSlowDesk();
    await desk.find("12");
    await expectSeen(desk.card("Tesfaye Wolde-Gabriel"));
    await slow.scanSlowly("12");
    await expectSeen(desk.card("Tesfaye Wolde-Gabriel"));
    await pressAfterLook(page, "Enter");
    slow.answer();
    await expectSeen(desk.done.getByText("Hand over 12 to"));
    expect(await slow.countCheckIns()).toBe(1);
  },
);

testWithInterception(
  "B4 C8 Enter while a code is looked up that cannot be read checks nobody in",
  async () => {
    const { page, desk, ...slow } = await openSlowDesk();
    await desk.find("1042");
    await expectSeen(desk.card("Amara Okafor"));
    await slow.scanSlowly("12");
    await pressAfterLook(page, "Enter");
    slow.answer("refuse");
    await expectSeen(page.getByText("12 was scanned, but could not be looked up: scan it again"));
    await expectSeen(desk.card("Amara Okafor"));
    expect(await slow.countCheckIns()).toBe(0);
    await pressAfterLook(page, "Enter");
    await expectSeen(desk.done.getByText("Hand over 1042 to"));
  },
);
