/**
 * Hybrid logical clock (Kulkarni et al., 2014): it is close to the wall clock, never goes back, and is later than every
 * entry that was read before.
 */
export interface HlcTime {
  readonly wallMs: number;
  /** A number that orders the times within one millisecond. */
  readonly counter: number;
}

/** A remote clock that is ahead by more than this never advances the clock of this computer (J7). */
export const remoteAheadLimitMs = 60_000;

export const hlcStart: HlcTime = { wallMs: 0, counter: 0 };

/** 1900 to 2200, in milliseconds since 1970. An entry with another time is invalid (J11). */
const earliestMs = -2_208_988_800_000;
const latestMs = 7_258_118_400_000;

export const isSaneTime = (wallMs: number): boolean => wallMs >= earliestMs && wallMs <= latestMs;

/** The nearest sane time, so that other computers accept the entries of a computer with a wrong clock (J7). */
export const saneTime = (wallMs: number): number =>
  Math.min(Math.max(wallMs, earliestMs), latestMs);

const counterLimit = 0xffff;

/** The next time of this clock. If the wall clock went back, only the counter increases. */
export function tickHlc(last: HlcTime, nowMs: number): HlcTime {
  if (nowMs > last.wallMs) return { wallMs: nowMs, counter: 0 };
  return next(last);
}

/**
 * This clock after a remote entry was read: not earlier than the entry, so that the next entry of this computer is later. A
 * remote time more than 60 s ahead of this computer's wall clock is ignored.
 */
export function receiveHlc(last: HlcTime, remote: HlcTime, nowMs: number): HlcTime {
  if (remote.wallMs > nowMs + remoteAheadLimitMs) return last;
  return compareHlc(remote, last) > 0 ? remote : last;
}

export const compareHlc = (one: HlcTime, other: HlcTime): number =>
  one.wallMs - other.wallMs || one.counter - other.counter;

/**
 * A text that sorts like the clock: 12 hexadecimal digits of milliseconds, 4 of the counter, and the device, so that times of
 * two devices are never equal.
 */
export const formatHlc = ({ wallMs, counter }: HlcTime, device: string): string =>
  `${hex(wallMs, 12)}-${hex(counter, 4)}-${device}`;

const hlcForm = /^([0-9a-f]{12})-([0-9a-f]{4})-(.+)$/s;

/** Parses a text of `formatHlc`; null if the text is no such text, or if its time is not sane. */
export function readHlc(text: string): (HlcTime & { readonly device: string }) | null {
  const [, wall, counter, device] = hlcForm.exec(text) ?? [];
  if (wall === undefined || counter === undefined || device === undefined) return null;
  const wallMs = Number.parseInt(wall, 16);
  return isSaneTime(wallMs) ? { wallMs, counter: Number.parseInt(counter, 16), device } : null;
}

const next = ({ wallMs, counter }: HlcTime): HlcTime =>
  counter < counterLimit ? { wallMs, counter: counter + 1 } : { wallMs: wallMs + 1, counter: 0 };

const hex = (value: number, width: number): string => value.toString(16).padStart(width, "0");
