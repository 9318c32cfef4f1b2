import type { Clock } from "#core/ports.ts";

/** A clock that only `advance` and `skip` move. */
export interface ManualClock extends Clock {
  /** Moves on by `ms`, or until `stop` is true. Due timers run in order, each at its time, and promises settle in between. */
  advance(ms: number, stop?: () => boolean): Promise<void>;
  /** Moves on by `ms` without running a timer, as a computer that sleeps. */
  skip(ms: number): void;
  /** Sets only the wall clock, as a person or a time server does; the monotonic clock does not change (J7). */
  jump(ms: number): void;
  /** The number of waiting timers. */
  readonly pending: number;
  /** Milliseconds until the next timer; null without a timer. */
  untilNextMs(): number | null;
}

interface Timer {
  readonly due: number;
  readonly call: () => void;
}

/** `settleAll` lets everything that is ready run until it waits again. */
export function createManualClock(
  startAtMs: number = Date.UTC(2026, 4, 17, 7, 0, 0),
  settleAll: () => Promise<void> = settle,
): ManualClock {
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
    async advance(ms, stop = () => false) {
      const until = elapsed + ms;
      for (let timer = next(); timer !== undefined && timer.due <= until; timer = next()) {
        if (stop()) return;
        timers.delete(timer);
        elapsed = Math.max(elapsed, timer.due);
        timer.call();
        await settleAll();
      }
      if (stop()) return;
      elapsed = Math.max(elapsed, until);
      await settleAll();
    },
    skip(ms) {
      elapsed += ms;
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

/** Lets ready promises and sockets run. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Waits in real time for a condition that depends on a real socket. */
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
