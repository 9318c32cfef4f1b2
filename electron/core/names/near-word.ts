import { doubleMetaphone } from "double-metaphone";
import { editDistance } from "./edit-distance.ts";
import type { LatinForm } from "./romanize.ts";

/** A Latin form, taken apart for comparing: how it is spelled, how it sounds, and which consonants it has. */
export interface ComparedForm {
  /** Doubled letters once, and y as i: `Yuliya`, `Iuliia` and `Yulia` are spelled alike. */
  readonly spelling: string;
  /** Double Metaphone; empty where only the consonants are known. */
  readonly sounds: readonly string[];
  /** Consonants in classes that are heard and romanized alike. */
  readonly consonants: string;
  /** How many groups of vowels it has. */
  readonly syllables: number;
  readonly isConsonants: boolean;
}

/** Shorter words differ by a letter from too many others. */
const leastForOneEdit = 4;
const leastForTwoEdits = 8;
/** Of words that sound alike so much of the letters may differ: `rite` and `Wright` share two of six. */
const mostOfSoundAlike = 0.7;
const soundAlikeCost = 1.5;
const sameConsonantsCost = 1.2;
const leastConsonants = 2;

export function readForm({ text, isConsonants }: LatinForm): ComparedForm {
  const spelling = text.replaceAll("y", "i").replaceAll(/(.)\1+/g, "$1");
  return {
    spelling,
    sounds: isConsonants || /\d/.test(text) ? [] : soundsOf(text),
    // Where vowels are not written, a letter that comes twice is spoken twice: حداد is Haddad.
    consonants: consonantsOf(isConsonants ? text : text.replaceAll(/(.)\1+/g, "$1")),
    syllables: text.match(/[aeiouy]+/g)?.length ?? 0,
    isConsonants,
  };
}

const soundsOf = (text: string): string[] =>
  [...new Set(doubleMetaphone(text))].filter((sound) => sound !== "");

/** Which consonants are told apart follows what scripts without vowels tell apart, and how their letters are romanized. */
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

/** How many letters may differ in words of this length. */
const mostEdits = (length: number): number =>
  length >= leastForTwoEdits ? 2 : length >= leastForOneEdit ? 1 : 0;

/** How far two words are apart; null when they are not near. Zero is the same word, spelled another usual way. */
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

/** Whether a letter less in one of the sounds, or in both, makes them the same. */
const areSoundsNear = (one: ComparedForm, other: ComparedForm): boolean => {
  const own = new Set(one.sounds.flatMap(nearSounds));
  return other.sounds.flatMap(nearSounds).some((sound) => own.has(sound));
};

/**
 * What two near words have in common, to look them up by. Words one edit apart share a spelling with one letter left out;
 * longer words two edits apart are found where their sounds are one letter apart. The keys are kept in the database: a
 * change here needs a migration that indexes every row anew.
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

/** The keys that a typed word asks for: a word with vowels meets one without them by its consonants alone. */
export const askedKeys = (form: ComparedForm): string[] => [
  ...nearKeys(form).filter((key) => !key.startsWith("v")),
  ...consonantKeys(form.isConsonants ? "v" : "c", form),
];

const consonantKeys = (kind: "c" | "v", { consonants }: ComparedForm): string[] =>
  consonants.length >= leastConsonants ? [kind + consonants] : [];

const nearSounds = (sound: string): string[] => [sound, ...withOneLeftOut(sound)];

const withOneLeftOut = (text: string): string[] =>
  Array.from({ length: text.length }, (_, at) => text.slice(0, at) + text.slice(at + 1));
