import type { Clock } from "../ports.ts";

/** The time limits of one exchange, measured with the injected clock. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Restarts the limit of the current phase; the limit of the whole exchange stays. */
  allow(phaseMs: number): void;
  /** Whether a limit, not the caller, aborted the exchange. */
  passed(): boolean;
  /** Stops the timers. */
  end(): void;
}

export function createDeadline(clock: Clock, outer: AbortSignal, wholeMs: number): Deadline {
  const controller = new AbortController();
  let passed = false;
  let cancelPhase: (() => void) | null = null;
  const pass = (): void => {
    passed = true;
    controller.abort();
  };
  const cancelWhole = clock.after(wholeMs, pass);
  return {
    signal: AbortSignal.any([outer, controller.signal]),
    allow(phaseMs) {
      cancelPhase?.();
      cancelPhase = clock.after(phaseMs, pass);
    },
    passed: () => passed,
    end() {
      cancelPhase?.();
      cancelWhole();
    },
  };
}
