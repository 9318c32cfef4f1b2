import type { PressedKey } from "./scan-gesture.ts";

/**
 * Some browsers give a key its time when they handle it. On a busy computer the rest of a code then seems to come later, with
 * all its keys at once, and its beginning was taken for typing or for a whole code. The rest alone may be the bib of
 * another runner, so it is in doubt.
 *
 * @param burst The burst before: its text, its keys, and the time of its last key.
 * @param atMs The time of the key that begins the next burst.
 * @returns Whether both bursts may be one code.
 */
export function mayGoOn(
  burst: {
    readonly endedBurst: string;
    readonly pressed: readonly PressedKey[];
    readonly lastAtMs: number;
  },
  atMs: number,
  timing: TapTiming & { readonly afterTypingMs: number },
): boolean {
  const { endedBurst, pressed, lastAtMs } = burst;
  if (endedBurst === "" || atMs - lastAtMs > timing.afterTypingMs) return false;
  return areTapped(pressed, atMs, timing);
}

interface TapTiming {
  readonly shortGapMs: number;
  readonly tapMs: number;
}

/**
 * Whether each key was released at once, as a scanner does. If a delay came while a key was down, its release has the time
 * of the next key.
 *
 * @param atMs The time of the key behind these keys.
 */
export const areTapped = (
  pressed: readonly PressedKey[],
  atMs: number,
  { shortGapMs, tapMs }: TapTiming,
): boolean =>
  pressed.every(
    ({ atMs: downMs, releasedAtMs }, at) =>
      releasedAtMs !== null &&
      (releasedAtMs - downMs <= tapMs ||
        (pressed[at + 1]?.atMs ?? atMs) - releasedAtMs <= shortGapMs),
  );
