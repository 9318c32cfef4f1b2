import type { Clock } from "#core/ports.ts";

/** Delays that `wake` can end early. */
export interface Sleeper {
  /** Resolves after `ms`, or at the next `wake`. */
  sleep(ms: number): Promise<void>;
  wake(): void;
}

export function createSleeper(clock: Clock): Sleeper {
  const waking = new Set<() => void>();
  return {
    sleep: (ms) =>
      new Promise((resolve) => {
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
