import type {
  GrantedWalkUp,
  WalkUpProjection,
} from "#shared/domain/walk-ups/walk-up-projection.ts";
import { compareClaims } from "#shared/domain/walk-ups/walk-up-projection.ts";
import type { Db } from "#core/db/open/database.ts";
import { defineTable, flag, json, plain, prepareRows } from "#core/db/table.ts";

/** A row of the projection. */
export type WalkUpRecord = GrantedWalkUp;

export interface WalkUpStore {
  get(localId: string): WalkUpRecord | null;
  byRegistration(registrationId: string): WalkUpRecord | null;
  /** In the order they were saved. */
  ofEvent(eventId: string): WalkUpRecord[];
  /** Those whose entry of the queue is not here: the journal came from another computer (J9). */
  withoutEntry(): WalkUpRecord[];
}

/** Inside this folder: the projection's side. */
export interface WalkUpRows {
  get(localId: string): WalkUpRecord | null;
  /** Writes the projection over the row as it was; null removes it. Grants are settled with `settle`. */
  put(localId: string, before: WalkUpRecord | null, walkUp: WalkUpProjection | null): void;
  /** Grants a registration to the walk-up with the best claim; returns who lost and who got it (null: unchanged). */
  settle(registrationId: string): readonly string[];
  grantedTo(registrationId: string): WalkUpRecord | null;
  hasAny(eventId: string): boolean;
}

const walkUpTable = defineTable<WalkUpRecord>("walk_up", {
  localId: plain("local_id"),
  eventId: plain("event_id"),
  form: json("form"),
  typedBib: plain("typed_bib"),
  outboxId: plain("outbox_id"),
  delivery: plain("delivery"),
  wantedRegistrationId: plain("wanted_registration_id"),
  registrationId: plain("registration_id"),
  provisional: flag("provisional"),
  wantedSince: plain("wanted_since"),
  savedAtMs: plain("saved_at_ms"),
  savedBy: plain("saved_by"),
  savedDesk: plain("saved_desk"),
  takenBack: flag("taken_back"),
  askOrganizer: flag("ask_organizer"),
});

/** What the outbox's tries change; the rest is written only when somebody edits. */
const deliveryFields = [
  "delivery",
  "wantedRegistrationId",
  "registrationId",
  "provisional",
  "wantedSince",
  "takenBack",
  "askOrganizer",
] as const;
const typedFields = [
  "eventId",
  "typedBib",
  "outboxId",
  "savedAtMs",
  "savedBy",
  "savedDesk",
] as const;

const isSameWalkUp = (one: WalkUpRecord, other: WalkUpRecord): boolean =>
  typedFields.every((field) => one[field] === other[field]) &&
  JSON.stringify(one.form) === JSON.stringify(other.form);

const bindDelivery = (row: WalkUpRecord) =>
  walkUpTable.bindPart({
    localId: row.localId,
    delivery: row.delivery,
    wantedRegistrationId: row.wantedRegistrationId,
    registrationId: row.registrationId,
    provisional: row.provisional,
    wantedSince: row.wantedSince,
    takenBack: row.takenBack,
    askOrganizer: row.askOrganizer,
  });

export function createWalkUpStore({ raw }: Pick<Db, "raw">): WalkUpStore {
  const rows = <Parameters extends readonly unknown[]>(rest: string) =>
    prepareRows<WalkUpRecord, Parameters>(
      raw,
      walkUpTable,
      `SELECT ${walkUpTable.columns} FROM walk_up ${rest}`,
    );
  const one = rows<[string]>("WHERE local_id = ?");
  const byRegistration = rows<[string]>("WHERE registration_id = ?");
  const ofEvent = rows<[string]>("WHERE event_id = ? ORDER BY saved_at_ms, local_id");
  const withoutEntry = rows<[]>(
    `WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.id = walk_up.outbox_id)
     ORDER BY saved_at_ms, local_id`,
  );
  return {
    get: (localId) => one.get(localId),
    byRegistration: (registrationId) => byRegistration.get(registrationId),
    ofEvent: (eventId) => ofEvent.all(eventId),
    withoutEntry: () => withoutEntry.all(),
  };
}

export function createWalkUpRows(db: Db): WalkUpRows {
  const { raw } = db;
  const store = createWalkUpStore(db);
  const upsert = raw.prepare(walkUpTable.upsertSql(["localId"]));
  const updateDelivery = raw.prepare(walkUpTable.updateSql("localId", deliveryFields));
  const remove = raw.prepare<[string]>("DELETE FROM walk_up WHERE local_id = ?");
  const grant = raw.prepare<[string | null, string]>(
    "UPDATE walk_up SET registration_id = ? WHERE local_id = ?",
  );
  const wanting = prepareRows<WalkUpRecord, [string]>(
    raw,
    walkUpTable,
    `SELECT ${walkUpTable.columns} FROM walk_up WHERE wanted_registration_id = ?`,
  );
  const any = raw
    .prepare<[string], number>("SELECT 1 FROM walk_up WHERE event_id = ? LIMIT 1")
    .pluck();
  return {
    get: store.get,
    grantedTo: store.byRegistration,
    hasAny: (eventId) => any.get(eventId) !== undefined,
    put(localId, before, walkUp) {
      if (walkUp === null) {
        if (before !== null) remove.run(localId);
        return;
      }
      const keeps = before?.registrationId === walkUp.wantedRegistrationId;
      const row = { ...walkUp, registrationId: keeps ? walkUp.wantedRegistrationId : null };
      if (before !== null && isSameWalkUp(before, row)) updateDelivery.run(bindDelivery(row));
      else upsert.run(walkUpTable.bind(row));
    },
    settle(registrationId) {
      const holder = store.byRegistration(registrationId);
      const best = wanting.all(registrationId).toSorted(compareClaims)[0];
      if (best?.localId === holder?.localId) return [];
      if (holder !== null) grant.run(null, holder.localId);
      if (best !== undefined) grant.run(registrationId, best.localId);
      return [holder?.localId, best?.localId].filter((localId) => localId !== undefined);
    },
  };
}
