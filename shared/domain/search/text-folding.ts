/**
 * Folding: the form in which names, e-mails and bibs are compared.
 *
 * Equal after folding: composed and decomposed accents, upper and lower case, full and half width, letters that do not
 * decompose (ø, ł, ð …) and the plain letters that people type for them, Arabic letter forms, Hebrew with and without
 * points, Katakana and Hiragana, digits of any script. Marks that distinguish letters (Kana voicing, Indic and Thai vowels)
 * stay.
 */

/** Accents, signs that are not letters, and invisible characters. */
const dropped =
  /[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u0711\u0730-\u074A\u08CA-\u08E1\u08E3-\u08FF\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\u{E0100}-\u{E01EF}\p{Cf}\p{Co}\p{Cs}]/gu;

const letters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    // Latin
    æ: "ae",
    œ: "oe",
    ø: "o",
    ß: "ss",
    đ: "d",
    ð: "d",
    ɖ: "d",
    ɗ: "d",
    þ: "th",
    ł: "l",
    ħ: "h",
    ŧ: "t",
    ı: "i",
    ɨ: "i",
    ŋ: "n",
    ɲ: "n",
    ĸ: "k",
    ƙ: "k",
    ə: "e",
    ǝ: "e",
    ɛ: "e",
    ɔ: "o",
    ƀ: "b",
    ɓ: "b",
    ƒ: "f",
    ǥ: "g",
    ɣ: "g",
    ʉ: "u",
    ƴ: "y",
    ƶ: "z",
    // Greek
    ς: "σ",
    // Hebrew finals
    ך: "כ",
    ם: "מ",
    ן: "נ",
    ף: "פ",
    ץ: "צ",
    // Arabic: alef wasla, alef maksura, Persian and Urdu yeh, kaf and heh, teh marbuta
    ٱ: "ا",
    ى: "ي",
    ی: "ي",
    ے: "ي",
    ک: "ك",
    ة: "ه",
    ە: "ه",
    ہ: "ه",
    ھ: "ه",
    ۃ: "ه",
    // Apostrophes and hyphens
    "’": "'",
    "‘": "'",
    "‛": "'",
    "′": "'",
    "`": "'",
    ʹ: "'",
    ʻ: "'",
    ʼ: "'",
    ʽ: "'",
    ʾ: "'",
    ʿ: "'",
    "‐": "-",
    "–": "-",
    "—": "-",
    "−": "-",
  }),
);

/** The zero of each block of decimal digits; the other nine digits follow it. */
const zeros = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
  0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810,
];

const special = new RegExp(
  `[${[...letters.keys()].join("")}\u30A1-\u30F6\u30FD\u30FE]|\\p{Nd}`,
  "gu",
);

function replaceSpecial(char: string): string {
  const letter = letters.get(char);
  if (letter !== undefined) return letter;
  const code = char.codePointAt(0) ?? 0;
  if (code >= 0x30a1 && code <= 0x30fe) return String.fromCharCode(code - 0x60);
  const zero = zeros.find((start) => code >= start && code <= start + 9);
  return zero === undefined ? char : String(code - zero);
}

function foldAny(text: string): string {
  return (
    text
      // NFKD turns the acute accent U+00B4, which people often type as an apostrophe, into a space.
      .replaceAll("\u00B4", "'")
      .normalize("NFKD")
      .toLowerCase()
      .replace(dropped, "")
      .normalize("NFC")
      .replace(/\p{Cc}/gu, " ")
      .replace(special, replaceSpecial)
  );
}

const plain = /^[ -_a-~]*$/;

/** The folded form of any text. Folding is idempotent. */
export function foldText(text: string): string {
  return plain.test(text) ? text.toLowerCase() : foldAny(text);
}

/** The form for looking up bibs: folded, without outer spaces, with single spaces inside. Screens never show it (B1). */
export function foldBib(bib: string): string {
  return foldText(bib).trim().replace(/\s+/g, " ");
}

/** A folded bib without its leading zeros; `000` is `0`. `7` and `007` have the same key, but are two bibs. */
export function bibKey(bibFold: string): string {
  return bibFold.replace(/^0+(?=.)/u, "");
}

export function foldEmail(email: string): string {
  return foldText(email).trim();
}

/** A folded text that maps each of its UTF-16 units to the range of the source text. */
export interface MappedText {
  readonly text: string;
  startOf(unit: number): number;
  endOf(unit: number): number;
}

/** Parts of Hangul syllables, which folding composes. */
const jamo = "\u1100-\u11FF\u3131-\u318E\uA960-\uA97F\uD7B0-\uD7FF\uFFA0-\uFFDC";
/** Characters that belong to the letter before them. */
const marks = "\\p{M}\\p{Cf}\\p{Co}\\p{Cs}\uFF9E\uFF9F\u0640";
/** The shortest parts that fold independently: a letter with its marks, or Hangul with the parts that follow. */
const cluster = new RegExp(`[${jamo}\uAC00-\uD7A3][${jamo}${marks}]*|[^][${marks}]*`, "gu");

/** The text of {@link foldText} with the map to the shown text. */
export function foldMapped(text: string): MappedText {
  if (plain.test(text)) {
    return { text: text.toLowerCase(), startOf: (unit) => unit, endOf: (unit) => unit + 1 };
  }
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = "";
  for (const found of text.matchAll(cluster)) {
    const piece = foldText(found[0]);
    folded += piece;
    for (let unit = 0; unit < piece.length; unit += 1) {
      starts.push(found.index);
      ends.push(found.index + found[0].length);
    }
  }
  return {
    text: folded,
    startOf: (unit) => starts[unit] ?? text.length,
    endOf: (unit) => ends[unit] ?? text.length,
  };
}
