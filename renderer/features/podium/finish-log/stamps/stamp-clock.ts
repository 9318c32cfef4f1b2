/**
 * When a key was pressed, as a time of day. The page's own clock (`event.timeStamp`) is exact and steady: how busy the
 * page is, a corrected wall clock, midnight and daylight saving time do not touch it. Two things it does not know: it
 * may stand still while the computer sleeps, and on another device it is that device's clock.
 */
export interface ClockAnchor {
  /** Page time plus this is the time of day, in milliseconds. */
  readonly offsetMs: number;
  /** How far the wall clock went ahead of the page's at once, the last time it did: a sleep. */
  readonly sleptMs: number | null;
}

/** Ahead by more than this was a sleep; less is the wall clock being corrected a little. */
const sleepMs = 2_000;

/**
 * Holds the anchor, unless the wall clock is suddenly ahead: page clocks stand still while a computer sleeps, so the
 * time of day is right and the page late. A wall clock turned back proves nothing about the page's: the anchor stays.
 */
export function updateAnchor(anchor: ClockAnchor, wallMs: number, pageMs: number): ClockAnchor {
  const aheadMs = wallMs - (pageMs + anchor.offsetMs);
  return aheadMs > sleepMs ? { offsetMs: wallMs - pageMs, sleptMs: Math.round(aheadMs) } : anchor;
}

/** One question to the desk's clock, by this device's wall clock. */
export interface ClockSample {
  readonly askedAtMs: number;
  readonly deskAtMs: number;
  readonly answeredAtMs: number;
}

/** Below this two clocks count as one. */
const sameClockMs = 50;

/**
 * How far the desk's clock is ahead of this device's, by the quickest of several questions; 0 where the two are one
 * clock as far as can be told.
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
export interface StampClock {
  /** The time of day of an event's `timeStamp`, by the desk's clock, in whole milliseconds. */
  at(timeStampMs: number): number;
  /** To be asked now and then, so that a sleep is noticed before the next press. */
  look(): ClockAnchor;
  setDeskAhead(aheadMs: number): void;
}

export function createStampClock(ports: {
  readonly wallMs: () => number;
  readonly pageMs: () => number;
  readonly originMs: number;
}): StampClock {
  let anchor: ClockAnchor = { offsetMs: ports.originMs, sleptMs: null };
  let deskMs = 0;
  const look = (): ClockAnchor => (anchor = updateAnchor(anchor, ports.wallMs(), ports.pageMs()));
  return {
    at(timeStampMs) {
      look();
      return Math.round(timeStampMs + anchor.offsetMs + deskMs);
    },
    look,
    setDeskAhead(aheadMs) {
      deskMs = aheadMs;
    },
  };
}
