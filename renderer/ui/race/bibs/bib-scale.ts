const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const square =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}/u;

/** What a plate takes at full size, in digits' widths; at 82 % that is five digits, at 68 % six. */
const roomInDigits = 4.15;
const least = 0.24;

const plain = /^[\x20-\x7E]*$/;

/** The characters a person sees; nearly every bib is plain, and then they are the units. */
const charactersOf = (bib: string): string[] =>
  plain.test(bib) ? bib.split("") : [...segmenter.segment(bib)].map(({ segment }) => segment);

/** About how wide a bib is drawn, in digits' widths. */
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
 * How large a bib's number is drawn against the plate's own size: whole up to four characters,
 * 82 % at five, 68 % at six, then shrinking, and less where letters are wider than digits, so that
 * it never reaches a hole. Below 24 % it is cut with an ellipsis instead (`isBibCut`); the whole bib
 * stays in its title and in its accessible name.
 */
export function bibScale(bib: string): number {
  const characters = charactersOf(bib);
  const count = characters.length;
  const byCount = count <= 4 ? 1 : count === 5 ? 0.82 : count === 6 ? 0.68 : (0.68 * 6) / count;
  return Math.max(least, Math.min(byCount, roomInDigits / Math.max(1, widthOfAll(characters))));
}

/** Whether the bib is too long to be shown whole. */
export const isBibCut = (bib: string): boolean => bibScale(bib) * bibWidth(bib) > roomInDigits;
