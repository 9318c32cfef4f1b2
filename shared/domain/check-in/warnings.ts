/**
 * Warnings on a runner's card that a person must look at before the check-in (C1): Enter does not check in, and a check-in
 * of the whole family leaves the runner out (C4).
 */
const needsLook: ReadonlySet<string> = new Set([
  "bib-conflict",
  "bib-look-alike",
  "bib-double",
  "gone-upstream",
  "run-cancelled",
]);

export const mustBeLookedAt = (warnings: readonly { readonly kind: string }[]): boolean =>
  warnings.some(({ kind }) => needsLook.has(kind));
