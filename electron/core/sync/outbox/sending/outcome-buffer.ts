import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { Clock } from "#core/ports.ts";
import type { OutboxTransitions, SentTry } from "./outbox-transitions.ts";

export interface FinishedAttempt extends SentTry {
  readonly entry: OutboxRecord;
  /** Monotonic clock. */
  readonly at: number;
}

/**
 * Finished attempts that are not on disk yet. They are written before the next run sends anything. Outcomes
 * are written within `withinMs`.
 */
export function createOutcomeBuffer(
  transitions: OutboxTransitions,
  clock: Clock,
  withinMs: number,
) {
  let attempts: FinishedAttempt[] = [];
  return {
    get size() {
      return attempts.length;
    },
    add: (attempt: FinishedAttempt) => void attempts.push(attempt),
    /** Milliseconds until the oldest attempt must be written; null if there is none. */
    dueInMs() {
      const [oldest] = attempts;
      if (oldest === undefined) return null;
      return Math.max(0, Math.ceil(oldest.at + withinMs - clock.monotonic()));
    },
    /** Writes all attempts. In a transaction; call `clear` after its commit. */
    write() {
      for (const { entry, ...sent } of attempts) transitions.settle(entry, sent);
    },
    clear() {
      attempts = [];
    },
  };
}

export type OutcomeBuffer = ReturnType<typeof createOutcomeBuffer>;
