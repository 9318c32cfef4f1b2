import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openWriter } from "#core/db/open/connection.ts";
import { migrate } from "#core/db/migrations/migrate.ts";
import { fewSegments, searchKeys } from "#core/db/search/search-index.ts";
import type { Fetch } from "#core/ports.ts";
import { cursorPlaces, readCursorAt } from "#shared/partner-api/cursor-places.ts";
import type { Registration } from "#shared/partner-api/registration.ts";
import { connect, download, openDesk, type DownloadEnd } from "../desk.ts";
import { watchLoop, type LoopDelay } from "../loop-delay.ts";
import { timed, type Measure } from "../measure.ts";
import type { Bench, Race } from "../race.ts";

/** The first download of the event, and a download that is interrupted half way. */
export const downloads: Bench = async (race) => {
  await fetchAll(race, () => undefined);
  const floor = await timed(() => fillBare(race));
  const ours = await firstDownload(race);
  const halves = await interrupted(race);
  const rate = (took: number): string =>
    `${Math.round(floor.value / took).toLocaleString("en")} rows/s`;
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
  return [
    {
      bench: "download",
      what: `first download of ${ours.end.rows.toLocaleString("en")} rows`,
      value: ours.ms / 1000,
      unit: "s",
      against: { name: "same pages fetched, parsed and inserted bare", value: floor.ms / 1000 },
      limit: { ratio: 1.25 },
      note: `${rate(ours.ms / 1000)}; searchable by index ${seconds(ours.indexedMs)} after the last page, the index merged after ${seconds(ours.mergedMs)}; state ${ours.end.state}`,
    },
    loopLine("the download", ours.delay),
    {
      bench: "download",
      what: "pages read twice when interrupted and resumed",
      value: halves.twice,
      unit: "pages",
      limit: { value: 0 },
      note: `cut at ${halves.cutAt.toLocaleString("en")} rows, ended ${halves.end.state} with ${halves.end.rows.toLocaleString("en")}`,
    },
  ];
};

export const loopLine = (during: string, { p99, worst }: LoopDelay): Measure => ({
  bench: "loop",
  what: `event-loop delay during ${during}, p99`,
  value: p99,
  unit: "ms",
  limit: { value: 16 },
  note: `worst ${worst.toFixed(1)}`,
});

/** Downloads the same pages one after the other and parses each page before the next request. */
async function fetchAll(
  { api }: Race,
  take: (rows: readonly Registration[]) => void,
): Promise<number> {
  let after: string | null = null;
  let count = 0;
  do {
    const url = new URL(`${api.url}/registration`);
    url.searchParams.set("eventId", api.eventId);
    url.searchParams.set("limit", "100");
    if (after !== null) url.searchParams.set("after", after);
    const response = await fetch(url, { headers: { authorization: `Bearer ${api.key}` } });
    const body = JSON.parse(await response.text()) as { data: Registration[] };
    take(body.data);
    count += body.data.length;
    after = readNextCursor(body);
  } while (after !== null);
  return count;
}

/** The cursor of the next page, in any place where an answer may have it. */
function readNextCursor(body: unknown): string | null {
  for (const place of cursorPlaces) {
    const cursor = readCursorAt(place, { body });
    if (typeof cursor === "string") return cursor;
  }
  return null;
}

/** Fills the tables and indexes of Chute's replica, with one transaction for each page and no other work. */
async function fillBare(race: Race): Promise<number> {
  const raw = openWriter(join(race.scratch, "floor.sqlite"));
  migrate(raw);
  const copy = raw.prepare(
    `INSERT INTO registration (id, event_id, run_id, email, name, registration_type, status, pace_group, bib, checked_in, team_id, pass)
     VALUES (@id, @eventId, @runId, @email, @name, @type, @status, @paceGroup, @bib, @checkedIn, @teamId, 1)`,
  );
  const runner = raw.prepare(
    `INSERT INTO runner (event_id, runner_id, source, registration_id, provisional, has_copy, run_id, name, name_fold, email,
       email_fold, bib, bib_fold, bib_key, bib_given_here, standing, status, pace_group, team_id, api_checked_in,
       check_in_claims, taken_back)
     VALUES (@eventId, @id, 'api', @id, 0, 1, @runId, @name, @nameFold, @email, @emailFold, @bib, @bibFold, @bibKey, 0,
       @status, @status, @paceGroup, @teamId, @checkedIn, 0, 0)`,
  );
  const insertPage = raw.transaction((rows: readonly Registration[]) => {
    for (const row of rows) {
      const texts = { name: row.name ?? null, email: row.email, bib: row.bibIdentifier ?? null };
      const values = {
        id: row._id,
        eventId: row.eventId,
        runId: row.eventRunId,
        type: row.registrationType,
        status: row.registrationStatus,
        paceGroup: row.paceGroup ?? null,
        checkedIn: Number(row.checkedIn ?? false),
        teamId: row.teamId ?? null,
        ...texts,
        ...searchKeys(texts),
      };
      copy.run(values);
      runner.run(values);
    }
  });
  const count = await fetchAll(race, (rows) => insertPage(rows));
  raw.close();
  return count;
}

async function firstDownload(race: Race): Promise<{
  end: DownloadEnd;
  ms: number;
  indexedMs: number;
  mergedMs: number;
  delay: LoopDelay;
}> {
  const desk = await openDesk(race.dataDir);
  await connect(desk, race);
  const watched = await watchLoop(() => timed(() => download(desk, race)));
  const { value: end, ms } = watched.value;
  const { ms: indexedMs } = await timed(() =>
    until(race.dataDir, "SELECT NOT EXISTS (SELECT 1 FROM runner WHERE indexed = 0)"),
  );
  // Brings the folder into the state in which people search. The other benchmarks work on copies of this folder.
  const { ms: mergedMs } = await timed(() =>
    until(race.dataDir, `SELECT count(DISTINCT segid) <= ${fewSegments} FROM runner_fts_idx`),
  );
  await desk.close();
  return { end, ms, indexedMs, mergedMs: indexedMs + mergedMs, delay: watched.delay };
}

/** Waits until the desk's background work makes the SQL condition true. */
async function until(dataDir: string, holdsSql: string): Promise<void> {
  const raw = openWriter(join(dataDir, "live", "chute.sqlite"));
  const holds = raw.prepare<[], number>(holdsSql).pluck();
  while (holds.get() !== 1) await setTimeout(10);
  raw.close();
}

async function interrupted(
  race: Race,
): Promise<{ twice: number; cutAt: number; end: DownloadEnd }> {
  const dataDir = join(race.scratch, "interrupted");
  mkdirSync(dataDir);
  const seen = new Map<string, number>();
  const counting: Fetch = (input, init) => {
    const url = String(input);
    if (url.includes("/registration?")) seen.set(url, (seen.get(url) ?? 0) + 1);
    return fetch(input, init);
  };
  const first = await openDesk(dataDir, counting);
  await connect(first, race);
  const cut = await download(first, race, (rows) => rows >= race.rows / 2);
  await first.close();
  const second = await openDesk(dataDir, counting);
  await connect(second, race);
  const end = await download(second, race);
  await second.close();
  const twice = [...seen.values()].filter((times) => times > 1).length;
  return { twice, cutAt: cut.rows, end };
}
