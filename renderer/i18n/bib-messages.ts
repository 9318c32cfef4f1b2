import type { OutputOf } from "#shared/contract/index.ts";
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
 * @param check The answer for the typed bib; null if nothing is typed.
 * @param next The answer of `bib.nextFree`.
 */
export function bibFieldNote(
  check: OutputOf<"bib.check"> | null,
  next: OutputOf<"bib.nextFree"> | null,
): BibNote | undefined {
  const range = next?.range ?? null;
  const isFine = check === null || (check.takenBy === null && check.looksLike === null);
  if (range !== null && range.left <= fewBibs && isFine) {
    const say = words.bibRanges;
    const text = range.left === 0 ? say.usedUp(range) : say.few(range.left, range);
    return { tone: "look", text };
  }
  return check === null ? undefined : bibNote(check);
}

function bibNote({ takenBy, looksLike }: OutputOf<"bib.check">): BibNote {
  if (takenBy !== null) {
    return { tone: "look", text: words.ui.bibTakenBy(takenBy.name, takenBy.runLabel) };
  }
  if (looksLike !== null) {
    return { tone: "look", text: words.ui.bibLooksLike(looksLike.bib ?? "", looksLike.name) };
  }
  return { tone: "done", text: words.ui.bibFree };
}
