/**
 * A camera sees the same code in many pictures. This file decides which sighting counts as a scan: a code counts once,
 * however long it stays in view, and again after it was out of view (B4).
 */

export interface SightingTiming {
  /** A code that was out of view for this time counts again. */
  readonly awayMs: number;
  /** The number of sightings before a code counts: a code without a check digit may be misread in one picture. */
  readonly sightings: number;
}

export const sightingTiming: SightingTiming = { awayMs: 1_500, sightings: 2 };

/** A code that was in view within the last `awayMs`. */
interface CodeInView {
  readonly code: string;
  readonly lastSeenAtMs: number;
  readonly sightings: number;
  readonly hasCounted: boolean;
}

export type CodesInView = readonly CodeInView[];

export const noCodesInView: CodesInView = [];

/** The codes in view after a picture, and the code that counts as scanned; null for none. */
export interface Sighting {
  readonly view: CodesInView;
  readonly code: string | null;
}

/**
 * Adds one picture. Only the code nearest to the middle of the picture can count, because a person aims at one bib.
 *
 * @param seen The codes of the picture, nearest to its middle first.
 * @param atMs The time of the picture; never earlier than that of the previous picture.
 */
export function addPicture(
  view: CodesInView,
  seen: readonly string[],
  atMs: number,
  timing: SightingTiming = sightingTiming,
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
  const held: CodeInView = {
    code: aimedAt,
    lastSeenAtMs: atMs,
    sightings,
    hasCounted: hadCounted || counts,
  };
  return { view: [...others, held], code: counts ? aimedAt : null };
}
