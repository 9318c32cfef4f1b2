import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { deliveryPolicy } from "#shared/domain/outbox/delivery-policy.ts";
import { projectLocalEvent } from "#shared/domain/local-events/local-event-projection.ts";
import type { Delivery } from "#shared/domain/outbox/local-record.ts";
import { isSetAside } from "#shared/domain/outbox/outbox-actions.ts";
import { projectWalkUp } from "#shared/domain/walk-ups/walk-up-projection.ts";
import { addBibNote } from "#shared/domain/walk-ups/walk-up.ts";
import { createEventBodySchema } from "#shared/partner-api/event.ts";
import type { OutboxChange, OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { WalkUpRecord } from "#core/db/stores/walk-ups/walk-up-store.ts";
import { followAside } from "./follow-aside.ts";
import { appendEntries, noRefusal, refusalIn, sentFact } from "./outbox-journal.ts";
import {
  beforeRetraction,
  cancelEntry,
  confirmedAs,
  insertEvent,
  insertWalkUp,
} from "./outbox-entries.ts";
import {
  holdIfTwice,
  isRegisteredTwice,
  registeredTwice,
  releaseTwins,
} from "./registered-twice.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { DoubtScope, JournalRest } from "#core/sync/sync-interface.ts";

/** The subjects of imported entries; `all` if the entries also say who sends (M9). */
type ImportedSubjects = ReadonlySet<string> | "all";

/**
 * Inserts outbox entries for journal subjects that have none, and finishes outbox entries that the journal
 * says are finished (J9). In a transaction; idempotent. Returns how many entries are new and not done, or
 * newly in doubt.
 *
 * @param about Only the outbox entries of these subjects follow the journal.
 * @param fresh The subjects of entries that came from a paired database just now; null after the import of a file, which
 *   may be hours old. Only these subjects get an entry. If the journal has the key of a request that nobody ever sent,
 *   the request is as good as new and need not be reconciled first (M9).
 */
export function importOutbox(
  deps: SyncDeps,
  about: ImportedSubjects = "all",
  fresh: ReadonlySet<string> | null = null,
  rest: JournalRest = "here",
): number {
  const made = insertMissing(deps, deps.ports.clock.now(), fresh, rest);
  let doubted = 0;
  for (const entry of inStates(deps, about, unfinishedStates)) {
    doubted += Number(followJournal(deps, entry, fresh !== null));
  }
  for (const entry of inStates(deps, about, ["cancelled"])) followCancelled(deps, entry);
  // The doubt about a walk-up from a stick must reach the hub, whoever read the stick (M16).
  const says = fresh === null || deps.maySend?.() !== false;
  for (const entry of made) {
    if (says && entry.certainty === "maybe-sent") appendSent(deps, entry);
    if (fresh === null) continue;
    const entries = deps.stores.journal.ofSubjects([entry.subject]);
    followAside(
      deps,
      entry.id,
      writtenByMaker(entry, entries, deps.hubDevices?.()),
      () => undefined,
    );
  }
  return made.filter(({ state }) => state !== "done").length + doubted;
}

const unfinishedStates = ["pending", "waiting", "needs-attention"] as const;

function inStates(
  { stores: { outbox } }: SyncDeps,
  about: ImportedSubjects,
  states: readonly OutboxRecord["state"][],
): OutboxRecord[] {
  if (about === "all") return states.flatMap((state) => outbox.inState(state));
  return [...about]
    .flatMap((subject) => outbox.bySubject(subject))
    .filter(({ state }) => states.includes(state));
}

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
  const fromMaker = writtenByMaker(entry, entries, deps.hubDevices?.());
  const byMaker = deliveryIn(entry, fromMaker);
  if (entry.firstSentAtMs !== null && deps.maySend?.() !== false) {
    // What was tried here is settled here, while this database sends. An entry that has a successor is over: a backup may
    // bring it back, and its successor comes from the journal.
    const hasSuccessor = byMaker !== null && byMaker.outboxId !== entry.id;
    if (hasSuccessor) cancelEntry(deps, entry, byMaker.outboxId);
    return false;
  }
  if (!isSettled(entry, recorded)) {
    // The journal that it came in with may say so after it: then it is looked for before it is sent (O10).
    const isDoubt = recorded.delivery === "maybe-sent" && entry.certainty === "never-sent";
    const isDoubtNew = isDoubt && deps.maySend?.() !== false;
    const says = isOfPeer || deps.maySend?.() === false ? fromMaker : [];
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
    if (deps.maySend?.() !== false) appendSent(deps, entry);
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
  if (maySend?.() !== false || delivery === null || asideFrom !== null) return;
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
 * never be sent otherwise, should this database become the hub (M10). If another hub sent it meanwhile, the organizer has
 * it, and the entry says so (W3).
 */
function followCancelled(deps: SyncDeps, entry: OutboxRecord): void {
  const { stores, ports } = deps;
  if (entry.successorId !== null) return;
  const entries = stores.journal.ofSubjects([entry.subject]);
  // What was retracted here stays so, whoever saved it.
  const deciding = new Set([...(deps.hubDevices?.() ?? []), stores.journal.device]);
  const byMaker = deliveryIn(entry, writtenByMaker(entry, entries, deciding));
  if (byMaker === null || byMaker.outboxId !== entry.id) return;
  const nowMs = ports.clock.now();
  if (byMaker.remoteId !== null) {
    stores.outbox.patch(entry.id, { ...confirmedAs(byMaker.remoteId, nowMs), ...noRefusal });
    return;
  }
  const isRestored = entries.some(({ kind }) => kind === "walk-up.restored");
  if (!isRestored || byMaker.delivery === "taken-back") return;
  stores.outbox.patch(entry.id, beforeRetraction(entry, nowMs));
  holdIfTwice(deps, entry.id);
}

/**
 * Another database sent for this one until now, and its last answers may be unknown here: every entry that waits is in
 * doubt from now on, and is looked for in the organizer's list before it may be sent (M10, O10). An entry that was in
 * doubt before keeps its time, and one that needs a person waits for that person. In a transaction.
 *
 * @param scope `here`: the journal says nothing of this doubt, because the hub that this computer leaves knows what it
 *   sent itself.
 */
export function doubtUnsettled(deps: SyncDeps, scope: DoubtScope = "everywhere"): void {
  const { stores, ports } = deps;
  for (const entry of inStates(deps, "all", unfinishedStates)) {
    if (entry.certainty === "maybe-sent") continue;
    // What was held for a person, or set aside, before it was sent may have been sent elsewhere since.
    const isHeld = isSetAside(entry) || entry.reason === registeredTwice.reason;
    const isUnsent = isHeld && entry.certainty === "never-sent";
    if (entry.state === "needs-attention" && !isUnsent) continue;
    stores.outbox.patch(entry.id, newDoubt(entry, ports.clock.now()));
    if (scope === "everywhere") appendSent(deps, entry);
  }
}

const appendSent = ({ stores, actor }: SyncDeps, entry: OutboxRecord): void =>
  appendEntries(stores, entry, actor(), [sentFact(entry, "")]);

/** What these journal entries say about the subject's delivery; null if they do not save it. */
function deliveryIn({ kind, subject }: OutboxRecord, entries: readonly JournalEntry[]) {
  if (kind === "event") {
    const event = projectLocalEvent(subject, entries);
    return event && { ...event, remoteId: event.eventId };
  }
  const walkUp = projectWalkUp(subject, entries);
  return walkUp && { ...walkUp, remoteId: walkUp.provisional ? null : walkUp.wantedRegistrationId };
}

/**
 * Inserts outbox entries for journal subjects that have none. `fresh`: only for these subjects, which came from a paired
 * database now; a file that is being imported may have brought others, whose rest is not here yet.
 */
function insertMissing(
  deps: SyncDeps,
  nowMs: number,
  fresh: ReadonlySet<string> | null,
  rest: JournalRest,
): OutboxRecord[] {
  const { stores } = deps;
  // After a take-over, the lost hub may have sent the request, and its answer may have been lost with it (M10).
  const mayShorten = fresh !== null && (deps.hubDevices?.().size ?? 0) < 2;
  // What another computer saved came from a file that a paired database reads; the rest of the file may say more (M16).
  const paired = new Set(stores.exchange.members().map(({ device }) => device));
  paired.add(stores.journal.device);
  const maySend = deps.maySend?.() !== false;
  const isWanted = (subject: string): boolean => fresh === null || fresh.has(subject);
  const columnsOf = (
    subject: string,
    saved: Pick<WalkUpRecord, "outboxId" | "delivery" | "savedAtMs" | "savedBy">,
    remoteId: string | null,
  ): Partial<OutboxRecord> => {
    const entries = stores.journal.ofSubjects([subject]);
    const saving = savingOf(entries, saved.outboxId);
    const key = keyOf(stores, saving);
    const isByPaired = saving !== undefined && paired.has(saving.device);
    return {
      ...importedColumns(saved, remoteId, nowMs, key, mayShorten && isByPaired ? rest : null),
      ...(saved.delivery === "refused" ? refusalIn(saved.outboxId, entries) : noRefusal),
      predecessorId: stores.outbox.bySubject(subject)[0]?.id ?? null,
    };
  };
  const made: OutboxRecord[] = [];
  for (const walkUp of stores.walkUps.withoutEntry()) {
    if (!isWanted(walkUp.localId)) continue;
    const saved = walkUp.takenBack ? asBeforeRetraction(walkUp) : walkUp;
    if (saved === null) continue;
    const { localId: runnerId, eventId, savedBy: operator, savedDesk: desk } = saved;
    const form = addBibNote(saved.form, saved.toldBib);
    const entry = { eventId, runnerId, form, actor: { operator, desk } };
    const columns = columnsOf(runnerId, saved, saved.wantedRegistrationId);
    const isHeld = columns.certainty === undefined && maySend && isRegisteredTwice(deps, saved);
    made.push(insertWalkUp(deps, entry, isHeld ? { ...columns, ...registeredTwice } : columns));
  }
  for (const saved of stores.localEvents.withoutEntry()) {
    const body = createEventBodySchema.safeParse(saved.form);
    if (saved.takenBack || !body.success || !isWanted(saved.localId)) continue;
    const { localId: subject, savedBy: operator, savedDesk: desk } = saved;
    const event = { subject, body: body.data, actor: { operator, desk } };
    made.push(insertEvent(deps, event, columnsOf(subject, saved, saved.eventId)));
  }
  return made;
}

/** The organizer keeps a walk-up that was confirmed before it was retracted (W3). Any other needs no outbox entry: null. */
const asBeforeRetraction = (walkUp: WalkUpRecord): WalkUpRecord | null =>
  walkUp.wantedRegistrationId === null || walkUp.provisional
    ? null
    : { ...walkUp, delivery: "confirmed" };

const savingOf = (entries: readonly JournalEntry[], outboxId: string): JournalEntry | undefined =>
  entries.find(({ payload }) => payload?.["outboxId"] === outboxId);

/**
 * Lets requests be sent that waited for the rest of their journal. In a transaction. Returns how many.
 *
 * @param isWhole Whether the whole journal of this device is here.
 */
export function releaseRest({ stores }: SyncDeps, isWhole: (device: string) => boolean): number {
  let released = 0;
  for (const entry of stores.outbox.waitingForRest()) {
    const saving = savingOf(stores.journal.ofSubjects([entry.subject]), entry.id);
    if (saving === undefined || !isWhole(saving.device)) continue;
    stores.outbox.patch(entry.id, { state: "pending", reason: null, nextTryAtMs: null });
    released += 1;
  }
  return released;
}

/** The idempotency key of the journal entry that saved this request; null in entries of earlier versions. */
function keyOf({ outbox }: SyncDeps["stores"], saving: JournalEntry | undefined): string | null {
  const key = saving?.payload?.["key"];
  return typeof key === "string" && key !== "" && !outbox.hasKey(key) ? key : null;
}

/**
 * The columns of an entry that is rebuilt from the journal alone. It must be reconciled before it may be sent,
 * whatever its save time (O10), unless a paired database made it, and nobody can have sent it (M9). Such a request waits
 * a while if the rest of its journal follows; `rest` is null for any other request.
 */
function importedColumns(
  saved: Pick<WalkUpRecord, "outboxId" | "delivery" | "savedAtMs" | "savedBy">,
  remoteId: string | null,
  nowMs: number,
  key: string | null,
  rest: JournalRest | null,
): Partial<OutboxRecord> {
  const { outboxId: id, delivery, savedAtMs, savedBy } = saved;
  const entry = { id, savedAtMs, savedBy, ...(key === null ? {} : { idempotencyKey: key }) };
  if (rest !== null && key !== null && delivery === "not-sent") {
    const nextTryAtMs = nowMs + deliveryPolicy.journalRestMs;
    return rest === "here"
      ? entry
      : { ...entry, state: "waiting", reason: "journal-follows", nextTryAtMs };
  }
  if (delivery === "confirmed") {
    return { ...entry, state: "done", certainty: "confirmed", remoteId, finishedAtMs: savedAtMs };
  }
  return { ...entry, ...(delivery === "refused" ? refused(nowMs) : reconcileFirst(nowMs)) };
}

const mayHaveArrived = {
  certainty: "maybe-sent",
  everMaybe: true,
  replayFromMs: 0,
} as const satisfies Partial<OutboxRecord>;

/** The entry may have been sent from another computer with another key: reconcile it before it is sent. */
const reconcileFirst = (nowMs: number) =>
  ({
    ...mayHaveArrived,
    state: "waiting",
    reason: "reconcile",
    nextTryAtMs: nowMs,
  }) as const satisfies Partial<OutboxRecord>;

/** An entry that a person set aside stays so, and is reconciled first when it is put back (O13). */
const newDoubt = (entry: OutboxRecord, nowMs: number): OutboxChange =>
  isSetAside(entry)
    ? { ...mayHaveArrived, asideFrom: { state: "waiting", reason: "reconcile" } }
    : reconcileFirst(nowMs);

/** Refused, perhaps after a doubt at another computer: the organizer's list is searched before it is sent again (O13). */
const refused = (nowMs: number) =>
  ({
    ...reconcileFirst(nowMs),
    state: "needs-attention",
    certainty: "refused",
    reason: "refused",
    nextTryAtMs: null,
  }) as const satisfies Partial<OutboxRecord>;

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
function writtenByMaker(
  { id }: OutboxRecord,
  entries: readonly JournalEntry[],
  hubDevices: ReadonlySet<string> = new Set(),
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
