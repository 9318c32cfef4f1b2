import type { Delivery, SendOutcome } from "#shared/domain/outbox/delivery-policy.ts";
import type { OutboxChange, OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { Outcome, ServerMessage } from "#core/partner/classify-response.ts";

/** The fields that the delivery state machine needs. `failuresInRow` is kept in memory only. */
export function deliveryOf(record: OutboxRecord, failuresInRow: number): Delivery {
  return {
    state: record.state,
    certainty: record.certainty,
    everMaybe: record.everMaybe,
    reason: record.reason === "paused" || record.reason === "copied" ? null : record.reason,
    tries: record.tries,
    failuresInRow,
    definiteErrors: record.definiteErrors,
    firstDefiniteErrorAtMs: record.firstDefiniteErrorAtMs,
    nextTryAtMs: record.nextTryAtMs,
    replayFromMs: record.replayFromMs,
  };
}

/** The state machine's result as columns. */
export const changeOf = ({ failuresInRow: _failuresInRow, ...columns }: Delivery): OutboxChange =>
  columns;

/**
 * Maps an exchange's outcome to the delivery state machine; `gateWaitMs` is how long the rate gate stays
 * closed (O6).
 */
export function sendOutcomeOf(outcome: Outcome, gateWaitMs: number): SendOutcome {
  switch (outcome.kind) {
    case "success":
      return { kind: "created" };
    case "not-the-api":
      return { kind: "not-the-api", definite: outcome.status >= 400 };
    case "server-error":
      return {
        kind: "server-error",
        definite: outcome.words.status >= 500,
        retryAfterMs: outcome.retryAfterMs,
      };
    case "rate-limited":
      return { kind: "rate-limited", waitMs: gateWaitMs };
    default:
      return { kind: outcome.kind };
  }
}

/** The server's error code and message, if it sent any. */
export const wordsOf = (outcome: Outcome): ServerMessage | null =>
  "words" in outcome ? outcome.words : null;

/** One line for the attempt log: the outcome and the server's message. */
export function answerOf(outcome: Outcome): string | null {
  const words = wordsOf(outcome);
  if (words !== null) {
    const { code, message, fields } = words;
    return JSON.stringify({ code, message, fields }).slice(0, 4_000);
  }
  if (outcome.kind === "success") return outcome.id;
  return outcome.kind === "not-the-api" ? outcome.seen : null;
}
