import type { EventForm } from "#shared/contract/event-form.ts";
import { judgeActs } from "#shared/domain/outbox/outbox-actions.ts";
import { eventFormSchema } from "#shared/contract/event-form.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { RunRecord } from "#core/db/stores/event-stores.ts";

/** What currently prevents the whole outbox, or one endpoint, from sending. */
export interface Holds {
  readonly paused: boolean;
  /** The database is a clone, and no person has confirmed yet that it is the one to continue with (S5). */
  readonly copied: boolean;
  readonly keyRefused: boolean;
  readonly heldEndpoints: ReadonlySet<OutboxRecord["endpoint"]>;
  readonly gateWaitMs: number;
  readonly offline: boolean;
  readonly quietForMs: number;
  readonly nowMs: number;
  readonly isDone: (outboxId: string) => boolean;
}

/**
 * Maps an outbox entry to what the screens show: the stored fields and why the entry is not sent right now.
 */
export function viewEntry(
  record: OutboxRecord,
  run: RunRecord | null,
  holds: Holds,
  asideReason: string | null,
): OutboxEntry {
  const held = heldBecause(record, holds);
  const eventForm = eventFormOf(record);
  return {
    id: record.id,
    kind: record.kind,
    eventId: record.eventId,
    subject: record.subject,
    name: record.form?.name ?? eventForm?.name ?? null,
    email: record.form?.email ?? null,
    runLabel: run?.label ?? null,
    runPosition: run?.position ?? null,
    state: record.state,
    certainty: record.certainty,
    reason: held?.reason ?? record.reason,
    savedAtMs: record.savedAtMs,
    savedBy: record.savedBy,
    firstSentAtMs: record.firstSentAtMs,
    lastTriedAtMs: record.lastTriedAtMs,
    tries: record.tries,
    nextTryAtMs: held === null ? record.nextTryAtMs : held.untilMs,
    finishedAtMs: record.finishedAtMs,
    remoteId: record.remoteId,
    serverMessage: record.serverMessage,
    serverFields: mutable(record.serverFields),
    httpStatus: record.httpStatus,
    form: record.form === null ? null : { ...record.form },
    eventForm,
    successorId: record.successorId,
    predecessorId: record.predecessorId,
    candidates: record.candidates.map((each) => ({ ...each })),
    asideReason,
    acts: { ...judgeActs(record) },
  };
}

/** The event form, parsed from the frozen body; null if the body was wiped. */
function eventFormOf({ kind, body }: OutboxRecord): EventForm | null {
  if (kind !== "event" || body.byteLength === 0) return null;
  return eventFormSchema.parse(JSON.parse(new TextDecoder().decode(body)));
}

interface Held {
  readonly reason: NonNullable<OutboxEntry["reason"]>;
  /** When the hold is expected to end; null if unknown. */
  readonly untilMs: number | null;
}

function heldBecause(record: OutboxRecord, holds: Holds): Held | null {
  if (record.state !== "pending" && record.state !== "waiting") return null;
  if (holds.copied) return { reason: "copied", untilMs: null };
  if (holds.paused) return { reason: "paused", untilMs: null };
  if (holds.keyRefused) return { reason: "key-refused", untilMs: null };
  if (holds.heldEndpoints.has(record.endpoint)) return { reason: "forbidden", untilMs: null };
  if (record.dependsOn !== null && !holds.isDone(record.dependsOn)) {
    return { reason: "after-another", untilMs: null };
  }
  const gateClosed = holds.gateWaitMs > 0;
  if (!gateClosed && !holds.offline) return null;
  const reason = gateClosed ? "rate-limited" : "no-line";
  const waitMs = Math.max(holds.gateWaitMs, holds.quietForMs);
  // "Being reconciled" is the more precise reason; connectivity and the rate gate delay reconciliation too
  // (O10).
  return later(record, record.reason === "reconcile" ? "reconcile" : reason, holds.nowMs + waitMs);
}

/** The end of the hold, or the entry's own next attempt if that is later. */
const later = (record: OutboxRecord, reason: Held["reason"], untilMs: number): Held => ({
  reason,
  untilMs: Math.max(untilMs, record.nextTryAtMs ?? 0),
});

const mutable = (fields: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(fields).map(([field, messages]) => [field, [...messages]]));
