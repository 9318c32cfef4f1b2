import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { assertNever } from "#shared/result.ts";
import { claimOf } from "#shared/domain/registrations/runner-projection.ts";
import { isLocalEventId, isWalkUpId } from "#shared/domain/basics/ids.ts";
import type { Db } from "#core/db/open/database.ts";
import { searchKeys } from "#core/db/search/search-index.ts";
import { prepareRows } from "#core/db/table.ts";
import type { EventStore } from "#core/db/stores/event-stores.ts";
import type { FinishLineProjector } from "#core/db/stores/finish-line/finish-line-projector.ts";
import { isFinishLineKind } from "#core/db/stores/finish-line/finish-line-subjects.ts";
import { askedTimeZone } from "#core/db/stores/journal/journal-reader.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";
import type { LaneCounters } from "./run-counts-store.ts";
import type { LocalEventStore } from "#core/db/stores/walk-ups/local-event-store.ts";
import type { Projector } from "./runner-projector.ts";
import type { RunnerRecord, RunnerRows } from "./runner-rows.ts";
import { runnerTable } from "./runner-rows.ts";

/** Reads of the projection every screen shows, and its refreshing. */
export interface RunnerStore {
  /** By its id, or by the registration id that a walk-up turned out to be (W2). */
  get(eventId: string, runnerId: string): RunnerRecord | null;
  /** By search's row numbers, in the order asked; unknown ones are left out. */
  byRowids(rowids: readonly number[]): RunnerRecord[];
  /** Exactly this bib (B1): nobody, one, or several (B2). Walk-ups taken back hold none. */
  holdersOf(eventId: string, bib: string): RunnerRecord[];
  /** The same bib but for leading zeros and case, without those that hold exactly it (`7` and `007`). */
  bibLookAlikes(eventId: string, bib: string, limit: number): RunnerRecord[];
  /** Every bib of a run that is a plain number, without its leading zeros; some twice. */
  bibNumbers(eventId: string, runId: string): number[];
  /** The bibs of the event that begin with anything but a digit from 1 to 9, as they are worn. */
  writtenBibs(eventId: string): { readonly runId: string; readonly bib: string }[];
  /** Everybody with this e-mail, case ignored (C4). */
  byEmail(eventId: string, email: string, limit: number): RunnerRecord[];
  /** Which pace groups the organizer's registrations of each run have. */
  paceGroups(eventId: string): { readonly runId: string; readonly label: string }[];
  byTeam(eventId: string, teamId: string, limit: number): RunnerRecord[];
  /** Standing check-ins, newest first; of one desk when it is given. */
  recentCheckIns(
    eventId: string,
    filter: { readonly desk?: string | null | undefined; readonly limit: number },
  ): RunnerRecord[];
  /** Check-ins by minute: `minutes` counts, oldest first, the last one ending at `untilMs`. */
  arrivalsByMinute(eventId: string, untilMs: number, minutes: number): number[];
  /** The event of a runner or registration id, wherever it is on this computer. */
  eventOf(runnerId: string): string | null;
  /**
   * Works the runner out anew from copy and facts, with its walk-up, alias and lane. In the transaction of the facts.
   * Null when there is neither copy nor walk-up.
   */
  refresh(eventId: string, runnerId: string): RunnerRecord | null;
  /**
   * `refresh` after a check-in of this runner, as read a moment ago in the same transaction: who had none has this one,
   * and nothing is read anew while somebody waits at the desk.
   */
  checkedIn(runner: RunnerRecord, entry: JournalEntry): RunnerRecord;
  /** Does it for everybody and everything these entries speak of; after `journal.merge`. */
  refreshFor(entries: readonly JournalEntry[]): void;
  /**
   * Works a whole event out anew, a chunk at a time (J5), while screens go on: start with null, give `next` back until
   * it is null. Each chunk is a transaction of its own.
   */
  rebuild(
    eventId: string,
    step: RebuildStep | null,
    limit: number,
  ): { readonly next: RebuildStep | null };
}

/** Where a rebuild stands: first what the copy and the journal name, then rows that nothing names any more. */
export type RebuildStep =
  | { readonly rows: "copy" | "finish-line"; readonly after: string }
  | { readonly rows: "journal"; readonly from: number }
  | { readonly rows: "orphans"; readonly after: number };

export interface RunnerStoreParts {
  readonly journal: JournalReader;
  readonly lanes: LaneCounters;
  readonly projector: Projector;
  readonly finishLine: FinishLineProjector;
  readonly runners: RunnerRows;
  readonly events: Pick<EventStore, "setAskedTimeZone">;
  readonly localEvents: Pick<LocalEventStore, "refresh">;
}

const minuteMs = 60_000;

export function createRunnerStore(db: Db, parts: RunnerStoreParts): RunnerStore {
  const { projector, finishLine } = parts;
  const read = prepareRunners(db);

  const rebuildStep = createRebuild(read, parts);
  const refreshTimeZone = (eventId: string): void => setTimeZone(parts, eventId);

  const bibKeysOf = (bib: string) => searchKeys({ name: null, email: "", bib });

  return {
    get(eventId, runnerId) {
      // A registration that a walk-up turned out to be has no row of its own.
      const runner =
        parts.runners.get(runnerId) ?? parts.runners.get(projector.runnerIdOf(runnerId));
      return runner?.eventId === eventId ? runner : null;
    },
    byRowids(rowids) {
      const found = new Map(
        read.byRowids.all(JSON.stringify(rowids)).map((runner) => [runner.rowid, runner]),
      );
      return rowids.map((rowid) => found.get(rowid)).filter((runner) => runner !== undefined);
    },
    holdersOf: (eventId, bib) =>
      read.holders
        .all(eventId, bibKeysOf(bib).bibFold, bib)
        .toSorted((one, other) => one.rowid - other.rowid),
    bibLookAlikes: (eventId, bib, limit) =>
      read.lookAlikes.all(eventId, bibKeysOf(bib).bibKey, bib, limit),
    bibNumbers: (eventId, runId) => read.bibNumbers.all(eventId, runId),
    writtenBibs: (eventId) => read.writtenBibs.all({ eventId }),
    byEmail: (eventId, email, limit) =>
      read.byEmail.all(eventId, searchKeys({ name: null, email, bib: null }).emailFold, limit),
    paceGroups: (eventId) => read.paceGroups.all(eventId),
    byTeam: (eventId, teamId, limit) => read.byTeam.all(eventId, teamId, limit),
    recentCheckIns: (eventId, { desk = null, limit }) =>
      read.recent.all(eventId, desk, desk, limit),
    arrivalsByMinute(eventId, untilMs, minutes) {
      const counts = Array.from({ length: minutes }, () => 0);
      const fromMs = untilMs - minutes * minuteMs;
      for (const { minute, arrivals } of read.arrivals.all(
        fromMs,
        minuteMs,
        eventId,
        fromMs,
        untilMs,
      )) {
        counts[minute] = arrivals;
      }
      return counts;
    },
    eventOf: (runnerId) => read.eventOf.get(projector.runnerIdOf(runnerId)) ?? null,
    refresh(eventId, runnerId) {
      const runner = projector.refresh(runnerId);
      return runner?.eventId === eventId ? runner : null;
    },
    checkedIn(runner, entry) {
      // Beside others the journal's order decides which one is shown (J4).
      const after =
        runner.checkInClaims === 0
          ? parts.runners.putFirstClaim(runner.runnerId, claimOf(entry))
          : projector.refresh(runner.runnerId);
      return after ?? runner;
    },
    refreshFor(entries) {
      finishLine.refreshFor(entries.filter(({ kind }) => isFinishLineKind(kind)));
      const others = entries.filter(({ kind }) => !isFinishLineKind(kind));
      const subjects = others.flatMap(({ subject, otherSubject }) => [subject, otherSubject]);
      const ids = new Set(subjects.filter((id) => id !== null));
      const walkUpsFirst = [...ids].toSorted((one, other) => rank(one) - rank(other));
      for (const id of walkUpsFirst) {
        if (isLocalEventId(id)) parts.localEvents.refresh(id);
        else projector.refresh(id);
      }
      const zoned = entries.filter(({ kind }) => kind === "time-zone.set");
      for (const eventId of new Set(zoned.map(({ subject }) => subject))) refreshTimeZone(eventId);
    },
    rebuild: (eventId, step, limit) =>
      db.transaction(() => ({ next: rebuildStep(eventId, step ?? firstStep, limit) })),
  };
}

function setTimeZone({ journal, events }: RunnerStoreParts, eventId: string): void {
  const timeZone = askedTimeZone(journal, eventId);
  if (timeZone !== null) events.setAskedTimeZone(eventId, timeZone);
}

/** Returns a function that rebuilds the next rows and says where to continue; null after the last. */
function createRebuild(read: ReturnType<typeof prepareRunners>, parts: RunnerStoreParts) {
  const { journal, lanes, projector, finishLine } = parts;
  return (eventId: string, step: RebuildStep, limit: number): RebuildStep | null => {
    switch (step.rows) {
      case "journal": {
        const ids = journal.subjects(eventId).toSorted((one, other) => rank(one) - rank(other));
        for (const id of ids.slice(step.from, step.from + limit)) projector.refresh(id);
        if (step.from + limit < ids.length) return { rows: "journal", from: step.from + limit };
        setTimeZone(parts, eventId);
        return { rows: "finish-line", after: "" };
      }
      case "finish-line": {
        const last = finishLine.rebuild(eventId, step.after, limit);
        if (last !== null) return { rows: "finish-line", after: last };
        return { rows: "copy", after: "" };
      }
      case "copy": {
        const ids = read.copyIds.all(eventId, step.after, limit);
        for (const id of ids) projector.refresh(id);
        const last = ids.at(-1);
        if (last !== undefined && ids.length === limit) return { rows: "copy", after: last };
        return { rows: "orphans", after: 0 };
      }
      case "orphans": {
        const rows = read.rowids.all(eventId, step.after, limit);
        for (const { runnerId } of rows) projector.refresh(runnerId);
        const last = rows.at(-1);
        if (last !== undefined && rows.length === limit) {
          return { rows: "orphans", after: last.rowid };
        }
        lanes.recount(eventId);
        return null;
      }
      default:
        return assertNever(step);
    }
  };
}

const firstStep: RebuildStep = { rows: "journal", from: 0 };

const rank = (id: string): number => Number(!isWalkUpId(id));

function prepareRunners({ raw }: Db) {
  const rows = <Parameters extends readonly unknown[]>(rest: string) =>
    prepareRows<RunnerRecord, Parameters>(
      raw,
      runnerTable,
      `SELECT ${runnerTable.columns} FROM runner ${rest}`,
    );
  return {
    byRowids: rows<[string]>("WHERE rowid IN (SELECT value FROM json_each(?))"),
    // Without ORDER BY, which would have SQLite plan it anew for each bib of a finish log (`boundLimit`).
    holders: rows<[string, string | null, string]>(
      "WHERE event_id = ? AND bib_fold = ? AND bib = ? AND taken_back = 0",
    ),
    lookAlikes: rows<[string, string | null, string, number]>(
      "WHERE event_id = ? AND bib_key = ? AND bib <> ? AND taken_back = 0 ORDER BY rowid LIMIT ?",
    ),
    // From the index alone: a run may have a hundred thousand.
    bibNumbers: raw
      .prepare<[string, string], number>(
        "SELECT bib_number FROM runner WHERE event_id = ? AND run_id = ? AND bib_number IS NOT NULL",
      )
      .pluck(),
    writtenBibs: raw.prepare<{ eventId: string }, { runId: string; bib: string }>(
      `SELECT run_id AS runId, bib FROM runner
       WHERE event_id = @eventId AND bib_fold IS NOT NULL AND taken_back = 0
         AND (bib_fold < '1' OR bib_fold >= ':')`,
    ),
    paceGroups: raw.prepare<[string], { runId: string; label: string }>(
      `SELECT DISTINCT run_id AS runId, pace_group AS label FROM runner
       WHERE event_id = ? AND pace_group IS NOT NULL AND has_copy = 1`,
    ),
    byEmail: rows<[string, string, number]>(
      "WHERE event_id = ? AND email_fold = ? ORDER BY rowid LIMIT ?",
    ),
    byTeam: rows<[string, string, number]>(
      "WHERE event_id = ? AND team_id = ? ORDER BY rowid LIMIT ?",
    ),
    recent: rows<[string, string | null, string | null, number]>(
      `WHERE event_id = ? AND checked_in_at_ms IS NOT NULL AND (? IS NULL OR checked_in_desk = ?)
       ORDER BY checked_in_at_ms DESC, rowid DESC LIMIT ?`,
    ),
    arrivals: raw.prepare<
      [number, number, string, number, number],
      { minute: number; arrivals: number }
    >(
      `SELECT CAST((checked_in_at_ms - ? - 1) / ? AS INTEGER) AS minute, count(*) AS arrivals FROM runner
       WHERE event_id = ? AND checked_in_at_ms > ? AND checked_in_at_ms <= ? GROUP BY minute`,
    ),
    eventOf: raw
      .prepare<[string], string>("SELECT event_id FROM runner WHERE runner_id = ?")
      .pluck(),
    copyIds: raw
      .prepare<[string, string, number], string>(
        "SELECT id FROM registration WHERE event_id = ? AND id > ? ORDER BY id LIMIT ?",
      )
      .pluck(),
    rowids: raw.prepare<[string, number, number], { rowid: number; runnerId: string }>(
      `SELECT rowid, runner_id AS runnerId FROM runner
       WHERE event_id = ? AND rowid > ? ORDER BY rowid LIMIT ?`,
    ),
  };
}
