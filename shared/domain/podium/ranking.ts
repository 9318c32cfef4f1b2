/**
 * Competition ranking ("1224"), as races place: who ties shares a place, and the next place counts all who are ahead of
 * it (P1).
 */

/**
 * Places of lines in the order they were typed; `ties` says of each line whether it shares the place of the one above.
 * The first line has none above, so its flag means nothing.
 */
export function placesByOrder(ties: readonly boolean[]): number[] {
  const places: number[] = [];
  for (const [index, tie] of ties.entries()) {
    places.push(tie ? (places.at(-1) ?? 1) : index + 1);
  }
  return places;
}

/** The place of each time: one more than the number of smaller times. */
export function placesByTime(times: readonly number[]): number[] {
  const sorted = new Float64Array(times).toSorted();
  return times.map((time) => smallerThan(time, sorted) + 1);
}

/** Number of smaller times, by binary search. */
function smallerThan(time: number, sorted: Float64Array): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? time) < time) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * How many of these places get an award: all up to the last award place, with everybody who ties there. Without a depth
 * everybody does.
 */
export const keptAtDepth = (places: readonly number[], depth: number | null): number =>
  places.filter((place) => isAwarded(place, depth)).length;

/** Whether a place is within the depth. Runners who tie at the last award place have that place (P1). */
export const isAwarded = (place: number, depth: number | null): boolean =>
  depth === null || place <= depth;
