import type { CursorPlace, PageAnswer } from "#shared/partner-api/paging.ts";
import {
  findCursor,
  findCursorPlace,
  maxPageLimit,
  readCursorAt,
} from "#shared/partner-api/paging.ts";

export const pageSize = maxPageLimit;

/**
 * The parameters that ask for the page at a cursor. A cursor that begins with `?` is all parameters of a link (see
 * `readCursorAt`); any other is the value of `after`.
 */
export function pageQuery(cursor: string | null): Readonly<Record<string, string>> {
  if (cursor === null) return {};
  if (!cursor.startsWith("?")) return { after: cursor };
  return Object.fromEntries(new URLSearchParams(cursor));
}

/** How a pass through a list goes on after a page (D2). */
export type PageVerdict =
  /** There is more, at this cursor. */
  | { readonly kind: "next"; readonly cursor: string; readonly place: CursorPlace }
  /** The list is at its end. */
  | { readonly kind: "end" }
  /** Nobody can tell whether there is more: the copy is incomplete. */
  | { readonly kind: "incomplete"; readonly why: IncompleteReason };

export type IncompleteReason = "no-cursor" | "repeated-cursor" | "nothing-new" | "unknown-link";

/** So many pages in a row that bring nothing new end a pass: a server that always names another page would never end it. */
const mostBarrenPages = 5;

export interface PageFacts {
  /** Rows in the answer, those that could not be read included. */
  readonly rowCount: number;
  /** Rows not seen before within this pass. */
  readonly newRows: number;
  /** How many pages in a row, just before this one, brought nothing new within this pass. */
  readonly barrenPages: number;
  /** The cursor that asked for this page; null for the first. */
  readonly askedWith: string | null;
  /** Where a cursor was found before, in this list; null if never. */
  readonly knownPlace: CursorPlace | null;
  /** Whether a cursor was used before within this pass. */
  readonly isUsed: (cursor: string) => boolean;
}

/**
 * What a page says of the rest (D2). The API does not tell where the next cursor stands: known places are tried until one
 * holds a cursor, and that one is remembered. No cursor (null, an empty text or absence) is the end of the list, and
 * nothing else is: a short or an empty page with a new cursor goes on. A full page is not the end while no cursor was ever
 * seen in this list: nobody can tell whether there is more.
 */
export function readPageVerdict(facts: PageFacts, answer: PageAnswer): PageVerdict {
  const next = nextCursor(facts.knownPlace, answer);
  if (next === null) return endOrNoCursor(facts, answer);
  const { cursor, place } = next;
  if (/^https?:\/\//i.test(cursor)) return { kind: "incomplete", why: "unknown-link" };
  if (cursor === facts.askedWith || facts.isUsed(cursor)) {
    return { kind: "incomplete", why: "repeated-cursor" };
  }
  if (barrenAfter(facts) >= mostBarrenPages) return { kind: "incomplete", why: "nothing-new" };
  return { kind: "next", cursor, place };
}

/** How many pages in a row brought nothing new, this one included. */
export const barrenAfter = ({
  newRows,
  barrenPages,
}: Pick<PageFacts, "newRows" | "barrenPages">): number => (newRows === 0 ? barrenPages + 1 : 0);

function endOrNoCursor({ knownPlace, rowCount }: PageFacts, answer: PageAnswer): PageVerdict {
  const isPlaceKnown = knownPlace !== null || findCursorPlace(answer) !== undefined;
  return rowCount >= pageSize && !isPlaceKnown
    ? { kind: "incomplete", why: "no-cursor" }
    : { kind: "end" };
}

/** The remembered place decides; where it is not there at all, the API may have moved the cursor: all are tried again. */
function nextCursor(
  knownPlace: CursorPlace | null,
  answer: PageAnswer,
): { readonly cursor: string; readonly place: CursorPlace } | null {
  const cursor = knownPlace === null ? undefined : readCursorAt(knownPlace, answer);
  if (cursor === null) return null;
  return cursor === undefined || knownPlace === null
    ? (findCursor(answer) ?? null)
    : { cursor, place: knownPlace };
}
