/** Words that people say before a bib, folded, in several languages. */
const bibWords = [
  "bib",
  "number",
  "num",
  "no",
  "nr",
  "startnummer",
  "startnr",
  "nummer",
  "numero",
  "dossard",
  "dorsal",
  "pettorale",
].join("|");

/** `bib 7`, `BIB:7`, `bib no. 7`, `nr 7`, `n° 7`, `# 7`. */
const introduced = new RegExp(
  `^(?:(?:(?:${bibWords})(?:[\\s.:]+(?:no|nr|number))?(?![\\p{L}])|n\u00B0)[\\s.:#]*|#[\\s#]*)(?<said>\\S.*)$`,
  "u",
);
const digitsInGroups = /^\d+(?: \d+)+$/;
const thousands = /^\d{1,3}(?:[.,']\d{3})+$/;
const plainNumber = /^\d*$/;
const digit = /\d/;
const oneWordWithDigit = /^\S*\d\S*$/u;

/**
 * The bib in a folded text that people wrote as they speak: after a word for "bib" or a number sign, or with digits in groups
 * (`2 014`, `2.014`). Null if the text is not such a phrase; the text itself may still be a bib or a name.
 */
export function readSpokenBib(folded: string): string | null {
  // Runs at every key stroke; most texts are a plain number, or have no digit.
  if (plainNumber.test(folded) || !digit.test(folded) || folded.includes("@")) return null;
  const text = folded.trim().replace(/\s+/g, " ");
  const said = introduced.exec(text)?.groups?.["said"]?.trim() ?? text;
  const isGrouped = digitsInGroups.test(said) || thousands.test(said);
  const bib = isGrouped ? said.replace(/[ .,']/g, "") : said;
  return bib !== text && oneWordWithDigit.test(bib) ? bib : null;
}
