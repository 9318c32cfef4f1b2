import type { Reply } from "#core/partner/client.ts";
import type { Outcome } from "#core/partner/classify-response.ts";
import { backoffMs } from "#shared/domain/outbox/delivery-policy.ts";
import type { Clock, Random } from "#core/ports.ts";
import { readClockDrift } from "./clock-drift.ts";

export type ConnectivityState = "unknown" | "online" | "offline";

export interface ConnectivityOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Called on each change of state or of the clock drift. */
  readonly onChange: (before: ConnectivityState, after: ConnectivityState) => void;
}

/** Coarser than the `Date` header's resolution of one second, so that the shown drift does not flicker. */
const driftStepMs = 1_500;

/** Connectivity to the partner API, derived from the last exchanges. */
export function createConnectivity({ clock, random, onChange }: ConnectivityOptions) {
  let state: ConnectivityState = "unknown";
  let sinceMs: number | null = null;
  let clockDriftMs: number | null = null;
  let failuresInRow = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let quietUntil = 0;

  const become = (next: ConnectivityState): void => {
    const before = state;
    if (next === before) return;
    state = next;
    sinceMs = clock.now();
    onChange(before, next);
  };

  const learnDrift = ({ exchange }: Reply): void => {
    if (exchange.kind !== "answered") return;
    const driftMs = readClockDrift(exchange, clockDriftMs);
    if (driftMs === null) return;
    if (clockDriftMs !== null && Math.abs(driftMs - clockDriftMs) < driftStepMs) return;
    clockDriftMs = Math.abs(driftMs) < driftStepMs ? 0 : driftMs;
    onChange(state, state);
  };

  return {
    get state() {
      return state;
    },
    /** Wall clock of the last change; null while unknown. */
    get sinceMs() {
      return sinceMs;
    },
    /** This computer's clock minus the server's, in milliseconds; null until an answer was received (J7). */
    get clockDriftMs() {
      return clockDriftMs;
    },
    /** Milliseconds until the next connectivity check; 0 unless offline. */
    get quietForMs() {
      return state === "offline" ? Math.max(0, Math.ceil(quietUntil - clock.monotonic())) : 0;
    },
    /** Takes any answer of the API, and the outcome of the connectivity check. */
    hear(reply: Reply) {
      const isProven = provesConnectivity(reply.outcome);
      if (isProven === null) return;
      if (isProven) {
        learnDrift(reply);
        failuresInRow = 0;
        quietUntil = 0;
        become("online");
        return;
      }
      // A request that was in flight when connectivity failed belongs to the same failure.
      const sentAt = clock.monotonic() - reply.exchange.tookMs;
      if (sentAt <= failedAt) return;
      failedAt = clock.monotonic();
      const waitMs = backoffMs(failuresInRow, random.number());
      quietUntil = failedAt + waitMs;
      failuresInRow += 1;
      become("offline");
    },
    /** A person or the operating system says that the network is back: the next attempt is due at once. */
    retryNow() {
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

export type Connectivity = ReturnType<typeof createConnectivity>;

/** Whether an outcome proves that the API can be reached; null if it proves neither. */
export function provesConnectivity(outcome: Outcome): boolean | null {
  switch (outcome.kind) {
    case "offline":
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
