import type { Clock } from "#core/ports.ts";

/** A timer that a call of `wake` may end early. */
export function createAlarm(clock: Clock) {
  let isDue = false;
  let ringNow: (() => void) | null = null;
  return {
    wake(): void {
      isDue = true;
      ringNow?.();
    },
    /** Waits for `delayMs`; after a wake, for `earlyMs`. */
    async ring(delayMs: number, earlyMs: number): Promise<void> {
      if (!isDue) {
        await new Promise<void>((resolve) => {
          const cancel = clock.after(delayMs, resolve);
          ringNow = () => {
            cancel();
            resolve();
          };
        });
        ringNow = null;
      }
      if (isDue) await new Promise<void>((resolve) => void clock.after(earlyMs, resolve));
      isDue = false;
    },
  };
}
