import type { Clock } from "#core/ports.ts";
import { createSleeper } from "#core/sleep.ts";

/** A timer that a call of `wake` may end early. */
export function createAlarm(clock: Clock) {
  const sleeper = createSleeper(clock);
  let isDue = false;
  return {
    wake(): void {
      isDue = true;
      sleeper.wake();
    },
    /** Waits for `delayMs`; after a wake, for `earlyMs`. */
    async ring(delayMs: number, earlyMs: number): Promise<void> {
      if (!isDue) await sleeper.sleep(delayMs);
      if (isDue) await new Promise<void>((resolve) => void clock.after(earlyMs, resolve));
      isDue = false;
    },
  };
}
