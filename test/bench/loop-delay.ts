import { monitorEventLoopDelay } from "node:perf_hooks";

const everyMs = 1;

export interface LoopDelay {
  readonly p99: number;
  readonly worst: number;
}

/** The delay of this process's event loop while `work` runs, in milliseconds. */
export async function watchLoop<T>(
  work: () => Promise<T>,
): Promise<{ value: T; delay: LoopDelay }> {
  const histogram = monitorEventLoopDelay({ resolution: everyMs });
  histogram.enable();
  const value = await work();
  histogram.disable();
  // The histogram holds complete rounds, including the wait between two samples.
  const delayOf = (roundNs: number): number => Math.max(0, roundNs / 1e6 - everyMs);
  return {
    value,
    delay: { p99: delayOf(histogram.percentile(99)), worst: delayOf(histogram.max) },
  };
}
