import { readPieces } from "#shared/domain/search/tokenizer.ts";
import {
  askedKeys,
  nearKeys,
  nearness,
  readForm,
  type ComparedForm,
} from "#core/names/near-word.ts";
import { romanize } from "#core/names/romanize.ts";
import type { Db } from "#core/db/open/database.ts";

/** A word of somebody's name that is near a typed one. */
export interface NearWord {
  readonly text: string;
  /** How far it is; 0 is the same word in another spelling or alphabet. */
  readonly cost: number;
}

/** The words of an event's names, to be found by words that are near them. */
export interface NearWords {
  /** Adds the words of a folded name. In the transaction that indexes the name. */
  add(scope: string, nameFold: string): void;
  /** Words that are near any of these forms, nearest first. */
  find(scope: string, forms: readonly ComparedForm[], limit: number): NearWord[];
}

/** So many words are known to be in the table; more are looked up there. */
const mostKnown = 20_000;
/** So many words that share a key are compared. */
const mostCompared = 300;

export function createNearWords(db: Db): NearWords {
  const { raw } = db;
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
  const known = new Set<string>();

  db.onRollback(() => known.clear());

  const addWord = (scope: string, text: string): void => {
    const word = scope + text;
    if (known.has(word)) return;
    if (known.size < mostKnown) known.add(word);
    if (find.get(word) !== undefined) return;
    const wordId = Number(insertWord.run(word).lastInsertRowid);
    const keys = formsOf(text).flatMap(nearKeys);
    for (const key of new Set(keys.map((each) => hashKey(scope + each)))) {
      insertKey.run(key, wordId);
    }
  };

  return {
    add(scope, nameFold) {
      for (const { text } of readPieces(nameFold)) {
        for (const part of romanize(text)) addWord(scope, part.text);
      }
    },
    find(scope, forms, limit) {
      const keys = new Set(forms.flatMap(askedKeys).map((key) => hashKey(scope + key)));
      const near: NearWord[] = [];
      for (const word of sharing.all(JSON.stringify([...keys]), mostCompared)) {
        const text = word.slice(scope.length);
        const cost = costOf(text, forms);
        if (cost !== null) near.push({ text, cost });
      }
      return near.toSorted((one, other) => one.cost - other.cost).slice(0, limit);
    },
  };
}

/** The Latin forms of a word or run as a whole. */
export const formsOf = (word: string): ComparedForm[] =>
  romanize(word)
    .filter(({ text }) => text === word)
    .flatMap(({ forms }) => forms.map(readForm));

/** How near a word of a name is to what was typed, in the nearest of their forms. */
function costOf(word: string, typed: readonly ComparedForm[]): number | null {
  const own = formsOf(word);
  const costs = own.flatMap((form) => typed.flatMap((each) => nearness(each, form) ?? []));
  return costs.length === 0 ? null : Math.min(...costs);
}

/** Numbers take a third of the room of texts; words that share one by chance are compared and left out. */
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
