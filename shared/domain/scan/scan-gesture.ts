/** A key of a burst. */
export interface PressedKey {
  readonly key: string;
  readonly atMs: number;
  readonly releasedAtMs: number | null;
}

/** Who pressed the keys of a burst, as far as their releases tell. */
export type ScanHand = "machine" | "fingers" | "unknown";

export const pressKey = (
  pressed: readonly PressedKey[],
  key: string,
  atMs: number,
): readonly PressedKey[] => [...pressed, { key, atMs, releasedAtMs: null }];

/** Notes a release at the last press of that key that is still down. */
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
 * A scanner lets each key go before it presses the next, within a few milliseconds. A finger rests on a key for 50 ms
 * and more, and in a fast run it is still there when the next finger comes down.
 *
 * @param nowMs Null where releases are not heard: a key that was not let go then says nothing.
 */
export function judgeHand(
  pressed: readonly PressedKey[],
  nowMs: number | null,
  { tapMs, rollMs }: { readonly tapMs: number; readonly rollMs: number },
): ScanHand {
  let isTapped = pressed.length > 0;
  for (const [at, { atMs, releasedAtMs }] of pressed.entries()) {
    const nextAtMs = pressed[at + 1]?.atMs ?? null;
    const upMs = releasedAtMs ?? nowMs;
    if (nextAtMs !== null && upMs !== null && upMs - nextAtMs > rollMs) return "fingers";
    if (releasedAtMs === null || releasedAtMs - atMs > tapMs) isTapped = false;
  }
  return isTapped ? "machine" : "unknown";
}
