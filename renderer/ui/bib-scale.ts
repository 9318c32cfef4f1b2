const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const wide =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}/u;

/** The width of a bib in characters; a wide character (CJK, emoji) counts as one and a half. */
export function bibLength(bib: string): number {
  let length = 0;
  for (const { segment } of segmenter.segment(bib)) {
    length += wide.test(segment) ? 1.5 : 1;
  }
  return length;
}

/**
 * How large a bib's number is drawn against the plate's own size: whole up to four characters,
 * 82 % at five, 68 % at six, then shrinking so that the number never reaches a hole. Below 24 %
 * it is cut with an ellipsis instead; the whole bib stays in its title and in its accessible name.
 */
export function bibScale(bib: string): number {
  const length = bibLength(bib);
  if (length <= 4) return 1;
  if (length <= 5) return 0.82;
  if (length <= 6) return 0.68;
  return Math.max(0.24, (0.68 * 6) / length);
}
