import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { isOrganizerTold } from "#shared/domain/outbox/local-record.ts";
import { mustBeCancelled } from "#shared/domain/walk-ups/walk-up.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { OutboxRecord, OutboxScope } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { Stores } from "#core/db/stores.ts";

/** Why a person must ask the organizer about this entry (W3, M10). Once somebody told the organizer, nothing is to be asked. */
export function askOrganizerWhy(
  { id, kind, subject, remoteId, state, body }: OutboxRecord,
  { walkUps, localEvents, registrations, outbox, journal }: Stores,
): OutboxEntry["askOrganizer"] {
  if (state !== "done" && state !== "cancelled") return null;
  const local = kind === "walk-up" ? walkUps.get(subject) : localEvents.get(subject);
  if (local === null) return null;
  const isListable = kind === "walk-up" && remoteId !== null;
  const listed = isListable ? registrations.get(remoteId) : null;
  if (local.outboxId === id) return mustBeCancelled(local, listed) ? "retracted" : null;
  const inForce = outbox.get(local.outboxId);
  if (state !== "done" || inForce === null) return null;
  const isSame = inForce.remoteId === remoteId && Buffer.compare(inForce.body, body) === 0;
  if (isSame || !mustBeCancelled({ askOrganizer: true }, listed)) return null;
  return wasOrganizerTold({ id, subject }, journal) ? null : "replaced";
}

/** Whether a person told the organizer about this entry, and did not undo it. */
export function wasOrganizerTold(
  { id, subject }: Pick<OutboxRecord, "id" | "subject">,
  journal: Stores["journal"],
): boolean {
  const facts = journal.ofSubjects([subject]).map((entry) => ({ fact: parseFact(entry) }));
  return isOrganizerTold(id, facts);
}

/** The entries about which a person must ask the organizer, in the order in which they were saved. */
export const entriesToAsk = (stores: Stores, scope?: OutboxScope): OutboxRecord[] =>
  stores.outbox
    .retractedOrReplaced(scope)
    .filter((entry) => askOrganizerWhy(entry, stores) !== null);
