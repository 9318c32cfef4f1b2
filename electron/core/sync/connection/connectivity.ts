import type { Reply } from "#core/partner/client.ts";
import { readHttpDate } from "#core/partner/retry-after.ts";
import type { Outcome } from "#core/partner/classify-response.ts";
import { backoffMs, deliveryPolicy } from "#shared/domain/outbox/delivery-policy.ts";
import type { Clock, Random } from "#core/ports.ts";

export type LineState = "unknown" | "online" | "offline";

/** The way to the partner API, as the last exchanges showed it. */
export interface Line {
  readonly state: LineState;
  /** Wall clock of the last change; null while unknown. */
  readonly sinceMs: number | null;
  /** This computer's clock minus the server's; null until heard (J7). */
  readonly clockDriftMs: number | null;
  /** How long until the line is asked again; 0 unless offline. */
  readonly quietForMs: number;
  /** Any answer of the API, and what became of the question that is asked to learn about the line. */
  hear(reply: Reply): void;
  /** Somebody says it is back (a person, the operating system): the next try is due at once. */
  doubt(): void;
  reset(): void;
}

export interface LineOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Heard on each change of state or of the drift. */
  readonly onChange: (before: LineState, after: LineState) => void;
}

/** Coarser than the header's whole seconds, so that it does not flicker. */
const driftStepMs = 1_500;

export function createLine({ clock, random, onChange }: LineOptions): Line {
  let state: LineState = "unknown";
  let sinceMs: number | null = null;
  let clockDriftMs: number | null = null;
  let failuresInRow = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let quietUntil = 0;

  const become = (next: LineState): void => {
    const before = state;
    if (next === before) return;
    state = next;
    sinceMs = clock.now();
    onChange(before, next);
  };

  const learnDrift = ({ exchange }: Reply): void => {
    if (exchange.kind !== "answered") return;
    const serverMs = readHttpDate(exchange.date);
    if (serverMs === undefined) return;
    const middleMs = exchange.atMs - 500;
    const driftMs = middleMs - serverMs;
    if (clockDriftMs !== null && Math.abs(driftMs - clockDriftMs) < driftStepMs) return;
    clockDriftMs = Math.abs(driftMs) < driftStepMs ? 0 : driftMs;
    onChange(state, state);
  };

  return {
    get state() {
      return state;
    },
    get sinceMs() {
      return sinceMs;
    },
    get clockDriftMs() {
      return clockDriftMs;
    },
    get quietForMs() {
      return state === "offline" ? Math.max(0, Math.ceil(quietUntil - clock.monotonic())) : 0;
    },
    hear(reply) {
      const reached = reaches(reply.outcome);
      if (reached === null) return;
      if (reached) {
        learnDrift(reply);
        failuresInRow = 0;
        quietUntil = 0;
        become("online");
        return;
      }
      // What was on its way when the line failed is part of that failure.
      const sentAt = clock.monotonic() - reply.exchange.tookMs;
      if (sentAt <= failedAt) return;
      failedAt = clock.monotonic();
      const waitMs = backoffMs(failuresInRow, random.number(), deliveryPolicy.backoffLongestMs);
      quietUntil = failedAt + waitMs;
      failuresInRow += 1;
      become("offline");
    },
    doubt() {
      failuresInRow = 0;
      failedAt = Number.NEGATIVE_INFINITY;
      quietUntil = 0;
    },
    reset() {
      failuresInRow = 0;
      failedAt = Number.NEGATIVE_INFINITY;
      quietUntil = 0;
      clockDriftMs = null;
      state = "unknown";
      sinceMs = null;
    },
  };
}

/** Whether an outcome shows that the API can be reached; null when it shows neither. */
export function reaches(outcome: Outcome): boolean | null {
  switch (outcome.kind) {
    case "no-line":
    case "broken":
    case "timeout":
    case "not-the-api":
      return false;
    case "given-up":
      return null;
    default:
      return true;
  }
}
