import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { WalkUpRecord } from "#core/db/stores/walk-ups/walk-up-store.ts";

/**
 * The columns of an entry that is rebuilt from the journal alone. Its idempotency key is lost with the other
 * computer, so the entry must be reconciled before it may be sent, whatever its save time (O10).
 */
export function takenUp(
  told: Pick<WalkUpRecord, "outboxId" | "delivery" | "savedAtMs" | "savedBy">,
  remoteId: string | null,
  nowMs: number,
): Partial<OutboxRecord> {
  const { outboxId: id, delivery, savedAtMs, savedBy } = told;
  const entry = { id, savedAtMs, savedBy };
  if (delivery === "confirmed") {
    return { ...entry, state: "done", certainty: "confirmed", remoteId, finishedAtMs: savedAtMs };
  }
  const { everMaybe, replayFromMs, ...waiting } = inDoubt(nowMs);
  const doubt = { ...entry, everMaybe, replayFromMs };
  return delivery === "refused"
    ? { ...doubt, state: "needs-attention", certainty: "refused", reason: "refused" }
    : { ...doubt, ...waiting };
}

/**
 * The entry may have been sent from another computer with another key: reconcile it before sending, whatever
 * its save time.
 */
export const inDoubt = (nowMs: number) =>
  ({
    state: "waiting",
    certainty: "maybe-sent",
    reason: "reconcile",
    nextTryAtMs: nowMs,
    everMaybe: true,
    replayFromMs: 0,
  }) as const satisfies Partial<OutboxRecord>;
