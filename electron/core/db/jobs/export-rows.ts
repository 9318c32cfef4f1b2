import type { Database } from "better-sqlite3";
import { entryIdOf } from "#shared/domain/ids.ts";
import type { JournalEntry } from "#shared/domain/journal.ts";
import { readFact } from "#shared/domain/read-fact.ts";
import { voidedIn } from "#shared/domain/runner-projection.ts";
import { createJournalReader, journalOrder, journalTable } from "../stores/journal-reader.ts";
import { runnerTable } from "../stores/runner-rows.ts";
import { createWalkUpStore } from "../stores/walk-up-store.ts";
import type { SqlRow } from "../table.ts";

export type ExportSubject = "check-ins" | "walk-ups" | "journal";

/** One line of an export, by column; what is absent is an empty cell. */
export type ExportRow = Readonly<Record<string, string | number | boolean | null>>;

/** Column order of each export; the header line. */
export const exportColumns: Readonly<Record<ExportSubject, readonly string[]>> = {
  "check-ins": [
    "bib",
    "name",
    "email",
    "run",
    "status",
    "checkedInAt",
    "operator",
    "desk",
    "reason",
    "claim",
    "claims",
    "paceGroup",
    "team",
    "bibAtOrganizer",
    "registrationId",
    "runnerId",
    "entryId",
  ],
  "walk-ups": [
    "bib",
    "name",
    "email",
    "run",
    "eventRunId",
    "registrationType",
    "status",
    "paceGroup",
    "notes",
    "savedAt",
    "operator",
    "desk",
    "delivery",
    "takenBack",
    "askOrganizerToCancel",
    "registrationId",
    "runnerId",
  ],
  journal: [
    "entryId",
    "logicalTime",
    "at",
    "operator",
    "desk",
    "kind",
    "subject",
    "otherSubject",
    "payload",
    "salt",
    "payloadHash",
    "previousHash",
    "hash",
    "commandId",
  ],
};

/** The rows of one export, read one by one so that an event of any size fits. */
export function* exportRows(
  raw: Database,
  what: ExportSubject,
  eventId: string,
): Generator<ExportRow> {
  if (what === "journal") yield* journalRows(raw, eventId);
  else if (what === "walk-ups") yield* walkUpRows(raw, eventId);
  else yield* checkInRows(raw, eventId);
}

const timeOf = (atMs: number): string => new Date(atMs).toISOString();

/** One row for each check-in that stands: a runner two desks checked in has two (J4). */
function* checkInRows(raw: Database, eventId: string): Generator<ExportRow> {
  const journal = createJournalReader(raw);
  const runLabel = readRunLabels(raw, eventId);
  const runners = raw.prepare<[string], SqlRow>(
    `SELECT ${runnerTable.columns} FROM runner
     WHERE event_id = ? AND checked_in_at_ms IS NOT NULL ORDER BY checked_in_at_ms, rowid`,
  );
  for (const stored of runners.iterate(eventId)) {
    const runner = runnerTable.read(stored);
    const facts = journal.ofRunner([runner.runnerId, runner.registrationId ?? runner.runnerId]);
    const voided = voidedIn(facts);
    const claims = facts.filter(
      (entry) => readFact(entry)?.kind === "check-in.made" && !voided.has(entryIdOf(entry)),
    );
    for (const [index, claim] of claims.entries()) {
      yield {
        bib: runner.bib,
        name: runner.name,
        email: runner.email,
        run: runLabel(runner.runId),
        status: runner.status,
        checkedInAt: timeOf(claim.wallAtMs),
        operator: claim.operator,
        desk: claim.desk,
        reason: reasonOf(claim),
        claim: index + 1,
        claims: claims.length,
        paceGroup: runner.paceGroup,
        team: runner.teamId,
        bibAtOrganizer: runner.apiBib,
        registrationId: runner.registrationId,
        runnerId: runner.runnerId,
        entryId: entryIdOf(claim),
      };
    }
  }
}

function reasonOf(entry: JournalEntry): string | null {
  const fact = readFact(entry);
  return fact?.kind === "check-in.made" ? (fact.payload.reason ?? null) : null;
}

function* walkUpRows(raw: Database, eventId: string): Generator<ExportRow> {
  const runLabel = readRunLabels(raw, eventId);
  const bibOf = raw
    .prepare<[string], string | null>("SELECT bib FROM runner WHERE runner_id = ?")
    .pluck();
  for (const walkUp of createWalkUpStore({ raw }).ofEvent(eventId)) {
    const { form } = walkUp;
    yield {
      bib: bibOf.get(walkUp.localId) ?? null,
      name: form.name ?? null,
      email: form.email,
      run: runLabel(form.eventRunId),
      eventRunId: form.eventRunId,
      registrationType: form.registrationType,
      status: form.status ?? null,
      paceGroup: form.paceGroup ?? null,
      notes: form.notes ?? null,
      savedAt: timeOf(walkUp.savedAtMs),
      operator: walkUp.savedBy,
      desk: walkUp.savedDesk,
      delivery: walkUp.delivery,
      takenBack: walkUp.takenBack,
      askOrganizerToCancel: walkUp.askOrganizer,
      registrationId: walkUp.registrationId,
      runnerId: walkUp.localId,
    };
  }
}

function* journalRows(raw: Database, eventId: string): Generator<ExportRow> {
  const entries = raw.prepare<[string], SqlRow>(
    `SELECT ${journalTable.columns} FROM journal WHERE event_id = ? ORDER BY ${journalOrder}`,
  );
  for (const stored of entries.iterate(eventId)) {
    const entry = journalTable.read(stored);
    yield {
      entryId: entryIdOf(entry),
      logicalTime: entry.hlc,
      at: timeOf(entry.wallAtMs),
      operator: entry.operator,
      desk: entry.desk,
      kind: entry.kind,
      subject: entry.subject,
      otherSubject: entry.otherSubject,
      payload: entry.payload === null ? null : JSON.stringify(entry.payload),
      salt: entry.salt,
      payloadHash: entry.payloadHash,
      previousHash: entry.previousHash,
      hash: entry.hash,
      commandId: entry.commandId,
    };
  }
}

function readRunLabels(raw: Database, eventId: string): (runId: string) => string | null {
  const runs = raw.prepare<[string], { id: string; label: string }>(
    "SELECT id, label FROM run WHERE event_id = ?",
  );
  const labels = new Map(runs.all(eventId).map(({ id, label }) => [id, label]));
  return (runId) => labels.get(runId) ?? null;
}
