import { standingCheckIns } from "#shared/domain/check-in/check-in.ts";
import type { FactKind } from "#shared/domain/journal/journal-facts.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/parse-fact.ts";
import { isSamePerson } from "#shared/domain/registrations/registration-match.ts";
import type { Person } from "#shared/domain/registrations/registration-match.ts";
import type { RegistrationCopy } from "#shared/domain/registrations/runner-projection.ts";
import type { Db } from "#core/db/open/database.ts";
import { defineTable, flag, plain, prepareRows } from "#core/db/table.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";
import type { LaneCounters } from "./run-counts-store.ts";
import type { Projector } from "./runner-projector.ts";
import type { RunnerRows } from "./runner-rows.ts";

/** A registration as a page of the API's list contains it. */
export interface ListedRegistration extends Omit<RegistrationCopy, "goneAtMs"> {
  /** Fields that this version does not know, as JSON text; null if there are none (D6). */
  readonly extra: string | null;
}

export interface RegistrationRecord extends ListedRegistration {
  readonly goneAtMs: number | null;
  /** The last pass that contained the row. */
  readonly pass: number;
}

/** What a page changed (D5). */
export interface PageOutcome {
  /** Ids that were not in the replica, or were flagged as gone. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: number;
  /** Rows that this pass had not returned before; 0 for a page that only repeats rows (D2). */
  readonly newInPass: number;
  /** Number of changed rows by field of the API. */
  readonly changedFields: Readonly<Record<string, number>>;
  /** Runners who are checked in here and were cancelled or refunded now. */
  readonly cancelledAfterCheckIn: readonly string[];
}

export interface SweepOutcome {
  /** Removed rows: the organizer no longer has them, and no journal entry names them. */
  readonly removed: readonly string[];
  /** Rows flagged as gone and kept, because journal entries name them (D3). */
  readonly flagged: readonly string[];
  /** Continue after this id; null after the last row. */
  readonly next: string | null;
}

export interface RegistrationStore {
  get(id: string): RegistrationRecord | null;
  /**
   * Takes a page in: copy, runners, lanes and what needs attention. In a transaction, together with the download's
   * cursor (D1). A row that did not change costs one read.
   */
  upsertPage(
    eventId: string,
    rows: readonly ListedRegistration[],
    pass: number,
    atMs: number,
  ): PageOutcome;
  /**
   * After a merge and its `refreshFor`: whoever was checked in elsewhere and is cancelled or refunded in the copy here
   * needs a person, too (D5). A reason that was written with the check-in says that somebody knew. In a transaction.
   */
  noticeMerged(entries: readonly JournalEntry[], atMs: number): void;
  /**
   * The organizer still lists these, though nothing of their rows could be read this time: what is known of them stays
   * (D6). In a transaction.
   */
  keepListed(eventId: string, ids: readonly string[], pass: number): void;
  /** One chunk of the rows that this pass did not return and that are not flagged as gone; `next` as in `sweep`. */
  unseen(
    eventId: string,
    pass: number,
    options: { readonly after: string | null; readonly limit: number },
  ): { readonly rows: readonly RegistrationRecord[]; readonly next: string | null };
  /**
   * After a complete pass only: one chunk of what it no longer had (D3). In a transaction; give `next` back as `after`
   * until it is null. `limit` counts rows looked at, 500 unless told; at
   * most 100 of them are swept.
   */
  sweep(
    eventId: string,
    pass: number,
    atMs: number,
    options?: { readonly after?: string | null; readonly limit?: number },
  ): SweepOutcome;
  /** Number of rows that the organizer still lists, by run (D4). */
  countsByRun(
    eventId: string,
  ): { readonly runId: string; readonly all: number; readonly confirmed: number }[];
  /** Rows of the same person that are not gone, ordered by id (`isSamePerson`: O10, W2). Reads every row of the event. */
  matching(eventId: string, person: Person): RegistrationRecord[];
}

const registrationTable = defineTable<RegistrationRecord>("registration", {
  id: plain("id"),
  eventId: plain("event_id"),
  runId: plain("run_id"),
  email: plain("email"),
  name: plain("name"),
  registrationType: plain("registration_type"),
  status: plain("status"),
  paceGroup: plain("pace_group"),
  bib: plain("bib"),
  checkedIn: flag("checked_in"),
  teamId: plain("team_id"),
  extra: plain("extra"),
  pass: plain("pass"),
  goneAtMs: plain("gone_at_ms"),
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

/** As many rows as a page, so that a chunk blocks the event loop no longer than a page does. */
const sweptAtOnce = 100;

/** They tell which registration a walk-up is; it may come long after the check-in. */
const linkKinds: ReadonlySet<string> = new Set<FactKind>([
  "walk-up.confirmed",
  "walk-up.adopted",
  "walk-up.paired",
]);

const isWithdrawn = (status: string): boolean => status === "cancelled" || status === "refunded";

export interface RegistrationStoreParts {
  readonly journal: JournalReader;
  readonly lanes: LaneCounters;
  readonly projector: Projector;
  readonly runners: Pick<RunnerRows, "get">;
}

export function createRegistrationStore(db: Db, parts: RegistrationStoreParts): RegistrationStore {
  const { journal, lanes, projector, runners } = parts;
  const statements = prepareRegistrations(db);
  const attention = createAttentionWriter(db);

  const { takeRow, noticeStatus } = createRowWriter(statements, attention, parts);

  return {
    get: (id) => statements.one.get(id),
    upsertPage(eventId, rows, pass, atMs) {
      const touched = projector.isTouched(eventId);
      const added: string[] = [];
      const changed: string[] = [];
      const cancelledAfterCheckIn: string[] = [];
      const changedFields: Record<string, number> = {};
      let newInPass = 0;
      lanes.collect(() => {
        for (const listed of rows) {
          const row = { ...listed, eventId };
          const outcome = takeRow(row, pass, touched);
          if (outcome.kind === "added") added.push(row.id);
          if (outcome.kind === "changed") changed.push(row.id);
          if (outcome.newInPass) newInPass += 1;
          if (outcome.kind === "changed") countFields(changedFields, outcome.fields);
          const runnerId = touched ? noticeStatus(row, outcome.before, atMs) : null;
          if (runnerId !== null) cancelledAfterCheckIn.push(runnerId);
        }
      });
      const unchanged = rows.length - added.length - changed.length;
      return { added, changed, unchanged, newInPass, changedFields, cancelledAfterCheckIn };
    },
    noticeMerged(entries, atMs) {
      for (const claim of entries.flatMap((entry) => claimsTold(journal, entry))) {
        const runner = runners.get(projector.runnerIdOf(claim.subject));
        if (runner === null || runner.checkInEntry === null || !isWithdrawn(runner.status))
          continue;
        attention.put(runner.eventId, runner.runnerId, runner.status, atMs, claim.hlc);
      }
    },
    keepListed(eventId, ids, pass) {
      for (const id of ids) statements.keep.run(pass, id, eventId);
    },
    unseen(eventId, pass, { after, limit }) {
      const looked = statements.chunk.all(eventId, after ?? "", limit);
      const rows = looked
        .filter((row) => row.pass < pass && row.gone === null)
        .flatMap(({ id }) => statements.one.get(id) ?? []);
      return { rows, next: looked.length < limit ? null : (looked.at(-1)?.id ?? null) };
    },
    sweep(eventId, pass, atMs, { after = null, limit = 500 } = {}) {
      const looked = statements.chunk.all(eventId, after ?? "", limit);
      const removed: string[] = [];
      const flagged: string[] = [];
      let next = looked.length < limit ? null : (looked.at(-1)?.id ?? null);
      lanes.collect(() => {
        for (const row of looked) {
          if (row.pass >= pass || row.gone !== null) continue;
          const isNamed = journal.names(row.id) || projector.runnerIdOf(row.id) !== row.id;
          if (isNamed) statements.flagGone.run(atMs, row.id);
          else statements.remove.run(row.id);
          (isNamed ? flagged : removed).push(row.id);
          projector.refresh(row.id);
          if (removed.length + flagged.length === sweptAtOnce) {
            next = row.id;
            return;
          }
        }
      });
      return { removed, flagged, next };
    },
    countsByRun: (eventId) => statements.counts.all(eventId),
    matching(eventId, person) {
      return statements.ofRunEmail
        .all(eventId, person.runId, person.email.trim())
        .filter((row) => isSamePerson(person, row));
    },
  };
}

/** Check-ins of somebody whom an entry of a merge may show to be cancelled: itself, or those of a walk-up that it links. */
function claimsTold(journal: JournalReader, entry: JournalEntry): JournalEntry[] {
  const isLink = linkKinds.has(entry.kind);
  return (isLink ? standingCheckIns(journal.ofRunner([entry.subject])) : [entry]).filter((each) => {
    const fact = parseFact(each);
    return fact?.kind === "check-in.made" && fact.payload.reason === undefined;
  });
}

/** Writes one row of a page. */
function createRowWriter(
  statements: ReturnType<typeof prepareRegistrations>,
  attention: ReturnType<typeof createAttentionWriter>,
  { projector, runners }: RegistrationStoreParts,
) {
  let likelyNew = true;

  /** Inserts a row nobody knew, or finds the known one. Where the last row was new, the next one is not looked for first. */
  const insertOrFind = (row: RegistrationRecord): RegistrationRecord | null => {
    const known = likelyNew ? null : statements.one.get(row.id);
    likelyNew = known === null && statements.insert.run(registrationTable.values(row)).changes > 0;
    return likelyNew ? null : (known ?? statements.one.get(row.id));
  };

  const takeRow = (row: ListedRegistration, pass: number, touched: boolean): RowOutcome => {
    const after: RegistrationRecord = { ...row, pass, goneAtMs: null };
    const before = insertOrFind(after);
    if (before === null) {
      if (touched) projector.refresh(row.id);
      else projector.insertUntouched(after);
      return { kind: "added", newInPass: true, fields: [], before };
    }
    const newInPass = before.pass !== pass;
    const fields = comparedFields.filter((field) => before[field] !== after[field]);
    const returned = before.goneAtMs !== null;
    if (fields.length === 0 && !returned && before.extra === after.extra) {
      if (newInPass) statements.seen.run(pass, row.id);
      return { kind: "unchanged", newInPass, fields, before };
    }
    statements.update.run(registrationTable.bind(after));
    if (fields.length > 0 || returned) projector.refresh(row.id);
    if (returned) return { kind: "added", newInPass, fields, before };
    return { kind: fields.length > 0 ? "changed" : "unchanged", newInPass, fields, before };
  };

  /** Cancelled or refunded upstream while checked in here needs a person (D5); confirmed again does not. */
  const noticeStatus = (
    row: ListedRegistration,
    before: RegistrationRecord | null,
    atMs: number,
  ): string | null => {
    if (before?.status === row.status) return null;
    const runnerId = projector.runnerIdOf(row.id);
    if (!isWithdrawn(row.status)) {
      if (before !== null) attention.remove(row.eventId, runnerId);
      return null;
    }
    // A row never seen before is a walk-up's, or of somebody another desk checked in.
    const checkedIn = runners.get(runnerId)?.checkInEntry ?? null;
    if (checkedIn === null) return null;
    attention.put(row.eventId, runnerId, row.status, atMs);
    return before !== null && isWithdrawn(before.status) ? null : runnerId;
  };
  return { takeRow, noticeStatus };
}

interface RowOutcome {
  readonly kind: "added" | "changed" | "unchanged";
  readonly newInPass: boolean;
  readonly fields: readonly (keyof typeof fieldNames)[];
  readonly before: RegistrationRecord | null;
}

function countFields(
  counts: Record<string, number>,
  fields: readonly (keyof typeof fieldNames)[],
): void {
  for (const field of fields) {
    const name = fieldNames[field];
    counts[name] = (counts[name] ?? 0) + 1;
  }
}

/** The copy's side of a runner, for the projector. */
export function createCopyReader(db: Pick<Db, "raw">): (id: string) => RegistrationRecord | null {
  const one = prepareRows<RegistrationRecord, [string]>(
    db.raw,
    registrationTable,
    `SELECT ${registrationTable.columns} FROM registration WHERE id = ?`,
  );
  return (id) => one.get(id);
}

function prepareRegistrations({ raw }: Db) {
  const changeable = [...comparedFields, "extra", "pass", "goneAtMs"] as const;
  return {
    one: { get: createCopyReader({ raw }) },
    insert: raw.prepare(`${registrationTable.insertSql} ON CONFLICT (id) DO NOTHING`),
    update: raw.prepare(registrationTable.updateSql("id", changeable)),
    seen: raw.prepare<[number, string]>("UPDATE registration SET pass = ? WHERE id = ?"),
    keep: raw.prepare<[number, string, string]>(
      "UPDATE registration SET pass = ? WHERE id = ? AND event_id = ? AND gone_at_ms IS NULL",
    ),
    chunk: raw.prepare<[string, string, number], { id: string; pass: number; gone: number | null }>(
      `SELECT id, pass, gone_at_ms AS gone FROM registration
       WHERE event_id = ? AND id > ? ORDER BY id LIMIT ?`,
    ),
    flagGone: raw.prepare<[number, string]>("UPDATE registration SET gone_at_ms = ? WHERE id = ?"),
    remove: raw.prepare<[string]>("DELETE FROM registration WHERE id = ?"),
    counts: raw.prepare<[string], { runId: string; all: number; confirmed: number }>(
      `SELECT run_id AS runId, listed AS "all", listed_confirmed AS confirmed
       FROM lane WHERE event_id = ? AND listed > 0 ORDER BY run_id`,
    ),
    // SQLite compares the case of ASCII letters only, so addresses with other characters are compared by the caller.
    ofRunEmail: prepareRows<RegistrationRecord, [string, string, string]>(
      raw,
      registrationTable,
      `SELECT ${registrationTable.columns} FROM registration
       WHERE event_id = ? AND run_id = ? AND gone_at_ms IS NULL
         AND (email = ? COLLATE NOCASE OR email GLOB '*[^!-~]*')
       ORDER BY id`,
    ),
  };
}

interface AttentionWriter {
  /** `afterHlc`: what is older acknowledges nothing of it; what the journal knows by now, unless told. */
  put(
    eventId: string,
    runnerId: string,
    status: string,
    atMs: number,
    afterHlc?: string | null,
  ): void;
  remove(eventId: string, runnerId: string): void;
}

/**
 * `after_hlc`: an acknowledgement counts when it was written later than what the journal knew at that moment. A merge may
 * bring an older check-in of somebody whose notice is open: the later of the two moments stays.
 */
function createAttentionWriter({ raw }: Db): AttentionWriter {
  const put = raw.prepare<Record<string, string | number | null>>(
    `INSERT INTO attention (event_id, runner_id, status, noticed_at_ms, after_hlc)
     VALUES (@eventId, @runnerId, @status, @atMs,
       coalesce(@afterHlc, (SELECT max(hlc) FROM journal WHERE subject = @runnerId), ''))
     ON CONFLICT (event_id, runner_id) DO UPDATE SET status = excluded.status,
       noticed_at_ms = excluded.noticed_at_ms,
       after_hlc = CASE WHEN attention.status = excluded.status
         THEN max(attention.after_hlc, excluded.after_hlc) ELSE excluded.after_hlc END`,
  );
  const remove = raw.prepare<[string, string]>(
    "DELETE FROM attention WHERE event_id = ? AND runner_id = ?",
  );
  return {
    put: (eventId, runnerId, status, atMs, afterHlc = null) =>
      void put.run({ eventId, runnerId, status, atMs, afterHlc }),
    remove: (eventId, runnerId) => void remove.run(eventId, runnerId),
  };
}
