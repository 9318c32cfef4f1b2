import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { NewEntry } from "#core/db/stores/journal/journal-store.ts";
import type { FactKind, FactPayloads, WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { EntryId } from "#shared/domain/basics/ids.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { bibRangeSubject } from "#shared/domain/bibs/desk-bib-ranges.ts";
import { finishSubject, gunSubject } from "#shared/domain/finish-log/finish-log.ts";
import { finishLogSubject } from "#shared/domain/finish-log/log-holder.ts";
import { stampKey } from "#shared/domain/finish-log/order-key.ts";
import { groupsSubject, segmentSubject } from "#shared/domain/podium/segment.ts";
import { author } from "#test/support/database.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, openRace, temporaryFolder } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "../services/harbour-run.ts";
import type { Told } from "./stick-desk.ts";
import { boxIn, journalOf, readRows, writeMirrorFile } from "./stick-desk.ts";

const runId = "run-10";
const segmentId = "overall";
const form: WalkUpForm = {
  eventRunId: runId,
  email: "nova@example.org",
  name: "Nova Pessoa",
  registrationType: "free",
};
const night = { name: "Lantern Night Run", type: "race", date: "2099-12-24" };
const slot = { bib: "7", runnerId: "ana", tie: false, time: "35:00" };
const refusal = { httpStatus: 422, code: "VALIDATION_ERROR", message: "No" };

function tell<Kind extends FactKind>(
  kind: Kind,
  subject: string,
  payload: FactPayloads[Kind],
  more: Partial<Pick<NewEntry, "eventId" | "otherSubject">> = {},
): NewEntry {
  return { kind, payload, subject, eventId, ...author, ...more } as NewEntry;
}

const sent = (outboxId: string) => ({ outboxId, credential: "a key" });
const walkUp = (more?: NewEntry) => [
  tell("walk-up.saved", "w_nova", { form, outboxId: "q-1", bib: "901" }),
  ...(more === undefined ? [] : [more]),
];
const event = (more?: NewEntry) => [
  tell("event.saved", "e_night", { form: night, outboxId: "q-1" }, { eventId: null }),
  ...(more === undefined ? [] : [{ ...more, eventId: null }]),
];
const segment = (more?: NewEntry) => [
  tell("segment.saved", segmentSubject(runId, segmentId), {
    runId,
    segmentId,
    label: "Overall",
    depth: 3,
    clock: "gun",
  }),
  ...(more === undefined ? [] : [more]),
];
const sheet = (more?: Told): Told[] => [
  ...segment(
    tell("podium.entered", segmentSubject(runId, segmentId), {
      runId,
      segmentId,
      slots: [slot],
      follows: [],
      source: "typed",
    }),
  ),
  ...(more === undefined ? [] : [more]),
];
const stamp = (more?: Told): Told[] => [
  tell("finish.put", finishSubject("stamps", "s-1"), {
    list: "stamps",
    id: "s-1",
    at: stampKey(1_000, "s-1"),
    atMs: 1_000,
    bib: null,
    action: "stamp",
  }),
  ...(more === undefined ? [] : [more]),
];

/** A case that names the first entry, or the entry at `index`. */
const naming =
  (make: (entryId: EntryId) => NewEntry, index = 0): Told =>
  (before) => {
    const entry = before[index];
    if (entry === undefined) throw new Error("Nothing was written before it");
    return make(entryIdOf(entry));
  };

/** The entries of another computer, by kind; the last one is of the kind. A kind without a case does not compile. */
const cases: Readonly<Record<FactKind, readonly Told[]>> = {
  "check-in.made": [tell("check-in.made", "ana", { reason: "late" })],
  "check-in.undone": [
    tell("check-in.made", "ana", {}),
    naming((undoes) => tell("check-in.undone", "ana", { undoes })),
  ],
  "bib.given": [tell("bib.given", "ana", { bib: "77", previousBib: "7" })],
  "bib.swapped": [
    tell("bib.swapped", "ana", { bib: "A12", otherBib: "7" }, { otherSubject: "luk" }),
  ],
  "bib.undone": [
    tell("bib.given", "ana", { bib: "77", previousBib: "7" }),
    naming((undoes) => tell("bib.undone", "ana", { undoes, bib: "7" })),
  ],
  "pronunciation.set": [tell("pronunciation.set", "ana", { text: "AH-na SOH-za" })],
  "walk-up.saved": walkUp(),
  "walk-up.edited": walkUp(
    tell("walk-up.edited", "w_nova", {
      form: { ...form, name: "Nova Lopes" },
      outboxId: "q-2",
      successorOf: "q-1",
    }),
  ),
  "walk-up.taken-back": walkUp(tell("walk-up.taken-back", "w_nova", { askOrganizer: false })),
  "walk-up.restored": [
    ...walkUp(tell("walk-up.taken-back", "w_nova", { askOrganizer: false })),
    naming((undoes) => tell("walk-up.restored", "w_nova", { undoes }), 1),
  ],
  "walk-up.sent": walkUp(tell("walk-up.sent", "w_nova", sent("q-1"))),
  "walk-up.confirmed": walkUp(
    tell("walk-up.confirmed", "w_nova", { outboxId: "q-1", participantId: "there-1" }),
  ),
  "walk-up.refused": walkUp(tell("walk-up.refused", "w_nova", { outboxId: "q-1", ...refusal })),
  "walk-up.adopted": walkUp(
    tell("walk-up.adopted", "w_nova", {
      outboxId: "q-1",
      registrationId: "there-1",
      by: "reconcile" as const,
    }),
  ),
  "walk-up.paired": walkUp(tell("walk-up.paired", "w_nova", { registrationId: "luk" })),
  "outbox.set-aside": walkUp(tell("outbox.set-aside", "w_nova", { outboxId: "q-1" })),
  "outbox.released": walkUp(tell("outbox.released", "w_nova", { outboxId: "q-1" })),
  "outbox.decided": walkUp(
    tell("outbox.decided", "w_nova", { outboxId: "q-1", decision: "send-again" }),
  ),
  "copy.confirmed": [
    tell("copy.confirmed", "database", { why: "backup", foundAtMs: 1 }, { eventId: null }),
  ],
  "digest.acknowledged": [tell("digest.acknowledged", "can", { status: "cancelled" })],
  "time-zone.set": [tell("time-zone.set", eventId, { timeZone: "Atlantic/Azores" })],
  "event.saved": event(),
  "event.edited": event(
    tell("event.edited", "e_night", {
      form: { ...night, name: "Lantern Run" },
      outboxId: "q-2",
      successorOf: "q-1",
    }),
  ),
  "event.taken-back": event(tell("event.taken-back", "e_night", { askOrganizer: false })),
  "event.sent": event(tell("event.sent", "e_night", sent("q-1"))),
  "event.confirmed": event(
    tell("event.confirmed", "e_night", { outboxId: "q-1", eventId: "event-9" }),
  ),
  "event.refused": event(tell("event.refused", "e_night", { outboxId: "q-1", ...refusal })),
  "event.adopted": event(
    tell("event.adopted", "e_night", { outboxId: "q-1", eventId: "event-9", by: "person" }),
  ),
  "segment.saved": segment(),
  "segment.removed": segment(
    tell("segment.removed", segmentSubject(runId, segmentId), { runId, segmentId }),
  ),
  "group.saved": [
    tell("group.saved", groupsSubject(runId), { runId, groups: [["overall", "age:40-49"]] }),
  ],
  "podium.entered": sheet(),
  "podium.announced": sheet(
    naming(
      (entryId) =>
        tell("podium.announced", segmentSubject(runId, segmentId), {
          runId,
          segmentId,
          sheet: entryId,
          openWarnings: 0,
          depth: 3,
          clock: "gun",
        }),
      1,
    ),
  ),
  "finish.put": stamp(),
  "finish.removed": stamp(
    tell("finish.removed", finishSubject("stamps", "s-1"), { list: "stamps", id: "s-1" }),
  ),
  "finish.undone": stamp(
    naming((undoes) => tell("finish.undone", finishSubject("stamps", "s-1"), { undoes })),
  ),
  "gun.set": [tell("gun.set", gunSubject(runId), { runId, atMs: 1_000 })],
  "bib-range.set": [
    tell("bib-range.set", bibRangeSubject(eventId), {
      desk: "d1",
      name: "Laptop 2",
      runId,
      range: { prefix: "", from: 501, to: 600, width: 0 },
    }),
  ],
  "finish-log.held": [
    tell("finish-log.held", finishLogSubject(eventId), {
      device: "d1",
      name: "Laptop 2",
      follows: null,
      known: {},
      why: "first",
    }),
  ],
  "hub.chosen": [tell("hub.chosen", "hub", { device: "d1", name: "Hub", why: "opened" })],
};

/** Kinds that give the same whether the history was imported or not: an imported walk-up is reconciled either way. */
const historyAlone: readonly FactKind[] = [
  "walk-up.sent",
  "event.sent",
  "outbox.set-aside",
  "outbox.released",
  "outbox.decided",
  "copy.confirmed",
  "digest.acknowledged",
  "hub.chosen",
  "bib-range.set",
  "finish-log.held",
];

const tables = {
  event: "id, time_zone_asked",
  walk_up: "*",
  runner:
    "runner_id, registration_id, name, bib, check_in_entry, check_in_claims, delivery, taken_back, pronunciation",
  podium: "*",
  podium_groups: "*",
  finish_item: "*",
  gun: "*",
  made_event: "*",
  outbox: "subject, id, state, certainty, reason, remote_id, successor_id",
};

/** Everything that screens read from the journal, without the time of the import. */
const seen = (desk: TestCore) =>
  Object.entries(tables).map(([table, columns]) => [
    table,
    readRows(desk, `SELECT ${columns} FROM ${table} ORDER BY 1, 2`),
  ]);

/** A desk that has only its replica of the race, after it imported this stick. */
async function importJournal(stick: string): Promise<TestCore> {
  const desk = await openRace(harbourRun, { ports: { chooseFolder: async () => stick } });
  await desk.value("journalMirror.import", { commandId: newCommandId() });
  return desk;
}

/** The same file without its last line. */
function withoutLast(stick: string): string {
  const shorter = temporaryFolder();
  const path = boxIn(stick);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n").slice(0, -1);
  writeFileSync(join(shorter, basename(path)), lines.map((line) => `${line}\n`).join(""));
  return shorter;
}

describe("J9 J5 every kind of fact comes back, and means what it meant", () => {
  test.each(Object.entries(cases))("J9 %s", async (kind, facts) => {
    const stick = temporaryFolder();
    const entries = writeMirrorFile(stick, facts);
    expect(entries.map((entry) => parseFact(entry)?.kind).at(-1)).toBe(kind);
    const whole = await importJournal(stick);
    const shorter = await importJournal(withoutLast(stick));
    expect(journalOf(whole)).toEqual(expect.arrayContaining(entries.map(({ hash }) => hash)));
    const isHistoryAlone = historyAlone.some((each) => each === kind);
    if (isHistoryAlone) expect(seen(whole)).toEqual(seen(shorter));
    else expect(seen(whole)).not.toEqual(seen(shorter));
    expect(await whole.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
  });
});
