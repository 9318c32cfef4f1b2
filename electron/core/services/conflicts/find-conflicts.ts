import type { ConflictKind } from "#shared/domain/desks/conflict-candidates.ts";
import { conflictsOf } from "#shared/domain/desks/conflicts.ts";
import { hubSubject } from "#shared/domain/desks/hub.ts";
import { finishLogSubject } from "#shared/domain/finish-log/log-holder.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { ConflictRecord } from "#core/db/stores/desks/conflict-store.ts";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";
import { idsOf } from "#core/services/check-in/runner-ids.ts";
import type { Stored } from "#core/services/context.ts";
import { readSides } from "#core/services/finish-log/log-holder.ts";

/** A conflict that is unsettled now, as the journal has it. */
export interface FoundConflict {
  readonly id: string;
  readonly kind: ConflictRecord["kind"] | "finish-log";
  readonly eventId: string;
  readonly subject: string;
  /** The runner of a conflict about one runner; null for other kinds. */
  readonly runner: RunnerRecord | null;
  /** At least two; the one in force first. */
  readonly sides: readonly JournalEntry[];
  /** With `bib-twice`, the runner of each side. */
  readonly wearers: readonly RunnerRecord[];
}

/** The unsettled conflicts of an event, and those about the hub, which belong to no event (M11). */
export function findConflicts({ stores }: Stored, eventId: string): FoundConflict[] {
  const stored = stores.conflicts.ofEvent(eventId);
  const bySubject = new Map<string, ConflictRecord[]>();
  for (const record of stored) {
    bySubject.set(record.subject, [...(bySubject.get(record.subject) ?? []), record]);
  }
  return [
    ...stored.flatMap((record) =>
      record.kind === "bib-twice" ? findBibTwice({ stores }, record) : [],
    ),
    ...[...bySubject].flatMap(([subject, records]) =>
      findAbout(
        { stores },
        { eventId, subject },
        records.map(({ kind }) => kind),
      ),
    ),
    // These two subjects have few entries, so they are not stored.
    ...findAbout({ stores }, { eventId, subject: eventId }, ["time-zone"]),
    ...findAbout({ stores }, { eventId, subject: hubSubject }, ["hub"]),
    ...findLogs({ stores }, eventId),
  ];
}

const runnerKinds: ReadonlySet<ConflictKind> = new Set(["bib", "check-in", "walk-up"]);

function findAbout(
  { stores }: Stored,
  { eventId, subject }: { readonly eventId: string; readonly subject: string },
  kinds: readonly ConflictRecord["kind"][],
): FoundConflict[] {
  const runner = stores.runners.get(eventId, subject);
  const ids = runner === null ? [subject] : idsOf(runner);
  const all = stores.journal.ofSubjects(ids);
  // Of the finish log only the entries of the side in force count (M13).
  const entries = kinds.includes("finish-item")
    ? all.filter(stores.holds.holding(eventId).isCounted)
    : all;
  return conflictsOf(new Set(ids), entries).flatMap((found) => {
    const { kind, sides } = found;
    if (!kinds.includes(kind)) return [];
    const isAboutRunner = runnerKinds.has(kind);
    if (isAboutRunner ? runner === null : (found.eventId ?? eventId) !== eventId) return [];
    const shown = isAboutRunner ? runner : null;
    return [{ id: idOf(kind, subject), kind, eventId, subject, runner: shown, sides, wearers: [] }];
  });
}

function findBibTwice({ stores }: Stored, { eventId, subject }: ConflictRecord): FoundConflict[] {
  const found = stores.conflicts.bibTwice(eventId, subject);
  if (found.length === 0) return [];
  const kind = "bib-twice";
  const sides = found.map(({ entry }) => entry);
  const wearers = found.map(({ runner }) => runner);
  return [{ id: idOf(kind, subject), kind, eventId, subject, runner: null, sides, wearers }];
}

/** Two finish logs that computers wrote without knowing of each other (M13). */
function findLogs({ stores }: Stored, eventId: string): FoundConflict[] {
  const sides = readSides({ stores }, eventId).flatMap(
    ({ hold }) => stores.journal.get(hold.entryId) ?? [],
  );
  if (sides.length === 0) return [];
  const kind = "finish-log";
  const subject = finishLogSubject(eventId);
  return [{ id: idOf(kind, subject), kind, eventId, subject, runner: null, sides, wearers: [] }];
}

const idOf = (kind: FoundConflict["kind"], subject: string): string => `${kind} ${subject}`;
