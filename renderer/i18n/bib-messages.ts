import type { OutputOf } from "#shared/contract/index.ts";
import { hasDigit, readNewBib } from "#shared/domain/bibs/bib.ts";
import { words } from "./words.ts";

interface BibNote {
  readonly tone: "done" | "look";
  readonly text: string;
}

/** With this many bibs left, a desk says so (M12). */
const fewBibs = 10;

/**
 * The note below a bib field: what is wrong with the typed bib, or that few bibs of this desk are left, or that the bib is
 * free.
 *
 * @param typed The text of the field.
 * @param check The answer for the typed bib; null if nothing is typed.
 * @param next The answer of `bib.nextFree`.
 */
export function bibFieldNote(
  typed: string,
  check: OutputOf<"bib.check"> | null,
  next: OutputOf<"bib.nextFree"> | null,
): BibNote | undefined {
  if (check !== null && check.takenBy.length === 0 && !hasDigit(typed)) {
    return { tone: "look", text: words.bibs.noDigit };
  }
  const range = next?.range ?? null;
  const isFine = check === null || (check.takenBy.length === 0 && check.looksLike === null);
  if (range !== null && range.left <= fewBibs && isFine) {
    const say = words.bibRanges;
    const text = range.left === 0 ? say.usedUp(range) : say.few(range.left, range);
    return { tone: "look", text };
  }
  if (next?.isHubAway === true && isFine) return { tone: "look", text: words.bibRanges.hubAway };
  return check === null ? undefined : bibNote(check);
}

function bibNote({ takenBy, noSwap, looksLike }: OutputOf<"bib.check">): BibNote {
  if (takenBy.length > 0) return { tone: "look", text: takenText(takenBy, noSwap) };
  if (looksLike !== null) {
    return { tone: "look", text: words.bibs.looksLike(looksLike.bib ?? "", looksLike.name) };
  }
  return { tone: "done", text: words.bibs.free };
}

/** Why a refused bib is none. */
export function bibFaultText(typed: string): string {
  const bib = readNewBib(typed);
  return words.bibs.faults[bib.ok ? "unprintable" : bib.error.code];
}

/** Who has a taken bib, and why it cannot be swapped. */
export const takenText = (
  takenBy: OutputOf<"bib.check">["takenBy"],
  noSwap: OutputOf<"bib.check">["noSwap"],
): string => {
  const taken = words.bibs.takenBy(takenBy);
  return noSwap === null ? taken : `${taken}. ${words.bibs.noSwap[noSwap]}`;
};
