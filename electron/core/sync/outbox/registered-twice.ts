import { isRegisteredAs } from "#shared/domain/registrations/same-person.ts";
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
 * two may not have known of each other, and both would be registered.
 */
export function isRegisteredTwice({ stores }: SyncDeps, walkUp: WalkUpRecord): boolean {
  const { eventRunId: runId, email, name = null } = walkUp.form;
  return stores.runners
    .byEmail(walkUp.eventId, email, mostRunners)
    .some(
      (other) =>
        other.runnerId !== walkUp.localId &&
        isRegisteredAs(other, { runId, email, name }) &&
        stores.outbox.bySubject(other.runnerId).length > 0 &&
        savedAt(stores, other.runnerId) !== savedAt(stores, walkUp.localId),
    );
}

/** The device whose journal has the walk-up. */
const savedAt = ({ journal }: SyncDeps["stores"], localId: string): string | undefined =>
  journal.ofSubjects([localId]).find(({ kind }) => kind === "walk-up.saved")?.device;
