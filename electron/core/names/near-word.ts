import { doubleMetaphone } from "double-metaphone";
import { editDistance } from "./edit-distance.ts";
import type { LatinForm } from "./romanize.ts";

/** The properties of a Latin form that are compared. */
export interface ComparedForm {
  /** The spelling with single letters and y as i, so that `Yuliya`, `Iuliia` and `Yulia` are equal. */
  readonly spelling: string;
  /** Double Metaphone codes; empty if only the consonants are known. */
  readonly sounds: readonly string[];
  /** The consonants, each replaced by its class of similar sounds and romanizations. */
  readonly consonants: string;
  /** Number of vowel groups. */
  readonly syllables: number;
  readonly isConsonants: boolean;
}

/** Too many shorter words differ by one letter. */
const leastForOneEdit = 4;
const leastForTwoEdits = 8;
/** Maximum share of different letters in words with the same sound: `rite` and `Wright` share two of six. */
const mostOfSoundAlike = 0.7;
const soundAlikeCost = 1.5;
const sameConsonantsCost = 1.2;
const leastConsonants = 2;

export function readForm({ text, isConsonants }: LatinForm): ComparedForm {
  const spelling = text.replaceAll("y", "i").replaceAll(/(.)\1+/g, "$1");
  return {
    spelling,
    sounds: isConsonants || /\d/.test(text) ? [] : soundsOf(text),
    // In scripts without vowels, a doubled letter is spoken twice: حداد is Haddad.
    consonants: consonantsOf(isConsonants ? text : text.replaceAll(/(.)\1+/g, "$1")),
    syllables: text.match(/[aeiouy]+/g)?.length ?? 0,
    isConsonants,
  };
}

const soundsOf = (text: string): string[] =>
  [...new Set(doubleMetaphone(text))].filter((sound) => sound !== "");

/** The classes follow the consonants that scripts without vowels distinguish, and their romanizations. */
const consonantsOf = (text: string): string =>
  text
    .replaceAll(/h$/g, "")
    .replaceAll(/shch|sch|sh/g, "S")
    .replaceAll(/tch|ch|cz|dj|zh|j/g, "C")
    .replaceAll(/ts|tz|z|c(?=[eiy])/g, "s")
    .replaceAll("x", "ks")
    .replaceAll(/ph|p/g, "f")
    .replaceAll(/[bv]h?/g, "b")
    .replaceAll(/([dt])h/g, "$1")
    .replaceAll(/ng/g, "n")
    .replaceAll(/[kg]h|[gqc]/g, "k")
    .replaceAll(/[aeiouy]/g, "");

/** Maximum number of different letters in words of this length. */
const mostEdits = (length: number): number =>
  length >= leastForTwoEdits ? 2 : length >= leastForOneEdit ? 1 : 0;

/** The distance of two words; null if they are not similar. 0 is the same word in another usual spelling. */
export function nearness(one: ComparedForm, other: ComparedForm): number | null {
  if (one.isConsonants || other.isConsonants) {
    const isSame = one.consonants === other.consonants && one.consonants.length >= leastConsonants;
    return isSame ? sameConsonantsCost : null;
  }
  const longer = Math.max(one.spelling.length, other.spelling.length);
  const shorter = Math.min(one.spelling.length, other.spelling.length);
  const isHeardAlike =
    Math.abs(one.syllables - other.syllables) <= 1 &&
    one.sounds.some((sound) => other.sounds.includes(sound));
  const bound = isHeardAlike ? Math.floor(longer * mostOfSoundAlike) : mostEdits(shorter);
  const edits = editDistance(one.spelling, other.spelling, bound);
  if (edits > bound) return null;
  if (edits > mostEdits(shorter)) return soundAlikeCost + edits / 10;
  return edits < 2 || isHeardAlike || areSoundsNear(one, other) ? edits : null;
}

/** Whether two sounds are equal after leaving out at most one letter of each. */
const areSoundsNear = (one: ComparedForm, other: ComparedForm): boolean => {
  const own = new Set(one.sounds.flatMap(nearSounds));
  return other.sounds.flatMap(nearSounds).some((sound) => own.has(sound));
};

/**
 * Keys for looking up similar words, which have at least one key in common. Words with one edit share a spelling without
 * one letter; longer words with two edits are found if their sounds differ by one letter. The keys are stored in the
 * database, so a change here needs a migration that indexes every row again.
 */
export function nearKeys(form: ComparedForm): string[] {
  if (form.isConsonants) return consonantKeys("c", form);
  const keys = [`e${form.spelling}`, ...consonantKeys("v", form)];
  if (form.spelling.length >= leastForOneEdit) {
    keys.push(...withOneLeftOut(form.spelling).map((text) => `e${text}`));
  }
  for (const sound of form.sounds) {
    const isLong = form.spelling.length >= leastForTwoEdits;
    keys.push(...(isLong ? nearSounds(sound) : [sound]).map((text) => `s${text}`));
  }
  return [...new Set(keys)];
}

/** The keys to look up for a typed word. A word with vowels matches a word without vowels by its consonants. */
export const lookupKeys = (form: ComparedForm): string[] => [
  ...nearKeys(form).filter((key) => !key.startsWith("v")),
  ...consonantKeys(form.isConsonants ? "v" : "c", form),
];

const consonantKeys = (kind: "c" | "v", { consonants }: ComparedForm): string[] =>
  consonants.length >= leastConsonants ? [kind + consonants] : [];

const nearSounds = (sound: string): string[] => [sound, ...withOneLeftOut(sound)];

const withOneLeftOut = (text: string): string[] =>
  Array.from({ length: text.length }, (_, at) => text.slice(0, at) + text.slice(at + 1));
