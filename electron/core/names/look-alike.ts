import anyAscii from "any-ascii";
import { foldText } from "#shared/domain/search/text-folding.ts";

/**
 * Control characters, invisible characters (zero width, direction marks, fillers), and the Braille blank; not the joiner
 * between two emoji, without which they fall apart.
 */
const invisible =
  /(?!(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic}))[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Normalizes a name for storage and display: NFKC, without invisible characters, single spaces. */
export const plainName = (typed: string): string =>
  typed.normalize("NFKC").replace(invisible, "").replace(/\s+/gu, " ").trim();

/**
 * Cyrillic and Greek letters that look like a Latin letter but are written in Latin letters as another one, each before
 * the letter that it looks like.
 */
const twins = new Map(
  (
    "ВB НH РP СC УY ХX ЅS ЈJ ԚQ ԜW рp сc уy хx ѕs јj һh ԁd ԛq ԝw ӏl " +
    "ΗH ΡP ΥY ΧX ΒB ϹC ρp νv υu γy χx ωw ηn ϲc"
  )
    .split(" ")
    .map(([letter = "", latin = ""]) => [letter, latin]),
);

/** The name as it is read by who takes each letter for a Latin one. */
const asLatin = (name: string): string =>
  [...name.normalize("NFKC")].map((letter) => twins.get(letter) ?? letter).join("");

/** Whether two names look so similar that people may confuse them (S10). */
export const isLookAlike = (one: string, other: string): boolean =>
  lookAlikeKey(one) === lookAlikeKey(other) ||
  lookAlikeKey(asLatin(one)) === lookAlikeKey(asLatin(other));

/**
 * Equal for names that look similar: ignores case, accents, spaces, hyphens, look-alike letters of other alphabets
 * (`Dеsk 1` with a Cyrillic е), and letters that look like digits.
 */
function lookAlikeKey(name: string): string {
  // Emoji look alike with and without their joiner.
  const folded = foldText(plainName(name).replaceAll("\u200D", ""));
  const latin = foldText(anyAscii(folded));
  const joined = latin.replaceAll(/[\s\-_.,'"]/g, "");
  return (joined === "" ? folded : joined).replaceAll(/[il|!]/g, "1").replaceAll("o", "0");
}
