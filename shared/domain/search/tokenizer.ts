import { bibKey, foldBib, foldText } from "./text-folding.ts";
import { readSpokenBib } from "#shared/domain/bibs/spoken-bib.ts";
import { bareEmail } from "./typed-person.ts";

/** A part of a folded text, in its UTF-16 units: [start, end). */
export type Span = readonly [start: number, end: number];

/**
 * A text that a query part can match. Its text is the joined text of its spans: a word that was joined over an apostrophe or
 * a hyphen, and a run that was joined over spaces, have several spans.
 */
export interface Token {
  readonly text: string;
  readonly spans: readonly Span[];
}

/** The tokens by which a search finds a folded text. */
export interface Tokens {
  /** A query part matches the start of a word. */
  readonly words: readonly Token[];
  /** Runs: texts in scripts without spaces. A query part matches anywhere in a run of characters. */
  readonly runs: readonly Token[];
}

const spaceless =
  "\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}";
const letter = "[\\p{L}\\p{N}\\p{M}]";
const stretch = new RegExp(
  `(?<run>(?:(?=[${spaceless}])${letter})+)|(?<word>(?:(?![${spaceless}])${letter})+)`,
  "gu",
);

interface Stretch {
  readonly span: Span;
  readonly isRun: boolean;
}

const ascii = /^[\0-\x7F]*$/;

/** The sequences of letters, digits and marks in the text. */
function readStretches(folded: string): Stretch[] {
  if (ascii.test(folded)) return readAsciiStretches(folded);
  return [...folded.matchAll(stretch)].map(({ 0: text, index, groups }) => ({
    span: [index, index + text.length],
    isRun: groups?.["run"] !== undefined,
  }));
}

/** Faster than the regular expression: most texts are ASCII, and an event may have 100,000 rows. */
function readAsciiStretches(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (isAsciiLetter(text.charCodeAt(at))) continue;
    if (at > start) stretches.push({ span: [start, at], isRun: false });
    start = at + 1;
  }
  return stretches;
}

/** Letter or digit; false for NaN, the code after the end of a text. */
const isAsciiLetter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x41 && code <= 0x5a);

/** The signs that may be inside a name: O'Brien, al-Rahman, Gal·la. */
const joiner = /^['\-\u00B7]$/;

/** Splits a folded text. A search finds words with an apostrophe or a hyphen by each part and as a whole. */
export function readTokens(folded: string): Tokens {
  const words: Token[] = [];
  const runs: Token[] = [];
  let compound: Span[] = [];
  let run: Span[] = [];
  const join = (spans: readonly Span[]): Token => ({
    text: spans.reduce((text, [start, end]) => text + folded.slice(start, end), ""),
    spans,
  });
  const endCompound = () => {
    if (compound.length > 1) words.push(join(compound));
    compound = [];
  };
  const endRun = () => {
    if (run.length > 0) runs.push(join(run));
    run = [];
  };
  for (const { span, isRun } of readStretches(folded)) {
    if (isRun) {
      endCompound();
      run.push(span);
      continue;
    }
    endRun();
    const last = compound.at(-1);
    if (last && !joiner.test(folded.slice(last[1], span[0]))) endCompound();
    compound.push(span);
    words.push(join([span]));
  }
  endCompound();
  endRun();
  return { words, runs };
}

/** Each pair of neighbouring characters, then the last character alone, so that a phrase of pairs matches anywhere in a run. */
export function pairsOf(run: string): string[] {
  const chars = [...run];
  return chars.map((char, at) => char + (chars[at + 1] ?? ""));
}

/** The part of an e-mail before the `@`. Many people share a domain, so a search finds domains only with `@`. */
export function mailboxOf(emailFold: string): string {
  const at = emailFold.lastIndexOf("@");
  return at < 0 ? emailFold : emailFold.slice(0, at);
}

/** A part of a query. All parts must match, in any order. */
export type QueryPart =
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "run"; readonly text: string }
  | { readonly kind: "email"; readonly text: string };

export interface Query {
  /** The whole text, read as a bib. */
  readonly bib: string;
  /** The bib in a text that people wrote as they speak, `bib 7`; null if there is none (`readSpokenBib`). */
  readonly spokenBib: string | null;
  readonly parts: readonly QueryPart[];
}

/** These signs join words (O'Brien) and separate runs (约翰·史密斯). */
const signsInRun = new RegExp(`([${spaceless}])['\u00B7]+(?=[${spaceless}])`, "gu");

/** The maximum length of a query: longer than any typed text. The rest of a pasted text could only narrow the result. */
const maxQueryLength = 200;
const maxParts = 8;

/** Parses a typed text. A text without letters and digits has no bib and no parts. */
export function readQuery(text: string): Query {
  const cut = Array.from(text.trimStart().slice(0, maxQueryLength * 2)).slice(0, maxQueryLength);
  const typed = foldText(cut.join("")).trim();
  const parts: QueryPart[] = [];
  for (const word of typed.split(/\s+/u)) {
    if (word.includes("@")) {
      parts.push({ kind: "email", text: bareEmail(word) });
      continue;
    }
    parts.push(...readPieces(word));
  }
  const spokenBib = readSpokenBib(typed);
  return { bib: foldBib(typed), spokenBib, parts: withoutRepeats(parts).slice(0, maxParts) };
}

/** The words and runs of a folded text, not joined, because last and first name may be typed in any order. */
export function readPieces(
  folded: string,
): { readonly kind: "word" | "run"; readonly text: string }[] {
  const pieces = folded.replace(signsInRun, "$1 ").replaceAll("'", "").replaceAll("\u00B7", "");
  return readStretches(pieces).map(({ span, isRun }) => ({
    kind: isRun ? "run" : "word",
    text: pieces.slice(...span),
  }));
}

/** Removes the parts that another part implies: a row that matches `maria` also matches `ma`. */
function withoutRepeats(parts: readonly QueryPart[]): QueryPart[] {
  return parts.filter(
    (part, at) =>
      !parts.some(
        (other, place) =>
          place !== at && implies(other, part) && (!implies(part, other) || place < at),
      ),
  );
}

const implies = (one: QueryPart, other: QueryPart): boolean =>
  one.kind === other.kind &&
  (one.kind === "run" ? one.text.includes(other.text) : one.text.startsWith(other.text));

/** The texts of a runner that a search looks at, as the screen shows them. */
export interface SearchableTexts {
  readonly bib: string | null;
  readonly name: string | null;
  readonly email: string;
}

/** The folded texts of a runner. */
export interface FoldedTexts {
  readonly bibFold: string | null;
  readonly nameFold: string;
  readonly emailFold: string;
}

/** The tokens of each text of a runner. */
export function readRow(row: FoldedTexts): { bib: Tokens; name: Tokens; email: Tokens } {
  const bib = row.bibFold ?? "";
  const key = bibKey(bib);
  return {
    bib: readTokens(key === bib ? bib : `${bib} ${key}`),
    name: readTokens(row.nameFold),
    email: readTokens(mailboxOf(row.emailFold)),
  };
}

/** The rule of the search index, applied to one row that is not yet indexed. */
export function matchesQuery(row: FoldedTexts, query: Query): boolean {
  const { bibFold } = row;
  if (bibFold !== null && bibsOf(query).some((bib) => bibMatches(bibFold, bib))) return true;
  if (query.parts.length === 0) return false;
  const fields = Object.values(readRow(row));
  return query.parts.every(({ kind, text }) => {
    if (kind === "email") return row.emailFold.startsWith(text);
    if (kind === "run")
      return fields.some(({ runs }) => runs.some((run) => run.text.includes(text)));
    return fields.some(({ words }) => words.some((word) => word.text.startsWith(text)));
  });
}

/** The bibs that a query may mean: first the text itself, then the spoken bib. */
export const bibsOf = ({ bib, spokenBib }: Query): string[] =>
  [bib, spokenBib].filter((each) => each !== null && each !== "").map(String);

/** Whether a bib starts with the typed text, with or without leading zeros (both folded). */
function bibMatches(bib: string, typed: string): boolean {
  const key = bibKey(bib);
  return bib.startsWith(typed) || key.startsWith(typed) || key === bibKey(typed);
}
