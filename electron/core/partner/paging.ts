import type { CursorPlace, PageAnswer } from "#shared/partner-api/paging.ts";
import {
  findCursor,
  findCursorPlace,
  maxPageLimit,
  readCursorAt,
} from "#shared/partner-api/paging.ts";

export const pageSize = maxPageLimit;

/** How a pass through a list goes on after a page (D2). */
export type PageVerdict =
  /** There is more, at this cursor. */
  | { readonly kind: "next"; readonly cursor: string; readonly place: CursorPlace }
  /** The list is at its end. */
  | { readonly kind: "end" }
  /** Nobody can tell whether there is more: the copy is incomplete. */
  | { readonly kind: "incomplete"; readonly why: IncompleteReason };

export type IncompleteReason = "no-cursor" | "repeated-cursor" | "nothing-new";

export interface PageFacts {
  /** Rows in the answer, those that could not be read included. */
  readonly rowCount: number;
  /** Rows not seen before within this pass. */
  readonly newRows: number;
  /** The cursor that asked for this page; null for the first. */
  readonly askedWith: string | null;
  /** Where a cursor was found before, in this list; null if never. */
  readonly knownPlace: CursorPlace | null;
  /** Whether a cursor was used before within this pass. */
  readonly isUsed: (cursor: string) => boolean;
}

/**
 * What a page says of the rest. The API does not tell where the next cursor stands: known places are tried until one
 * holds a cursor, and that one is remembered. At the remembered place, `null` or absence is the end. A short or empty page
 * is the end. A full page with no cursor at any place ever is not: nobody knows.
 */
export function readPageVerdict(facts: PageFacts, answer: PageAnswer): PageVerdict {
  if (facts.rowCount === 0) return { kind: "end" };
  const next = nextCursor(facts.knownPlace, answer);
  if (next === null) return endOrNoCursor(facts, answer);
  if (next.cursor === facts.askedWith || facts.isUsed(next.cursor)) {
    return facts.rowCount < pageSize
      ? { kind: "end" }
      : { kind: "incomplete", why: "repeated-cursor" };
  }
  if (facts.newRows === 0) return { kind: "incomplete", why: "nothing-new" };
  if (facts.rowCount < pageSize) return { kind: "end" };
  return { kind: "next", ...next };
}

function endOrNoCursor(facts: PageFacts, answer: PageAnswer): PageVerdict {
  const { knownPlace, rowCount, newRows, askedWith } = facts;
  if (rowCount < pageSize) return { kind: "end" };
  if (askedWith !== null && newRows === 0) return { kind: "incomplete", why: "nothing-new" };
  return knownPlace === null && findCursorPlace(answer) === undefined
    ? { kind: "incomplete", why: "no-cursor" }
    : { kind: "end" };
}

/** The remembered place decides; where it is not there at all, the API may have moved the cursor: all are tried anew. */
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
