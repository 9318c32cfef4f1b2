/**
 * Competition ranking ("1224"): runners who tie share a place, and a place is one more than the number of runners ahead
 * (P1).
 */

/**
 * The places of lines in the typed order; `ties` has for each line whether it shares the place of the line above. The flag
 * of the first line has no meaning.
 */
export function placesByOrder(ties: readonly boolean[]): number[] {
  const places: number[] = [];
  for (const [index, tie] of ties.entries()) {
    places.push(tie ? (places.at(-1) ?? 1) : index + 1);
  }
  return places;
}

/**
 * Whether a place gets an award: runners who tie at the last award place all get one. Without a depth, every place gets
 * an award.
 */
export const isAwarded = (place: number, depth: number | null): boolean =>
  depth === null || place <= depth;
