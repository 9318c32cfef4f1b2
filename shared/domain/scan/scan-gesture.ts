/** A key of a burst. */
export interface PressedKey {
  readonly key: string;
  readonly atMs: number;
  readonly releasedAtMs: number | null;
}

/** The source of the keys of a burst, according to their releases. */
export type KeySource = "machine" | "fingers" | "unknown";

export const pressKey = (
  pressed: readonly PressedKey[],
  key: string,
  atMs: number,
): readonly PressedKey[] => [...pressed, { key, atMs, releasedAtMs: null }];

/** Adds a release to the last press of that key that is still down. */
export function releaseKey(
  pressed: readonly PressedKey[],
  key: string,
  atMs: number,
): readonly PressedKey[] {
  const at = pressed.findLastIndex((each) => each.key === key && each.releasedAtMs === null);
  const found = pressed[at];
  return found === undefined ? pressed : pressed.with(at, { ...found, releasedAtMs: atMs });
}

/**
 * A scanner releases each key before it presses the next one, within a few milliseconds. A finger holds a key for at least
 * 50 ms, and when a person types fast, the next key is pressed before the release.
 *
 * @param nowMs Null if the page does not report releases: a key without a release then means nothing.
 */
export function judgeKeySource(
  pressed: readonly PressedKey[],
  nowMs: number | null,
  { tapMs, rollMs }: { readonly tapMs: number; readonly rollMs: number },
): KeySource {
  let isTapped = pressed.length > 0;
  for (const [at, { atMs, releasedAtMs }] of pressed.entries()) {
    const nextAtMs = pressed[at + 1]?.atMs ?? null;
    const upMs = releasedAtMs ?? nowMs;
    if (nextAtMs !== null && upMs !== null && upMs - nextAtMs > rollMs) return "fingers";
    if (releasedAtMs === null || releasedAtMs - atMs > tapMs) isTapped = false;
  }
  return isTapped ? "machine" : "unknown";
}
