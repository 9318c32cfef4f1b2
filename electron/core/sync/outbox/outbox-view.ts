import type { EventForm } from "#shared/contract/event-form.ts";
import { judgeActions } from "#shared/domain/outbox/outbox-actions.ts";
import { eventFormSchema } from "#shared/contract/event-form.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { RunRecord } from "#core/db/stores/event-stores.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { OutboxQuestion } from "#core/sync/sync-interface.ts";
import { askOrganizerWhy, entriesToAsk } from "./ask-organizer.ts";
import { asideReasonOf } from "#core/db/stores/walk-ups/aside-reason.ts";

/** What currently prevents the whole outbox, or one endpoint, from sending. */
export interface Holds {
  readonly paused: boolean;
  /** The database is a clone, and no person has confirmed yet that it is the one to continue with (S5). */
  readonly copied: boolean;
  /** No address and key are saved here, so nothing is tried. */
  readonly notConnected: boolean;
  readonly keyRefused: boolean;
  readonly heldEndpoints: ReadonlySet<OutboxRecord["endpoint"]>;
  readonly gateWaitMs: number;
  readonly offline: boolean;
  readonly quietForMs: number;
  readonly nowMs: number;
}

/** Reads outbox entries as screens show them. */
export function createOutboxReader({ stores }: SyncDeps, holds: () => Holds) {
  const viewWith = (record: OutboxRecord, current: Holds): OutboxEntry => {
    const run = record.form === null ? null : stores.runs.get(record.form.eventRunId);
    return viewEntry(record, run, current, {
      asideReason: asideReasonOf(record, stores.journal),
      askOrganizer: askOrganizerWhy(record, stores),
      ...savingOf(record, stores),
    });
  };
  const view = (record: OutboxRecord): OutboxEntry => viewWith(record, holds());

  return {
    view,
    list(question: OutboxQuestion) {
      const current = holds();
      if (question.show === "ask") {
        const asked = entriesToAsk(stores, question);
        return { entries: asked.map((record) => viewWith(record, current)), total: asked.length };
      }
      const { rows, total } = stores.outbox.list({ ...question, show: question.show });
      return { entries: rows.map((record) => viewWith(record, current)), total };
    },
    get(outboxId: string): OutboxEntry | null {
      const record = stores.outbox.get(outboxId);
      return record === null ? null : view(record);
    },
    detail(outboxId: string): OutputOf<"outbox.get"> | null {
      const record = stores.outbox.get(outboxId);
      if (record === null) return null;
      const attempts = stores.attempts.of(outboxId);
      return {
        entry: view(record),
        method: record.method,
        path: record.path,
        body: new TextDecoder().decode(record.body),
        idempotencyKey: record.idempotencyKey,
        attempts: attempts.map(({ outboxId: _outboxId, number: _number, ...shown }) => shown),
      };
    },
  };
}

export type OutboxReader = ReturnType<typeof createOutboxReader>;

/**
 * Maps an outbox entry to what the screens show: the stored fields and why the entry is not sent right now.
 */
function viewEntry(
  record: OutboxRecord,
  run: RunRecord | null,
  holds: Holds,
  decided: Pick<OutboxEntry, "asideReason" | "askOrganizer" | "savedAtMs" | "savedBy" | "renewed">,
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
    lastTriedAtMs: record.lastTriedAtMs,
    tries: record.tries,
    nextTryAtMs: nextTryOf(record, held, holds),
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
    ...decided,
    acts: { ...judgeActions(record) },
  };
}

/** Who saved it first, and who changed it or sent it again in this entry, which replaces another one (O13). */
function savingOf(
  { id, kind, subject, savedAtMs, savedBy, predecessorId, body }: OutboxRecord,
  { walkUps, localEvents, outbox, journal }: SyncDeps["stores"],
): Pick<OutboxEntry, "savedAtMs" | "savedBy" | "renewed"> {
  const own = { savedAtMs, savedBy, renewed: null };
  if (predecessorId === null) return own;
  const local = kind === "walk-up" ? walkUps.get(subject) : localEvents.get(subject);
  const renewal = journal
    .ofSubjects([subject])
    .find(({ payload }) => payload?.["outboxId"] === id && "successorOf" in payload);
  if (local === null || renewal === undefined) return own;
  const before = outbox.get(predecessorId)?.body ?? body;
  const isChanged = Buffer.compare(before, body) !== 0;
  const renewed = { atMs: renewal.wallAtMs, by: renewal.operator, isChanged };
  return { savedAtMs: local.savedAtMs, savedBy: local.savedBy, renewed };
}

/** The event form, parsed from the frozen body; null if the body was wiped. */
function eventFormOf({ kind, body }: OutboxRecord): EventForm | null {
  if (kind !== "event" || body.byteLength === 0) return null;
  return eventFormSchema.parse(JSON.parse(new TextDecoder().decode(body)));
}

/** Null also without address and key: then nothing is tried. */
function nextTryOf(record: OutboxRecord, held: Held | null, holds: Holds): number | null {
  if (holds.notConnected) return null;
  return held === null ? record.nextTryAtMs : held.untilMs;
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
  const gateClosed = holds.gateWaitMs > 0;
  if (!gateClosed && !holds.offline) return null;
  const reason = gateClosed ? "rate-limited" : "offline";
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
