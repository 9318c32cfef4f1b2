import type { Clock } from "../ports.ts";

/** The time limits of one exchange, measured with the injected clock. */
export function createDeadline(clock: Clock, outer: AbortSignal, wholeMs: number) {
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
    /** Restarts the limit of the current phase; the limit of the whole exchange stays. */
    allow(phaseMs: number): void {
      cancelPhase?.();
      cancelPhase = clock.after(phaseMs, pass);
    },
    /** Whether a limit, not the caller, aborted the exchange. */
    passed: () => passed,
    /** Stops the timers. */
    end(): void {
      cancelPhase?.();
      cancelWhole();
    },
  };
}

export type Deadline = ReturnType<typeof createDeadline>;
