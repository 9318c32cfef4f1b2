import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";

/** Code points a bib given here may have; the API's own may be longer and are kept. */
const longestBib = 20;

/** Why a text is no bib. */
export type BibFault = "blank" | "too-long" | "unprintable";

/**
 * What a bib printer prints and a scanner reads: letters and their marks, digits, punctuation, mathematical and
 * currency signs, plain spaces. No control or format characters, no pictographs.
 */
const printable = /^[\p{L}\p{Mn}\p{Mc}\p{N}\p{P}\p{Sm}\p{Sc} ]+$/u;
const variationSelector = /[\uFE00-\uFE0F]/u;
const letterOrDigit = /[\p{L}\p{N}]/u;

/**
 * Reads what a person typed as a bib: trimmed, in Unicode's composed form, otherwise exactly as typed (B1). At most
 * `longestBib` characters, printable, with at least one letter or digit; an emoji is refused, since no runner wears one.
 */
export function readBib(typed: string): Result<string, Failure<BibFault>> {
  const bib = typed.normalize("NFC").trim();
  if (bib === "") return err("blank", "A bib must not be empty");
  if (bib.length > longestBib * 2 || [...bib].length > longestBib) {
    return err("too-long", `A bib has at most ${longestBib} characters`);
  }
  if (!printable.test(bib) || variationSelector.test(bib)) {
    return err("unprintable", "A bib has letters, digits and ordinary signs only");
  }
  if (!letterOrDigit.test(bib)) return err("unprintable", "A bib has a letter or a digit");
  return ok(bib);
}

/** One bib, but for the case of its letters: nobody hands out `a12` beside `A12`. Zeros count (B1). */
export const isSameBib = (one: string, other: string): boolean =>
  one === other || one.normalize("NFC").toLowerCase() === other.normalize("NFC").toLowerCase();

/** Who counts as the holder of a bib: a runner, or the whole team in a relay run (B2). */
export interface BibHolder {
  readonly runnerId: string;
  readonly runId: string;
  readonly isRelay: boolean;
  readonly teamId: string | null;
}

/** True when two runners may wear the same bib: members of one team of one relay run (B2). */
export const shareBib = (one: BibHolder, other: BibHolder): boolean =>
  one.runnerId === other.runnerId ||
  (one.isRelay && one.teamId !== null && one.runId === other.runId && one.teamId === other.teamId);

/** The holders that stand in the way of giving this runner the bib (B2). */
export const bibHindrances = <Holder extends BibHolder>(
  runner: BibHolder,
  holders: readonly Holder[],
): Holder[] => holders.filter((holder) => !shareBib(runner, holder));
