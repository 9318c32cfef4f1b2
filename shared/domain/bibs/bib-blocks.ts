/** A bib that is a number with optional letters before it: `1042`, `007`, `A12`. */
export interface NumberedBib {
  readonly prefix: string;
  readonly number: number;
  /** The number of digits of a bib with leading zeros; 0 for any other bib. */
  readonly width: number;
}

/** A range of numbers of one run: probably the bibs that were printed for the run. */
export interface BibBlock {
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
  /** The number of different bibs of the block that runners have. */
  readonly count: number;
  /** The number of digits if some bibs have leading zeros; else 0. */
  readonly width: number;
}

const numbered = /^(\D{0,10})(\d{1,9})$/;

/** Parses a bib. Null for a bib without a number at its end (`12A`), or with more than 9 digits. */
export function readNumberedBib(bib: string): NumberedBib | null {
  const match = numbered.exec(bib);
  if (match === null) return null;
  const [, prefix = "", digits = ""] = match;
  return { prefix, number: Number(digits), width: digits.startsWith("0") ? digits.length : 0 };
}

/** Bibs with the same letters before the number, in either case (B2). */
const seriesOf = (prefix: string): string => prefix.normalize("NFC").toLowerCase();

export const isSameSeries = (one: string, other: string): boolean =>
  seriesOf(one) === seriesOf(other);

/** The bib of a number in a block, with the leading zeros of the block. */
export const writeBib = (
  { prefix, width }: Pick<BibBlock, "prefix" | "width">,
  number: number,
): string => prefix + String(number).padStart(width, "0");

/** A block may have a gap of this size: bibs that were printed and not given out. */
const narrowGap = 25;
/** In a sparse block a gap may be this many times the median gap. */
const medianGaps = 5;
/** If a block has fewer gaps than this, their median is not meaningful. */
const minGaps = 5;

/** The blocks of one run's bibs; the block with the most bibs comes first (B5). */
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
  if (gaps.length < minGaps) return narrowGap;
  return Math.max(narrowGap, medianGaps * (gaps[Math.floor(gaps.length / 2)] ?? 0));
}

/** A smaller group of bibs is an accident and not a printed block. */
const minBlockSize = 5;

/** The blocks that other runs must not use: the largest block, and every other block that is not an accident. */
export const reservedBlocks = (blocks: readonly BibBlock[]): BibBlock[] =>
  blocks.filter((block, at) => at === 0 || block.count >= minBlockSize);

export interface NextBibOptions {
  /** The block that the run continues. */
  readonly own: BibBlock;
  /** `reservedBlocks` of the other runs. */
  readonly others: readonly BibBlock[];
  readonly isTaken: (bib: string) => boolean;
}

/** The search for a free number stops after this many taken numbers. */
const maxLooks = 10_000;

/**
 * The next free bib of a run: first after the highest bib of its block up to the block of another run, then in the gaps of
 * its block, then the first higher number that is in no block. Null if none is free.
 */
export function nextBibOfRun({ own, others, isTaken }: NextBibOptions): string | null {
  const foreign = others
    .filter(({ prefix }) => isSameSeries(prefix, own.prefix))
    .toSorted((one, other) => one.from - other.from);
  const find = (from: number, until: number): string | null => {
    let looks = 0;
    for (let number = from; number < until && looks < maxLooks; number += 1) {
      const block = foreign.find((each) => number >= each.from && number <= each.to);
      if (block !== undefined) {
        number = block.to;
        continue;
      }
      looks += 1;
      const bib = writeBib(own, number);
      if (!isTaken(bib)) return bib;
    }
    return null;
  };
  const above = foreign.find(({ from }) => from > own.to)?.from ?? Infinity;
  return find(own.to + 1, above) ?? find(own.from, own.to) ?? find(above, Infinity);
}
