import { bibKey, foldBib, foldEmail, foldText } from "./text-folding.ts";
import { readSpokenBib } from "#shared/domain/bibs/spoken-bib.ts";

/** A stretch of a folded text, in its UTF-16 units: [start, end). */
export type Span = readonly [start: number, end: number];

/**
 * Something a query part can match. Its text is the spans' text put together: a word that was
 * joined over an apostrophe or hyphen, or a run that was joined over spaces, has several.
 */
export interface Token {
  readonly text: string;
  readonly spans: readonly Span[];
}

/** What a folded text can be found by. */
export interface Tokens {
  /** Matched from their start. */
  readonly words: readonly Token[];
  /** Text of scripts written without spaces: matched anywhere. */
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

/** Letters, digits and marks that stand together. */
function readStretches(folded: string): Stretch[] {
  if (ascii.test(folded)) return readAsciiStretches(folded);
  return [...folded.matchAll(stretch)].map(({ 0: text, index, groups }) => ({
    span: [index, index + text.length],
    isRun: groups?.["run"] !== undefined,
  }));
}

/** The same at a fraction of the price: most texts are plain letters, and rows come by the hundred thousand. */
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

/** Letter or digit; the code past a text's end is none. */
const isAsciiLetter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x41 && code <= 0x5a);

/** What may stand inside a name without ending it: O'Brien, al-Rahman, Gal·la. */
const joiner = /^['\-\u00B7]$/;

/** Splits a folded text. Words joined by an apostrophe or hyphen are found by each piece and as a whole. */
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

/** Each pair of neighbours, then the last one alone: a phrase of pairs is then the run's text anywhere. */
export function pairsOf(run: string): string[] {
  const chars = [...run];
  return chars.map((char, at) => char + (chars[at + 1] ?? ""));
}

/** The part of an e-mail that names a person; domains are everyone's and are found by typing `@`. */
export function mailboxOf(emailFold: string): string {
  const at = emailFold.lastIndexOf("@");
  return at < 0 ? emailFold : emailFold.slice(0, at);
}

/** One thing asked for; every part must match, in any order. */
export type QueryPart =
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "run"; readonly text: string }
  | { readonly kind: "email"; readonly text: string };

export interface Query {
  /** The whole text as a bib; empty when it is too long to be one. */
  readonly bib: string;
  /** The bib that the text says in the way people speak, `bib 7`; null where it says none. */
  readonly spokenBib: string | null;
  readonly parts: readonly QueryPart[];
}

/** They join words, O'Brien, and part runs: 约翰·史密斯. */
const signsInRun = new RegExp(`([${spaceless}])['\u00B7]+(?=[${spaceless}])`, "gu");

/** Nobody types more; what is cut from a pasted text could only narrow the result. */
const longestText = 200;
const mostParts = 8;

/** Reads what was typed. Never fails; a text with nothing to look for has no bib and no parts. */
export function readQuery(text: string): Query {
  const cut = Array.from(text.trimStart().slice(0, longestText * 2)).slice(0, longestText);
  const typed = foldText(cut.join("")).trim();
  const parts: QueryPart[] = [];
  for (const word of typed.split(/\s+/u)) {
    if (word.includes("@")) {
      parts.push({ kind: "email", text: word });
      continue;
    }
    parts.push(...readPieces(word));
  }
  const spokenBib = readSpokenBib(typed);
  return { bib: foldBib(typed), spokenBib, parts: withoutRepeats(parts).slice(0, mostParts) };
}

/** The words and runs of a folded text, piece by piece and never joined: a person may be asked for by last and first name. */
export function readPieces(
  folded: string,
): { readonly kind: "word" | "run"; readonly text: string }[] {
  const pieces = folded.replace(signsInRun, "$1 ").replaceAll("'", "").replaceAll("\u00B7", "");
  return readStretches(pieces).map(({ span, isRun }) => ({
    kind: isRun ? "run" : "word",
    text: pieces.slice(...span),
  }));
}

/** Drops what another part asks for already: who matches `maria` matches `ma`. */
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

/** The shown texts of a runner that a search looks at. */
export interface Searched {
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

export const foldSearched = (row: Searched): FoldedTexts => ({
  bibFold: row.bib === null ? null : foldBib(row.bib),
  nameFold: foldText(row.name ?? ""),
  emailFold: foldEmail(row.email),
});

/** What a runner's texts can be found by, part by part. */
export function readRow(row: FoldedTexts): { bib: Tokens; name: Tokens; email: Tokens } {
  const bib = row.bibFold ?? "";
  const key = bibKey(bib);
  return {
    bib: readTokens(key === bib ? bib : `${bib} ${key}`),
    name: readTokens(row.nameFold),
    email: readTokens(mailboxOf(row.emailFold)),
  };
}

/** The same rule the index answers by, on one row: for rows that are not indexed yet. */
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

/** The bibs that a query may say: the text itself, then what it says in the way people speak. */
export const bibsOf = ({ bib, spokenBib }: Query): string[] =>
  [bib, spokenBib].filter((each) => each !== null && each !== "").map(String);

/** Equal, equal but for leading zeros, or one that goes on after what was typed (both folded). */
function bibMatches(bib: string, typed: string): boolean {
  const key = bibKey(bib);
  return bib.startsWith(typed) || key.startsWith(typed) || key === bibKey(typed);
}
