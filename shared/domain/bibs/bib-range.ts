/** A bib that is a number, with letters before it or without: `1042`, `007`, `A12`. */
export interface NumberedBib {
  readonly prefix: string;
  readonly number: number;
  /** Digits of one that is worn with leading zeros; 0 for any other. */
  readonly width: number;
}

/** Numbers of one run that lie close together: what was printed for it. */
export interface BibBlock {
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
  /** How many different numbers of the block are worn. */
  readonly count: number;
  /** Digits where some are worn with leading zeros; else 0. */
  readonly width: number;
}

const numbered = /^(\D{0,10})(\d{1,9})$/;

/** Null for a bib that counts nothing: `12A`, or a code too long to be a number. */
export function readNumberedBib(bib: string): NumberedBib | null {
  const match = numbered.exec(bib);
  if (match === null) return null;
  const [, prefix = "", digits = ""] = match;
  return { prefix, number: Number(digits), width: digits.startsWith("0") ? digits.length : 0 };
}

/** Bibs with the same letters before the number, in either case (B2). */
const seriesOf = (prefix: string): string => prefix.normalize("NFC").toLowerCase();

/** A gap this wide may lie inside a block: bibs that were printed and given to nobody. */
const narrowGap = 25;
/** Where bibs are spread thinly, wider gaps are usual; a few bibs do not say what is usual. */
const usualGaps = 5;
const fewestGaps = 5;

/** The blocks of one run's bibs, the one with most bibs first; of equal ones the lower (B5). */
export function findBibBlocks(bibs: readonly NumberedBib[]): BibBlock[] {
  const series = new Map<string, NumberedBib[]>();
  for (const bib of bibs) {
    const key = seriesOf(bib.prefix);
    const of = series.get(key);
    if (of === undefined) series.set(key, [bib]);
    else of.push(bib);
  }
  return [...series.values()]
    .flatMap(blocksOfSeries)
    .toSorted(
      (one, other) =>
        other.count - one.count || one.prefix.length - other.prefix.length || one.from - other.from,
    );
}

function blocksOfSeries(bibs: readonly NumberedBib[]): BibBlock[] {
  const sorted = bibs.toSorted((one, other) => one.number - other.number);
  const longestGap = widestGap(sorted);
  const blocks: BibBlock[] = [];
  for (const { prefix, number, width } of sorted) {
    const last = blocks.at(-1);
    if (last === undefined || number - last.to > longestGap) {
      blocks.push({ prefix, from: number, to: number, count: 1, width });
    } else {
      const count = number > last.to ? last.count + 1 : last.count;
      const widest = Math.max(width, last.width);
      blocks[blocks.length - 1] = { ...last, to: number, count, width: widest };
    }
  }
  return blocks;
}

function widestGap(sorted: readonly NumberedBib[]): number {
  const gaps = sorted
    .map(({ number }, at) => number - (sorted[at - 1]?.number ?? number))
    .filter((gap) => gap > 0)
    .toSorted((one, other) => one - other);
  if (gaps.length < fewestGaps) return narrowGap;
  return Math.max(narrowGap, usualGaps * (gaps[Math.floor(gaps.length / 2)] ?? 0));
}

/** A handful of bibs away from the rest of their run are odd ones, and no block of its own. */
const fewestOfBlock = 5;

/** What of a run's blocks the bibs of other runs stay out of: the largest, and every one that is no accident. */
export const reservedBlocks = (blocks: readonly BibBlock[]): BibBlock[] =>
  blocks.filter((block, at) => at === 0 || block.count >= fewestOfBlock);

export interface NextBibOptions {
  /** The block the run counts on from. */
  readonly own: BibBlock;
  /** `reservedBlocks` of the other runs. */
  readonly others: readonly BibBlock[];
  readonly isTaken: (bib: string) => boolean;
}

/** Numbers looked at in a row before there is no sensible next one. */
const mostLooks = 10_000;

/**
 * The next free bib of a run (B5): after the highest of its block up to the block of another run, then the gaps inside
 * its block, then the first number above that is in no block. Null when none of them is free.
 */
export function nextBibOfRun({ own, others, isTaken }: NextBibOptions): string | null {
  const foreign = others
    .filter(({ prefix }) => seriesOf(prefix) === seriesOf(own.prefix))
    .toSorted((one, other) => one.from - other.from);
  const find = (from: number, until: number): string | null => {
    let looks = 0;
    for (let number = from; number < until && looks < mostLooks; number += 1) {
      const block = foreign.find((each) => number >= each.from && number <= each.to);
      if (block !== undefined) {
        number = block.to;
        continue;
      }
      looks += 1;
      const bib = own.prefix + String(number).padStart(own.width, "0");
      if (!isTaken(bib)) return bib;
    }
    return null;
  };
  const above = foreign.find(({ from }) => from > own.to)?.from ?? Infinity;
  return find(own.to + 1, above) ?? find(own.from, own.to) ?? find(above, Infinity);
}
