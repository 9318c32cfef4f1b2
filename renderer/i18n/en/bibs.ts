import { isolated } from "#renderer/i18n/isolated.ts";
import type { Holder } from "./people.ts";
import { listHolders } from "./people.ts";

/** Texts about a bib, and below every field of a bib. */
export const bibs = {
  label: (bib: string, run: string): string => `Bib ${bib}, ${isolated(run)}`,
  none: "no bib",
  noneLabel: (run: string): string => `No bib yet, ${isolated(run)}`,
  free: "Free",
  noDigit: "Free, but it has no digit. Is it a bib?",
  faults: {
    blank: "Type a bib.",
    "too-long": "A bib has at most 20 characters.",
    unprintable: "A bib has letters, digits and ordinary signs only.",
    address: "This looks like an e-mail address, not a bib.",
    space: "A bib has no space in it.",
  },
  takenBy: (holders: readonly Holder[]): string => `Taken by ${listHolders(holders)}`,
  /** Why a taken bib cannot be swapped. */
  noSwap: {
    "several-holders": "No swap: several runners have this bib.",
    "own-bib-shared": "No swap: the bib that would be given for it has another holder too.",
  },
  looksLike: (bib: string, name: string | null): string =>
    `Free, but it looks like ${bib} of ${isolated(name ?? "another runner")}`,
};
