import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { enterSheet } from "#test/support/browser/podium-screens.ts";
import type { Race } from "#test/support/browser/race.ts";
import { newCommandId, startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { openTestDatabase } from "#test/support/database.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { restartHost } from "#test/support/hosts/start-host.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";

const windows = browserWindows();

/** The bibs that each computer typed, from the first place to the fourth. */
const ours = ["104", "221", "317", "388"];
const theirs = ["221", "104", "317", "388"];
const asLine = (bib: string) => ({ bib });

interface Rivals extends Race {
  readonly page: Page;
  readonly runId: string;
  readonly overall: Locator;
  readonly dialog: Locator;
}

/** Opens the database of a host that is closed. */
function inDatabase<Value>(
  { dataDir }: Race,
  look: (database: ReturnType<typeof openTestDatabase>) => Value,
): Value {
  const database = openTestDatabase({ folder: join(dataDir, "live") });
  try {
    return look(database);
  } finally {
    database.db.close();
  }
}

async function checkIn({ host, eventId }: Race, bib: string): Promise<void> {
  const { holders } = await host.value("bib.holders", { eventId, bib });
  const runnerIds = holders.map(({ id }) => id);
  await host.value("checkIn.performAll", { commandId: newCommandId(), eventId, runnerIds });
}

/** Two computers without a connection typed a sheet for the Half. Then one imports the journal of the other. */
async function openRivals(): Promise<Rivals> {
  const [race, other] = await Promise.all([startRace({ runners: 60 }), startRace({ runners: 60 })]);
  const { runs } = await race.host.value("event.get", { eventId: race.eventId });
  const runId = runs.find(({ label }) => label === "Half")?.id ?? "";
  await enterSheet(race, runId, "overall", ours.map(asLine));
  await enterSheet(other, runId, "overall", theirs.map(asLine));
  for (const bib of ours) await checkIn(race, bib);
  await Promise.all([race.host.stop(), other.host.stop()]);
  const entries = inDatabase(other, ({ stores }): JournalEntry[] =>
    stores.journal.latest(other.eventId, { limit: 1_000 }),
  );
  inDatabase(race, ({ db, stores }) =>
    db.transaction(() => stores.runners.refreshFor(stores.journal.merge(entries).added)),
  );
  const host = await restartHost(race.host);
  const page = await windows.open(host);
  await deskPage(page).goTo("Podium");
  const overall = page.getByRole("region", { name: "Overall", exact: true });
  await expectSeen(overall.getByText("Another desk typed another sheet"));
  return { ...race, host, page, runId, overall, dialog: page.getByRole("dialog") };
}

test("P5 J4 two desks' sheets: the announcement counts the other one and leads to settling it, and then goes through", async () => {
  const { host, eventId, runId, page, overall, dialog } = await openRivals();
  const segment = async () => {
    const { segments } = await host.value("podium.get", { eventId, runId });
    return segments.find(({ segmentId }) => segmentId === "overall");
  };
  await expectSeen(overall.getByText("1 open warning"));
  await overall.getByRole("button", { name: "Announce…" }).click();
  await expectSeen(dialog.getByText("If in doubt, don’t announce."));
  await expectSeen(dialog.getByText("Another desk typed another sheet"));
  await expectSeen(dialog.getByRole("button", { name: "Announce with 1 open warning" }));
  await expectGone(dialog.getByText(/^No line has a warning/));

  await dialog.getByRole("button", { name: "Compare…" }).click();
  const sheets = dialog.getByRole("region", { name: /^Desk 1, \d\d:\d\d/ });
  expect(await sheets.count()).toBe(2);
  await sheets
    .filter({ has: page.getByRole("listitem").first().getByText("221") })
    .getByRole("button", { name: "This one is right" })
    .click();
  await expectGone(overall.getByText("Another desk typed another sheet"));
  await expectSeen(overall.getByText("No open warnings"));
  expect(await segment()).toMatchObject({
    rivals: [],
    slots: theirs.map(asLine),
  });

  await overall.getByRole("button", { name: "Announce…" }).click();
  await expectSeen(dialog.getByText(/^No line has a warning/));
  await dialog.getByRole("button", { name: /^Announce( Enter)?$/ }).click();
  await expectSeen(overall.getByText(/^Announced \d\d:\d\d/));
  expect(await segment()).toMatchObject({
    state: "announced",
    announced: { openWarnings: 0, slots: theirs.map(asLine) },
  });
});

test("P5 J4 who announces past a rival is held to it: how many warnings were open stays, and settling is a change with its reason", async () => {
  const { overall, dialog } = await openRivals();
  await overall.getByRole("button", { name: "Announce…" }).click();
  await dialog.getByRole("button", { name: "Announce with 1 open warning" }).click();
  await expectSeen(overall.getByText(/^Announced \d\d:\d\d/));
  await expectSeen(overall.getByText("Another desk typed another sheet"));
  await overall.getByRole("button", { name: "Compare…" }).click();
  await dialog.getByRole("button", { name: "This one is right" }).last().click();
  await dialog.getByRole("textbox", { name: "Why" }).fill("The timing crew had it right");
  await dialog.getByRole("button", { name: /^Change it/ }).click();
  await expectSeen(overall.getByText("Changed after the announcement"));
  await expectGone(overall.getByText("Another desk typed another sheet"));
  await overall.getByRole("button", { name: /^Overall/ }).click();
  await expectSeen(dialog.getByText("“The timing crew had it right”"));
  await expectSeen(dialog.getByText(/1 open warning/));
});

test("M11 a conflict that another desk settled meanwhile is named in passing, and no alert of it stays", async () => {
  const { host, eventId, page } = await openRivals();
  await deskPage(page).goTo("Sync");
  const keep = page.getByRole("button", { name: /^Keep this sheet/ });
  await expectSeen(keep.first());
  await interceptCalls(host, page, "conflict.settle", async ({ reply }) => {
    const { conflicts } = await host.value("conflict.list", { eventId });
    for (const { id: conflictId, sides } of conflicts) {
      const entryId = sides[0]?.entryId ?? "";
      const order = { commandId: newCommandId(), eventId };
      await host.value("conflict.settle", { ...order, conflictId, entryId });
    }
    await reply();
  });
  await keep.last().click();
  const passing = page.getByText(/^Podium of Overall.*: settled meanwhile\. What was chosen first/);
  await expectSeen(passing);
  await expectGone(page.getByText("This was settled meanwhile"));
  await expectGone(keep);
});
