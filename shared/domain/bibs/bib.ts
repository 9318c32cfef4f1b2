import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import { foldText } from "#shared/domain/search/text-folding.ts";

/** The maximum length of a bib that is given in Chute, in code points; a bib of the API may be longer. */
const maxBibLength = 20;

/** The reason why a text is not a valid bib. */
export type BibFault = "blank" | "too-long" | "unprintable" | "address" | "space";

/**
 * The characters that a bib printer prints and a scanner reads: letters and their marks, digits, punctuation,
 * mathematical and currency signs, plain spaces. Control characters, format characters and pictographs are left out.
 */
const printable = /^[\p{L}\p{Mn}\p{Mc}\p{N}\p{P}\p{Sm}\p{Sc} ]+$/u;
const variationSelector = /[\uFE00-\uFE0F]/u;
const letterOrDigit = /[\p{L}\p{N}]/u;
/** What a Japanese, Chinese or Korean keyboard types in full width, such as `１` for `1`. */
const fullWidth = /[\uFF01-\uFF5E]/gu;

/**
 * Reads what a person typed as a bib: trimmed, in Unicode's composed form and in half width, otherwise exactly as
 * typed (B1). At most `maxBibLength` characters, printable, with at least one letter or digit; an emoji is refused,
 * because no runner wears an emoji.
 */
export function readBib(typed: string): Result<string, Failure<BibFault>> {
  const bib = typed
    .normalize("NFC")
    .replace(fullWidth, (sign) => sign.normalize("NFKC"))
    .trim();
  if (bib === "") return err("blank", "A bib must not be empty");
  if (bib.length > maxBibLength * 2 || [...bib].length > maxBibLength) {
    return err("too-long", `A bib has at most ${maxBibLength} characters`);
  }
  if (!printable.test(bib) || variationSelector.test(bib)) {
    return err("unprintable", "A bib has letters, digits and ordinary signs only");
  }
  if (!letterOrDigit.test(bib)) return err("unprintable", "A bib has a letter or a digit");
  return ok(bib);
}

/**
 * Reads a typed bib that nobody in the event has (B1): a bib with “@” or with a space inside is a text that was typed into
 * the wrong field. A bib without a digit (`ELITE`) is rare but exists, so the screens warn only (`hasDigit`).
 */
export function readNewBib(typed: string): Result<string, Failure<BibFault>> {
  const bib = readBib(typed);
  if (!bib.ok) return bib;
  if (bib.value.includes("@")) return err("address", "A bib is no e-mail address");
  return bib.value.includes(" ") ? err("space", "A bib has no space in it") : bib;
}

export const hasDigit = (bib: string): boolean => /\p{N}/u.test(bib);

/** A text that is equal for all letter cases of a bib, and for its digits in any script and width. Leading zeros stay (B1). */
export const comparableBib = (bib: string): string =>
  bib
    .normalize("NFC")
    .replace(/[\p{Nd}\uFF01-\uFF5E]/gu, foldText)
    .toLowerCase();

/** Whether two bibs may not both be given: `a12` and `A12`, or `12` and `١٢`. Leading zeros differ (B1). */
export const isSameBib = (one: string, other: string): boolean =>
  one === other || comparableBib(one) === comparableBib(other);

/**
 * The runners whom a bib means: the holders of exactly this text; only if there are none, those who hold it in other
 * letter case or digits. The API may give `a12` and `A12` to two runners, and then each text means its own runner (B2).
 */
export function meantHolders<Holder extends { readonly bib: string }>(
  bib: string,
  candidates: readonly Holder[],
): readonly Holder[] {
  const exact = candidates.filter((holder) => holder.bib === bib);
  return exact.length > 0 ? exact : candidates.filter((holder) => isSameBib(holder.bib, bib));
}

/** The holder of a bib: a runner, or the whole team in a relay run (B2). */
export interface BibHolder {
  readonly runnerId: string;
  readonly runId: string;
  readonly isRelay: boolean;
  readonly teamId: string | null;
}

/** Whether two runners may wear the same bib: members of one team of one relay run. */
export const shareBib = (one: BibHolder, other: BibHolder): boolean =>
  one.runnerId === other.runnerId ||
  (one.isRelay && one.teamId !== null && one.runId === other.runId && one.teamId === other.teamId);

/** Why a swap would still leave one bib to two runners: others have the wanted bib, or the bib that is given for it. */
export const swapObstacles = ["several-holders", "own-bib-shared"] as const;
export type SwapObstacle = (typeof swapObstacles)[number];

/**
 * Why a runner cannot swap with the holders of a bib (B2); null if the runner can. The holders must be one runner or one
 * relay team.
 *
 * @param alsoOwn The other holders of the runner's own bib.
 */
export function swapObstacle(
  holders: readonly BibHolder[],
  alsoOwn: readonly BibHolder[],
): SwapObstacle | null {
  const [first, ...others] = holders;
  if (first === undefined) return null;
  if (others.some((other) => !shareBib(first, other))) return "several-holders";
  return alsoOwn.some((other) => !shareBib(first, other)) ? "own-bib-shared" : null;
}

/** The holders because of whom this runner cannot get the bib. */
export const bibHindrances = <Holder extends BibHolder>(
  runner: BibHolder,
  holders: readonly Holder[],
): Holder[] => holders.filter((holder) => !shareBib(runner, holder));
