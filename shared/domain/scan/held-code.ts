/**
 * A camera sees the same code in picture after picture (B4). This file decides which of these sightings is a scan: a
 * code counts once, however long it is held, and again after it was away.
 */

export interface HeldTiming {
  /** Out of sight for so long, a code has left; seen again, it counts again. */
  readonly awayMs: number;
  /** Sightings before a code counts: one picture alone may misread a code that has no check digit. */
  readonly sightings: number;
}

export const heldTiming: HeldTiming = { awayMs: 1_500, sightings: 2 };

/** A code that is in view, or was until a moment ago. */
interface HeldCode {
  readonly code: string;
  readonly lastSeenAtMs: number;
  readonly sightings: number;
  readonly hasCounted: boolean;
}

export type CodesInView = readonly HeldCode[];

export const nothingInView: CodesInView = [];

/** What one picture says: what is in view now, and the code that counts as scanned, if any. */
export interface Sighting {
  readonly view: CodesInView;
  readonly code: string | null;
}

/**
 * Takes in one picture. Only the code nearest to its middle can count: of two bibs held up, the one that is aimed at.
 *
 * @param seen The codes of the picture, nearest to its middle first.
 * @param atMs When the picture was taken; never earlier than the one before.
 */
export function sight(
  view: CodesInView,
  seen: readonly string[],
  atMs: number,
  timing: HeldTiming = heldTiming,
): Sighting {
  const present = view.filter(({ lastSeenAtMs }) => atMs - lastSeenAtMs < timing.awayMs);
  const [aimedAt] = seen;
  const others = present
    .filter(({ code }) => code !== aimedAt)
    .map((held) => (seen.includes(held.code) ? { ...held, lastSeenAtMs: atMs } : held));
  if (aimedAt === undefined) return { view: others, code: null };
  const before = present.find(({ code }) => code === aimedAt);
  const sightings = (before?.sightings ?? 0) + 1;
  const hadCounted = before?.hasCounted ?? false;
  const counts = !hadCounted && sightings >= timing.sightings;
  const held: HeldCode = {
    code: aimedAt,
    lastSeenAtMs: atMs,
    sightings,
    hasCounted: hadCounted || counts,
  };
  return { view: [...others, held], code: counts ? aimedAt : null };
}
