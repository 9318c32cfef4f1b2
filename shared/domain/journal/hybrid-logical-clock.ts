/**
 * Hybrid logical clock (Kulkarni et al., 2014): close to the wall clock, never going back, and ordering what happened
 * after what was seen.
 */
export interface HlcTime {
  readonly wallMs: number;
  /** Orders what shares a millisecond. */
  readonly counter: number;
}

/** A remote clock further ahead than this never advances ours (J7). */
export const remoteAheadLimitMs = 60_000;

export const hlcStart: HlcTime = { wallMs: 0, counter: 0 };

/** 1900 to 2200, in milliseconds since 1970. No entry carries a time outside: no clock of a computer shows one (J11). */
const earliestMs = -2_208_988_800_000;
const latestMs = 7_258_118_400_000;

export const isSaneTime = (wallMs: number): boolean => wallMs >= earliestMs && wallMs <= latestMs;

/** The nearest sane time, so that a clock gone mad still writes entries that others take (J7). */
export const saneTime = (wallMs: number): number =>
  Math.min(Math.max(wallMs, earliestMs), latestMs);

const counterLimit = 0xffff;

/** The next time of our own clock. A wall clock that jumped back only makes the counter run (J7). */
export function tickHlc(last: HlcTime, nowMs: number): HlcTime {
  if (nowMs > last.wallMs) return { wallMs: nowMs, counter: 0 };
  return next(last);
}

/**
 * Our clock after reading a remote entry: later than it, so that what we write next is ordered after what we saw. A
 * remote time more than 60 s ahead of our wall clock leaves ours where it is (J7).
 */
export function receiveHlc(last: HlcTime, remote: HlcTime, nowMs: number): HlcTime {
  if (remote.wallMs > nowMs + remoteAheadLimitMs) return last;
  return compareHlc(remote, last) > 0 ? remote : last;
}

export const compareHlc = (one: HlcTime, other: HlcTime): number =>
  one.wallMs - other.wallMs || one.counter - other.counter;

/**
 * Fixed-width text whose order is the clock's order, ending in the device so that two devices never tie:
 * 12 hexadecimal digits of milliseconds, 4 of the counter, the device.
 */
export const formatHlc = ({ wallMs, counter }: HlcTime, device: string): string =>
  `${hex(wallMs, 12)}-${hex(counter, 4)}-${device}`;

const hlcForm = /^([0-9a-f]{12})-([0-9a-f]{4})-(.+)$/s;

/** Reads `formatHlc`'s text; null if it is none, or tells a time that no computer's clock shows (J11). */
export function readHlc(text: string): (HlcTime & { readonly device: string }) | null {
  const [, wall, counter, device] = hlcForm.exec(text) ?? [];
  if (wall === undefined || counter === undefined || device === undefined) return null;
  const wallMs = Number.parseInt(wall, 16);
  return isSaneTime(wallMs) ? { wallMs, counter: Number.parseInt(counter, 16), device } : null;
}

const next = ({ wallMs, counter }: HlcTime): HlcTime =>
  counter < counterLimit ? { wallMs, counter: counter + 1 } : { wallMs: wallMs + 1, counter: 0 };

const hex = (value: number, width: number): string => value.toString(16).padStart(width, "0");
