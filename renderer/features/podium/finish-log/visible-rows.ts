/** Rows drawn beyond either edge of what is seen. */
const drawnBeyond = 8;
/** Pages begin at multiples of this, so that scrolling does not ask at every row. */
const pageStep = 100;
export const pageLimit = 300;

export interface Stretch {
  /** First row, and the one after the last. */
  readonly first: number;
  readonly end: number;
}

/**
 * What the list keeps in sight: its end, as it grows; the row whose bib is typed next, whatever is stamped below it; or
 * what a person scrolled to.
 */
export type ListView = "end" | "next-bib" | "scrolled";

export interface ListSize {
  readonly total: number;
  /** The row that gets the next bib. */
  readonly nextBib: number;
  readonly viewHeight: number;
  readonly rowHeight: number;
}

/**
 * Where the list is scrolled to for what it keeps in sight; null leaves it where a person has it. The row of the next
 * bib stands in the middle, so that it stays at one place while bibs are typed. Where the end has room for it, the end
 * is shown.
 */
export function followedTop(
  view: ListView,
  { total, nextBib, viewHeight, rowHeight }: ListSize,
): number | null {
  if (view === "scrolled") return null;
  const endTop = Math.max(0, total * rowHeight - viewHeight);
  if (view === "end") return endTop;
  const middle = nextBib * rowHeight - Math.max(0, viewHeight - rowHeight) / 2;
  return clamp(Math.round(middle), 0, endTop);
}

/** The rows to draw for what is scrolled to. Heights in the same unit. */
export function rowsInView(
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
  total: number,
): Stretch {
  const first = Math.floor(scrollTop / rowHeight) - drawnBeyond;
  const end = Math.ceil((scrollTop + viewHeight) / rowHeight) + drawnBeyond;
  return { first: clamp(first, 0, total), end: clamp(end, 0, total) };
}

/** Where to fetch from, so that the drawn rows and as many on either side are there. */
export const pageStart = ({ first }: Stretch): number =>
  Math.max(0, Math.floor((first - pageStep / 2) / pageStep) * pageStep);

const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));
