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

/** The API does not say which registrations it counts: all of them or the confirmed ones may be meant (D4). */
export function compareCounts(
  counted: { readonly all: number; readonly confirmed: number },
  registrationCount: number | null,
): CountVerdict {
  if (registrationCount === null) return "cannot-compare";
  return counted.all === registrationCount || counted.confirmed === registrationCount
    ? "agree"
    : "differ";
}
