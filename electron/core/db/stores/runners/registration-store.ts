import type { Database } from "better-sqlite3";
import { standingCheckIns } from "#shared/domain/check-in/check-in.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { formatHlc, saneTime } from "#shared/domain/journal/hybrid-logical-clock.ts";
import type { FactKind } from "#shared/domain/journal/journal-facts.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { isSamePerson } from "#shared/domain/registrations/same-person.ts";
import type { Person } from "#shared/domain/registrations/same-person.ts";
import type { RegistrationReplica } from "#shared/domain/registrations/runner-projection.ts";
import type { Db } from "#core/db/open/database.ts";
import { column, defineTable } from "#core/db/table.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";
import type { RunCounter } from "./run-counts-store.ts";
import type { Projector } from "./runner-projector.ts";
import type { RunnerRows } from "./runner-rows.ts";

/** A registration as a page of the API's list contains it. */
export interface ListedRegistration extends Omit<RegistrationReplica, "goneAtMs"> {
  /** Fields that this version does not know, as JSON text; null if there are none (D6). */
  readonly extra: string | null;
}

export interface RegistrationRecord extends ListedRegistration {
  readonly goneAtMs: number | null;
  /** The last pass that contained the row. */
  readonly pass: number;
}

/** Rows to read: at most `limit`, ordered by id, after the id `after`. */
export interface Chunk {
  readonly after: string | null;
  readonly limit: number;
}

const registrationTable = defineTable<RegistrationRecord>("registration", {
  id: column.plain(),
  eventId: column.plain(),
  runId: column.plain(),
  email: column.plain(),
  name: column.plain(),
  registrationType: column.plain(),
  status: column.plain(),
  paceGroup: column.plain(),
  bib: column.plain(),
  checkedIn: column.flag,
  teamId: column.plain(),
  extra: column.plain(),
  pass: column.plain(),
  goneAtMs: column.plain(),
});

/** The API's name of each field that a digest reports. */
const fieldNames = {
  eventId: "eventId",
  runId: "eventRunId",
  email: "email",
  name: "name",
  registrationType: "registrationType",
  status: "registrationStatus",
  paceGroup: "paceGroup",
  bib: "bibIdentifier",
  checkedIn: "checkedIn",
  teamId: "teamId",
} as const satisfies Partial<Record<keyof ListedRegistration, string>>;

const comparedFields = Object.keys(fieldNames) as (keyof typeof fieldNames)[];

/** Entries that link a walk-up with a registration, possibly long after the check-in. */
const linkKinds: ReadonlySet<string> = new Set<FactKind>([
  "walk-up.confirmed",
  "walk-up.adopted",
  "walk-up.paired",
]);

const isWithdrawn = (status: string): boolean => status === "cancelled" || status === "refunded";

interface RegistrationStoreParts {
  readonly journal: JournalReader;
  readonly counter: RunCounter;
  readonly projector: Projector;
  readonly runners: Pick<RunnerRows, "get">;
}

export function createRegistrationStore(db: Db, parts: RegistrationStoreParts) {
  const { journal, counter, projector } = parts;
  const statements = prepareRegistrations(db);
  const notices = createNotices(db, parts);
  const writeRow = createRowWriter(db, projector);
  const get = createReplicaReader(db.raw);

  /** Whether the journal names the registration, or a walk-up has it; in whatever event, because the organizer may move it. */
  const isNamed = (id: string): boolean =>
    journal.hasSubject(id) || projector.runnerIdOf(id) !== id;

  /** One chunk of the ids that this pass did not return and that are not flagged as gone; `next` is null after the last. */
  const unseenIn = (
    eventId: string,
    pass: number,
    { after, limit }: Chunk,
  ): { readonly ids: readonly string[]; readonly next: string | null } => {
    const rows = statements.chunk.all(eventId, after ?? "", limit);
    const unseen = rows.filter((row) => row.pass < pass && row.goneAtMs === null);
    const next = rows.length < limit ? null : (rows.at(-1)?.id ?? null);
    return { ids: unseen.map(({ id }) => id), next };
  };

  return {
    get,
    /**
     * Writes a page to the replica and updates runners, run counts and notices. Call it in the transaction that stores the
     * download's cursor (D1). Returns what the page changed (D5): `added` are ids that were not in the replica, or were
     * flagged as gone; `newInPass` is 0 for a page that only repeats rows of this pass (D2).
     */
    upsertPage(eventId: string, rows: readonly ListedRegistration[], pass: number, atMs: number) {
      const hasEntries = projector.hasEntries(eventId);
      const added: string[] = [];
      const changed: string[] = [];
      /** Number of changed rows by field of the API. */
      const changedFields: Record<string, number> = {};
      let newInPass = 0;
      counter.collect(() => {
        for (const listed of rows) {
          const row = { ...listed, eventId };
          const mayHaveEntries = hasEntries || isNamed(row.id);
          const { kind, fields, before } = writeRow(row, pass, mayHaveEntries);
          if (before?.pass !== pass) newInPass += 1;
          if (kind === "added") added.push(row.id);
          if (kind === "changed") {
            changed.push(row.id);
            for (const name of fields.map((field) => fieldNames[field])) {
              changedFields[name] = (changedFields[name] ?? 0) + 1;
            }
          }
          if (mayHaveEntries) notices.afterPage(row, before, atMs);
        }
      });
      return { added, changed, newInPass, changedFields };
    },
    /**
     * Call it in a transaction, after a merge and its `refreshFor`: writes a notice for each runner who was checked in
     * elsewhere and is cancelled or refunded in the replica (D5). A check-in with a reason was made knowingly.
     */
    noticeMerged: notices.afterMerge,
    /** Call it in a transaction for ids that the page contained in rows that could not be parsed: their rows are kept (D6). */
    keepListed(eventId: string, ids: readonly string[], pass: number): void {
      for (const id of ids) statements.keep.run(pass, id, eventId);
    },
    /** One chunk of the rows that this pass did not return and that are not flagged as gone; `next` as in `sweep`. */
    unseen(eventId: string, pass: number, chunk: Chunk) {
      const { ids, next } = unseenIn(eventId, pass, chunk);
      return { rows: ids.flatMap((id) => get(id) ?? []), next };
    },
    /**
     * Sweeps one chunk of the rows that a complete pass did not return (D3): removes those that no journal entry, finish log
     * or podium names, and flags the others as gone. Call it in a transaction, and pass `next` as `after` until it is null.
     */
    sweep(eventId: string, pass: number, atMs: number, chunk: Chunk) {
      const { ids, next } = unseenIn(eventId, pass, chunk);
      counter.collect(() => {
        for (const id of ids) {
          const isKept = isNamed(id) || statements.atFinishLine.get({ eventId, id }) !== undefined;
          if (isKept) statements.flagGone.run(atMs, id);
          else statements.remove.run(id);
          projector.refresh(id);
        }
      });
      return { swept: ids.length, next };
    },
    /** Rows that the organizer still lists, ordered by id, from the first after this id (M8). */
    listed: registrationTable.select<[eventId: string, after: string, limit: number]>(
      db.raw,
      "WHERE event_id = ? AND id > ? AND gone_at_ms IS NULL ORDER BY id LIMIT ?",
    ).all,
    /** Number of rows that the organizer still lists, by run (D4). */
    countsByRun: (eventId: string) => statements.counts.all(eventId),
    /** Rows of the same person that are not gone, ordered by id (`isSamePerson`: O10, W2). */
    matching: (eventId: string, person: Person) =>
      statements.ofRunEmail
        .all(eventId, person.runId, person.email.trim())
        .filter((row) => isSamePerson(person, row)),
  };
}

/**
 * The check-ins that a merged entry may concern: the entry itself, or the check-ins of the walk-up that the entry
 * links.
 */
function checkInsOf(journal: JournalReader, entry: JournalEntry): JournalEntry[] {
  const isLink = linkKinds.has(entry.kind);
  return (isLink ? standingCheckIns(journal.ofSubjects([entry.subject])) : [entry]).filter(
    (each) => {
      const fact = parseFact(each);
      return fact?.kind === "check-in.made" && fact.payload.reason === undefined;
    },
  );
}

/** Writes one row of a page. */
function createRowWriter({ raw }: Db, projector: Projector) {
  const get = createReplicaReader(raw);
  const insert = registrationTable.insert(raw);
  const update = registrationTable.update(raw, "id");

  return (row: ListedRegistration, pass: number, mayHaveEntries: boolean): WrittenRow => {
    const before = get(row.id);
    const after: RegistrationRecord = { ...row, pass, goneAtMs: null };
    if (before === null) {
      insert(after);
      if (mayHaveEntries) projector.refresh(row.id);
      else projector.insertNew(after);
      return { kind: "added", fields: [], before };
    }
    const change = registrationTable.difference(before, after);
    const fields = comparedFields.filter((field) => field in change);
    const isBack = before.goneAtMs !== null;
    update(row.id, change);
    if (fields.length > 0 || isBack) projector.refresh(row.id);
    if (isBack) return { kind: "added", fields, before };
    return { kind: fields.length > 0 ? "changed" : "unchanged", fields, before };
  };
}

interface WrittenRow {
  readonly kind: "added" | "changed" | "unchanged";
  readonly fields: readonly (keyof typeof fieldNames)[];
  readonly before: RegistrationRecord | null;
}

export const createReplicaReader = (raw: Database): ((id: string) => RegistrationRecord | null) =>
  registrationTable.select<[string]>(raw, "WHERE id = ?").get;

function prepareRegistrations({ raw }: Db) {
  return {
    keep: raw.prepare<[number, string, string]>(
      "UPDATE registration SET pass = ? WHERE id = ? AND event_id = ? AND gone_at_ms IS NULL",
    ),
    chunk: raw.prepare<
      [string, string, number],
      Pick<RegistrationRecord, "id" | "pass" | "goneAtMs">
    >(
      `SELECT id, pass, gone_at_ms AS goneAtMs FROM registration
       WHERE event_id = ? AND id > ? ORDER BY id LIMIT ?`,
    ),
    flagGone: raw.prepare<[number, string]>("UPDATE registration SET gone_at_ms = ? WHERE id = ?"),
    remove: raw.prepare<[string]>("DELETE FROM registration WHERE id = ?"),
    /** The runner's bib is in the finish log, or a sheet of the podium names the runner. */
    atFinishLine: raw.prepare<{ readonly eventId: string; readonly id: string }, number>(
      `SELECT 1 FROM runner WHERE runner_id = @id AND (
         EXISTS (SELECT 1 FROM finish_item WHERE event_id = @eventId AND bib_fold = runner.bib_fold)
         OR EXISTS (SELECT 1 FROM podium WHERE event_id = @eventId AND instr(state, json_quote(@id)) > 0))`,
    ),
    counts: raw.prepare<[string], { runId: string; all: number; confirmed: number }>(
      `SELECT run_id AS runId, listed AS "all", listed_confirmed AS confirmed
       FROM run_count WHERE event_id = ? AND listed > 0 ORDER BY run_id`,
    ),
    // NOCASE compares ASCII letters only, so the caller compares addresses with other characters.
    ofRunEmail: registrationTable.select<[string, string, string]>(
      raw,
      `WHERE event_id = ? AND run_id = ? AND gone_at_ms IS NULL
         AND (email = ? COLLATE NOCASE OR email GLOB '*[^!-~]*')
       ORDER BY id`,
    ),
  };
}

/**
 * Writes the notices about runners who are checked in with Chute and whose registration is cancelled or refunded. An
 * acknowledgement counts if it is later than `after_hlc`: the time of the last entry about the runner when the notice was
 * written. If the clock of that entry's computer was ahead, this computer's time is taken, because an acknowledgement of
 * this computer would be earlier than the entry (J7).
 * A merge may bring an older check-in of a runner with an open notice, so the later time is kept.
 */
function createNotices({ raw }: Db, { journal, projector, runners }: RegistrationStoreParts) {
  const put = raw.prepare<{
    readonly eventId: string;
    readonly runnerId: string;
    readonly status: string;
    readonly atMs: number;
    /** The time that an acknowledgement must exceed; null stands for the time of the last entry about the runner. */
    readonly afterHlc: string | null;
    readonly nowHlc: string;
  }>(
    `INSERT INTO attention (event_id, runner_id, status, noticed_at_ms, after_hlc)
     VALUES (@eventId, @runnerId, @status, @atMs,
       min(coalesce(@afterHlc, (SELECT max(hlc) FROM journal WHERE subject = @runnerId), ''),
         max(@nowHlc, coalesce((SELECT max(hlc) FROM journal WHERE subject = @runnerId
           AND device = (SELECT value FROM meta WHERE key = 'device')), ''))))
     ON CONFLICT (event_id, runner_id) DO UPDATE SET status = excluded.status,
       noticed_at_ms = excluded.noticed_at_ms,
       after_hlc = CASE WHEN attention.status = excluded.status
         THEN max(attention.after_hlc, excluded.after_hlc) ELSE excluded.after_hlc END`,
  );
  const remove = raw.prepare<[string, string]>(
    "DELETE FROM attention WHERE event_id = ? AND runner_id = ?",
  );
  /** A time that is not later than the next entry of this computer. */
  const hlcOf = (atMs: number): string => formatHlc({ wallMs: saneTime(atMs), counter: 0 }, "");
  return {
    afterPage(
      { id, eventId, status }: ListedRegistration,
      before: RegistrationRecord | null,
      atMs: number,
    ): void {
      if (before?.status === status) return;
      const runnerId = projector.runnerIdOf(id);
      if (!isWithdrawn(status)) {
        if (before !== null) remove.run(eventId, runnerId);
        return;
      }
      // Also for a new row: it may belong to a walk-up, or to a runner whom another desk checked in.
      if ((runners.get(runnerId)?.checkInEntry ?? null) === null) return;
      put.run({ eventId, runnerId, status, atMs, afterHlc: null, nowHlc: hlcOf(atMs) });
    },
    afterMerge(entries: readonly JournalEntry[], atMs: number): void {
      for (const checkIn of entries.flatMap((entry) => checkInsOf(journal, entry))) {
        const runner = runners.get(projector.runnerIdOf(checkIn.subject));
        if (runner === null || runner.checkInEntry === null) continue;
        const { eventId, runnerId, status } = runner;
        if (!isWithdrawn(status)) continue;
        // The same merge may undo the check-in.
        const standing = standingCheckIns(journal.ofSubjects([checkIn.subject]));
        if (!standing.some((one) => entryIdOf(one) === entryIdOf(checkIn))) continue;
        const times = { atMs, afterHlc: checkIn.hlc, nowHlc: hlcOf(atMs) };
        put.run({ eventId, runnerId, status, ...times });
      }
    },
  };
}
