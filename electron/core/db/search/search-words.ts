import type { Database } from "better-sqlite3";
import { pairsOf, type QueryPart } from "#shared/domain/search/tokenizer.ts";
import { boundLimit } from "./bound-limit.ts";
import { createEventChars } from "./search-index.ts";

/** The parts of a query that the full-text index finds. */
export type TextPart = Exclude<QueryPart, { kind: "email" }>;

/**
 * How close a match is, best first: all words complete and in the name; all words in the name and all but the last
 * complete; all words in the name; anywhere.
 */
export type Closeness = (typeof closenesses)[number] | "any";
export const closenesses = ["whole", "last-open", "name"] as const;

/** A word of a name (complete, or only its beginning), or a run of characters of a script without spaces. */
export interface NameTerm {
  readonly kind: TextPart["kind"];
  readonly text: string;
  readonly isPrefix: boolean;
}

export type WordSearch = ReturnType<typeof createWordSearch>;

/** Finds runners by words of their name, mailbox and bib in the full-text index, in the order of rowids. */
export function createWordSearch(raw: Database) {
  const eventChars = createEventChars(raw);
  const statement = raw
    .prepare<[string, number], number>(
      `SELECT rowid FROM runner_fts WHERE runner_fts MATCH ? ${boundLimit}`,
    )
    .pluck();

  return {
    find(
      eventId: string,
      parts: readonly TextPart[],
      closeness: Closeness,
      limit: number,
    ): number[] {
      const eventChar = eventChars.find(eventId);
      if (eventChar === null || parts.length === 0) return [];
      return statement.all(matchOf(eventChar, parts, closeness), limit);
    },
    /** Runners whose name has one of the alternatives of each part. */
    findAny(eventId: string, parts: readonly (readonly NameTerm[])[], limit: number): number[] {
      const eventChar = eventChars.find(eventId);
      if (eventChar === null || parts.some((terms) => terms.length === 0)) {
        return [];
      }
      const all = parts.map(
        (terms) => `(${terms.map((term) => termOf(eventChar, term)).join(" OR ")})`,
      );
      return statement.all(`name : (${all.join(" AND ")})`, limit);
    },
  };
}

const termOf = (eventChar: string, { kind, text, isPrefix }: NameTerm): string =>
  kind === "run" ? runTerm(eventChar, text) : `"${eventChar}${text}"${isPrefix ? " *" : ""}`;

/** An FTS5 query. Parts consist of letters and digits, so they need no escaping inside quotes. */
function matchOf(eventChar: string, parts: readonly TextPart[], closeness: Closeness): string {
  const terms = parts.map(({ kind, text }, at) => {
    if (kind === "run") return runTerm(eventChar, text);
    const whole = closeness === "whole" || (closeness === "last-open" && at < parts.length - 1);
    return `"${eventChar}${text}"${whole ? "" : " *"}`;
  });
  const all = terms.join(" AND ");
  return closeness === "any" ? all : `name : (${all})`;
}

/**
 * A phrase of character pairs finds a run of characters anywhere in a text. A run of one character is a prefix of a
 * pair.
 */
function runTerm(eventChar: string, run: string): string {
  const pairs = pairsOf(run);
  if (pairs.length === 1) return `"${eventChar}${run}" *`;
  return `"${pairs
    .slice(0, -1)
    .map((pair) => eventChar + pair)
    .join(" ")}"`;
}
