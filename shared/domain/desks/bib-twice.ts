import type { BibHolder } from "#shared/domain/bibs/bib.ts";
import { isSameBib, shareBib } from "#shared/domain/bibs/bib.ts";
import { compareEntries } from "#shared/domain/journal/journal.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";

/** Somebody who wears a bib that was given in Chute, with the entry that gave it. */
export interface BibWearer extends BibHolder {
  readonly bib: string;
  readonly entry: JournalEntry;
}

/**
 * The wearers of one bib that different databases gave them (M11), in the journal's order: one of each team that may
 * share it (B2). Empty if no two databases gave the bib to wearers who may not share it.
 */
export function bibTwice<Wearer extends BibWearer>(wearers: readonly Wearer[]): Wearer[] {
  const inOrder = wearers.toSorted((one, other) => compareEntries(one.entry, other.entry));
  const rivals = inOrder.filter((one) =>
    inOrder.some(
      (other) =>
        isSameBib(one.bib, other.bib) &&
        !shareBib(one, other) &&
        one.entry.device !== other.entry.device,
    ),
  );
  return rivals.filter(
    (one, index) => !rivals.slice(0, index).some((before) => shareBib(before, one)),
  );
}
