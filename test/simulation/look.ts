import type { Database, Statement } from "better-sqlite3";

/** A runner's row as the screens get it. */
export interface SeenRunner {
  readonly id: string;
  readonly runId: string;
  readonly source: string;
  readonly registrationId: string | null;
  readonly bib: string | null;
  readonly checkInEntry: string | null;
  readonly takenBack: number;
}

export interface SeenEntry {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly state: string;
  readonly certainty: string;
  readonly everMaybe: number;
  readonly reason: string | null;
  readonly key: string;
  readonly body: string;
  readonly form: string | null;
  readonly remoteId: string | null;
  readonly predecessorId: string | null;
  readonly candidates: string;
}

export interface SeenFact {
  readonly row: number;
  readonly identity: string;
  readonly hash: string;
  readonly kind: string;
  readonly subject: string;
  readonly payload: string;
  readonly commandId: string | null;
}

export interface SeenCopy {
  readonly eventId: string;
  readonly state: string;
  readonly pass: number;
  readonly completedAtMs: number | null;
  /** Not 0 while rows that the last pass did not bring wait for a person's word (D3). */
  readonly heldAt: number;
}

export interface SeenRegistration {
  readonly id: string;
  readonly status: string;
  readonly bib: string | null;
  readonly goneAtMs: number | null;
}

const prepared = new WeakMap<Database, Map<string, Statement>>();

/** Each statement once for each database. */
function rowsOf<Row>(reader: Database, sql: string, ...given: unknown[]): Row[] {
  const known = prepared.get(reader) ?? new Map<string, Statement>();
  prepared.set(reader, known);
  const statement = known.get(sql) ?? reader.prepare(sql);
  known.set(sql, statement);
  return statement.all(...given) as Row[];
}

/** What is committed, read past the program. */
export const runnersOf = (reader: Database, eventId: string): SeenRunner[] =>
  rowsOf<SeenRunner>(
    reader,
    `SELECT runner_id AS id, run_id AS runId, source, registration_id AS registrationId, bib,
        check_in_entry AS checkInEntry, taken_back AS takenBack
       FROM runner WHERE event_id = ? ORDER BY runner_id`,
    eventId,
  );

/** Who is checked in here, under every id they have. */
export const arrivedAt = (reader: Database, eventId: string): Set<string> =>
  new Set(
    rowsOf<{ readonly id: string; readonly registrationId: string | null }>(
      reader,
      `SELECT runner_id AS id, registration_id AS registrationId FROM runner
       WHERE event_id = ? AND checked_in_at_ms IS NOT NULL AND check_in_entry IS NOT NULL`,
      eventId,
    ).flatMap(({ id, registrationId }) => [id, registrationId ?? id]),
  );

export const entriesOf = (reader: Database): SeenEntry[] =>
  rowsOf<SeenEntry>(
    reader,
    `SELECT id, kind, subject, state, certainty, ever_maybe AS everMaybe, reason,
        idempotency_key AS key, CAST(body AS TEXT) AS body, form, remote_id AS remoteId,
        predecessor_id AS predecessorId, candidates
       FROM outbox ORDER BY ordinal`,
  );

export const factsAfter = (reader: Database, row: number): SeenFact[] =>
  rowsOf<SeenFact>(
    reader,
    `SELECT rowid AS row, device || '/' || epoch || '/' || sequence AS identity, hash, kind,
        subject, payload, command_id AS commandId
       FROM journal WHERE rowid > ? ORDER BY rowid`,
    row,
  );

export const copiesOf = (reader: Database): SeenCopy[] =>
  rowsOf<SeenCopy>(
    reader,
    `SELECT event_id AS eventId, state, pass, completed_at_ms AS completedAtMs,
            instr(notes, 'sweep-held') AS heldAt
       FROM download WHERE list = 'registrations' ORDER BY event_id`,
  );

export const registrationsOf = (reader: Database, eventId: string): SeenRegistration[] =>
  rowsOf<SeenRegistration>(
    reader,
    "SELECT id, status, bib, gone_at_ms AS goneAtMs FROM registration WHERE event_id = ?",
    eventId,
  );

/** How many facts of an order are in the journal, by kind. */
export const factsOfOrder = (reader: Database, commandId: string): Map<string, number> =>
  new Map(
    rowsOf<{ readonly kind: string; readonly count: number }>(
      reader,
      "SELECT kind, count(*) AS count FROM journal WHERE command_id = ? GROUP BY kind",
      commandId,
    ).map(({ kind, count }) => [kind, count]),
  );

/** Whether the journal has such a fact of this subject, or one that names it. */
export const isToldOf = (reader: Database, kind: string, id: string): boolean =>
  rowsOf(
    reader,
    "SELECT 1 FROM journal WHERE kind = ? AND (subject = ? OR instr(payload, ?) > 0) LIMIT 1",
    kind,
    id,
    id,
  ).length > 0;

/** How many attempts were written down, by entry. */
export const attemptsOf = (reader: Database): Map<string, number> =>
  new Map(
    rowsOf<{ readonly id: string; readonly count: number }>(
      reader,
      "SELECT outbox_id AS id, count(*) AS count FROM attempt GROUP BY outbox_id",
    ).map(({ id, count }) => [id, count]),
  );

/** What the journal says of each runner, in words that can be compared: the check-in that stands and the bib given here. */
export const standingOf = (reader: Database, eventId: string): Map<string, string> =>
  new Map(
    rowsOf<{ readonly id: string; readonly standing: string }>(
      reader,
      `SELECT runner_id AS id, ifnull(check_in_entry, 'not here') || ', bib ' || ifnull(given_bib, 'none') AS standing
       FROM runner WHERE event_id = ?`,
      eventId,
    ).map(({ id, standing }) => [id, standing]),
  );

/** What the computer calls itself in its entries. */
export const deviceOf = (reader: Database): string =>
  rowsOf<{ readonly value: string }>(reader, "SELECT value FROM meta WHERE key = 'device'")[0]
    ?.value ?? "";
