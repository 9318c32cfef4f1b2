import type { CursorPlace, PageAnswer } from "#shared/partner-api/cursor-places.ts";
import {
  findCursor,
  findCursorPlace,
  maxPageLimit,
  readCursorAt,
} from "#shared/partner-api/cursor-places.ts";

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

/** How a pass through a list continues after a page (D2). */
export type PageVerdict =
  /** The next page is at this cursor. */
  | { readonly kind: "next"; readonly cursor: string; readonly place: CursorPlace }
  /** This was the last page. */
  | { readonly kind: "end" }
  /** It is unknown whether there are more pages, so the replica is incomplete. */
  | { readonly kind: "incomplete"; readonly why: IncompleteReason };

export type IncompleteReason = "no-cursor" | "repeated-cursor" | "nothing-new" | "unknown-link";

/** This many pages in a row without new rows end a pass, because a server could return a next cursor forever. */
const mostBarrenPages = 5;

export interface PageFacts {
  /** Number of rows in the answer, including malformed ones. */
  readonly rowCount: number;
  /** Number of rows that are new in this pass. */
  readonly newRows: number;
  /** Number of pages without new rows directly before this one. */
  readonly barrenPages: number;
  /** The cursor of this page; null for the first page. */
  readonly askedWith: string | null;
  /** The place in the answer where this list had a cursor before; null if never. */
  readonly knownPlace: CursorPlace | null;
  /** Whether a cursor was used before within this pass. */
  readonly isUsed: (cursor: string) => boolean;
}

/**
 * Decides how to continue after a page. The API does not document the place of the next cursor, so known places are tried
 * until one has a cursor, and the place is stored. Only a missing cursor (null, empty or absent) ends a list; a short or
 * empty page with a new cursor does not. A full page without a cursor does not end a list that never had a cursor.
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

/** Number of pages in a row without new rows, including this one. */
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

/** Reads the known place; if it is absent, all places are tried again, because the API may have moved the cursor. */
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
