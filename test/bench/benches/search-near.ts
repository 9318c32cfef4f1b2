import type { Search } from "#core/db/search/search.ts";
import { nearness, readForm, type ComparedForm } from "#core/names/near-word.ts";
import { romanize } from "#core/names/romanize.ts";
import { readPieces, readQuery } from "#shared/domain/search/tokenizer.ts";
import { quantile, spread, timedSync, type Measure } from "../measure.ts";

interface NamedRow {
  readonly rowid: number;
  readonly name_fold: string;
}

/** A peer that finds misspelled words; null if its index is not built. */
type AskFuzzy = ((text: string) => number) | null;

const asked = 400;
const askedOfOthers = 20;
const targetMs = 10;

/** Texts that match nobody exactly: misspelled names, and names of other alphabets in Latin letters. */
export function measureNear(
  rows: readonly NamedRow[],
  ask: (text: string) => ReturnType<Search["search"]>,
  askFuzzy: AskFuzzy,
): Measure[] {
  const scanned = rows.map(({ name_fold }) =>
    readPieces(name_fold).flatMap(({ text }) =>
      romanize(text).flatMap(({ forms }) => forms.map(readForm)),
    ),
  );
  const classes = [
    ["near name", spread(misspelled(rows), asked)],
    ["other alphabet", spread(romanized(rows), asked)],
  ] as const;
  return classes.map(([name, texts]) => {
    const near = texts.filter((text) => ask(text).near);
    const times = near.map((text) => timedSync(() => ask(text)).ms);
    const few = spread(near, askedOfOthers);
    const scans = few.map((text) => timedSync(() => scanNear(scanned, text)).ms);
    const peer = askFuzzy === null ? [] : few.map((text) => timedSync(() => askFuzzy(text)).ms);
    return {
      bench: "search",
      what: `${name}, p99`,
      value: quantile(times, 0.99),
      unit: "ms",
      against:
        peer.length === 0 ? undefined : { name: "MiniSearch, fuzzy", value: quantile(peer, 0.99) },
      limit: peer.length === 0 ? { value: targetMs } : { value: targetMs, ratio: 1 },
      note: `p50 ${quantile(times, 0.5).toFixed(2)}; plain scan ${quantile(scans, 0.5).toFixed(0)}; ${near.length} texts of ${texts.length}`,
    };
  });
}

/** The floor: every name compared with every typed part, by the same rule. */
function scanNear(rows: readonly (readonly ComparedForm[])[], text: string): number {
  const parts = readQuery(text).parts.map((part) =>
    romanize(part.text).flatMap(({ forms }) => forms.map(readForm)),
  );
  return rows.filter((own) =>
    parts.every((typed) => typed.some((one) => own.some((form) => nearness(one, form) !== null))),
  ).length;
}

/** Leaves out a letter of the last name and swaps two letters of the first name. */
const misspelled = (rows: readonly NamedRow[]): string[] =>
  rows.flatMap(({ name_fold }, at) => {
    const [first, ...others] = readPieces(name_fold).map(({ text }) => text);
    const last = others.at(-1);
    if (first === undefined || last === undefined || !/^[a-z]{4,}$/.test(first + last)) return [];
    const place = 1 + (at % Math.max(1, last.length - 2));
    const swapped = `${first[0] ?? ""}${first[2] ?? ""}${first[1] ?? ""}${first.slice(3)}`;
    return [`${at % 3 === 0 ? swapped : first} ${last.slice(0, place)}${last.slice(place + 1)}`];
  });

const romanized = (rows: readonly NamedRow[]): string[] =>
  rows.flatMap(({ name_fold }) => {
    if (/^[\0-\x7f]*$/.test(name_fold)) return [];
    const pieces = readPieces(name_fold).map(
      ({ text }) =>
        romanize(text)
          .findLast(({ forms }) => forms.length > 0)
          ?.forms.at(-1)?.text ?? "",
    );
    return pieces.some((text) => text.length < 2) ? [] : [pieces.join(" ")];
  });
