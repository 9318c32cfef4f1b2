import type { OutboxRecord } from "../db/stores/outbox-store.ts";
import type { WalkUpRecord } from "../db/stores/walk-up-store.ts";

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
  const doubt = { ...entry, everMaybe: true, replayFromMs: 0 };
  return delivery === "refused"
    ? { ...doubt, state: "needs-attention", certainty: "refused", reason: "refused" }
    : {
        ...doubt,
        state: "waiting",
        certainty: "maybe-sent",
        reason: "reconcile",
        nextTryAtMs: nowMs,
      };
}
