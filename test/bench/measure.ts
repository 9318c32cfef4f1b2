/** One row of the table. */
export interface Measure {
  readonly bench: string;
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  /** The value that this one is compared with, measured in the same run. */
  readonly against?: { readonly name: string; readonly value: number } | undefined;
  /** The highest value that is allowed; absent if the value is only reported. */
  readonly limit?: { readonly value?: number; readonly ratio?: number } | undefined;
  /** A note for the reader. */
  readonly note?: string | undefined;
}

export type Unit = "ms" | "s" | "MB" | "kB" | "rows" | "pages";

/** The value as a multiple of the value that it is compared with. */
export const ratioOf = ({ value, against }: Measure): number | null =>
  against === undefined ? null : value / against.value;

/** Null if the measure has no limit. */
export function isWithin(measure: Measure): boolean | null {
  const { limit, value } = measure;
  if (limit === undefined) return null;
  const ratio = ratioOf(measure);
  return (
    (limit.value === undefined || value <= limit.value) &&
    (limit.ratio === undefined || (ratio !== null && ratio <= limit.ratio))
  );
}

/** The value that `share` of the times do not exceed. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export async function timed<T>(run: () => T | Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now();
  const value = await run();
  return { value, ms: performance.now() - startedAt };
}

export function timedSync<T>(run: () => T): { value: T; ms: number } {
  const startedAt = performance.now();
  const value = run();
  return { value, ms: performance.now() - startedAt };
}

/** Takes `count` items of a list, evenly spread and always the same ones. */
export function spread<T>(list: readonly T[], count: number): T[] {
  const step = list.length / Math.min(count, list.length);
  return Array.from(
    { length: Math.min(count, list.length) },
    (_, at) => list[Math.floor(at * step)] as T,
  );
}
