import type {
  RegistrationCopy,
  RunnerProjection,
} from "#shared/domain/registrations/runner-projection.ts";
import { projectRunner } from "#shared/domain/registrations/runner-projection.ts";
import { projectWalkUp } from "#shared/domain/walk-ups/walk-up-projection.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { isWalkUpId } from "#shared/domain/basics/ids.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";
import type { RunnerRecord, RunnerRows } from "./runner-rows.ts";
import type { WalkUpRows } from "#core/db/stores/walk-ups/walk-up-store.ts";

/** Turns copy and journal into the rows screens read (J5); the only writer of `runner` and `walk_up`. */
export interface Projector {
  /** Works one runner out anew, under whichever of its ids; with it whoever gains or loses a registration by it. */
  refresh(id: string): RunnerRecord | null;
  /** The same for a registration just inserted into an event nothing was ever done in. */
  insertUntouched(copy: RegistrationCopy): void;
  /** Whether anything was ever done here in this event; if not, ingest needs no journal. */
  isTouched(eventId: string): boolean;
  /** The id screens know a registration by: its own, or its walk-up's. */
  runnerIdOf(registrationId: string): string;
}

export interface ProjectorSources {
  readonly journal: JournalReader;
  readonly walkUps: WalkUpRows;
  readonly runners: RunnerRows;
  copyOf(registrationId: string): RegistrationCopy | null;
}

export function createProjector(sources: ProjectorSources): Projector {
  const { journal, walkUps, runners } = sources;

  const write = (runnerId: string, own?: readonly JournalEntry[]): RunnerRecord | null => {
    const worked = workOut(sources, runnerId, own);
    if (worked === null) {
      runners.remove(runnerId);
      return null;
    }
    return runners.put(worked.projection, worked.hasCopy);
  };

  /** A walk-up's own facts first, then the registrations it wanted and wants, then everybody that moved. */
  const refreshWalkUp = (localId: string): RunnerRecord | null => {
    const before = walkUps.get(localId);
    const own = journal.ofRunner([localId]);
    const after = projectWalkUp(localId, own);
    walkUps.put(localId, before, after);
    const wanted = new Set([before?.wantedRegistrationId, after?.wantedRegistrationId]);
    const moved = new Set<string>();
    for (const registrationId of wanted) {
      if (registrationId === null || registrationId === undefined) continue;
      for (const walkUpId of walkUps.settle(registrationId)) moved.add(walkUpId);
      moved.add(registrationId);
    }
    moved.delete(localId);
    for (const id of moved) write(id);
    return write(localId, own);
  };

  const runnerIdOf = (id: string): string => walkUps.grantedTo(id)?.localId ?? id;

  return {
    refresh(id) {
      if (isWalkUpId(id)) return refreshWalkUp(id);
      const runnerId = runnerIdOf(id);
      if (runnerId !== id) runners.remove(id);
      return write(runnerId);
    },
    insertUntouched(copy) {
      const projection = projectRunner({ registration: copy, walkUp: null, facts: [] });
      if (projection !== null) runners.insert(projection, true);
    },
    isTouched: (eventId) => journal.hasAny(eventId) || walkUps.hasAny(eventId),
    runnerIdOf,
  };
}

/** What a runner's row should say; null when there should be none. Reads only. `own`: its facts, where they were just read. */
export function workOut(
  {
    journal,
    walkUps,
    copyOf,
  }: Pick<ProjectorSources, "journal" | "copyOf"> & {
    readonly walkUps: Pick<WalkUpRows, "get" | "grantedTo">;
  },
  runnerId: string,
  own?: readonly JournalEntry[],
): { readonly projection: RunnerProjection; readonly hasCopy: boolean } | null {
  const walkUp = isWalkUpId(runnerId) ? walkUps.get(runnerId) : null;
  if (walkUp === null && walkUps.grantedTo(runnerId) !== null) return null;
  const registrationId = walkUp === null ? runnerId : walkUp.registrationId;
  const registration = registrationId === null ? null : copyOf(registrationId);
  const isAll = own !== undefined && (registrationId === null || !journal.names(registrationId));
  const facts = isAll ? own : journal.ofRunner([runnerId, registrationId ?? runnerId]);
  const projection = projectRunner({ registration, walkUp, facts });
  return projection === null ? null : { projection, hasCopy: registration !== null };
}
