import { isStatusOfSent } from "#shared/domain/registrations/same-person.ts";
import { claimOnId } from "./claim.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/**
 * Matches walk-ups whose reply was lost with the replica after a complete pass: the only unclaimed row with
 * the same run, e-mail, name and status is linked provisionally (W2). In a transaction. Returns how many were linked.
 */
export function matchLostReplies({ stores, author, maySend }: SyncDeps, eventId: string): number {
  // The hub links them, and its entries come here (M9).
  if (!maySend()) return 0;
  let linked = 0;
  for (const state of ["waiting", "needs-attention", "sending"] as const) {
    for (const entry of stores.outbox.inState(state)) {
      const { form, subject, certainty } = entry;
      if (entry.eventId !== eventId || form === null || certainty !== "maybe-sent") continue;
      const known = stores.walkUps.get(subject);
      if (known === null || known.wantedRegistrationId !== null) continue;
      const wanted = { runId: form.eventRunId, email: form.email, name: form.name ?? null };
      const free = stores.registrations
        .matching(eventId, wanted)
        .filter(({ status }) => isStatusOfSent(status, form.status))
        .filter(({ id }) => claimOnId(stores, entry, id) === "nobody");
      const [only] = free;
      if (only === undefined || free.length > 1) continue;
      stores.journal.append({
        kind: "walk-up.paired",
        payload: { registrationId: only.id },
        eventId,
        subject,
        ...author(),
      });
      stores.runners.refresh(eventId, subject);
      linked += 1;
    }
  }
  return linked;
}
