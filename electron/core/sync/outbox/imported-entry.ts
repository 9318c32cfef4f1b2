import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { WalkUpRecord } from "#core/db/stores/walk-ups/walk-up-store.ts";

/**
 * How an entry stands of which the journal alone is left. Its key is lost with the other computer, so that it may not go
 * before somebody looked for it, however early it was saved (O10).
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

/** It may have been sent from another computer, under another key: looked for before it may go, however early it was saved. */
export const inDoubt = (nowMs: number) =>
  ({
    state: "waiting",
    certainty: "maybe-sent",
    reason: "reconcile",
    nextTryAtMs: nowMs,
    everMaybe: true,
    replayFromMs: 0,
  }) as const satisfies Partial<OutboxRecord>;
