import anyAscii from "any-ascii";
import { foldText } from "#shared/domain/search/text-folding.ts";

/** Control characters, what is never drawn (zero width, direction marks, fillers), and blanks of Braille. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A short name as it is kept and shown: one form of each letter, nothing that cannot be seen, single spaces. */
export const plainName = (typed: string): string =>
  typed.normalize("NFKC").replace(invisible, "").replace(/\s+/gu, " ").trim();

/** Whether people would take one of two names for the other (S10). */
export const isLookAlike = (one: string, other: string): boolean =>
  lookAlikeKey(one) === lookAlikeKey(other);

/**
 * The same for names that people take for one another: whatever the case, accents, spaces and hyphens, the alphabet of
 * look-alike letters (`Dеsk 1` with a Cyrillic е), and the letters that look like digits.
 */
function lookAlikeKey(name: string): string {
  const folded = foldText(plainName(name));
  const latin = foldText(anyAscii(folded));
  const joined = latin.replaceAll(/[\s\-_.,'"]/g, "");
  return (joined === "" ? folded : joined).replaceAll(/[il|!]/g, "1").replaceAll("o", "0");
}
