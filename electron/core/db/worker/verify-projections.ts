import type { Database } from "better-sqlite3";
import { isWalkUpId } from "#shared/domain/basics/ids.ts";
import type { WalkUpProjection } from "#shared/domain/walk-ups/walk-up-projection.ts";
import { compareClaims, projectWalkUp } from "#shared/domain/walk-ups/walk-up-projection.ts";
import { askedTimeZone, createJournalReader } from "#core/db/stores/journal/journal-reader.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";
import { recountSql } from "#core/db/stores/runners/run-counts-store.ts";
import { compareLocalEvents } from "#core/db/stores/walk-ups/local-event-store.ts";
import { projectRow } from "#core/db/stores/runners/runner-projector.ts";
import { createReplicaReader } from "#core/db/stores/runners/registration-store.ts";
import type { ConflictRecord } from "#core/db/stores/desks/conflict-store.ts";
import { compareConflicts } from "./verify-conflicts.ts";
import type { ExpectConflicts } from "./verify-finish-line.ts";
import { compareFinishLine } from "./verify-finish-line.ts";
import { createRunnerReader, rowOf } from "#core/db/stores/runners/runner-rows.ts";
import { createWalkUpStore } from "#core/db/stores/walk-ups/walk-up-store.ts";
import type { WalkUpRecord } from "#core/db/stores/walk-ups/walk-up-store.ts";

const maxExamples = 100;

/** Projects every row that screens read from replica and journal, and compares it with the stored row (J5). */
export function verifyProjections(raw: Database) {
  const journal = createJournalReader(raw);
  const expectedWalkUps = expectWalkUps(raw, journal);
  const grants = grantRegistrations(expectedWalkUps);
  const keptWalkUps = createWalkUpStore({ raw });
  const keptRunners = createRunnerReader(raw);
  const replicaOf = createReplicaReader(raw);
  const granted = new Map([...grants.values()].map((walkUp) => [walkUp.localId, walkUp]));
  const grantedBy = new Map([...grants.values()].map((walkUp) => [walkUp.registrationId, walkUp]));

  const different: string[] = [];
  const compare = (id: string, kept: unknown, expected: unknown): void => {
    if (!isSame(kept, expected)) different.push(id);
  };

  for (const walkUp of granted.values())
    compare(walkUp.localId, keptWalkUps.get(walkUp.localId), walkUp);
  for (const id of allIds(raw, "walk_up", "local_id")) if (!granted.has(id)) different.push(id);

  const walkUps = {
    get: (id: string): WalkUpRecord | null => granted.get(id) ?? null,
    grantedTo: (id: string): WalkUpRecord | null => grantedBy.get(id) ?? null,
  };
  const conflicts: ConflictRecord[] = [];
  const expectConflicts: ExpectConflicts = (eventId, subject, kinds) =>
    conflicts.push(...kinds.map((kind) => ({ eventId, subject, kind })));
  let runners = 0;
  for (const id of runnerIds(raw, [...granted.keys()])) {
    runners += 1;
    const worked = projectRow({ journal, walkUps, replicaOf }, id);
    const expected = worked === null ? null : rowOf(worked.projection, worked.inReplica);
    compare(id, keptRunners(id), expected);
    if (worked !== null) expectConflicts(worked.projection.eventId, id, worked.conflicts);
  }
  compareLocalEvents(raw, journal, compare);
  compareFinishLine(raw, journal, compare, expectConflicts);
  compareConflicts(raw, journal, conflicts, compare);
  for (const run of differentRunCounts(raw)) different.push(run);
  const timeZones = raw.prepare<[], { readonly id: string; readonly asked: string | null }>(
    "SELECT id, time_zone_asked AS asked FROM event",
  );
  for (const { id, asked } of timeZones.all()) compare(id, asked, askedTimeZone(journal, id));
  return {
    runners,
    /** Number of rows that differ from the projection of replica and journal. */
    differences: different.length,
    /** The ids of the first hundred rows that differ. */
    examples: different.slice(0, maxExamples),
  };
}

function expectWalkUps(raw: Database, journal: JournalReader): WalkUpProjection[] {
  const subjects = raw
    .prepare<[], string>("SELECT DISTINCT subject FROM journal WHERE kind = 'walk-up.saved'")
    .pluck();
  return subjects
    .all()
    .filter(isWalkUpId)
    .map((id) => projectWalkUp(id, journal.ofSubjects([id])))
    .filter((walkUp) => walkUp !== null);
}

/** Each walk-up by its local id, with the registration it is matched to. */
function grantRegistrations(walkUps: readonly WalkUpProjection[]): Map<string, WalkUpRecord> {
  const best = new Map<string, WalkUpProjection>();
  for (const walkUp of walkUps) {
    const wanted = walkUp.wantedRegistrationId;
    if (wanted === null) continue;
    const rival = best.get(wanted);
    if (rival === undefined || compareClaims(walkUp, rival) < 0) best.set(wanted, walkUp);
  }
  return new Map(
    walkUps.map((walkUp) => {
      const wanted = walkUp.wantedRegistrationId;
      const isBest = wanted !== null && best.get(wanted)?.localId === walkUp.localId;
      return [walkUp.localId, { ...walkUp, registrationId: isBest ? wanted : null }];
    }),
  );
}

/** The ids of all runners that have or should have a row, each once, without loading all into memory. */
function* runnerIds(raw: Database, walkUpIds: readonly string[]): Generator<string> {
  yield* allIds(raw, "registration", "id");
  yield* walkUpIds;
  const isWalkUp = new Set(walkUpIds);
  const orphans = raw
    .prepare<[], string>(
      `SELECT runner_id FROM runner
       WHERE NOT EXISTS (SELECT 1 FROM registration WHERE registration.id = runner.runner_id)`,
    )
    .pluck();
  for (const id of orphans.iterate()) if (!isWalkUp.has(id)) yield id;
}

function* allIds(raw: Database, table: string, column: string): Generator<string> {
  const statement = raw.prepare<[], string>(`SELECT ${column} FROM ${table}`).pluck();
  yield* statement.iterate();
}

/** Runs whose stored counts differ from the number of their rows. */
function differentRunCounts(raw: Database): string[] {
  const events = raw.prepare<[], string>("SELECT DISTINCT event_id FROM runner").pluck().all();
  const counted = raw.prepare<[string], RunCountsRow>(recountSql);
  const kept = raw.prepare<[], RunCountsRow>(
    `SELECT event_id, run_id, arrived, recorded, expected, let_in, listed, listed_confirmed FROM run_count
     WHERE arrived + recorded + expected + listed + listed_confirmed > 0`,
  );
  const expected = new Map(
    events
      .flatMap((eventId) => counted.all(eventId))
      .filter((run) => run.arrived + run.recorded + run.expected + run.listed > 0)
      .map((run) => [runKey(run), run]),
  );
  const stored = new Map(kept.all().map((run) => [runKey(run), run]));
  return [...new Set([...stored.keys(), ...expected.keys()])].filter(
    (key) => !isSame(stored.get(key), expected.get(key)),
  );
}

interface RunCountsRow {
  readonly event_id: string;
  readonly run_id: string;
  readonly arrived: number;
  readonly recorded: number;
  readonly expected: number;
  readonly let_in: number;
  readonly listed: number;
  readonly listed_confirmed: number;
}

const runKey = ({ event_id: eventId, run_id: runId }: RunCountsRow): string =>
  `${eventId} ${runId}`;

/** Compares JSON values; the order of fields does not matter, and undefined counts as null. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return (one ?? null) === (other ?? null);
  }
  const left = Object.entries(one);
  const right = new Map(Object.entries(other));
  return left.length === right.size && left.every(([key, value]) => isSame(value, right.get(key)));
}
