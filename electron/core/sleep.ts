import type { Clock } from "./ports.ts";

/** Delays that `wake` can end early. */
export function createSleeper(clock: Clock) {
  const waking = new Set<() => void>();
  return {
    /** Resolves after `ms`, or at the next `wake`. */
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        const end = (): void => {
          cancel();
          waking.delete(end);
          resolve();
        };
        const cancel = clock.after(ms, end);
        waking.add(end);
      }),
    wake() {
      for (const end of waking) end();
    },
  };
}

export type Sleeper = ReturnType<typeof createSleeper>;
