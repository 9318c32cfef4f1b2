import type { Database } from "better-sqlite3";
import { isWalkUpId } from "#shared/domain/basics/ids.ts";
import type { WalkUpProjection } from "#shared/domain/walk-ups/walk-up-projection.ts";
import { compareClaims, projectWalkUp } from "#shared/domain/walk-ups/walk-up-projection.ts";
import { askedTimeZone, createJournalReader } from "#core/db/stores/journal/journal-reader.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";
import { laneRecountSql } from "#core/db/stores/runners/run-counts-store.ts";
import { compareMadeEvents } from "#core/db/stores/walk-ups/local-event-store.ts";
import { workOut } from "#core/db/stores/runners/runner-projector.ts";
import { createCopyReader } from "#core/db/stores/runners/registration-store.ts";
import { compareFinishLine } from "./verify-finish-line.ts";
import { createRunnerReader, rowOf } from "#core/db/stores/runners/runner-rows.ts";
import { createWalkUpStore } from "#core/db/stores/walk-ups/walk-up-store.ts";
import type { WalkUpRecord } from "#core/db/stores/walk-ups/walk-up-store.ts";

export interface ProjectionVerdict {
  readonly runners: number;
  /** Rows that differ from what copy and journal make of them (J5). */
  readonly differences: number;
  /** Ids of the first hundred. */
  readonly examples: readonly string[];
}

const mostExamples = 100;

/** Works out every row screens read from copy and journal alone and compares it with the kept one (J5). */
export function verifyProjections(raw: Database): ProjectionVerdict {
  const journal = createJournalReader(raw);
  const expectedWalkUps = expectWalkUps(raw, journal);
  const grants = grantRegistrations(expectedWalkUps);
  const keptWalkUps = createWalkUpStore({ raw });
  const keptRunners = createRunnerReader(raw);
  const copyOf = createCopyReader({ raw });
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
  let runners = 0;
  for (const id of runnerIds(raw, [...granted.keys()])) {
    runners += 1;
    const worked = workOut({ journal, walkUps, copyOf }, id);
    const expected = worked === null ? null : rowOf(worked.projection, worked.hasCopy);
    compare(id, keptRunners.written(id), expected);
  }
  compareMadeEvents(raw, journal, compare);
  compareFinishLine(raw, journal, compare);
  for (const lane of differentLanes(raw)) different.push(lane);
  for (const { id, asked } of askedTimeZones(raw)) compare(id, asked, askedTimeZone(journal, id));
  return {
    runners,
    differences: different.length,
    examples: different.slice(0, mostExamples),
  };
}

function expectWalkUps(raw: Database, journal: JournalReader): WalkUpProjection[] {
  const subjects = raw
    .prepare<[], string>("SELECT DISTINCT subject FROM journal WHERE kind = 'walk-up.saved'")
    .pluck();
  return subjects
    .all()
    .filter(isWalkUpId)
    .map((id) => projectWalkUp(id, journal.ofRunner([id])))
    .filter((walkUp) => walkUp !== null);
}

/** By local id, each with the registration it gets. */
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

/** Everybody who has a row or should have one, each once, without holding all of them in memory. */
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

/** Lanes whose kept counts are not what their rows count up to. */
function differentLanes(raw: Database): string[] {
  const events = raw.prepare<[], string>("SELECT DISTINCT event_id FROM runner").pluck().all();
  const counted = raw.prepare<[string], LaneRow>(laneRecountSql);
  const kept = raw.prepare<[], LaneRow>(
    `SELECT event_id, run_id, arrived, recorded, expected, listed, listed_confirmed FROM lane
     WHERE arrived + recorded + expected + listed + listed_confirmed > 0`,
  );
  const expected = new Map(
    events
      .flatMap((eventId) => counted.all(eventId))
      .filter((lane) => lane.arrived + lane.recorded + lane.expected + lane.listed > 0)
      .map((lane) => [laneKey(lane), lane]),
  );
  const different = kept.all().filter((lane) => {
    const same = isSame(lane, expected.get(laneKey(lane)) ?? null);
    if (same) expected.delete(laneKey(lane));
    return !same;
  });
  return [...new Set([...different.map(laneKey), ...expected.keys()])];
}

const askedTimeZones = (raw: Database) =>
  raw
    .prepare<[], { readonly id: string; readonly asked: string | null }>(
      "SELECT id, time_zone_asked AS asked FROM event",
    )
    .all();

interface LaneRow {
  readonly event_id: string;
  readonly run_id: string;
  readonly arrived: number;
  readonly recorded: number;
  readonly expected: number;
  readonly listed: number;
  readonly listed_confirmed: number;
}

const laneKey = ({ event_id: eventId, run_id: runId }: LaneRow): string => `${eventId} ${runId}`;

/** Same JSON value, whatever the order of the fields. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return (one ?? null) === (other ?? null);
  }
  const left = Object.entries(one);
  const right = new Map(Object.entries(other));
  return left.length === right.size && left.every(([key, value]) => isSame(value, right.get(key)));
}
