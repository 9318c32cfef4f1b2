import anyAscii from "any-ascii";
import { japaneseSurnames, koreanSurnames, surnamesOfTwo } from "./surnames.ts";

/** A part of a name in Latin letters. */
export interface LatinForm {
  readonly text: string;
  /** True for scripts that write few vowels or none, or not where they are spoken: only consonants are compared. */
  readonly isConsonants: boolean;
}

/** A part of a name that can be searched for, with its Latin forms. */
export interface RomanizedPart {
  /** The folded part in its original script. */
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

/** The Latin forms of a folded word or run. A run that contains surname and given name is also split. */
export function romanize(piece: string): RomanizedPart[] {
  if (ascii.test(piece)) return [{ text: piece, forms: [vowelled(piece)] }];
  if (consonantScripts.test(piece)) return [{ text: piece, forms: readConsonants(piece) }];
  if (hangul.test(piece)) return readHangul(piece);
  if (withHan.test(piece)) return readHan(piece);
  // Greek "ου" is one vowel, but any-ascii transliterates each letter.
  return [{ text: piece, forms: [vowelled(toLatin(piece.replaceAll("ου", "ou")))] }];
}

const vowelled = (text: string): LatinForm => ({ text, isConsonants: false });

function readConsonants(piece: string): LatinForm[] {
  // In Thai a double ร is the vowel "a", but any-ascii writes two r.
  const latin = toLatin(piece.replaceAll("รร", ""));
  // In Indic scripts "c" is pronounced as in "church".
  const spoken = indic.test(piece) ? latin.replaceAll(/c(?!h)/g, "ch") : latin;
  const texts = piece.startsWith("ال") ? [spoken, toLatin(piece.slice(2))] : [spoken];
  // The letters for "w" are often long vowels (`یوسف` is Yousef), and Hebrew has one letter for "s" and "sh".
  const withoutVowels = texts.map((text) => text.replaceAll("w", ""));
  const both = [...texts, ...withoutVowels];
  const withoutSh = hebrew.test(piece) ? both.map((text) => text.replaceAll("sh", "s")) : [];
  return [...new Set([...both, ...withoutSh])].map((text) => ({ text, isConsonants: true }));
}

/** The whole run, the surname and the given name. */
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
