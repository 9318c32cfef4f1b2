/**
 * A bib that was given in Chute, or handed over, and differs from the bib of the API (B3); null if the bibs agree, or if
 * the runner's bib is that of the API.
 */
export function bibDrift(
  here: { readonly bib: string | null; readonly given: boolean },
  there: string | null,
): { readonly here: string | null; readonly there: string | null } | null {
  if (!here.given || here.bib === there) return null;
  return { here: here.bib, there };
}

/** The result of comparing the counts of a run with the API's count (D4). */
export type CountVerdict = "agree" | "differ" | "cannot-compare";

/** The number of registrations of one run: all, and the confirmed ones. */
export interface RegistrationCounts {
  readonly all: number;
  readonly confirmed: number;
}

/** The API does not specify whether it counts all registrations or the confirmed ones, so either may agree. */
export function compareCounts(
  counted: RegistrationCounts,
  registrationCount: number | null,
): CountVerdict {
  if (registrationCount === null) return "cannot-compare";
  return counted.all === registrationCount || counted.confirmed === registrationCount
    ? "agree"
    : "differ";
}

/** A pass that would remove more than one in this many rows of a roster needs a decision by a person (D3). */
const mostGoneShare = 5;

/**
 * Whether the rows that a complete pass did not contain stay until a person decides: the counts differ, or more than a
 * fifth of the roster would be removed.
 */
export const holdsSweep = (pass: {
  readonly unseen: number;
  /** Number of rows of the roster before the sweep, including the rows that the pass did not contain. */
  readonly listed: number;
  readonly countsDiffer: boolean;
}): boolean => pass.unseen > 0 && (pass.countsDiffer || pass.unseen * mostGoneShare > pass.listed);
