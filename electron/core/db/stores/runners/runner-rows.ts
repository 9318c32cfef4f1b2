import type { Database } from "better-sqlite3";
import type { RunnerProjection } from "#shared/domain/registrations/runner-projection.ts";
import { countRunner } from "#shared/domain/registrations/runner-projection.ts";
import type { Db } from "#core/db/open/database.ts";
import { searchKeys } from "#core/db/search/search-index.ts";
import type { SearchKeys } from "#core/db/search/search-index.ts";
import type { Columns } from "#core/db/table.ts";
import { column, defineTable } from "#core/db/table.ts";
import type { CountsOfRun, RunCounter } from "./run-counts-store.ts";

/** A row of the projection: one runner as the screens read it. */
export interface RunnerRecord extends Omit<RunnerProjection, "claims"> {
  readonly rowid: number;
  /** Whether the replica has a registration of this runner. */
  readonly inReplica: boolean;
  /** The earliest check-in that was not undone, which screens show; null if there is none. */
  readonly checkInEntry: string | null;
  readonly checkedInAtMs: number | null;
  readonly checkedInBy: string | null;
  readonly checkedInDesk: string | null;
  /** Number of check-ins that were not undone. If there are several, screens say so (J4). */
  readonly checkInClaims: number;
}

interface StoredRunner extends RunnerRecord, SearchKeys {
  readonly bibNumber: number | null;
  /** Whether the full-text index contains the row. */
  readonly indexed: boolean;
}

/** The columns that the projection determines. */
type ProjectedRunner = Omit<StoredRunner, "rowid" | "indexed">;

const recordColumns: Columns<RunnerRecord> = {
  rowid: column.plain(),
  eventId: column.plain(),
  runnerId: column.plain(),
  source: column.plain(),
  registrationId: column.plain(),
  provisional: column.flag,
  inReplica: { ...column.flag, name: "has_copy" },
  runId: column.plain(),
  name: column.plain(),
  email: column.plain(),
  bib: column.plain(),
  apiBib: column.plain(),
  givenBib: column.plain(),
  bibGivenHere: column.flag,
  standing: column.plain(),
  status: column.plain(),
  paceGroup: column.plain(),
  teamId: column.plain(),
  apiCheckedIn: column.flag,
  checkInEntry: column.plain(),
  checkedInAtMs: column.plain(),
  checkedInBy: column.plain(),
  checkedInDesk: column.plain(),
  checkInClaims: column.plain(),
  delivery: column.plain(),
  goneAtMs: column.plain(),
  takenBack: column.flag,
  pronunciation: column.plain(),
};

/** The table without the search keys, for reading. */
export const runnerTable = defineTable("runner", recordColumns);

const storedColumns: Columns<StoredRunner> = {
  ...recordColumns,
  nameFold: column.plain(),
  emailFold: column.plain(),
  bibFold: column.plain(),
  bibKey: column.plain(),
  bibNumber: column.plain(),
  indexed: column.flag,
};

const storedTable = defineTable("runner", storedColumns);

const isProjected = (field: string): field is keyof ProjectedRunner =>
  field !== "rowid" && field !== "indexed";

const projectedFields = Object.keys(storedColumns).filter(isProjected);

/** A change of one of these fields removes the row from the full-text index until it is indexed again. */
const searchedFields = ["eventId", "name", "email", "bib"] as const;

/** Reads and writes `runner`, and updates the run counts. Only the stores of this folder use it. */
export function createRunnerRows({ raw }: Db, counter: RunCounter) {
  const { get } = storedTable.select<[string]>(raw, "WHERE runner_id = ?");
  const insertRow = storedTable.insert(raw, projectedFields);
  // Only changed columns are written, so that SQLite updates no index of the other columns.
  const update = storedTable.update(raw, "rowid");
  const remove = raw.prepare<[number]>("DELETE FROM runner WHERE rowid = ?");

  const insert = (row: ProjectedRunner): RunnerRecord => {
    const { lastInsertRowid } = insertRow(row);
    counter.move(null, countsOf(row));
    return { ...row, rowid: Number(lastInsertRowid) };
  };

  return {
    get,
    /** Writes a runner who has no row yet. */
    insert: (projection: RunnerProjection, inReplica: boolean): RunnerRecord =>
      insert(rowOf(projection, inReplica)),
    put(projection: RunnerProjection, inReplica: boolean): RunnerRecord {
      const before = get(projection.runnerId);
      const projected = rowOf(projection, inReplica);
      if (before === null) return insert(projected);
      const { rowid } = before;
      const indexed =
        before.indexed && searchedFields.every((field) => before[field] === projected[field]);
      const after = { ...projected, rowid, indexed };
      update(rowid, storedTable.difference(before, after));
      counter.move(countsOf(before), countsOf(after));
      return after;
    },
    remove(runnerId: string) {
      const before = get(runnerId);
      if (before === null) return;
      remove.run(before.rowid);
      counter.move(countsOf(before), null);
    },
  };
}

export type RunnerRows = ReturnType<typeof createRunnerRows>;

/** Reads the projected columns of a row, to compare them with a new projection. */
export function createRunnerReader(raw: Database): (runnerId: string) => ProjectedRunner | null {
  const { get } = storedTable.select<[string]>(raw, "WHERE runner_id = ?");
  return (runnerId) => {
    const stored = get(runnerId);
    if (stored === null) return null;
    const { rowid: _rowid, indexed: _indexed, ...projected } = stored;
    return projected;
  };
}

export function rowOf(projection: RunnerProjection, inReplica: boolean): ProjectedRunner {
  const { claims, ...runner } = projection;
  return {
    ...runner,
    inReplica,
    checkInEntry: claims[0]?.entryId ?? null,
    checkedInAtMs: claims[0]?.atMs ?? null,
    checkedInBy: claims[0]?.operator ?? null,
    checkedInDesk: claims[0]?.desk ?? null,
    checkInClaims: claims.length,
    ...searchKeys(runner),
    bibNumber: bibNumberOf(runner.bib),
  };
}

const countsOf = (runner: ProjectedRunner): CountsOfRun => ({
  eventId: runner.eventId,
  ...countRunner({ ...runner, checkedInHere: runner.checkInEntry !== null }),
});

const plainNumber = /^\d{1,15}$/;

/** The number of a bib that has only digits, to find the next free one. Bibs are compared as text (B1). */
const bibNumberOf = (bib: string | null): number | null =>
  bib !== null && plainNumber.test(bib) ? Number(bib) : null;
