import type { PressedKey } from "./scan-gesture.ts";

/** The keys from `from` up to, but not including, `to`. */
export interface ScannerPart {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the scanner's keys in a burst that may contain a person's key. A scanner presses its keys evenly and holds each for the
 * same time. If one gap or one hold of a burst differs by more than the scanner's jitter, a person may have pressed a key:
 * before the code, or after a code without a suffix.
 *
 * @param suffixAtMs The time of the suffix; null if the burst ended without one.
 * @returns The scanner's keys if a person pressed another one; null if all keys are even.
 */
export function findScannerPart(
  pressed: readonly PressedKey[],
  suffixAtMs: number | null,
  jitterMs: number,
): ScannerPart | null {
  const { length } = pressed;
  const gaps = pressed.slice(1).map(({ atMs }, at) => atMs - (pressed[at]?.atMs ?? atMs));
  const widest = Math.max(...gaps);
  const suffixGaps = suffixAtMs === null ? [] : [suffixAtMs - (pressed.at(-1)?.atMs ?? suffixAtMs)];
  if (gaps.length > 0 && widest - Math.min(...gaps, ...suffixGaps) > jitterMs) {
    const cut = gaps.lastIndexOf(widest) + 1;
    // A person cannot type between a code and its suffix. Without a suffix, the longer part is the code.
    const isBehind = suffixAtMs === null && cut > length - cut;
    return isBehind ? { from: 0, to: cut } : { from: cut, to: length };
  }
  const held = findLongHeld(pressed, jitterMs);
  if (held === null || length < 2) return null;
  if (held < length - 1) return { from: held + 1, to: length };
  return suffixAtMs === null ? { from: 0, to: held } : { from: 1, to: length };
}

/** The key that was held longer than the others, or is still down after the release of a later key; null for none. */
function findLongHeld(pressed: readonly PressedKey[], jitterMs: number): number | null {
  const lastUp = pressed.findLastIndex(({ releasedAtMs }) => releasedAtMs !== null);
  const holds = pressed
    .slice(0, lastUp + 1)
    .map(({ atMs, releasedAtMs }) => (releasedAtMs ?? Number.POSITIVE_INFINITY) - atMs);
  const longest = Math.max(...holds);
  const isOdd = holds.length > 0 && longest - Math.min(...holds) > jitterMs;
  return isOdd ? holds.indexOf(longest) : null;
}
