import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { assertNever } from "#shared/result.ts";
import { isLocalEventId, isWalkUpId } from "#shared/domain/basics/ids.ts";
import type { Db } from "#core/db/open/database.ts";
import { searchKeys } from "#core/db/search/search-index.ts";
import type { EventStore } from "#core/db/stores/event-stores.ts";
import type { FinishLineProjector } from "#core/db/stores/finish-line/finish-line-projector.ts";
import { isFinishLineKind } from "#core/db/stores/finish-line/finish-line-subjects.ts";
import { askedTimeZone } from "#core/db/stores/journal/journal-reader.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";
import type { ConflictRows } from "#core/db/stores/desks/conflict-store.ts";
import type { RunCounter } from "./run-counts-store.ts";
import type { LocalEventStore } from "#core/db/stores/walk-ups/local-event-store.ts";
import type { Projector } from "./runner-projector.ts";
import type { RunnerRecord, RunnerRows } from "./runner-rows.ts";
import { runnerTable } from "./runner-rows.ts";

/**
 * The next rows of a rebuild, in this order: the runners that the journal names, the finish line, the runners of the
 * replica, then rows that have no source any more. The first step reads the subjects of the whole journal once; each
 * next one gets the subjects that are left.
 */
export type RebuildStep =
  | { readonly rows: "replica" | "finish-line"; readonly after: string }
  | { readonly rows: "journal"; readonly left: readonly string[] | null }
  | { readonly rows: "orphans"; readonly after: number };

interface RunnerStoreParts {
  readonly journal: JournalReader;
  readonly counter: RunCounter;
  readonly projector: Projector;
  readonly finishLine: FinishLineProjector;
  readonly runners: RunnerRows;
  readonly conflicts: Pick<ConflictRows, "clear">;
  readonly events: Pick<EventStore, "setAskedTimeZone">;
  readonly localEvents: Pick<LocalEventStore, "refresh">;
}

const minuteMs = 60_000;

/** Reads and refreshes the projection of runners. */
export function createRunnerStore(db: Db, parts: RunnerStoreParts) {
  const { projector, finishLine } = parts;
  const read = prepareRunners(db);

  const rebuildStep = createRebuild(read, parts);
  const bibKeysOf = (bib: string) => searchKeys({ name: null, email: "", bib });

  return {
    /** By runner id, or by the id of the registration that was matched with a walk-up (W2). */
    get(eventId: string, runnerId: string): RunnerRecord | null {
      // A registration that was matched with a walk-up has no row.
      const runner =
        parts.runners.get(runnerId) ?? parts.runners.get(projector.runnerIdOf(runnerId));
      return runner?.eventId === eventId ? runner : null;
    },
    /** In the order of `rowids`, without unknown ones. */
    byRowids(rowids: readonly number[]): RunnerRecord[] {
      const found = new Map(
        read.byRowids.all(JSON.stringify(rowids)).map((runner) => [runner.rowid, runner]),
      );
      return rowids.map((rowid) => found.get(rowid)).filter((runner) => runner !== undefined);
    },
    /** All runners with exactly this bib (B1, B2). A retracted walk-up has no bib. */
    holdersOf: (eventId: string, bib: string): RunnerRecord[] =>
      read.holders
        .all(eventId, bibKeysOf(bib).bibFold, bib)
        .toSorted((one, other) => one.rowid - other.rowid),
    /** Runners whose bib differs only in leading zeros and case (`7` and `007`). */
    bibLookAlikes: (eventId: string, bib: string, limit: number): RunnerRecord[] =>
      read.lookAlikes.all(eventId, bibKeysOf(bib).bibKey, bib, limit),
    /** Runners with exactly this bib in the organizer's list who have another one here, or none. */
    byListedBib: (eventId: string, bib: string, limit: number): RunnerRecord[] =>
      read.byListedBib.all(eventId, bib, limit),
    /** Runners who are here without a bib, because theirs was given to somebody else (M11). */
    withoutBib: (eventId: string): RunnerRecord[] => read.withoutBib.all(eventId),
    /** The numbers of all numeric bibs of a run; may contain duplicates. A retracted walk-up has no bib. */
    bibNumbers(eventId: string, runId: string): number[] {
      const numbers = read.bibNumbers.all(eventId, runId);
      // Removes each number once only, because another runner may have the bib of a retracted walk-up.
      for (const retracted of read.retractedNumbers.all(eventId, runId)) {
        numbers.splice(numbers.indexOf(retracted), 1);
      }
      return numbers;
    },
    /** The bibs of the event that begin with a letter, a sign or a zero, such as `A12` and `007`. */
    prefixedBibs: (eventId: string): { readonly runId: string; readonly bib: string }[] =>
      read.prefixedBibs.all({ eventId }),
    /** Runners with this e-mail, case ignored (C4). */
    byEmail: (eventId: string, email: string, limit: number): RunnerRecord[] =>
      read.byEmail.all(eventId, searchKeys({ name: null, email, bib: null }).emailFold, limit),
    /** The distinct pace groups of each run's registrations in the replica. */
    paceGroups: (eventId: string): { readonly runId: string; readonly label: string }[] =>
      read.paceGroups.all(eventId),
    byTeam: (eventId: string, teamId: string, limit: number): RunnerRecord[] =>
      read.byTeam.all(eventId, teamId, limit),
    /** Check-ins that were not undone, newest first. */
    recentCheckIns: (eventId: string, limit: number): RunnerRecord[] =>
      read.recent.all(eventId, limit),
    /** Number of check-ins in each of the last `minutes` minutes before `untilMs`, oldest first. */
    arrivalsByMinute(eventId: string, untilMs: number, minutes: number): number[] {
      const counts = Array.from({ length: minutes }, () => 0);
      const fromMs = untilMs - minutes * minuteMs;
      const found = read.arrivals.all({ eventId, fromMs, untilMs, minuteMs });
      for (const { minute, arrivals } of found) counts[minute] = arrivals;
      return counts;
    },
    /** The event of a runner id or registration id. */
    eventOf: (runnerId: string): string | null =>
      read.eventOf.get(projector.runnerIdOf(runnerId)) ?? null,
    /**
     * Projects the runner from replica and journal, with its walk-up and run counts. Call it in the transaction that
     * appends the entries. Null if there is neither a registration nor a walk-up.
     */
    refresh(eventId: string, runnerId: string): RunnerRecord | null {
      const runner = projector.refresh(runnerId);
      return runner?.eventId === eventId ? runner : null;
    },
    /** Refreshes everything that these entries are about. Call it after `journal.merge`. */
    refreshFor(entries: readonly JournalEntry[]) {
      finishLine.refreshFor(entries.filter(({ kind }) => isFinishLineKind(kind)));
      const others = entries.filter(({ kind }) => !isFinishLineKind(kind));
      const subjects = others.flatMap(({ subject, otherSubject }) => [subject, otherSubject]);
      const ids = new Set(subjects.filter((id) => id !== null));
      const walkUpsFirst = [...ids].toSorted((one, other) => sortKey(one) - sortKey(other));
      parts.counter.collect(() => {
        for (const id of walkUpsFirst) {
          if (isLocalEventId(id)) parts.localEvents.refresh(id);
          else projector.refresh(id);
        }
      });
      const zoned = entries.filter(({ kind }) => kind === "time-zone.set");
      for (const eventId of new Set(zoned.map(({ subject }) => subject)))
        setTimeZone(parts, eventId);
    },
    /**
     * Rebuilds one chunk of an event's projections (J5) in one transaction. Start with null and pass `next` as `step` until
     * it is null.
     */
    rebuild: (
      eventId: string,
      step: RebuildStep | null,
      limit: number,
    ): { readonly next: RebuildStep | null } =>
      db.transaction(() => ({ next: rebuildStep(eventId, step ?? firstStep, limit) })),
  };
}

function setTimeZone({ journal, events }: RunnerStoreParts, eventId: string): void {
  const timeZone = askedTimeZone(journal, eventId);
  if (timeZone !== null) events.setAskedTimeZone(eventId, timeZone);
}

/** Returns a function that rebuilds the next rows and returns the step to continue with; null after the last. */
function createRebuild(read: ReturnType<typeof prepareRunners>, parts: RunnerStoreParts) {
  const { journal, counter, projector, finishLine, conflicts } = parts;
  return (eventId: string, step: RebuildStep, limit: number): RebuildStep | null => {
    switch (step.rows) {
      case "journal": {
        if (step.left === null) conflicts.clear(eventId);
        const ids =
          step.left ??
          journal.subjects(eventId).toSorted((one, other) => sortKey(one) - sortKey(other));
        for (const id of ids.slice(0, limit)) projector.refresh(id);
        if (ids.length > limit) return { rows: "journal", left: ids.slice(limit) };
        setTimeZone(parts, eventId);
        return { rows: "finish-line", after: "" };
      }
      case "finish-line": {
        const last = finishLine.rebuild(eventId, step.after, limit);
        if (last !== null) return { rows: "finish-line", after: last };
        return { rows: "replica", after: "" };
      }
      case "replica": {
        const ids = read.registrationIds.all(eventId, step.after, limit);
        for (const id of ids) projector.refresh(id);
        const last = ids.at(-1);
        if (last !== undefined && ids.length === limit) return { rows: "replica", after: last };
        return { rows: "orphans", after: 0 };
      }
      case "orphans": {
        const rows = read.rowids.all(eventId, step.after, limit);
        for (const { runnerId } of rows) projector.refresh(runnerId);
        const last = rows.at(-1);
        if (last !== undefined && rows.length === limit) {
          return { rows: "orphans", after: last.rowid };
        }
        counter.recount(eventId);
        return null;
      }
      default:
        return assertNever(step);
    }
  };
}

const firstStep: RebuildStep = { rows: "journal", left: null };

/** Walk-ups before all other subjects. */
const sortKey = (id: string): number => Number(!isWalkUpId(id));

function prepareRunners({ raw }: Db) {
  const rows = <Parameters extends readonly unknown[]>(rest: string) =>
    runnerTable.select<Parameters>(raw, rest);
  return {
    byRowids: rows<[string]>("WHERE rowid IN (SELECT value FROM json_each(?))"),
    // Without ORDER BY: with it, SQLite plans the statement again for each bib of a finish log (see `boundLimit`).
    holders: rows<[string, string | null, string]>(
      "WHERE event_id = ? AND bib_fold = ? AND bib = ? AND taken_back = 0",
    ),
    lookAlikes: rows<[string, string | null, string, number]>(
      "WHERE event_id = ? AND bib_key = ? AND bib <> ? AND taken_back = 0 ORDER BY rowid LIMIT ?",
    ),
    byListedBib: rows<[string, string, number]>(
      `WHERE event_id = ? AND bib_given_here = 1 AND api_bib = ? AND api_bib IS NOT bib
       AND taken_back = 0 ORDER BY rowid LIMIT ?`,
    ),
    withoutBib: rows<[string]>(
      `WHERE event_id = ? AND bib IS NULL AND bib_given_here = 1 AND taken_back = 0
       AND (checked_in_at_ms IS NOT NULL OR api_checked_in = 1) ORDER BY rowid`,
    ),
    // SQLite reads only the index; a run may have 100,000 runners. The index has no `taken_back`.
    bibNumbers: raw
      .prepare<[string, string], number>(
        "SELECT bib_number FROM runner WHERE event_id = ? AND run_id = ? AND bib_number IS NOT NULL",
      )
      .pluck(),
    // CROSS JOIN makes SQLite begin with the few walk-ups.
    retractedNumbers: raw
      .prepare<[string, string], number>(
        `SELECT bib_number FROM walk_up CROSS JOIN runner ON runner.runner_id = walk_up.local_id
         WHERE walk_up.event_id = ? AND walk_up.taken_back = 1
           AND runner.event_id = walk_up.event_id AND runner.run_id = ? AND bib_number IS NOT NULL`,
      )
      .pluck(),
    prefixedBibs: raw.prepare<{ eventId: string }, { runId: string; bib: string }>(
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
    recent: rows<[string, number]>(
      `WHERE event_id = ? AND checked_in_at_ms IS NOT NULL
       ORDER BY checked_in_at_ms DESC, rowid DESC LIMIT ?`,
    ),
    arrivals: raw.prepare<Record<string, string | number>, { minute: number; arrivals: number }>(
      `SELECT CAST((checked_in_at_ms - @fromMs - 1) / @minuteMs AS INTEGER) AS minute,
              count(*) AS arrivals FROM runner
       WHERE event_id = @eventId AND checked_in_at_ms > @fromMs AND checked_in_at_ms <= @untilMs
       GROUP BY minute`,
    ),
    eventOf: raw
      .prepare<[string], string>("SELECT event_id FROM runner WHERE runner_id = ?")
      .pluck(),
    registrationIds: raw
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
