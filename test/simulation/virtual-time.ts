import { createManualClock } from "#test/support/clock.ts";
import type { ManualClock } from "#test/support/clock.ts";

/** One time for the desk and the organizer's server; only the desk's wall clock can be set wrong. */
export interface VirtualTime extends Pick<
  ManualClock,
  "after" | "jump" | "skip" | "advance" | "untilNextMs"
> {
  /** Milliseconds since the start; never goes back. */
  readonly elapsedMs: number;
  /** The true time, which the clock of the server shows. */
  trueNow(): number;
  /** The desk's wall clock; `jump` sets it. */
  deskNow(): number;
}

const startAtMs = Date.UTC(2026, 4, 17, 6, 30, 0);

/** `settle` lets everything that is ready run until it waits again. */
export function createVirtualTime(settle: () => Promise<void>): VirtualTime {
  const clock = createManualClock(startAtMs, settle);
  return {
    ...clock,
    get elapsedMs() {
      return clock.monotonic();
    },
    trueNow: () => startAtMs + Math.floor(clock.monotonic()),
    deskNow: () => Math.floor(clock.now()),
    async advance(ms, stop) {
      await settle();
      await clock.advance(ms, stop);
    },
  };
}
