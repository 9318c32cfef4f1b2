import { bibKey, foldMapped, type MappedText } from "./text-folding.ts";
import {
  bibsOf,
  mailboxOf,
  readTokens,
  type Query,
  type SearchableTexts,
  type Span,
  type Token,
} from "./tokenizer.ts";

/** [start, end) in UTF-16 units of the shown text, in order and without overlap. */
export type Ranges = [start: number, end: number][];

export interface Match {
  readonly bib: Ranges;
  readonly name: Ranges;
  readonly email: Ranges;
}

/** The ranges of a row's shown texts that the query matched, for underlining. */
export function findMatch(row: SearchableTexts, query: Query): Match {
  return {
    bib: row.bib === null ? [] : matchBib(foldMapped(row.bib), query),
    name: row.name === null ? [] : matchName(foldMapped(row.name), query),
    email: matchEmail(foldMapped(row.email), query),
  };
}

function matchBib(bib: MappedText, query: Query): Ranges {
  const from = bib.text.length - bib.text.trimStart().length;
  const text = bib.text.trim();
  const key = bibKey(text);
  const zeros = from + text.length - key.length;
  for (const typed of bibsOf(query)) {
    if (text.startsWith(typed)) return toShown([[from, from + typed.length]], bib);
    if (key.startsWith(typed)) return toShown([[zeros, zeros + typed.length]], bib);
    if (key === bibKey(typed)) return toShown([[zeros, zeros + key.length]], bib);
  }
  return toShown(matchFolded(bib.text, query).concat(matchFolded(key, query, zeros)), bib);
}

function matchEmail(email: MappedText, query: Query): Ranges {
  const from = email.text.length - email.text.trimStart().length;
  const spans = matchFolded(mailboxOf(email.text), query);
  for (const part of query.parts) {
    if (part.kind === "email" && email.text.startsWith(part.text, from)) {
      spans.push([from, from + part.text.length]);
    }
  }
  return toShown(spans, email);
}

const matchName = (name: MappedText, query: Query): Ranges =>
  toShown(matchFolded(name.text, query), name);

function matchFolded(folded: string, query: Query, offset = 0): Span[] {
  const { words, runs } = readTokens(folded);
  const spans: Span[] = [];
  for (const { kind, text } of query.parts) {
    if (kind === "word") {
      for (const word of words) {
        if (word.text.startsWith(text)) spans.push(cut(word, 0, text.length));
      }
    } else if (kind === "run") {
      for (const run of runs) {
        for (let at = run.text.indexOf(text); at >= 0; at = run.text.indexOf(text, at + 1)) {
          spans.push(cut(run, at, at + text.length));
        }
      }
    }
  }
  return spans.map(([start, end]) => [start + offset, end + offset]);
}

/** The range of [start, end) of a token's text in the folded text, including the signs between its joined parts. */
function cut(token: Token, start: number, end: number): Span {
  let first = 0;
  let last = 0;
  let before = 0;
  for (const [from, to] of token.spans) {
    const after = before + to - from;
    if (start >= before && start < after) first = from + start - before;
    if (end > before && end <= after) last = from + end - before;
    before = after;
  }
  return [first, last];
}

/** Maps spans to ranges of the shown text, in order; touching and overlapping ranges become one. */
function toShown(spans: readonly Span[], mapped: MappedText): Ranges {
  if (spans.length === 0) return [];
  const shown = spans
    .filter(([start, end]) => end > start)
    .map(([start, end]): [number, number] => [mapped.startOf(start), mapped.endOf(end - 1)])
    .toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
  const ranges: Ranges = [];
  for (const [start, end] of shown) {
    const last = ranges.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}
