import anyAscii from "any-ascii";
import { japaneseSurnames, koreanSurnames, surnamesOfTwo } from "./surnames.ts";

/** How a part of a name is written in Latin letters. */
export interface LatinForm {
  readonly text: string;
  /** The script writes few vowels or none, or not where they are spoken: only the consonants can be compared. */
  readonly isConsonants: boolean;
}

/** A part of a name that can be looked for, with its Latin forms. */
export interface RomanizedPart {
  /** As it stands in the name, folded. */
  readonly text: string;
  readonly forms: readonly LatinForm[];
}

const ascii = /^[a-z0-9]*$/;
const consonantScripts =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u;
const indic =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u;
const hebrew = /\p{Script=Hebrew}/u;
const hangul = /^\p{Script=Hangul}+$/u;
const withHan = /\p{Script=Han}/u;

const toLatin = (text: string): string =>
  anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

/** The parts of a folded word or run, each in Latin letters. A run of a name in one piece is parted into surname and rest. */
export function romanize(piece: string): RomanizedPart[] {
  if (ascii.test(piece)) return [{ text: piece, forms: [vowelled(piece)] }];
  if (consonantScripts.test(piece)) return [{ text: piece, forms: readConsonants(piece) }];
  if (hangul.test(piece)) return readHangul(piece);
  if (withHan.test(piece)) return readHan(piece);
  // Greek "ου" is one vowel; any-ascii writes its letters one by one.
  return [{ text: piece, forms: [vowelled(toLatin(piece.replaceAll("ου", "ou")))] }];
}

const vowelled = (text: string): LatinForm => ({ text, isConsonants: false });

function readConsonants(piece: string): LatinForm[] {
  // In Thai a double ร stands for the vowel "a"; any-ascii writes two r.
  const latin = toLatin(piece.replaceAll("รร", ""));
  // Indic "c" is spoken as in "church".
  const spoken = indic.test(piece) ? latin.replaceAll(/c(?!h)/g, "ch") : latin;
  const texts = piece.startsWith("ال") ? [spoken, toLatin(piece.slice(2))] : [spoken];
  // The letters for "w" are long vowels as often (`یوسف` is Yousef), and Hebrew writes "s" and "sh" with one letter.
  const withoutVowels = texts.map((text) => text.replaceAll("w", ""));
  const both = [...texts, ...withoutVowels];
  const withoutSh = hebrew.test(piece) ? both.map((text) => text.replaceAll("sh", "s")) : [];
  return [...new Set([...both, ...withoutSh])].map((text) => ({ text, isConsonants: true }));
}

/** The surname and what follows it, besides the whole. */
function readHangul(run: string): RomanizedPart[] {
  const [surname, given] = partName(run, surnamesOfTwo.has(run.slice(0, 2)) ? 2 : 1);
  const whole = { text: run, forms: [vowelled(toLatin(run))] };
  const family = [toLatin(surname), ...(koreanSurnames.get(surname) ?? [])].map(vowelled);
  if (given === "") return [{ text: run, forms: [...family, ...whole.forms] }];
  return [
    whole,
    { text: surname, forms: family },
    { text: given, forms: [vowelled(toLatin(given))] },
  ];
}

function readHan(run: string): RomanizedPart[] {
  const chinese = surnamesOfTwo.has(run.slice(0, 2)) ? 2 : 1;
  const parts: RomanizedPart[] = [{ text: run, forms: [vowelled(toLatin(run))] }];
  const [surname, given] = partName(run, chinese);
  if (given !== "") {
    parts.push({ text: surname, forms: [vowelled(toLatin(surname))] });
    parts.push({ text: given, forms: [vowelled(toLatin(given))] });
  }
  for (const length of [3, 2, 1]) {
    const written = run.slice(0, length);
    const readings = japaneseSurnames.get(written);
    if (written.length < length || readings === undefined) continue;
    parts.push({ text: written, forms: readings.map(vowelled) });
    break;
  }
  return parts;
}

const partName = (run: string, length: number): [string, string] => [
  run.slice(0, length),
  run.slice(length),
];
