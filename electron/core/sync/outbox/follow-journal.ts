import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { projectLocalEvent } from "#shared/domain/local-events/local-event-projection.ts";
import type { Delivery } from "#shared/domain/outbox/local-record.ts";
import { recordFacts } from "#shared/domain/outbox/local-record.ts";
import { isSetAside } from "#shared/domain/outbox/outbox-actions.ts";
import { projectWalkUp, registrationOf } from "#shared/domain/walk-ups/walk-up-projection.ts";
import type { OutboxChange, OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import { followAside } from "./follow-aside.ts";
import { appendEntries, noRefusal, refusalIn, sentFact } from "./outbox-journal.ts";
import { beforeRetraction, cancelEntry, confirmedAs } from "./outbox-entries.ts";
import { holdIfTwice, releaseTwins } from "./registered-twice.ts";

/**
 * An entry that this computer never sent, or may no longer send, takes the outcome that its making computer or a hub
 * recorded. An outcome
 * from any other computer only puts the entry in doubt, so that it is reconciled before it may be sent
 * (O10, J11). Otherwise a forged journal file that says "done" would prevent a walk-up from ever being
 * sent. Returns whether the entry is newly in doubt.
 *
 * @param isOfPeer The journal came from a paired database just now, so that it also says what is set aside. What a file
 *   brings is looked for instead (J9).
 */
export function followJournal(deps: SyncDeps, entry: OutboxRecord, isOfPeer = false): boolean {
  const { stores, ports } = deps;
  const entries = stores.journal.ofSubjects([entry.subject]);
  const recorded = deliveryIn(entry, entries);
  if (recorded === null) return false;
  const fromMaker = writtenByMaker(entry, entries, deps.hubDevices());
  const byMaker = deliveryIn(entry, fromMaker);
  if (entry.firstSentAtMs !== null && deps.maySend()) {
    // What was tried here is settled here, while this database sends. An entry that has a successor is over: a backup may
    // bring it back, and its successor comes from the journal.
    const hasSuccessor = byMaker !== null && byMaker.outboxId !== entry.id;
    if (hasSuccessor) cancelEntry(deps, entry, byMaker.outboxId);
    return false;
  }
  if (!isSettled(entry, recorded)) {
    // The journal that it came in with may say so after it: then it is looked for before it is sent (O10).
    const isDoubt = recorded.delivery === "maybe-sent" && entry.certainty === "never-sent";
    const isDoubtNew = isDoubt && deps.maySend();
    const says = isOfPeer || !deps.maySend() ? fromMaker : [];
    followAside(deps, entry.id, says, (current) => {
      if (isDoubtNew) stores.outbox.patch(current.id, newDoubt(current, ports.clock.now()));
      else followRefusal(deps, current, byMaker?.delivery ?? null, fromMaker);
    });
    return isDoubtNew;
  }
  if (byMaker === null || !isSettled(entry, byMaker)) {
    if (entry.certainty !== "never-sent") return false;
    stores.outbox.patch(entry.id, newDoubt(entry, ports.clock.now()));
    // The hub has the same outcome, and says so itself.
    if (deps.maySend()) appendSent(deps, entry);
    return true;
  }
  if (byMaker.outboxId !== entry.id) cancelEntry(deps, entry, byMaker.outboxId);
  // The organizer keeps what was confirmed before it was retracted here (W3).
  else if (byMaker.delivery === "taken-back" && byMaker.remoteId === null) {
    cancelEntry(deps, entry, null);
    releaseTwins(deps, entry.eventId);
  } else {
    const confirmed = confirmedAs(byMaker.remoteId, ports.clock.now());
    stores.outbox.patch(entry.id, { ...confirmed, ...noRefusal });
  }
  return false;
}

/**
 * While another database sends, an entry is refused here as soon as the hub says so, with the server's words, and no
 * longer once the hub sends it again (M10).
 */
function followRefusal(
  { stores, ports, maySend }: SyncDeps,
  { id, certainty, asideFrom, serverMessage }: OutboxRecord,
  delivery: Delivery | null,
  entries: readonly JournalEntry[],
): void {
  if (maySend() || delivery === null || asideFrom !== null) return;
  const nowMs = ports.clock.now();
  if (delivery === "refused") {
    const found = refusalIn(id, entries);
    // The words of a later refusal count. Entries of earlier versions have none per field, so what is known here stays.
    const isNew =
      found.serverMessage !== serverMessage || Object.keys(found.serverFields).length > 0;
    if (certainty !== "refused") stores.outbox.patch(id, { ...refused(nowMs), ...found });
    else if (isNew) stores.outbox.patch(id, found);
  } else if (certainty === "refused") {
    stores.outbox.patch(id, { ...reconcileFirst(nowMs), ...noRefusal });
  }
}

/**
 * An entry that was cancelled with a retraction is open again when another database undid the retraction (W6). It would
 * never be sent otherwise, should this database become the hub (M10). If another hub sent what was retracted or corrected
 * here, the organizer has it, and the entry says so (W3).
 */
export function followCancelled(deps: SyncDeps, entry: OutboxRecord): void {
  const { stores, ports } = deps;
  const entries = stores.journal.ofSubjects([entry.subject]);
  // What was retracted here stays so, whoever saved it.
  const deciding = new Set([...deps.hubDevices(), stores.journal.device]);
  const written = writtenByMaker(entry, entries, deciding);
  const nowMs = ports.clock.now();
  const remoteId = confirmedIdOf(entry, written);
  if (remoteId !== null) {
    stores.outbox.patch(entry.id, { ...confirmedAs(remoteId, nowMs), ...noRefusal });
    return;
  }
  const byMaker = deliveryIn(entry, written);
  if (entry.successorId !== null || byMaker === null || byMaker.outboxId !== entry.id) return;
  const isRestored = entries.some(({ kind }) => kind === "walk-up.restored");
  if (!isRestored || byMaker.delivery === "taken-back") return;
  stores.outbox.patch(entry.id, beforeRetraction(entry, nowMs));
  holdIfTwice(deps, entry.id);
}

/** What these journal entries say about the subject's delivery; null if they do not save it. */
function deliveryIn({ kind, subject }: OutboxRecord, entries: readonly JournalEntry[]) {
  if (kind === "event") {
    const event = projectLocalEvent(subject, entries);
    return event && { ...event, remoteId: event.eventId };
  }
  const walkUp = projectWalkUp(subject, entries);
  return walkUp && { ...walkUp, remoteId: walkUp.provisional ? null : walkUp.wantedRegistrationId };
}

/** The organizer's id of what this very entry sent, as these journal entries tell it; null if they tell none. */
function confirmedIdOf(
  { id, kind, subject }: OutboxRecord,
  entries: readonly JournalEntry[],
): string | null {
  const facts = recordFacts(kind, subject, entries);
  if (kind === "event") {
    const told = facts?.of("event.confirmed", "event.adopted");
    return told?.find(({ fact }) => fact.payload.outboxId === id)?.fact.payload.eventId ?? null;
  }
  const told = facts?.of("walk-up.confirmed", "walk-up.adopted");
  const own = told?.find(({ fact }) => fact.payload.outboxId === id);
  return own === undefined ? null : registrationOf(own.fact);
}

interface Recorded {
  readonly outboxId: string;
  readonly delivery: Delivery;
}

/** Whether the entry is finished: replaced by a successor, retracted, or confirmed. */
const isSettled = ({ id }: OutboxRecord, { outboxId, delivery }: Recorded): boolean =>
  outboxId !== id || delivery === "taken-back" || delivery === "confirmed";

/**
 * The journal entries that saved the subject, and those of the computer that made this outbox entry or that sends for
 * it as the hub (M9).
 */
export function writtenByMaker(
  { id }: OutboxRecord,
  entries: readonly JournalEntry[],
  hubDevices: ReadonlySet<string>,
): readonly JournalEntry[] {
  const maker = entries.find(
    ({ kind, payload }) =>
      /^(walk-up|event)[.](saved|edited)$/.test(kind) && payload?.["outboxId"] === id,
  )?.device;
  return entries.filter(
    ({ kind, device }) =>
      device === maker ||
      hubDevices.has(device) ||
      kind === "walk-up.saved" ||
      kind === "event.saved",
  );
}

const mayHaveArrived = {
  certainty: "maybe-sent",
  everMaybe: true,
  replayFromMs: 0,
} as const satisfies Partial<OutboxRecord>;

/** The entry may have been sent from another computer with another key: reconcile it before it is sent. */
export const reconcileFirst = (nowMs: number) =>
  ({
    ...mayHaveArrived,
    state: "waiting",
    reason: "reconcile",
    nextTryAtMs: nowMs,
  }) as const satisfies Partial<OutboxRecord>;

/** An entry that a person set aside stays so, and is reconciled first when it is put back (O13). */
export const newDoubt = (entry: OutboxRecord, nowMs: number): OutboxChange =>
  isSetAside(entry)
    ? { ...mayHaveArrived, asideFrom: { state: "waiting", reason: "reconcile" } }
    : reconcileFirst(nowMs);

/** Refused, perhaps after a doubt at another computer: the organizer's list is searched before it is sent again (O13). */
export const refused = (nowMs: number) =>
  ({
    ...reconcileFirst(nowMs),
    state: "needs-attention",
    certainty: "refused",
    reason: "refused",
    nextTryAtMs: null,
  }) as const satisfies Partial<OutboxRecord>;

/** Tells the other databases that the entry may have been sent. */
export const appendSent = ({ stores, author }: SyncDeps, entry: OutboxRecord): void =>
  appendEntries(stores, entry, author(), [sentFact(entry, "")]);
