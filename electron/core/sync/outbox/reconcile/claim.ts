import { isSamePerson } from "#shared/domain/registrations/same-person.ts";
import type { Stores } from "#core/db/stores.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";

/**
 * Who claims a registration or an event of the organizer, from the view of one entry (O10, W2).
 *
 * - `nobody`: no other walk-up or local event claims it.
 * - `provisional`: another walk-up is matched with it, without confirmation. A person may decide otherwise.
 * - `another`: it belongs to another walk-up or local event.
 */
export type Claim = "nobody" | "provisional" | "another";

/** The outcome of an attempt that the organizer's system confirmed with an id that belongs to another entry (O4). */
export const idTaken = "id-taken";

type Claimant = Pick<OutboxRecord, "kind" | "eventId" | "subject">;

export function claimOnId(stores: Stores, entry: Claimant, remoteId: string): Claim {
  if (entry.kind === "event") {
    const maker = stores.localEvents.byEvent(remoteId);
    return maker === null || maker.localId === entry.subject ? "nobody" : "another";
  }
  const holder = stores.walkUps.byRegistration(remoteId);
  if (holder !== null && holder.localId !== entry.subject) {
    return holder.provisional ? "provisional" : "another";
  }
  const isClaimed =
    entry.eventId !== null && stores.outbox.isClaimed(entry.eventId, remoteId, entry.subject);
  return isClaimed ? "another" : "nobody";
}

/**
 * Whether the organizer's list has another person under this id, as where a server takes everybody with one e-mail address
 * for one person. After a doubt, the registration may be the entry's own, and the organizer may have corrected it since.
 */
export function isListedAsAnother(
  { registrations }: Stores,
  { form, everMaybe }: Pick<OutboxRecord, "form" | "everMaybe">,
  registrationId: string,
): boolean {
  const listed = registrations.get(registrationId);
  if (listed === null || form === null || everMaybe) return false;
  const { eventRunId: runId, email, name = null } = form;
  return !isSamePerson({ runId, email, name }, listed);
}
