/** Number of rows that are rendered above and below the visible ones. */
const drawnBeyond = 8;
/** Pages start at multiples of this row number, so that scrolling does not fetch at each row. */
const pageStep = 100;
export const pageLimit = 300;

export interface Stretch {
  /** The first row, and the row after the last one. */
  readonly first: number;
  readonly end: number;
}

/** What the list keeps visible: its end while it grows, the row of the next bib, or the rows a person scrolled to. */
export type ListView = "end" | "next-bib" | "scrolled";

export interface ListSize {
  readonly total: number;
  /** The index of the row that gets the next bib. */
  readonly nextBib: number;
  readonly viewHeight: number;
  readonly rowHeight: number;
}

/**
 * The scroll position for a view; null: no change. The row of the next bib is in the middle, so that it does not move
 * while bibs are typed. The list never scrolls past its end.
 */
export function followedTop(
  view: ListView,
  { total, nextBib, viewHeight, rowHeight }: ListSize,
): number | null {
  if (view === "scrolled") return null;
  const endTop = Math.max(0, total * rowHeight - viewHeight);
  if (view === "end") return endTop;
  // The view begins with a whole row, so that a low view shows as many whole rows as it can.
  const rowsAbove = Math.round(Math.max(0, viewHeight - rowHeight) / 2 / rowHeight);
  return clamp((nextBib - rowsAbove) * rowHeight, endTop);
}

/** The rows to render at a scroll position. All heights have the same unit. */
export function rowsInView(
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
  total: number,
): Stretch {
  const first = Math.floor(scrollTop / rowHeight) - drawnBeyond;
  const end = Math.ceil((scrollTop + viewHeight) / rowHeight) + drawnBeyond;
  return { first: clamp(first, total), end: clamp(end, total) };
}

/** The first row to fetch, so that the page has the rendered rows and rows around them. */
export const pageStart = (first: number): number =>
  Math.max(0, Math.floor((first - pageStep / 2) / pageStep) * pageStep);

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value));
