/** What differs between what was done or counted here and what the organizer has. */

/** The bib given here against the one the API says (B3); null when they agree or none was given here. */
export function bibDrift(
  here: { readonly bib: string | null; readonly given: boolean },
  there: string | null,
): { readonly here: string | null; readonly there: string | null } | null {
  if (!here.given || here.bib === there) return null;
  return { here: here.bib, there };
}

/** How the counts of a run compare with the API's own count (D4). */
export type CountVerdict = "agree" | "differ" | "cannot-compare";

/** Registrations of one run: all of them, and the confirmed ones among them. */
export interface RunCounts {
  readonly all: number;
  readonly confirmed: number;
}

/** The API does not say which registrations it counts: all of them or the confirmed ones may be meant (D4). */
export function compareCounts(counted: RunCounts, registrationCount: number | null): CountVerdict {
  if (registrationCount === null) return "cannot-compare";
  return counted.all === registrationCount || counted.confirmed === registrationCount
    ? "agree"
    : "differ";
}

/** A pass that would take away more than one in so many of a roster is not believed without a person (D3). */
const mostGoneShare = 5;

/**
 * Whether the rows that a complete pass did not bring stay until a person decides (D3): the counts differ, or more than a
 * fifth of the roster would go.
 */
export const holdsSweep = (pass: {
  readonly unseen: number;
  /** Rows of the roster before the sweep, the unseen ones among them. */
  readonly listed: number;
  readonly countsDiffer: boolean;
}): boolean => pass.unseen > 0 && (pass.countsDiffer || pass.unseen * mostGoneShare > pass.listed);
