import { reasonBefore } from "#shared/domain/outbox/outbox-actions.ts";
import { isRegisteredAs } from "#shared/domain/registrations/same-person.ts";
import type { Stores } from "#core/db/stores.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { WalkUpRecord } from "#core/db/stores/walk-ups/walk-up-store.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/** A person decides whether the walk-up of somebody who is registered already is sent too. */
export const registeredTwice = {
  state: "needs-attention",
  reason: "registered-twice",
  nextTryAtMs: null,
} as const satisfies Partial<OutboxRecord>;

/** One e-mail address may have this many runners; more are not compared. */
const mostRunners = 1_000;

/**
 * Whether another database saved a walk-up of the same person for the same run, which has its outbox entry here (M9). The
 * two may not have known of each other, and both would be registered. A walk-up that is held itself holds no other one.
 */
export function isRegisteredTwice({ stores }: SyncDeps, walkUp: WalkUpRecord): boolean {
  const { eventRunId: runId, email, name = null } = walkUp.form;
  return stores.runners
    .byEmail(walkUp.eventId, email, mostRunners)
    .some(
      (other) =>
        other.runnerId !== walkUp.localId &&
        isRegisteredAs(other, { runId, email, name }) &&
        isQueued(stores, other.runnerId) &&
        savedAt(stores, other.runnerId) !== savedAt(stores, walkUp.localId),
    );
}

/** Holds the entry if it would be sent now although its walk-up is of somebody who is registered already (M9). */
export function holdIfTwice(deps: SyncDeps, outboxId: string): void {
  const { outbox, walkUps } = deps.stores;
  const entry = outbox.get(outboxId);
  const walkUp = entry === null ? null : walkUps.get(entry.subject);
  if (entry?.state !== "pending" || walkUp === null || !deps.maySend()) return;
  if (isRegisteredTwice(deps, walkUp)) outbox.patch(outboxId, registeredTwice);
}

/** Sends what was held of a person of whom another walk-up was retracted, if no further one is left (M9). */
export function releaseTwins(deps: SyncDeps, eventId: string | null): void {
  const { outbox, walkUps } = deps.stores;
  for (const entry of outbox.inState(registeredTwice.state)) {
    if (entry.eventId !== eventId || entry.reason !== registeredTwice.reason) continue;
    const walkUp = walkUps.get(entry.subject);
    if (walkUp === null || isRegisteredTwice(deps, walkUp)) continue;
    // What may have arrived was looked for: a person decides as about any other entry that the list does not have (O10).
    const reason = entry.everMaybe ? "not-found-again" : null;
    outbox.patch(entry.id, reason === null ? { state: "pending", reason } : { reason });
  }
}

/** Whether the walk-up has an outbox entry here that is not held. */
function isQueued({ outbox }: Stores, localId: string): boolean {
  const [entry] = outbox.bySubject(localId);
  return entry !== undefined && reasonBefore(entry) !== registeredTwice.reason;
}

/** The device whose journal has the walk-up. */
const savedAt = ({ journal }: SyncDeps["stores"], localId: string): string | undefined =>
  journal.ofSubjects([localId]).find(({ kind }) => kind === "walk-up.saved")?.device;
