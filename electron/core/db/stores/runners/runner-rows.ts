import type { Database } from "better-sqlite3";
import type {
  CheckInClaim,
  LaneShare,
  RunnerProjection,
} from "#shared/domain/registrations/runner-projection.ts";
import { laneShareOf } from "#shared/domain/registrations/runner-projection.ts";
import type { Db } from "#core/db/open/database.ts";
import { searchKeys } from "#core/db/search/search-index.ts";
import type { SearchKeys } from "#core/db/search/search-index.ts";
import { defineTable, flag, plain, prepareRows } from "#core/db/table.ts";
import type { LaneCounters } from "./run-counts-store.ts";

/** One runner as every screen reads it; a row of the projection. */
export interface RunnerRecord extends Omit<RunnerProjection, "claims"> {
  readonly rowid: number;
  readonly hasCopy: boolean;
  /** The check-in shown: the earliest claim; null if nobody checked them in here. */
  readonly checkInEntry: string | null;
  readonly checkedInAtMs: number | null;
  readonly checkedInBy: string | null;
  readonly checkedInDesk: string | null;
  /** How many check-ins stand; more than one is shown (J4). */
  readonly checkInClaims: number;
}

interface RunnerRow extends RunnerRecord, SearchKeys {
  readonly bibNumber: number | null;
  readonly indexed: boolean;
}

const recordColumns = {
  rowid: plain<number>("rowid"),
  eventId: plain<string>("event_id"),
  runnerId: plain<string>("runner_id"),
  source: plain<RunnerRecord["source"]>("source"),
  registrationId: plain<string | null>("registration_id"),
  provisional: flag("provisional"),
  hasCopy: flag("has_copy"),
  runId: plain<string>("run_id"),
  name: plain<string | null>("name"),
  email: plain<string>("email"),
  bib: plain<string | null>("bib"),
  apiBib: plain<string | null>("api_bib"),
  givenBib: plain<string | null>("given_bib"),
  bibGivenHere: flag("bib_given_here"),
  standing: plain<RunnerRecord["standing"]>("standing"),
  status: plain<string>("status"),
  paceGroup: plain<string | null>("pace_group"),
  teamId: plain<string | null>("team_id"),
  apiCheckedIn: flag("api_checked_in"),
  checkInEntry: plain<string | null>("check_in_entry"),
  checkedInAtMs: plain<number | null>("checked_in_at_ms"),
  checkedInBy: plain<string | null>("checked_in_by"),
  checkedInDesk: plain<string | null>("checked_in_desk"),
  checkInClaims: plain<number>("check_in_claims"),
  delivery: plain<RunnerRecord["delivery"]>("delivery"),
  goneAtMs: plain<number | null>("gone_at_ms"),
  takenBack: flag("taken_back"),
  pronunciation: plain<string | null>("pronunciation"),
};

/** What screens read. */
export const runnerTable = defineTable<RunnerRecord>("runner", recordColumns);

type Written = Omit<RunnerRow, "rowid" | "indexed">;

const { rowid, ...recordColumnsOnly } = recordColumns;

const writtenColumns = {
  ...recordColumnsOnly,
  nameFold: plain<string>("name_fold"),
  emailFold: plain<string>("email_fold"),
  bibFold: plain<string | null>("bib_fold"),
  bibKey: plain<string | null>("bib_key"),
  bibNumber: plain<number | null>("bib_number"),
};

/** What a new row says: with the columns it is found by, without its number. */
const writtenTable = defineTable<Written>("runner", writtenColumns);

const rowTable = defineTable<RunnerRow>("runner", {
  ...writtenColumns,
  rowid,
  indexed: flag("indexed"),
});

const checkInFields = [
  "checkInEntry",
  "checkedInAtMs",
  "checkedInBy",
  "checkedInDesk",
  "checkInClaims",
] as const;
/** What a try of the outbox changes; no index has any of it, so writing these alone leaves every index alone. */
const deliveryFields = [
  "registrationId",
  "provisional",
  "hasCopy",
  "delivery",
  "takenBack",
] as const;
const searchFields = ["eventId", "name", "email", "bib"] as const;
type OtherField = Exclude<keyof RunnerRecord, "rowid" | (typeof checkInFields)[number]>;

const isOtherField = (field: string): field is OtherField =>
  field !== "rowid" && !(checkInFields as readonly string[]).includes(field);

const otherFields = Object.keys(recordColumns).filter(isOtherField);

const isDeliveryField = (field: string): boolean =>
  (deliveryFields as readonly string[]).includes(field);

const indexedFields = otherFields.filter((field) => !isDeliveryField(field));

/** The rows of the projection `runner`, and the lanes that follow them. */
export interface RunnerRows {
  get(runnerId: string): RunnerRecord | null;
  /** Writes what changed and moves the lanes by the difference. */
  put(projection: RunnerProjection, hasCopy: boolean): RunnerRecord;
  /** `put` for a runner of whom nothing changed but the first check-in; null when there is no row. */
  putFirstClaim(runnerId: string, claim: CheckInClaim): RunnerRecord | null;
  /** `put` for a runner known to be new. */
  insert(projection: RunnerProjection, hasCopy: boolean): void;
  remove(runnerId: string): void;
}

export function createRunnerRows(db: Db, lanes: LaneCounters): RunnerRows {
  const { raw } = db;
  const byId = prepareRows<RunnerRow, [string]>(
    raw,
    rowTable,
    `SELECT ${rowTable.columns} FROM runner WHERE runner_id = ?`,
  );
  const insertRow = raw.prepare(writtenTable.insertSql);
  const updateCheckIn = raw.prepare(rowTable.updateSql("rowid", checkInFields));
  const updateDelivery = raw.prepare(rowTable.updateSql("rowid", deliveryFields));
  const updateAll = raw.prepare(
    rowTable.updateSql("rowid", [
      ...otherFields,
      ...checkInFields,
      "nameFold",
      "emailFold",
      "bibFold",
      "bibKey",
      "bibNumber",
      "indexed",
    ]),
  );
  const removeRow = raw.prepare<[number]>("DELETE FROM runner WHERE rowid = ?");

  const { get, forget } = createRowCache(db, byId);

  const insert = (written: Written): number => {
    forget();
    const { lastInsertRowid } = insertRow.run(writtenTable.values(written));
    lanes.move(written.eventId, null, shareOf(written));
    return Number(lastInsertRowid);
  };

  const writeCheckIn = (before: RunnerRow, after: RunnerRow): RunnerRecord => {
    forget();
    updateCheckIn.run(bindCheckIn(after));
    moveLanes(lanes, before, after);
    return after;
  };

  return {
    get,
    putFirstClaim(runnerId, claim) {
      const before = get(runnerId);
      return before === null ? null : writeCheckIn(before, { ...before, ...shownOf([claim]) });
    },
    insert: (projection, hasCopy) => void insert(rowOf(projection, hasCopy)),
    put(projection, hasCopy) {
      const before = get(projection.runnerId);
      const after = rowOf(projection, hasCopy, before);
      if (before === null) return { ...after, rowid: insert(after) };
      const indexed =
        before.indexed && searchFields.every((field) => before[field] === after[field]);
      const row: RunnerRow = { ...after, rowid: before.rowid, indexed };
      const sameCheckIn = checkInFields.every((field) => before[field] === after[field]);
      const sameRest = otherFields.every((field) => before[field] === after[field]);
      if (sameCheckIn && sameRest) return row;
      if (sameRest) return writeCheckIn(before, row);
      forget();
      const sameIndexed = indexedFields.every((field) => before[field] === after[field]);
      if (sameCheckIn && sameIndexed) updateDelivery.run(bindDelivery(row));
      else updateAll.run(rowTable.bind(row));
      moveLanes(lanes, before, after);
      return row;
    },
    remove(runnerId) {
      const before = get(runnerId);
      if (before === null) return;
      forget();
      removeRow.run(before.rowid);
      lanes.move(before.eventId, shareOf(before), null);
    },
  };
}

/**
 * Reads rows by runner id. In a transaction the last row is cached until a row is written, because a command
 * reads the runner that it changes several times.
 */
function createRowCache(db: Db, byId: { get(runnerId: string): RunnerRow | null }) {
  let known: { readonly row: RunnerRow; readonly changes: number } | null = null;
  const forget = (): void => {
    known = null;
  };
  db.onRollback(forget);
  return {
    forget,
    get(runnerId: string): RunnerRow | null {
      if (!db.inTransaction) return byId.get(runnerId);
      if (known?.row.runnerId === runnerId && known.changes === db.changes) return known.row;
      const row = byId.get(runnerId);
      known = row === null ? null : { row, changes: db.changes };
      return row;
    },
  };
}

/** The kept row as it would be written, for comparing it with its rebuild. */
export function createRunnerReader(raw: Database): { written(runnerId: string): Written | null } {
  const byId = prepareRows<RunnerRow, [string]>(
    raw,
    rowTable,
    `SELECT ${rowTable.columns} FROM runner WHERE runner_id = ?`,
  );
  return {
    written(runnerId) {
      const row = byId.get(runnerId);
      if (row === null) return null;
      const { rowid: _rowid, indexed: _indexed, ...written } = row;
      return written;
    },
  };
}

/** The row a projection is kept as. What it is found by is taken `from` a row of the same texts, where there is one. */
export function rowOf(
  projection: RunnerProjection,
  hasCopy: boolean,
  from: RunnerRow | null = null,
): Written {
  const { claims, ...runner } = projection;
  return {
    ...runner,
    hasCopy,
    ...shownOf(claims),
    ...(from !== null && isFoundAlike(from, runner) ? foundBy(from) : findBy(runner)),
  };
}

/** What a row says of the check-ins that stand. */
const shownOf = (
  claims: readonly CheckInClaim[],
): Pick<RunnerRecord, (typeof checkInFields)[number]> => ({
  checkInEntry: claims[0]?.entryId ?? null,
  checkedInAtMs: claims[0]?.atMs ?? null,
  checkedInBy: claims[0]?.operator ?? null,
  checkedInDesk: claims[0]?.desk ?? null,
  checkInClaims: claims.length,
});

type FoundBy = SearchKeys & Pick<RunnerRow, "bibNumber">;
type Texts = Pick<RunnerRecord, "name" | "email" | "bib">;

const findBy = (runner: Texts): FoundBy => ({
  ...searchKeys(runner),
  bibNumber: bibNumberOf(runner.bib),
});

const foundBy = ({ nameFold, emailFold, bibFold, bibKey, bibNumber }: RunnerRow): FoundBy => ({
  nameFold,
  emailFold,
  bibFold,
  bibKey,
  bibNumber,
});

const isFoundAlike = (one: Texts, other: Texts): boolean =>
  one.name === other.name && one.email === other.email && one.bib === other.bib;

/** What a runner's row adds to its lane. */
const shareOf = (runner: Omit<RunnerRecord, "rowid">): LaneShare =>
  laneShareOf({
    runId: runner.runId,
    source: runner.source,
    standing: runner.standing,
    apiCheckedIn: runner.apiCheckedIn,
    takenBack: runner.takenBack,
    goneAtMs: runner.goneAtMs,
    hasCopy: runner.hasCopy,
    checkedInHere: runner.checkInEntry !== null,
  });

const plainNumber = /^\d{1,15}$/;

/** A bib that is a plain number, for "next free"; never for telling bibs apart (B1). */
const bibNumberOf = (bib: string | null): number | null =>
  bib !== null && plainNumber.test(bib) ? Number(bib) : null;

const bindCheckIn = (row: RunnerRow) => ({
  rowid: row.rowid,
  check_in_entry: row.checkInEntry,
  checked_in_at_ms: row.checkedInAtMs,
  checked_in_by: row.checkedInBy,
  checked_in_desk: row.checkedInDesk,
  check_in_claims: row.checkInClaims,
});

const bindDelivery = (row: RunnerRow) =>
  rowTable.bindPart({
    rowid: row.rowid,
    registrationId: row.registrationId,
    provisional: row.provisional,
    hasCopy: row.hasCopy,
    delivery: row.delivery,
    takenBack: row.takenBack,
  });

function moveLanes(lanes: LaneCounters, before: Written, after: Written): void {
  if (before.eventId === after.eventId) {
    lanes.move(before.eventId, shareOf(before), shareOf(after));
    return;
  }
  lanes.move(before.eventId, shareOf(before), null);
  lanes.move(after.eventId, null, shareOf(after));
}
