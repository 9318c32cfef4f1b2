const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const square =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}/u;

/** Width of a plate in digits of full size; at 82 % it holds five digits, at 68 % six. */
const plateInDigits = 4.15;
const least = 0.24;

const plain = /^[\x20-\x7E]*$/;

/** The visible characters. Nearly every bib is ASCII, where they equal the UTF-16 units. */
const charactersOf = (bib: string): string[] =>
  plain.test(bib) ? bib.split("") : [...segmenter.segment(bib)].map(({ segment }) => segment);

/** The approximate width of a bib, in digits. */
export const bibWidth = (bib: string): number => widthOfAll(charactersOf(bib));

function widthOfAll(characters: readonly string[]): number {
  let width = 0;
  for (const character of characters) width += widthOf(character);
  return width;
}

function widthOf(character: string): number {
  if (character >= "0" && character <= "9") return 1;
  if (square.test(character)) return 1.6;
  if (character === "M" || character === "W") return 1.45;
  return /\p{Lu}/u.test(character) ? 1.2 : 1;
}

/**
 * The size of a bib's number relative to the full size of its plate: 100 % up to four characters, 82 % for five, 68 % for
 * six, then less. Letters wider than digits reduce it further, so that the number never touches a hole. Below 24 % the
 * number is cut with an ellipsis (`isBibCut`); the title and the accessible name contain the full bib.
 */
export function bibScale(bib: string): number {
  const characters = charactersOf(bib);
  const count = characters.length;
  const byCount = count <= 4 ? 1 : count === 5 ? 0.82 : count === 6 ? 0.68 : (0.68 * 6) / count;
  return Math.max(least, Math.min(byCount, plateInDigits / Math.max(1, widthOfAll(characters))));
}

/** Whether the bib is too long to be shown whole. */
export const isBibCut = (bib: string): boolean => bibScale(bib) * bibWidth(bib) > plateInDigits;
