import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { deskPage, expectSeen } from "./desk-page.ts";
import { fillPodium, podiumScreens } from "./podium-screens.ts";
import type { Race, RaceOptions } from "./race.ts";
import { cutConnection, newCommandId, startRace } from "./race.ts";
import { goToScreen } from "./go-to-screen.ts";

/** Runners whose cards are shown before their check-in. */
const shownLater: ReadonlySet<string> = new Set([
  "1042",
  "1043",
  "A12",
  "007",
  "7",
  "1038",
  "1187",
]);

/**
 * A race in the middle of its morning: some runners are checked in, the connection is down, two outbox entries wait and
 * one was refused.
 */
export async function startBusyRace(options: RaceOptions = { runners: 240 }): Promise<Race> {
  const race = await startRace(options);
  const { host, eventId, sandbox } = race;
  await host.value("settings.save", {
    commandId: newCommandId(),
    desk: "Desk 2",
    operator: "Lena Ortiz",
  });
  const { runs } = await host.value("event.get", { eventId });
  const runId = (label: string): string => runs.find((run) => run.label === label)?.id ?? "";
  for (let version = 1; version <= 2; version += 1) {
    await sandbox.control("/mutations", { kind: "publish-results", eventRunId: runId("Half") });
  }
  await host.value("results.refresh", { commandId: newCommandId(), eventId });
  await fillFinishLog(race, runId("10K"));
  await fillPodium(race, runId("Half"));
  await saveWalkUp(race, runId("Half"), "Marta Kowalczyk", "m.kowalczyk@mail.example");
  await expect.poll(async () => (await host.value("sync.status", {})).needsAttention).toBe(1);
  await cutConnection(sandbox);
  await saveWalkUp(race, runId("10K"), "Jonas Lindqvist", "jonas.lindqvist@mail.example");
  await saveWalkUp(race, runId("5K"), "Kamala Bhattacharya", "kamala.b@mail.example");
  await expect
    .poll(async () => (await host.value("sync.status", {})).connectivity.state)
    .toBe("offline");
  const { rows } = await host.value("roster.search", { eventId, text: "a", limit: 200 });
  const waiting = rows.filter(
    ({ standing, checkedIn, checkedInElsewhere, bib }) =>
      standing === "confirmed" &&
      checkedIn === null &&
      !checkedInElsewhere &&
      !shownLater.has(bib ?? ""),
  );
  await host.value("checkIn.performAll", {
    commandId: newCommandId(),
    eventId,
    runnerIds: waiting.slice(0, 50).map(({ id }) => id),
  });
  return race;
}

/** The first finishers have arrived: a press was missed, one bib could not be read, and one bib belongs to nobody. */
async function fillFinishLog({ host, eventId }: Race, runId: string): Promise<void> {
  const order = { eventId, commandId: newCommandId() };
  const gunAtMs = Date.now() - 3_000_000;
  const stamps = [0, 4_210, 4_890, 31_777, 90_001].map((ms, at) => ({
    id: `stamp-${at}-seeded`,
    atMs: gunAtMs + 2_100_000 + ms,
  }));
  await host.value("gun.set", { ...order, runId, atMs: gunAtMs });
  await host.value("finish.stamp", { ...order, commandId: newCommandId(), stamps });
  await host.value("finish.gap", {
    ...order,
    commandId: newCommandId(),
    id: "gap-seeded",
    before: "stamp-2-seeded",
  });
  for (const [at, bib] of ["1042", "1187", null, "9999", "1042"].entries()) {
    await host.value("finish.bib", {
      ...order,
      commandId: newCommandId(),
      id: `line-${at}-seeded`,
      bib,
      before: null,
    });
  }
}

async function saveWalkUp(
  { host, eventId }: Race,
  eventRunId: string,
  name: string,
  email: string,
) {
  await host.value("walkUp.save", {
    commandId: newCommandId(),
    eventId,
    form: { eventRunId, email, name, registrationType: "paid" },
    checkIn: false,
  });
}

/** A screen to check, and what a person does to get there. */
export interface VisitedScreen {
  readonly name: string;
  readonly enter: (page: Page) => Promise<void>;
}

/** Opens Check-in with an empty search box. */
async function enterCheckIn(page: Page): Promise<void> {
  await goToScreen(page, "/check-in");
  await expectSeen(deskPage(page).search);
  await page.keyboard.press("Escape");
}

async function find(page: Page, text: string, seen: string | RegExp): Promise<void> {
  await enterCheckIn(page);
  await deskPage(page).search.fill(text);
  await expectSeen(page.getByText(seen));
}

/** Opens a tab of the Podium screen. */
async function enterPart(page: Page, part: string, seen: Locator): Promise<void> {
  await goToScreen(page, "/podium");
  await page.getByRole("button", { name: part, exact: true }).click();
  await expectSeen(seen);
}

/** Every screen, in the states that differ most. */
export const screens: readonly VisitedScreen[] = [
  { name: "check-in-ready", enter: enterCheckIn },
  {
    name: "check-in-card",
    enter: (page) => find(page, "1042", "2 other runners have this e-mail"),
  },
  {
    name: "check-in-list",
    async enter(page) {
      await find(page, "oka", "Precious Oluwaseun Okadigbo-Chukwuemeka");
      await page.keyboard.press("ArrowDown");
      await expectSeen(page.getByText("2 other runners have this e-mail"));
    },
  },
  { name: "check-in-several", enter: (page) => find(page, "oka", /runners match/) },
  {
    name: "check-in-refused",
    async enter(page) {
      await find(page, "2300", "Registration cancelled");
      await page.keyboard.press("Enter");
      await expectSeen(page.getByText("Instead of Enter press:"));
    },
  },
  { name: "check-in-warning", enter: (page) => find(page, "2300", "Registration cancelled") },
  { name: "check-in-careful", enter: (page) => find(page, "007", /Look at the bib/) },
  {
    name: "check-in-bib-taken",
    async enter(page) {
      await find(page, "1187", "Élodie Vandenbroucke-Saïdi");
      await page.getByRole("button", { name: "Change bib" }).click();
      await page.getByRole("textbox", { name: "Bib" }).fill("1038");
      await page.keyboard.press("Enter");
      await expectSeen(page.getByText("After a swap"));
    },
  },
  { name: "check-in-nobody", enter: (page) => find(page, "zzzz", /Nobody matches/) },
  {
    name: "walk-up",
    async enter(page) {
      await goToScreen(page, "/walk-up");
      await page.getByRole("textbox", { name: "Name" }).fill("Kari Nordmann");
      await page.getByRole("textbox", { name: "E-mail" }).fill("kari@nordmann.example");
      await page.locator("label", { has: page.getByRole("radio", { name: /^10K/ }) }).click();
      await page.locator("label", { has: page.getByRole("radio", { name: "Paid" }) }).click();
      await page.getByRole("textbox", { name: "Bib" }).fill("1631");
      await expectSeen(page.getByRole("button", { name: /^Save and check in/ }));
    },
  },
  ...podiumScreens,
  {
    name: "finish-log",
    enter: (page) => enterPart(page, "Finish log", page.getByText("Nobody has this bib")),
  },
  {
    name: "finish-log-chosen",
    async enter(page) {
      await enterPart(page, "Finish log", page.getByText("Nobody has this bib"));
      await page.keyboard.press("Escape");
      await page.keyboard.press("ArrowUp");
      await expectSeen(page.getByRole("toolbar"));
    },
  },
  {
    name: "official-results",
    enter: (page) =>
      enterPart(page, "Official results", page.getByRole("heading", { name: "Versions" })),
  },
  {
    name: "events",
    async enter(page) {
      await goToScreen(page, "/events");
      await expectSeen(page.getByRole("heading", { level: 2, name: "Harbour Hills Run" }));
    },
  },
  {
    name: "sync",
    async enter(page) {
      await goToScreen(page, "/sync");
      await expectSeen(page.getByText(/Marta Kowalczyk/));
    },
  },
  {
    name: "settings",
    async enter(page) {
      await goToScreen(page, "/settings");
      await expectSeen(page.getByRole("heading", { level: 1, name: "Settings" }));
      await expectSeen(page.getByRole("heading", { name: "About" }));
    },
  },
  {
    name: "desks",
    async enter(page) {
      await goToScreen(page, "/desks");
      await expectSeen(page.getByRole("heading", { name: "This laptop works alone" }));
    },
  },
];
