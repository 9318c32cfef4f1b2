import type {
  RegistrationReplica,
  RunnerProjection,
} from "#shared/domain/registrations/runner-projection.ts";
import { projectRunner } from "#shared/domain/registrations/runner-projection.ts";
import { projectWalkUp } from "#shared/domain/walk-ups/walk-up-projection.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { ConflictKind } from "#shared/domain/desks/conflict-candidates.ts";
import { conflictsOf } from "#shared/domain/desks/conflicts.ts";
import { isWalkUpId } from "#shared/domain/basics/ids.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";
import type { ConflictRows } from "#core/db/stores/desks/conflict-store.ts";
import type { RunnerRecord, RunnerRows } from "./runner-rows.ts";
import type { WalkUpRows } from "#core/db/stores/walk-ups/walk-up-store.ts";

export interface ProjectorSources {
  readonly journal: JournalReader;
  readonly walkUps: WalkUpRows;
  readonly runners: RunnerRows;
  readonly conflicts: ConflictRows;
  replicaOf(registrationId: string): RegistrationReplica | null;
}

/** Projects replica and journal to the rows that screens read (J5). Only this projector writes `runner` and `walk_up`, and a
 * runner's conflicts. */
export function createProjector(sources: ProjectorSources) {
  const { journal, walkUps, runners, conflicts } = sources;

  const remove = (runnerId: string): void => {
    runners.remove(runnerId);
    conflicts.remove(runnerId);
  };

  const write = (runnerId: string, own?: readonly JournalEntry[]): RunnerRecord | null => {
    const row = projectRow(sources, runnerId, own);
    if (row === null) {
      remove(runnerId);
      return null;
    }
    const record = runners.put(row.projection, row.inReplica);
    conflicts.put(record.eventId, runnerId, row.conflicts);
    conflicts.noteBib(record);
    return record;
  };

  /** Projects the walk-up, then grants the registrations it wanted and wants, then projects all affected runners. */
  const refreshWalkUp = (localId: string): RunnerRecord | null => {
    const before = walkUps.get(localId);
    const own = journal.ofSubjects([localId]);
    const after = projectWalkUp(localId, own);
    walkUps.put(localId, before, after);
    const affected = new Set<string>();
    for (const walkUp of [before, after]) {
      const registrationId = walkUp?.wantedRegistrationId ?? null;
      if (registrationId === null) continue;
      for (const walkUpId of walkUps.settle(registrationId)) affected.add(walkUpId);
      affected.add(registrationId);
    }
    affected.delete(localId);
    for (const id of affected) write(id);
    return write(localId, own);
  };

  const runnerIdOf = (id: string): string => walkUps.grantedTo(id)?.localId ?? id;

  return {
    /** Projects one runner, by any of its ids, and all runners who gain or lose a registration by that. */
    refresh(id: string): RunnerRecord | null {
      if (isWalkUpId(id)) return refreshWalkUp(id);
      const runnerId = runnerIdOf(id);
      if (runnerId !== id) remove(id);
      return write(runnerId);
    },
    /** Projects a registration just inserted that no journal entry is about. */
    insertNew(registration: RegistrationReplica) {
      const projection = projectRunner({ registration, walkUp: null, facts: [] });
      if (projection !== null) runners.insert(projection, true);
    },
    /** Whether the event has journal entries or walk-ups; if not, a download need not read the journal. */
    hasEntries: (eventId: string): boolean => journal.hasAny(eventId) || walkUps.hasAny(eventId),
    /** The runner id of a registration: its own id, or that of its walk-up. */
    runnerIdOf,
  };
}

export type Projector = ReturnType<typeof createProjector>;

interface ProjectedRow {
  readonly projection: RunnerProjection;
  readonly inReplica: boolean;
  /** What databases set differently (M11). */
  readonly conflicts: readonly ConflictKind[];
}

/** Computes the row that a runner should have; null if none. Writes nothing. `own`: the runner's entries, if known. */
export function projectRow(
  {
    journal,
    walkUps,
    replicaOf,
  }: Pick<ProjectorSources, "journal" | "replicaOf"> & {
    readonly walkUps: Pick<WalkUpRows, "get" | "grantedTo">;
  },
  runnerId: string,
  own?: readonly JournalEntry[],
): ProjectedRow | null {
  const walkUp = isWalkUpId(runnerId) ? walkUps.get(runnerId) : null;
  if (walkUp === null && walkUps.grantedTo(runnerId) !== null) return null;
  const registrationId = walkUp === null ? runnerId : walkUp.registrationId;
  const registration = registrationId === null ? null : replicaOf(registrationId);
  const isAll =
    own !== undefined && (registrationId === null || !journal.hasSubject(registrationId));
  const facts = isAll ? own : journal.ofSubjects([runnerId, registrationId ?? runnerId]);
  const projection = projectRunner({ registration, walkUp, facts });
  if (projection === null) return null;
  const conflicts = conflictsOf(new Set([runnerId, registrationId ?? runnerId]), facts);
  return {
    projection,
    inReplica: registration !== null,
    conflicts: conflicts.map(({ kind }) => kind),
  };
}
