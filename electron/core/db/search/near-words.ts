import type { Database } from "better-sqlite3";
import { readPieces } from "#shared/domain/search/tokenizer.ts";
import {
  lookupKeys,
  nearKeys,
  nearness,
  readForm,
  type ComparedForm,
} from "#core/names/near-word.ts";
import { romanize } from "#core/names/romanize.ts";

/** A word of a name that is similar to a typed word. */
export interface NearWord {
  readonly text: string;
  /** The distance; 0 is the same word in another spelling or alphabet. */
  readonly cost: number;
}

/** Maximum number of compared words with a common key. */
const maxCompared = 300;

/** Index of the words of names, for looking up similar words. */
export function createNearWords(raw: Database) {
  const find = raw
    .prepare<[string], number>("SELECT word_id FROM near_word WHERE word = ?")
    .pluck();
  const insertWord = raw.prepare<[string]>("INSERT INTO near_word (word) VALUES (?)");
  const insertKey = raw.prepare<[number, number]>(
    "INSERT INTO near_key (near_key, word_id) VALUES (?, ?)",
  );
  const sharing = raw
    .prepare<[string, number], string>(
      `SELECT word FROM near_word WHERE word_id IN (
         SELECT word_id FROM near_key WHERE near_key IN (SELECT value FROM json_each(?)) LIMIT ? + 0
       )`,
    )
    .pluck();

  const addWord = (eventChar: string, text: string): void => {
    const word = eventChar + text;
    if (find.get(word) !== undefined) return;
    const wordId = Number(insertWord.run(word).lastInsertRowid);
    const keys = formsOf(text).flatMap(nearKeys);
    for (const key of new Set(keys.map((each) => hashKey(eventChar + each)))) {
      insertKey.run(key, wordId);
    }
  };

  return {
    /** Adds the words of a folded name. Call in the transaction that indexes the name. */
    add(eventChar: string, nameFold: string): void {
      for (const { text } of readPieces(nameFold)) {
        for (const part of romanize(text)) addWord(eventChar, part.text);
      }
    },
    /** Words similar to any of these forms, nearest first. */
    find(eventChar: string, forms: readonly ComparedForm[], limit: number): NearWord[] {
      const keys = new Set(forms.flatMap(lookupKeys).map((key) => hashKey(eventChar + key)));
      const near: NearWord[] = [];
      for (const word of sharing.all(JSON.stringify([...keys]), maxCompared)) {
        const text = word.slice(eventChar.length);
        const cost = costOf(text, forms);
        if (cost !== null) near.push({ text, cost });
      }
      return near.toSorted((one, other) => one.cost - other.cost).slice(0, limit);
    },
  };
}

/** The Latin forms of a complete word or run. */
export const formsOf = (word: string): ComparedForm[] =>
  romanize(word)
    .filter(({ text }) => text === word)
    .flatMap(({ forms }) => forms.map(readForm));

/** The smallest distance between a form of the word and a typed form; null if none is similar. */
function costOf(word: string, typed: readonly ComparedForm[]): number | null {
  const own = formsOf(word);
  const costs = own.flatMap((form) => typed.flatMap((each) => nearness(each, form) ?? []));
  return costs.length === 0 ? null : Math.min(...costs);
}

/** A hash (cyrb53) takes a third of the space of the text. Colliding words are compared later and left out. */
function hashKey(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
