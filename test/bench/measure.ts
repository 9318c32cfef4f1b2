/** One line of the table. */
export interface Measure {
  readonly bench: string;
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  /** What it is held against, measured in the same run. */
  readonly against?: { readonly name: string; readonly value: number } | undefined;
  /** What it may be at most; absent where the number is only told. */
  readonly limit?: { readonly value?: number; readonly ratio?: number } | undefined;
  /** What else a reader should know. */
  readonly note?: string | undefined;
}

export type Unit = "ms" | "s" | "MB" | "kB" | "rows" | "pages";

/** How many times what it is held against. */
export const ratioOf = ({ value, against }: Measure): number | null =>
  against === undefined ? null : value / against.value;

/** Null where there is no limit. */
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

/** `count` of a list, evenly spread, always the same ones. */
export function spread<T>(list: readonly T[], count: number): T[] {
  const step = list.length / Math.min(count, list.length);
  return Array.from(
    { length: Math.min(count, list.length) },
    (_, at) => list[Math.floor(at * step)] as T,
  );
}
