import type { Clock } from "#core/ports.ts";

/** A clock that stands still until it is told to go on. */
export interface ManualClock extends Clock {
  /** Goes on by `ms`, calling what falls due in order, each at its own time; lets promises settle in between. */
  advance(ms: number): Promise<void>;
  /** Sets the wall clock alone, as a person or a time server does; the monotonic clock does not notice (J7). */
  jump(ms: number): void;
  /** How many timers wait. */
  readonly pending: number;
  /** Milliseconds until the next timer; null when none waits. */
  untilNextMs(): number | null;
}

interface Timer {
  readonly due: number;
  readonly call: () => void;
}

export function createManualClock(startAtMs: number = Date.UTC(2026, 4, 17, 7, 0, 0)): ManualClock {
  const timers = new Set<Timer>();
  let elapsed = 0;
  let offset = startAtMs;

  const next = (): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) if (first === undefined || timer.due < first.due) first = timer;
    return first;
  };

  return {
    now: () => offset + elapsed,
    monotonic: () => elapsed,
    after(delayMs, call) {
      const timer = { due: elapsed + Math.max(0, delayMs), call };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    async advance(ms) {
      const until = elapsed + ms;
      for (let timer = next(); timer !== undefined && timer.due <= until; timer = next()) {
        timers.delete(timer);
        elapsed = Math.max(elapsed, timer.due);
        timer.call();
        await settle();
      }
      elapsed = until;
      await settle();
    },
    jump(ms) {
      offset += ms;
    },
    get pending() {
      return timers.size;
    },
    untilNextMs() {
      const timer = next();
      return timer === undefined ? null : Math.max(0, timer.due - elapsed);
    },
  };
}

/** Lets promises and sockets that are ready go on. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Waits, in real time, until something that crosses a real socket has come true. */
export async function until(
  holds: () => boolean,
  what = "the condition",
  limitMs = 5_000,
): Promise<void> {
  const startedAt = performance.now();
  while (!holds()) {
    if (performance.now() - startedAt > limitMs) throw new Error(`Waited too long for ${what}.`);
    await settle();
  }
}
