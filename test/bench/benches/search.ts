import { join } from "node:path";
import MiniSearch from "minisearch";
import { openWriter } from "#core/db/open/connection.ts";
import { wrapDatabase } from "#core/db/open/database.ts";
import { createSearch, mostCounted } from "#core/db/search/search.ts";
import { foldText } from "#shared/domain/search/text-folding.ts";
import { pairsOf, readQuery, readRow } from "#shared/domain/search/tokenizer.ts";
import { scan, takeApart, type Scanned } from "#test/support/search-oracle.ts";
import { copyRace, openDesk } from "../desk.ts";
import { quantile, spread, timed, timedSync, type Measure } from "../measure.ts";
import type { Bench, Race } from "../race.ts";
import { measureNear } from "./search-near.ts";

interface Row {
  readonly rowid: number;
  readonly name: string | null;
  readonly email: string;
  readonly bib: string | null;
  readonly name_fold: string;
  readonly email_fold: string;
  readonly bib_fold: string | null;
}

/**
 * With two hundred texts the p99 would depend on two texts. One bib in a hundred is the beginning of a hundred other
 * bibs.
 */
const perClass = 4_000;
const answeredPerClass = 200;
const scannedPerClass = 20;
const shown = 50;
const warmUps = 20;
const mostRounds = 20;
/** Milliseconds after which a slow peer needs no further round. */
const enoughMs = 6_000;
/**
 * Above this number of rows the peer's index is not built, because it keeps everything in memory and takes several
 * gigabytes.
 */
const mostForPeer = 200_000;

/** Every kind of search at the desk, compared on the same rows with an index in memory and with a plain scan. */
export const search: Bench = async (race) => {
  const folder = copyRace(race);
  const rows = readRows(folder, race);
  const classes = makeQueries(rows);
  const scanned = rows.map(takeApart);
  // Measured before the peer is built, whose memory this process has to manage.
  const answers = await timeAnswers(folder, race, classes);
  const peer = race.rows > mostForPeer ? null : buildPeer(rows);
  const equal = checkEquality(folder, race, rows, scanned, classes);

  const path = join(folder, "live", "chute.sqlite");
  const db = wrapDatabase(openWriter(path), path);
  const index = createSearch(db);
  const { eventId } = race.api;
  const measures: Measure[] = [];
  for (const [name, texts] of classes) {
    const times = { first: [] as number[], index: [] as number[], peer: [] as number[] };
    const inIndex = (text: string): number =>
      timedSync(() => index.search({ eventId, text, limit: shown })).ms;
    const inPeer = (text: string): number => timedSync(() => askPeer(peer, text)).ms;
    await inRounds((round) => {
      const asked = texts.filter((_, at) => at % mostRounds === round);
      // The index reads these rows once first, because the peer has had its data in memory since it was built.
      times.first.push(...asked.map(inIndex));
      // The two alternate, and each goes first equally often, so that neither always profits from the caches of the
      // other.
      for (const [at, text] of asked.entries()) {
        const isIndexFirst = at % 2 === 0;
        const first = isIndexFirst ? inIndex(text) : inPeer(text);
        const second = isIndexFirst ? inPeer(text) : inIndex(text);
        times.index.push(isIndexFirst ? first : second);
        times.peer.push(isIndexFirst ? second : first);
      }
    });
    times.index.splice(0, warmUps);
    times.peer.splice(0, warmUps);
    const answer = answers.get(name) ?? [];
    const plain = equal.scanMs.get(name) ?? [];
    measures.push({
      bench: "search",
      what: `${name}, p99`,
      value: quantile(times.index, 0.99),
      unit: "ms",
      against:
        peer === null ? undefined : { name: "MiniSearch", value: quantile(times.peer, 0.99) },
      limit: peer === null ? { value: 5 } : { value: 5, ratio: 1 },
      note: `p50 ${quantile(times.index, 0.5).toFixed(2)}${peer === null ? "" : ` against ${quantile(times.peer, 0.5).toFixed(2)}`}; the first time p99 ${quantile(times.first, 0.99).toFixed(2)}; plain scan ${quantile(plain, 0.5).toFixed(1)}`,
    });
    measures.push({
      bench: "search",
      what: `${name}, with ${shown} rows and what matched, p99`,
      value: quantile(answer, 0.99),
      unit: "ms",
      limit: { value: 5 },
      note: `p50 ${quantile(answer, 0.5).toFixed(2)}`,
    });
  }
  measures.push(
    ...measureNear(
      rows,
      (text) => index.search({ eventId, text, limit: shown }),
      peer === null ? null : (text) => askPeer(peer, text, { fuzzy: 0.25 }),
    ),
  );
  db.close();
  measures.push({
    bench: "search",
    what: "answers that differ from a plain scan's",
    value: equal.different.length,
    unit: "rows",
    limit: { value: 0 },
    note: `${equal.compared} texts compared${equal.different.length > 0 ? `: ${equal.different.slice(0, 5).join(", ")}` : ""}`,
  });
  return measures;
};

/** Runs complete rounds until the time is up, and at least one. */
async function inRounds(run: (round: number) => void | Promise<void>): Promise<void> {
  const endsAt = performance.now() + enoughMs;
  for (let round = 0; round < mostRounds; round += 1) {
    if (round >= 1 && performance.now() > endsAt) return;
    await run(round);
  }
}

/** Measures what the screen gets: the rows, and the matched parts of them. */
async function timeAnswers(
  folder: string,
  { api }: Race,
  classes: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, number[]>> {
  const desk = await openDesk(folder);
  const { eventId } = api;
  const answers = new Map<string, number[]>();
  for (const [name, texts] of classes) {
    const times: number[] = [];
    const asked = spread(texts, answeredPerClass);
    await inRounds(async () => {
      for (const text of asked) {
        const answered = await timed(() =>
          desk.call("roster.search", { eventId, text, limit: shown }),
        );
        times.push(answered.ms);
      }
    });
    answers.set(name, times.slice(warmUps));
  }
  await desk.close();
  return answers;
}

function readRows(folder: string, race: Race): Row[] {
  const raw = openWriter(join(folder, "live", "chute.sqlite"));
  const rows = raw
    .prepare<[string], Row>(
      "SELECT rowid, name, email, bib, name_fold, email_fold, bib_fold FROM runner WHERE event_id = ? ORDER BY rowid",
    )
    .all(race.api.eventId);
  raw.close();
  return rows;
}

/** Texts of each kind, taken from rows of the whole event. */
function makeQueries(rows: readonly Row[]): Map<string, string[]> {
  const words = (row: Row): string[] =>
    readRow({ bibFold: null, nameFold: row.name_fold, emailFold: "" }).name.words.map(
      ({ text }) => text,
    );
  const latin = rows.filter((row) => words(row).length >= 2 && /^[a-z' -]+$/.test(row.name_fold));
  const bibs = rows.flatMap(({ bib }) => (bib === null ? [] : [bib]));
  const spaceless = rows.flatMap(
    ({ name }) => /[\p{sc=Han}\p{sc=Kana}\p{sc=Hira}\p{sc=Hang}]{2}/u.exec(name ?? "")?.[0] ?? [],
  );
  const first = (row: Row): string => words(row)[0] ?? "";
  const second = (row: Row): string => words(row)[1] ?? "";
  const people = spread(latin, perClass);
  return new Map([
    ["one letter", people.map((row) => first(row).slice(0, 1))],
    ["two letters", people.map((row) => first(row).slice(0, 2))],
    ["one name", people.map(first)],
    ["two name parts", people.map((row) => `${second(row).slice(0, 4)} ${first(row).slice(0, 3)}`)],
    ["full bib", spread(bibs, perClass)],
    ["bib prefix", spread(bibs, perClass).map((bib) => bib.slice(0, Math.max(1, bib.length - 2)))],
    ["e-mail", people.map(({ email }) => email)],
    ["two CJK characters", spread(spaceless, perClass)],
  ]);
}

type Peer = MiniSearch<{ id: number; bib: string; name: string; email: string }>;

/** Gives the peer the same words, pairs of characters and complete e-mails, so that it finds the same runners. */
function buildPeer(rows: readonly Row[]): Peer {
  const separated = "\n";
  const tokensOf = (row: Row) => {
    const { bib, name, email } = readRow({
      bibFold: row.bib_fold,
      nameFold: row.name_fold,
      emailFold: row.email_fold,
    });
    const join = ({ words, runs }: typeof bib): string =>
      [...words.map(({ text }) => text), ...runs.flatMap(({ text }) => pairsOf(text))].join(
        separated,
      );
    return {
      id: row.rowid,
      bib: join(bib),
      name: join(name),
      email: `${join(email)}${separated}${row.email_fold}`,
    };
  };
  const peer: Peer = new MiniSearch({
    fields: ["bib", "name", "email"],
    tokenize: (text) => text.split(separated),
    processTerm: (term) => (term === "" ? null : term),
    searchOptions: { prefix: true, combineWith: "AND" },
  });
  peer.addAll(rows.map(tokensOf));
  return peer;
}

function askPeer(peer: Peer | null, text: string, options: { fuzzy?: number } = {}): number {
  if (peer === null) return 0;
  const terms = readQuery(text).parts.flatMap(({ kind, text: part }) =>
    kind === "run" && [...part].length > 1 ? pairsOf(part).slice(0, -1) : [part],
  );
  return peer.search(terms.join("\n"), options).slice(0, shown).length;
}

/** Compares the index with a plain scan, text by text. */
function checkEquality(
  folder: string,
  race: Race,
  rows: readonly Row[],
  scanned: readonly Scanned[],
  classes: ReadonlyMap<string, readonly string[]>,
): { different: string[]; compared: number; scanMs: Map<string, number[]> } {
  const path = join(folder, "live", "chute.sqlite");
  const db = wrapDatabase(openWriter(path), path);
  const { search: find } = createSearch(db);
  const different: string[] = [];
  const scanMs = new Map<string, number[]>();
  let compared = 0;
  for (const [name, texts] of classes) {
    const times: number[] = [];
    for (const text of spread(texts, scannedPerClass)) {
      const { value: expected, ms } = timedSync(() => scan(scanned, text));
      times.push(ms);
      const answer = find({ eventId: race.api.eventId, text, limit: mostCounted });
      compared += 1;
      // Guesses are no matches: they may appear only if the scan finds nobody.
      const rowids = answer.near ? [] : answer.rowids;
      const same =
        answer.more === expected.length > mostCounted &&
        (answer.near ? 0 : answer.total) === Math.min(expected.length, mostCounted) &&
        (answer.more ||
          sameMembers(
            rowids,
            expected.map((at) => rows[at]?.rowid ?? 0),
          ));
      if (!same) different.push(foldText(text));
    }
    scanMs.set(name, times);
  }
  db.close();
  return { different, compared, scanMs };
}

function sameMembers(one: readonly number[], other: readonly number[]): boolean {
  const members = new Set(one);
  return members.size === other.length && other.every((member) => members.has(member));
}
