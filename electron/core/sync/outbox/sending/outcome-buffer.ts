import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { Clock } from "#core/ports.ts";
import type { OutboxTransitions, SentTry } from "./outbox-transitions.ts";

export interface FinishedAttempt extends SentTry {
  readonly entry: OutboxRecord;
  /** Monotonic clock. */
  readonly at: number;
}

/** Finished attempts that are not on disk yet. They are written before the next run sends anything. */
export interface OutcomeBuffer {
  readonly size: number;
  add(attempt: FinishedAttempt): void;
  /** Milliseconds until the oldest attempt must be written; null if there is none. */
  dueInMs(): number | null;
  /** Writes all attempts. In a transaction; call `clear` after its commit. */
  write(): void;
  clear(): void;
}

/** Outcomes are written within `withinMs`. */
export function createOutcomeBuffer(
  transitions: OutboxTransitions,
  clock: Clock,
  withinMs: number,
): OutcomeBuffer {
  let attempts: FinishedAttempt[] = [];
  return {
    get size() {
      return attempts.length;
    },
    add: (attempt) => void attempts.push(attempt),
    dueInMs() {
      const [oldest] = attempts;
      if (oldest === undefined) return null;
      return Math.max(0, Math.ceil(oldest.at + withinMs - clock.monotonic()));
    },
    write() {
      for (const { entry, ...sent } of attempts) transitions.settle(entry, sent);
    },
    clear() {
      attempts = [];
    },
  };
}
