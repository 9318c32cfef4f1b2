import type { EventForm } from "#shared/contract/event-form.ts";
import { judgeActs } from "#shared/domain/outbox/outbox-actions.ts";
import { eventFormSchema } from "#shared/contract/event-form.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { RunRecord } from "#core/db/stores/event-stores.ts";

/** What holds the whole queue, or an endpoint, at the moment. */
export interface Holds {
  readonly paused: boolean;
  /** The database is a copy, and nobody has said yet that it is the one to go on with (S5). */
  readonly copied: boolean;
  readonly keyRefused: boolean;
  readonly heldEndpoints: ReadonlySet<OutboxRecord["endpoint"]>;
  readonly gateWaitMs: number;
  readonly offline: boolean;
  readonly quietForMs: number;
  readonly nowMs: number;
  readonly isDone: (outboxId: string) => boolean;
}

/** An entry as the screens see it: what is written down, and why it does not move right now. */
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

/** What was typed for an event is what its body says; a wiped body says nothing. */
function eventFormOf({ kind, body }: OutboxRecord): EventForm | null {
  if (kind !== "event" || body.byteLength === 0) return null;
  return eventFormSchema.parse(JSON.parse(new TextDecoder().decode(body)));
}

interface Held {
  readonly reason: NonNullable<OutboxEntry["reason"]>;
  /** When it is over, as far as anybody knows. */
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
  // That it is looked for first says more; the line and the gate hold that as well (O10).
  return later(record, record.reason === "reconcile" ? "reconcile" : reason, holds.nowMs + waitMs);
}

/** The hold's end, or the entry's own next try where that is later. */
const later = (record: OutboxRecord, reason: Held["reason"], untilMs: number): Held => ({
  reason,
  untilMs: Math.max(untilMs, record.nextTryAtMs ?? 0),
});

const mutable = (fields: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(fields).map(([field, messages]) => [field, [...messages]]));
