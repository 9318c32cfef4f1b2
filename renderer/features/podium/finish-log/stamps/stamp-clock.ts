/**
 * Converts the page's clock (`event.timeStamp`) to the time of day. The page's clock is precise and monotonic, so a busy
 * page, a corrected wall clock and daylight saving time do not change a stamp. But it can stop while the computer sleeps.
 */
export interface ClockAnchor {
  /** Milliseconds to add to the page time for the time of day. */
  readonly offsetMs: number;
  /** The length of the last sleep in milliseconds; null: no sleep. */
  readonly sleptMs: number | null;
}

/** A larger jump of the wall clock is a sleep; a smaller one is a correction of the wall clock. */
const sleepMs = 2_000;

/**
 * Keeps the anchor unless the wall clock jumped ahead: page clocks stop while a computer sleeps. A wall clock that was
 * set back says nothing about the page's clock.
 */
export function updateAnchor(anchor: ClockAnchor, wallMs: number, pageMs: number): ClockAnchor {
  const aheadMs = wallMs - (pageMs + anchor.offsetMs);
  return aheadMs > sleepMs ? { offsetMs: wallMs - pageMs, sleptMs: Math.round(aheadMs) } : anchor;
}

/** One request for the time of the desk, with the time by a clock of this device before and after it. */
export interface ClockSample {
  readonly askedAtMs: number;
  readonly deskAtMs: number;
  readonly answeredAtMs: number;
}

/** A smaller difference counts as none. */
const sameClockMs = 50;

/**
 * How far the desk's clock is ahead of the clock of this device, from the fastest of several requests. 0 if the
 * difference is within the tolerance.
 */
export function deskAheadMs(samples: readonly ClockSample[]): number {
  let best: { readonly tookMs: number; readonly aheadMs: number } | null = null;
  for (const { askedAtMs, deskAtMs, answeredAtMs } of samples) {
    const tookMs = answeredAtMs - askedAtMs;
    const aheadMs = deskAtMs - (askedAtMs + tookMs / 2);
    if (best === null || tookMs < best.tookMs) best = { tookMs, aheadMs };
  }
  if (best === null) return 0;
  const toleranceMs = Math.max(sameClockMs, best.tookMs);
  return Math.abs(best.aheadMs) <= toleranceMs ? 0 : Math.round(best.aheadMs);
}

/** The screen's clock for stamps. */
export type StampClock = ReturnType<typeof createStampClock>;

export function createStampClock(ports: {
  readonly wallMs: () => number;
  readonly pageMs: () => number;
  readonly originMs: number;
}) {
  let anchor: ClockAnchor = { offsetMs: ports.originMs, sleptMs: null };
  let deskAhead = { ofOwnMs: 0, ofWallMs: 0 };
  /** Detects a sleep. Called regularly, so that a sleep is noticed before the next press. */
  const update = (): ClockAnchor => {
    const before = anchor;
    anchor = updateAnchor(anchor, ports.wallMs(), ports.pageMs());
    if (anchor !== before) deskAhead = { ...deskAhead, ofOwnMs: deskAhead.ofWallMs };
    return anchor;
  };
  let inUse = false;
  const timeOf = (timeStampMs: number): number => {
    update();
    return Math.round(timeStampMs + anchor.offsetMs + deskAhead.ofOwnMs);
  };
  return {
    /** The time of day of an event's `timeStamp` on the desk's clock, in whole milliseconds, for the log. */
    at(timeStampMs: number) {
      inUse = true;
      return timeOf(timeStampMs);
    },
    /** The present time of day on the desk's clock, in whole milliseconds. */
    now: () => timeOf(ports.pageMs()),
    /** Whether `at` was called: times of this clock are in the log. */
    isInUse: () => inUse,
    /**
     * The present time of day without the difference from the desk, which is measured against it. Unlike the wall clock, it
     * follows no small or backward correction of the wall clock.
     */
    own() {
      update();
      return ports.pageMs() + anchor.offsetMs;
    },
    update,
    /** How far the desk's clock is ahead: of `own`, and of the wall clock, by which `own` is set after a sleep. */
    setDeskAhead(ahead: { readonly ofOwnMs: number; readonly ofWallMs: number }) {
      deskAhead = ahead;
    },
  };
}
