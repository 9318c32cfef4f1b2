import { readPieces, type Query } from "#shared/domain/search/tokenizer.ts";
import type { Db } from "#core/db/open/database.ts";
import { createNearWords, formsOf, type NearWord } from "./near-words.ts";
import { createEventChars } from "./search-index.ts";
import type { Ranks } from "./search-ranks.ts";
import type { NameTerm, WordSearch } from "./search-words.ts";

/** Maximum number of results. */
const maxResults = 50;
/** Maximum number of name words that one typed word may mean. */
const maxWords = 24;
/** Maximum number of compared rows; rows with the nearest words come first. */
const maxCompared = 200;
/** Maximum number of results if only one of two typed parts matches. */
const maxOfOnePart = 10;
/** Cost of a typed part without a match, and of a word that is only a beginning. */
const missingCost = 3;
const begunCost = 0.3;
const maxParts = 5;

/** A typed part with the name words that it may mean. */
interface TypedPart {
  readonly text: string;
  readonly costs: ReadonlyMap<string, number>;
  readonly terms: readonly NameTerm[];
}

/** Finds runners with a name similar to a typed text, for texts without an exact match. */
export function createNearSearch(db: Db, words: WordSearch, ranks: Ranks) {
  const { raw } = db;
  const eventChars = createEventChars(raw);
  const nearWords = createNearWords(raw);
  const namesOf = raw.prepare<[string], { readonly rowid: number; readonly name_fold: string }>(
    "SELECT rowid, name_fold FROM runner WHERE rowid IN (SELECT value FROM json_each(?))",
  );

  const readPart = (eventChar: string, text: string): TypedPart => {
    const near = nearWords.find(eventChar, formsOf(text), maxWords);
    const costs = new Map(near.map((word): [string, number] => [word.text, word.cost]));
    return { text, costs, terms: [literalTerm(text), ...near.map(termOfWord)] };
  };

  /** Finds rows whose name has all of these parts; if there are none, rows whose name has all parts but one. */
  const findRows = (
    eventId: string,
    parts: readonly TypedPart[],
    isWholeOnly: boolean,
  ): number[] => {
    const ask = (asked: readonly TypedPart[], limit: number): number[] =>
      words.findAny(
        eventId,
        asked.map(({ terms }) => terms),
        limit,
      );
    const all = ask(parts, maxCompared);
    if (all.length > 0 || parts.length === 1 || isWholeOnly) return all;
    const isPair = parts.length === 2;
    const found = parts.flatMap((_, at) => {
      const rows = ask(parts.toSpliced(at, 1), isPair ? maxOfOnePart + 1 : maxCompared);
      return isPair && rows.length > maxOfOnePart ? [] : rows;
    });
    return [...new Set(found)];
  };

  return {
    /**
     * Returns up to 50 rowids, the most similar name first. If no name has all typed parts, names with all but one part
     * count, too, unless `isWholeOnly`.
     */
    find(eventId: string, query: Query, isWholeOnly = false): number[] {
      const eventChar = eventChars.find(eventId);
      const texts = query.parts.map(({ text }) => text);
      if (eventChar === null || !isName(query)) return [];
      const cachedParts = new Map<string, TypedPart>();
      const partOf = (text: string): TypedPart => {
        const part = cachedParts.get(text) ?? readPart(eventChar, text);
        cachedParts.set(text, part);
        return part;
      };
      for (const reading of readings(texts)) {
        const parts = reading.map(partOf);
        const rowids = findRows(eventId, parts, isWholeOnly);
        if (rowids.length === 0) continue;
        const rows = namesOf.all(JSON.stringify(rowids)).map(({ rowid, name_fold }) => ({
          rowid,
          rank: ranks.of(rowid),
          cost: costOfName(name_fold, parts),
        }));
        return rows
          .toSorted(
            (one, other) =>
              one.cost - other.cost || one.rank - other.rank || one.rowid - other.rowid,
          )
          .slice(0, maxResults)
          .map(({ rowid }) => rowid);
      }
      return [];
    },
  };
}

const isName = ({ parts }: Query): boolean =>
  parts.length > 0 &&
  parts.length <= maxParts &&
  parts.every(({ kind, text }) => kind !== "email" && !/\d/.test(text)) &&
  (parts.length > 1 ? !parts.every(isInitial) : parts.every(isLongEnough));

/** Half of all names match two initials. */
const isInitial = ({ kind, text }: Query["parts"][number]): boolean =>
  kind === "word" && [...text].length === 1;

/** Shorter texts are similar to hundreds of names. */
const isLongEnough = ({ kind, text }: Query["parts"][number]): boolean =>
  [...text].length >= (kind === "run" ? 2 : 3);

/** The typed parts, then the parts with two neighbours joined: `ha yun` may be one part of a Korean name. */
function readings(texts: readonly string[]): string[][] {
  const joined = texts
    .slice(1)
    .map((text, at) => [
      ...texts.slice(0, at),
      `${texts[at] ?? ""}${text}`,
      ...texts.slice(at + 2),
    ]);
  // Short parts may be syllables, which alone are similar to half of all names, so joined parts come first.
  const isSyllables = texts.some((text) => text.length <= 2);
  return isSyllables ? [...joined, [...texts]] : [[...texts], ...joined];
}

const kindOf = (text: string): NameTerm["kind"] => readPieces(text)[0]?.kind ?? "word";

const literalTerm = (text: string): NameTerm => ({ kind: kindOf(text), text, isPrefix: true });

const termOfWord = ({ text }: NearWord): NameTerm => ({
  kind: kindOf(text),
  text,
  isPrefix: false,
});

/** The sum of the distances between each typed part and the nearest word of the name. */
function costOfName(nameFold: string, parts: readonly TypedPart[]): number {
  const pieces = readPieces(nameFold);
  const run = pieces.map(({ text }) => text).join("");
  return parts.reduce((sum, part) => {
    let least = missingCost;
    for (const { text } of pieces) {
      if (text === part.text) least = 0;
      else if (text.startsWith(part.text)) least = Math.min(least, begunCost);
      least = Math.min(least, part.costs.get(text) ?? missingCost);
    }
    for (const [text, cost] of part.costs) {
      if (cost < least && kindOf(text) === "run" && run.includes(text)) least = cost;
    }
    return sum + least;
  }, 0);
}
