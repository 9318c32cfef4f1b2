import type { OutputOf } from "#shared/contract/index.ts";
import { words } from "./words.ts";

/** The note below a bib field. */
export function bibNote({ takenBy, looksLike }: OutputOf<"bib.check">): {
  readonly tone: "done" | "look";
  readonly text: string;
} {
  if (takenBy !== null) {
    return { tone: "look", text: words.ui.bibTakenBy(takenBy.name, takenBy.runLabel) };
  }
  if (looksLike !== null) {
    return { tone: "look", text: words.ui.bibLooksLike(looksLike.bib ?? "", looksLike.name) };
  }
  return { tone: "done", text: words.ui.bibFree };
}
