/** One time for the desk and the organizer's server; only the desk's wall clock can be set wrong. */
export interface VirtualTime {
  /** Milliseconds since the start; never goes back. */
  readonly elapsedMs: number;
  /** The true time, which the server's clock tells. */
  trueNow(): number;
  /** The desk's wall clock. */
  deskNow(): number;
  /** Sets the desk's wall clock. */
  jump(ms: number): void;
  after(delayMs: number, call: () => void): () => void;
  /** Sleeps through `ms` without waking anybody: the computer is shut. */
  skip(ms: number): void;
  /** Goes on by `ms`, timer by timer, until `stop` says so. */
  advance(ms: number, stop?: () => boolean): Promise<void>;
  /** Milliseconds until the next timer; null when none waits. */
  untilNextMs(): number | null;
}

interface Timer {
  readonly due: number;
  readonly call: () => void;
}

const startAtMs = Date.UTC(2026, 4, 17, 6, 30, 0);

/** `settle` lets everything that is ready run to its next wait. */
export function createVirtualTime(settle: () => Promise<void>): VirtualTime {
  const timers = new Set<Timer>();
  let elapsedMs = 0;
  let offsetMs = 0;

  const next = (): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) if (first === undefined || timer.due < first.due) first = timer;
    return first;
  };

  return {
    get elapsedMs() {
      return elapsedMs;
    },
    trueNow: () => startAtMs + Math.floor(elapsedMs),
    deskNow: () => startAtMs + Math.floor(elapsedMs) + offsetMs,
    jump(ms) {
      offsetMs += ms;
    },
    after(delayMs, call) {
      const timer = { due: elapsedMs + Math.max(0, delayMs), call };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    skip(ms) {
      elapsedMs += ms;
    },
    async advance(ms, stop = () => false) {
      const until = elapsedMs + ms;
      await settle();
      for (let timer = next(); timer !== undefined && timer.due <= until; timer = next()) {
        if (stop()) return;
        timers.delete(timer);
        elapsedMs = Math.max(elapsedMs, timer.due);
        timer.call();
        await settle();
      }
      if (!stop()) elapsedMs = Math.max(elapsedMs, until);
    },
    untilNextMs() {
      const timer = next();
      return timer === undefined ? null : Math.max(0, timer.due - elapsedMs);
    },
  };
}
