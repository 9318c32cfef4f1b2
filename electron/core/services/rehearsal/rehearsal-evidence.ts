import type {
  RehearsalEvidence,
  RehearsalTask,
  WalkUpEvidence,
} from "#shared/domain/rehearsal/rehearsal.ts";
import { rehearsalTasks } from "#shared/domain/rehearsal/rehearsal.ts";
import type { FactKind } from "#shared/domain/journal/journal-facts.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { PracticeControl } from "#core/ports.ts";
import type { Stored } from "#core/services/context.ts";

/**
 * The part of the journal that belongs to a rehearsal: one event's entries of this start, between two
 * sequence numbers.
 */
export interface RehearsalSpan {
  readonly eventId: string;
  readonly afterSequence: number;
  /** Null while the rehearsal runs. */
  readonly lastSequence: number | null;
  /** Registrations that the sandbox had created before the rehearsal. */
  readonly createdBefore: number;
}

const kinds: readonly FactKind[] = [
  "check-in.made",
  "check-in.undone",
  "walk-up.saved",
  "walk-up.refused",
  "bib.given",
  "bib.swapped",
  "digest.acknowledged",
];
/** Maximum number of entries that are read; ten minutes of work produce fewer. */
const maxEntries = 20_000;

/** Sequence number of the newest entry of this start of the program; 0 if there is none. */
export function newestSequence({ stores: { journal } }: Stored, eventId: string): number {
  const [newest] = journal.latest(eventId, { limit: 1 });
  return newest?.epoch === journal.epoch ? newest.sequence : 0;
}

/** The entries in writing order. */
function entriesOf({ stores: { journal } }: Stored, span: RehearsalSpan): JournalEntry[] {
  const { eventId, afterSequence, lastSequence } = span;
  return journal
    .latest(eventId, { kinds, limit: maxEntries })
    .filter(
      ({ epoch, sequence }) =>
        epoch === journal.epoch &&
        sequence > afterSequence &&
        (lastSequence === null || sequence <= lastSequence),
    )
    .toReversed();
}

const ofKind = (entries: readonly JournalEntry[], ...wanted: readonly FactKind[]): JournalEntry[] =>
  entries.filter(({ kind }) => wanted.some((each) => each === kind));

/** The number of times that each task was done. */
export function countTasks(
  desk: Stored,
  span: RehearsalSpan,
): { id: RehearsalTask; done: number; wanted: number }[] {
  const entries = entriesOf(desk, span);
  const done: Readonly<Record<RehearsalTask, number>> = {
    "check-in": Math.max(
      0,
      ofKind(entries, "check-in.made").length - ofKind(entries, "check-in.undone").length,
    ),
    "walk-up": ofKind(entries, "walk-up.saved").length,
    correction: ofKind(entries, "walk-up.refused").filter(({ payload }) =>
      isCorrected(desk, payload?.["outboxId"]),
    ).length,
    bib: ofKind(entries, "bib.given", "bib.swapped").length,
    // Who undoes the check-in instead has dealt with it as well; the message is gone then.
    seen:
      ofKind(entries, "digest.acknowledged").length +
      ofKind(entries, "check-in.undone").filter(({ subject }) => isCancelled(desk, span, subject))
        .length,
  };
  return (Object.keys(rehearsalTasks) as RehearsalTask[]).map((id) => ({
    id,
    done: done[id],
    wanted: rehearsalTasks[id],
  }));
}

const isCancelled = ({ stores }: Stored, { eventId }: RehearsalSpan, runnerId: string): boolean =>
  stores.runners.get(eventId, runnerId)?.status === "cancelled";

/** Whether a person corrected the entry (it has a successor) or cancelled it. */
function isCorrected({ stores }: Stored, outboxId: unknown): boolean {
  const entry = typeof outboxId === "string" ? stores.outbox.get(outboxId) : null;
  return entry !== null && (entry.successorId !== null || entry.state === "cancelled");
}

/** Reads the actions from the journal, and their results from outbox, projection and sandbox. */
export function gatherEvidence(
  desk: Stored,
  span: RehearsalSpan,
  control: Pick<PracticeControl, "created">,
): RehearsalEvidence {
  const { stores } = desk;
  const entries = entriesOf(desk, span);
  const made = ofKind(entries, "check-in.made");
  const undone = new Set(ofKind(entries, "check-in.undone").map(({ subject }) => subject));
  const created = control.created().slice(span.createdBefore);
  const keysOf = new Map<string, number>();
  for (const { idempotencyKey } of created) {
    keysOf.set(idempotencyKey, (keysOf.get(idempotencyKey) ?? 0) + 1);
  }
  const walkUps = ofKind(entries, "walk-up.saved").map(({ subject }): WalkUpEvidence => {
    const queued = stores.outbox.bySubject(subject);
    return {
      isQueued: queued.length > 0,
      isOpen: queued.some(({ state }) => state !== "done" && state !== "cancelled"),
      isConfirmed: queued.some(({ state }) => state === "done"),
      created: queued.reduce(
        (sum, { idempotencyKey }) => sum + (keysOf.get(idempotencyKey) ?? 0),
        0,
      ),
    };
  });
  const { rows } = stores.outbox.list({ show: "all", limit: maxEntries });
  const asked = new Set(rows.map(({ idempotencyKey }) => idempotencyKey));
  return {
    checkInsAtMs: made.map(({ wallAtMs }) => wallAtMs),
    undone: ofKind(entries, "check-in.undone").length,
    forgotten: made.filter(
      ({ subject }) =>
        !undone.has(subject) &&
        (stores.runners.get(span.eventId, subject)?.checkInEntry ?? null) === null,
    ).length,
    walkUps,
    strangers: created.filter(({ idempotencyKey }) => !asked.has(idempotencyKey)).length,
  };
}
