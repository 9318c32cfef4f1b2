import type { Clock } from "../ports.ts";

/** Time limits of one exchange, on the injected clock. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Starts the current phase's limit anew; the whole's limit stays. */
  allow(phaseMs: number): void;
  /** Whether a limit, and not the caller, ended it. */
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
  const giveUp = (): void => controller.abort();
  const cancelWhole = clock.after(wholeMs, pass);
  outer.addEventListener("abort", giveUp, { once: true });
  return {
    signal: controller.signal,
    allow(phaseMs) {
      cancelPhase?.();
      cancelPhase = clock.after(phaseMs, pass);
    },
    passed: () => passed,
    end() {
      cancelPhase?.();
      cancelWhole();
      outer.removeEventListener("abort", giveUp);
    },
  };
}
