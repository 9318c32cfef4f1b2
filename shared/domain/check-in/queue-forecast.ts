/** A run, for the forecast of the queue. */
export interface RunToCome {
  /** The planned start; null if it is not known. */
  readonly startsAtMs: number | null;
  readonly arrived: number;
  readonly expected: number;
}

/** How long the check-in of those who are not here yet takes, before the next start (C13). */
export interface QueueForecast {
  readonly startsAtMs: number;
  /** Runners of this start who are not here yet. Some of them may never come. */
  readonly toCome: number;
  /** Check-ins a minute, in the ten minutes of the last hour that had the most; at first, since the first check-in. */
  readonly perMinute: number;
  /** Minutes that all of them take at this pace. */
  readonly minutes: number;
  /** How many of them are not checked in at the start; 0 if all are. */
  readonly inLine: number;
}

const minuteMs = 60_000;
const paceMinutes = 10;
/** With fewer check-ins in ten minutes nothing can be said about the pace. */
const fewestCheckIns = 10;
/** A start that is further away is not forecast, because most of the crowd comes in the last half hour. */
const farthestMs = 2 * 60 * minuteMs;

/**
 * Forecasts the queue at the next start (C13). Null if no run with missing runners starts soon, or if the pace is not
 * known yet.
 *
 * @param arrivals Check-ins per minute of the last hour, at all desks, oldest first.
 */
export function forecastQueue(
  runs: readonly RunToCome[],
  arrivals: readonly number[],
  nowMs: number,
): QueueForecast | null {
  const waiting = runs.filter(({ arrived, expected }) => arrived < expected);
  const starts = waiting
    .map(({ startsAtMs }) => startsAtMs ?? Number.NaN)
    .filter((atMs) => atMs > nowMs && atMs - nowMs <= farthestMs);
  if (starts.length === 0) return null;
  const most = mostInARow(arrivals);
  if (most < fewestCheckIns) return null;
  const first = arrivals.findIndex((count) => count > 0);
  const startsAtMs = Math.min(...starts);
  const toCome = waiting
    .filter((run) => run.startsAtMs === startsAtMs)
    .reduce((sum, { arrived, expected }) => sum + expected - arrived, 0);
  const perMinute = most / Math.min(paceMinutes, arrivals.length - first);
  const untilStart = (startsAtMs - nowMs) / minuteMs;
  return {
    startsAtMs,
    toCome,
    perMinute,
    minutes: Math.ceil(toCome / perMinute),
    inLine: Math.max(0, Math.round(toCome - perMinute * untilStart)),
  };
}

/** The most check-ins in ten minutes in a row. */
function mostInARow(arrivals: readonly number[]): number {
  let most = 0;
  for (let from = 0; from + paceMinutes <= arrivals.length; from += 1) {
    const sum = arrivals.slice(from, from + paceMinutes).reduce((all, count) => all + count, 0);
    most = Math.max(most, sum);
  }
  return most;
}
