/** The place of each time: one more than the number of smaller times. */
export function placesByTime(times: readonly number[]): number[] {
  const sorted = new Float64Array(times).toSorted();
  return times.map((time) => smallerThan(time, sorted) + 1);
}

/** The number of times that are smaller, found by binary search. */
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
