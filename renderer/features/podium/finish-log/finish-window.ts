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
