/** Full minutes the rate is taken over; the minute under way is not one. */
const rateMinutes = 3;
const minutesAPoint = 3;

/** Arrivals a minute now: the mean of the last full minutes, rounded. */
export function arrivalRate(arrivals: readonly number[]): number {
  const full = arrivals.slice(-1 - rateMinutes, -1);
  if (full.length === 0) return 0;
  return Math.round(full.reduce((sum, count) => sum + count, 0) / full.length);
}

/** The last hour as a line of twenty points: three minutes each, so that it is a shape, not noise. */
export function arrivalLine(arrivals: readonly number[]): number[] {
  const points: number[] = [];
  for (let at = 0; at < arrivals.length; at += minutesAPoint) {
    points.push(arrivals.slice(at, at + minutesAPoint).reduce((sum, count) => sum + count, 0));
  }
  return points;
}
