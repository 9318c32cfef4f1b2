const minutesAPoint = 3;

/** "A minute now": the arrivals of the last 60 seconds, which `roster.lanes` counts last. */
export const arrivalRate = (arrivals: readonly number[]): number => arrivals.at(-1) ?? 0;

/** The last hour as a line of twenty points: three minutes each, so that it is a shape, not noise. */
export function arrivalLine(arrivals: readonly number[]): number[] {
  const points: number[] = [];
  for (let at = 0; at < arrivals.length; at += minutesAPoint) {
    points.push(arrivals.slice(at, at + minutesAPoint).reduce((sum, count) => sum + count, 0));
  }
  return points;
}
