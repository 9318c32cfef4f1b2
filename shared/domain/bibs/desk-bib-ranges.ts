import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { EntryId } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { BibBlock, NumberedBib } from "./bib-blocks.ts";
import { isSameSeries, readNumberedBib, writeBib } from "./bib-blocks.ts";

/** Bib numbers that one desk gives out, so that two desks without a connection never give the same number (M12). */
export type BibRange = Omit<BibBlock, "count">;

/** A range of one run, and the desk that has it. */
export interface DeskBibRange extends BibRange {
  readonly entryId: EntryId;
  /** The journal device of a computer, or the id of a paired browser. */
  readonly desk: string;
  /** The name of the desk when the range was set. */
  readonly name: string;
  readonly runId: string;
}

/** The subject of an event's `bib-range.set` entries. One subject, because no range of the event may overlap another. */
export const bibRangeSubject = (eventId: string): string => `bib-ranges:${eventId}`;

/** The maximum length of a range: more numbers than one desk gives out in a day. */
const longestRange = 10_000;

/** Reads the first and the last bib of a range as a person typed them: `501` and `600`, `A001` and `A100`. */
export function readBibRange(
  first: string,
  last: string,
): Result<BibRange, Failure<"range-invalid" | "range-too-long">> {
  const [from, to] = [first, last].map((typed) => readNumberedBib(typed.normalize("NFC").trim()));
  const isRange = from !== null && to !== null && from !== undefined && to !== undefined;
  if (!isRange || !isSameSeries(from.prefix, to.prefix) || from.number > to.number) {
    return err("range-invalid", "A range is two numbers with the same letters before them");
  }
  const { prefix, width } = from;
  const range = { prefix, from: from.number, to: to.number, width: Math.max(width, to.width) };
  return sizeOf(range) > longestRange
    ? err("range-too-long", `A range has at most ${longestRange} numbers`)
    : ok(range);
}

export const sizeOf = ({ from, to }: Pick<BibRange, "from" | "to">): number => to - from + 1;

/**
 * The ranges of an event that are in force, the range that was set first comes first. Each desk has at most one range
 * of each run.
 */
export function bibRangesOf(entries: readonly JournalEntry[]): DeskBibRange[] {
  const ranges = new Map<string, DeskBibRange>();
  for (const entry of entries) {
    const fact = parseFact(entry);
    if (fact?.kind !== "bib-range.set") continue;
    const { desk, name, runId, range } = fact.payload;
    const key = JSON.stringify([desk, runId]);
    ranges.delete(key);
    if (range !== null && isValid(range)) {
      ranges.set(key, { ...range, entryId: entryIdOf(entry), desk, name, runId });
    }
  }
  return [...ranges.values()];
}

/** Whether `readBibRange` could have made the range; a merge may bring other numbers. */
const isValid = (range: BibRange): boolean =>
  [range.from, range.to, range.width].every((number) => Number.isInteger(number) && number >= 0) &&
  range.width <= 9 &&
  range.from <= range.to &&
  sizeOf(range) <= longestRange;

/**
 * Whether two ranges have a bib in common. Leading zeros do not matter, because `007` and `7` warn about each other
 * (B1).
 */
export const rangesOverlap = (one: BibRange, other: BibRange): boolean =>
  isSameSeries(one.prefix, other.prefix) && one.from <= other.to && other.from <= one.to;

/** A range as a block that a run must leave alone (B5). */
export const blockOf = (range: BibRange): BibBlock => ({ ...range, count: sizeOf(range) });

/**
 * The lowest free number of a range, and the number of its free numbers. Two hubs may have set ranges that overlap: a
 * number that is also in an earlier range is not free.
 */
export function nextBibInRange(
  range: BibRange,
  {
    earlier,
    given,
    isTaken,
  }: {
    readonly earlier: readonly BibRange[];
    /** Every numbered bib of the event. */
    readonly given: readonly NumberedBib[];
    readonly isTaken: (bib: string) => boolean;
  },
): { readonly bib: string | null; readonly left: number } {
  const taken = new Set(
    given.filter(({ prefix }) => isSameSeries(prefix, range.prefix)).map(({ number }) => number),
  );
  const foreign = earlier.filter((other) => rangesOverlap(range, other));
  let bib: string | null = null;
  let left = 0;
  for (let number = range.from; number <= range.to; number += 1) {
    if (taken.has(number)) continue;
    if (foreign.some(({ from, to }) => number >= from && number <= to)) continue;
    const written = writeBib(range, number);
    if (bib === null && isTaken(written)) continue;
    bib ??= written;
    left += 1;
  }
  return { bib, left };
}
