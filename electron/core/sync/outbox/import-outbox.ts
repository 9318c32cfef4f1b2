import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { deliveryPolicy } from "#shared/domain/outbox/delivery-policy.ts";
import { isSetAside } from "#shared/domain/outbox/outbox-actions.ts";
import { addBibNote } from "#shared/domain/walk-ups/walk-up.ts";
import { createEventBodySchema } from "#shared/partner-api/event.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { WalkUpRecord } from "#core/db/stores/walk-ups/walk-up-store.ts";
import { followAside } from "./follow-aside.ts";
import {
  appendSent,
  followCancelled,
  followJournal,
  newDoubt,
  reconcileFirst,
  refused,
  writtenByMaker,
} from "./follow-journal.ts";
import { noRefusal, refusalIn } from "./outbox-journal.ts";
import { insertEvent, insertWalkUp } from "./outbox-entries.ts";
import { isRegisteredTwice, registeredTwice } from "./registered-twice.ts";
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
  const says = fresh === null || deps.maySend();
  for (const entry of made) {
    if (says && entry.certainty === "maybe-sent") appendSent(deps, entry);
    if (fresh === null) continue;
    const entries = deps.stores.journal.ofSubjects([entry.subject]);
    followAside(deps, entry.id, writtenByMaker(entry, entries, deps.hubDevices()), () => undefined);
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
  const mayShorten = fresh !== null && deps.hubDevices().size < 2;
  // What another computer saved came from a file that a paired database reads; the rest of the file may say more (M16).
  const paired = new Set(stores.exchange.members().map(({ device }) => device));
  paired.add(stores.journal.device);
  const maySend = deps.maySend();
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
    const entry = { eventId, runnerId, form, author: { operator, desk } };
    const columns = columnsOf(runnerId, saved, saved.wantedRegistrationId);
    const isHeld = columns.certainty === undefined && maySend && isRegisteredTwice(deps, saved);
    made.push(insertWalkUp(deps, entry, isHeld ? { ...columns, ...registeredTwice } : columns));
  }
  for (const saved of stores.localEvents.withoutEntry()) {
    const body = createEventBodySchema.safeParse(saved.form);
    if (saved.takenBack || !body.success || !isWanted(saved.localId)) continue;
    const { localId: subject, savedBy: operator, savedDesk: desk } = saved;
    const event = { subject, body: body.data, author: { operator, desk } };
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
