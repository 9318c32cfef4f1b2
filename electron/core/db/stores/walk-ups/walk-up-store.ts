import type {
  GrantedWalkUp,
  WalkUpProjection,
} from "#shared/domain/walk-ups/walk-up-projection.ts";
import { compareClaims } from "#shared/domain/walk-ups/walk-up-projection.ts";
import type { Db } from "#core/db/open/database.ts";
import { column, defineTable } from "#core/db/table.ts";

/** A walk-up: a row of the projection. */
export type WalkUpRecord = GrantedWalkUp;

const walkUpTable = defineTable<WalkUpRecord>("walk_up", {
  localId: column.plain(),
  eventId: column.plain(),
  form: column.json(),
  typedBib: column.plain(),
  toldBib: column.plain(),
  outboxId: column.plain(),
  delivery: column.plain(),
  wantedRegistrationId: column.plain(),
  registrationId: column.plain(),
  provisional: column.flag,
  wantedSince: column.plain(),
  savedAtMs: column.plain(),
  savedBy: column.plain(),
  savedDesk: column.plain(),
  takenBack: column.flag,
  askOrganizer: column.flag,
});

export function createWalkUpStore({ raw }: Pick<Db, "raw">) {
  const rows = <Parameters extends readonly unknown[]>(rest: string) =>
    walkUpTable.select<Parameters>(raw, rest);
  return {
    get: rows<[localId: string]>("WHERE local_id = ?").get,
    byRegistration: rows<[registrationId: string]>("WHERE registration_id = ?").get,
    /** The walk-ups of an event, in the order in which they were saved. */
    ofEvent: rows<[eventId: string]>("WHERE event_id = ? ORDER BY saved_at_ms, local_id").all,
    /** Walk-ups without an outbox entry, because another computer's journal was imported (J9). */
    withoutEntry: rows<[]>(
      `WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.id = walk_up.outbox_id)
       ORDER BY saved_at_ms, local_id`,
    ).all,
  };
}

/** The rows of the walk-ups. Only the projector may write them. */
export type WalkUpRows = ReturnType<typeof createWalkUpRows>;

export function createWalkUpRows(db: Db) {
  const { raw } = db;
  const { get, byRegistration } = createWalkUpStore(db);
  const insert = walkUpTable.insert(raw);
  const update = walkUpTable.update(raw, "localId");
  const remove = raw.prepare<[string]>("DELETE FROM walk_up WHERE local_id = ?");
  const wanting = walkUpTable.select<[string]>(raw, "WHERE wanted_registration_id = ?");
  const any = raw.prepare<[string], number>("SELECT 1 FROM walk_up WHERE event_id = ? LIMIT 1");
  return {
    get,
    grantedTo: byRegistration,
    hasAny: (eventId: string) => any.get(eventId) !== undefined,
    /**
     * Replaces the row `before` by `walkUp`; null removes the row. A granted registration is kept; `settle` grants
     * another registration.
     */
    put(localId: string, before: WalkUpRecord | null, walkUp: WalkUpProjection | null): void {
      if (walkUp === null) {
        if (before !== null) remove.run(localId);
        return;
      }
      const isGranted = before?.registrationId === walkUp.wantedRegistrationId;
      const row = { ...walkUp, registrationId: isGranted ? walkUp.wantedRegistrationId : null };
      if (before === null) insert(row);
      else update(localId, walkUpTable.difference(before, row));
    },
    /** Grants a registration to the walk-up with the best claim. Returns the ids of the walk-ups that lost or got it. */
    settle(registrationId: string): readonly string[] {
      const holder = byRegistration(registrationId);
      const best = wanting.all(registrationId).toSorted(compareClaims)[0];
      if (best?.localId === holder?.localId) return [];
      if (holder !== null) update(holder.localId, { registrationId: null });
      if (best !== undefined) update(best.localId, { registrationId });
      return [holder?.localId, best?.localId].filter((localId) => localId !== undefined);
    },
  };
}
