import type { Stores } from "#core/db/stores.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";

/**
 * Whose a registration or an event of the organizer's is, seen from one entry (O10, W2).
 *
 * - `nobody`: no other walk-up's, no other order's.
 * - `provisional`: another walk-up was paired with it, and nothing has confirmed that. A person may decide otherwise.
 * - `another`: another one is it.
 */
export type Claim = "nobody" | "provisional" | "another";

type Claimant = Pick<OutboxRecord, "kind" | "eventId" | "subject">;

export function claimOf(stores: Stores, entry: Claimant, remoteId: string): Claim {
  if (entry.kind === "event") {
    const maker = stores.madeEvents.byEvent(remoteId);
    return maker === null || maker.localId === entry.subject ? "nobody" : "another";
  }
  const holder = stores.walkUps.byRegistration(remoteId);
  if (holder !== null && holder.localId !== entry.subject) {
    return holder.provisional ? "provisional" : "another";
  }
  const isClaimed =
    entry.eventId !== null && stores.outbox.claimedRemoteIds(entry.eventId).includes(remoteId);
  return isClaimed ? "another" : "nobody";
}
