import type { Database } from "better-sqlite3";
import type { Finisher, FinishItem } from "#shared/domain/finish-log/finish-log.ts";
import type { TimePrecision } from "#shared/domain/podium/race-time.ts";
import { meantHolders } from "#shared/domain/bibs/bib.ts";
import { startPlacing } from "#shared/domain/finish-log/finish-log.ts";
import { foldBib } from "#shared/domain/search/text-folding.ts";
import { precisionOf, showTimeIn } from "#shared/domain/podium/race-time.ts";
import { timeZoneSql } from "#core/db/stores/event-time-zone.ts";
import { createFinishStore } from "#core/db/stores/finish-line/finish-store.ts";
import type { ExportOrder, ExportRow, ExportSource } from "./export-row.ts";
import { readRunLabels, timeOf } from "./export-row.ts";

export const finishLog: ExportSource = {
  columns: [
    "row",
    "place",
    "bib",
    "name",
    "run",
    "time",
    "timeOfDay",
    "timeZone",
    "utc",
    "note",
    "team",
    "registrationId",
    "runnerId",
    "runId",
  ],
  rows,
};

/**
 * All rows of the log, in its order; for one run only the rows with a bib of that run. The times have the form that the
 * screen gives to the whole log (P2a).
 */
function* rows(raw: Database, { eventId, runId }: ExportOrder): Generator<ExportRow> {
  const runLabel = readRunLabels(raw, eventId);
  const timeZone = readTimeZone(raw, eventId);
  const timeOfDay = createTimeOfDay(timeZone);
  const precision = readPrecision(raw, eventId);
  for (const { row, placing, holder, holders } of placedRows(raw, eventId)) {
    if (runId !== null && holder?.runId !== runId) continue;
    const { stamp, line, index } = row;
    const bib = line?.bib ?? null;
    const atMs = stamp?.atMs ?? null;
    const hundredths = placing?.hundredths ?? null;
    const isGap = stamp !== null && atMs === null;
    yield {
      row: index + 1,
      place: placing?.place ?? null,
      bib,
      name: holder?.name ?? null,
      run: holder === null ? null : runLabel(holder.runId),
      time: hundredths === null ? null : showTimeIn(hundredths, precision),
      timeOfDay: atMs === null ? null : timeOfDay(atMs),
      timeZone: atMs === null ? null : timeZone,
      utc: atMs === null ? null : timeOf(atMs),
      note: placing === null ? whyNoPlace(row, holders) : isGap ? notPressed : null,
      team: holder?.teamId ?? null,
      registrationId: holder?.registrationId ?? null,
      runnerId: holder?.runnerId ?? null,
      runId: holder?.runId ?? null,
    };
  }
}

/** Stops at the first time with hundredths, which is nearly always among the first rows. */
function readPrecision(raw: Database, eventId: string): TimePrecision {
  for (const { placing } of placedRows(raw, eventId)) {
    const precision = precisionOf([placing?.hundredths ?? null]);
    if (precision === "hundredths") return precision;
  }
  return "seconds";
}

/** The rows of the log with their places. `holders`: how many runners have the bib; `holder`: the one that is meant. */
function* placedRows(raw: Database, eventId: string) {
  const holderOf = createHolderLookUp(raw, eventId);
  const guns = createFinishStore({ raw }).guns(eventId);
  const place = startPlacing((bib, named) => holderOf(bib, named).only, guns);
  for (const row of readRows(raw, eventId)) {
    const bib = row.line?.bib ?? null;
    const { only, count } = bib === null ? nobody : holderOf(bib, row.line?.runnerId ?? null);
    yield { row, placing: place(row), holder: only, holders: count };
  }
}

interface Holder extends Finisher {
  readonly name: string | null;
  readonly registrationId: string | null;
}

/** `only` is null if no runner, or more than one, has the bib (B2). */
interface Holders {
  readonly only: Holder | null;
  readonly count: number;
}

const nobody: Holders = { only: null, count: 0 };

/** The row has a gap in place of a time, because a press was missed. */
const notPressed = "not-pressed";

interface LogRow {
  readonly stamp: LogItem | null;
  readonly line: LogItem | null;
}

/** Why a row has no place: its bib is not there yet, could not be read, or brings no place. */
function whyNoPlace({ stamp, line }: LogRow, holders: number): string {
  if (line === null) return stamp?.atMs === null ? notPressed : "no-bib-yet";
  if (line.bib === null) return "unreadable";
  if (holders === 0) return "unknown-bib";
  return holders > 1 ? "ambiguous-bib" : "came-before";
}

type LogItem = Pick<FinishItem, "atMs" | "bib" | "runnerId">;

/** Reads both lists in parallel, one row at a time. */
function* readRows(raw: Database, eventId: string) {
  const list = raw.prepare<[string, string], LogItem>(
    `SELECT at_ms AS atMs, bib, runner_id AS runnerId FROM finish_item WHERE event_id = ? AND list = ? ORDER BY at, id`,
  );
  // A statement can iterate over one list at a time.
  const other = raw.prepare<[string, string], LogItem>(list.source);
  const stamps = list.iterate(eventId, "stamps");
  const lines = other.iterate(eventId, "bibs");
  try {
    for (let index = 0; ; index += 1) {
      const stamp = nextOf(stamps);
      const line = nextOf(lines);
      if (stamp === null && line === null) return;
      yield { index, stamp, line };
    }
  } finally {
    stamps.return?.();
    lines.return?.();
  }
}

function nextOf<T>(rows: Iterator<T>): T | null {
  const next = rows.next();
  return next.done === true ? null : next.value;
}

function createHolderLookUp(
  raw: Database,
  eventId: string,
): (bib: string, named: string | null) => Holders {
  const holders = raw.prepare<
    [string, string],
    Holder & { readonly bib: string; readonly isRelay: 0 | 1 }
  >(
    `SELECT bib, runner_id AS runnerId, run_id AS runId, name, registration_id AS registrationId, team_id AS teamId,
       coalesce((SELECT is_relay FROM run WHERE run.id = runner.run_id), 0) AS isRelay
     FROM runner WHERE event_id = ? AND bib_fold = ? AND taken_back = 0 ORDER BY rowid LIMIT 100`,
  );
  let last: { readonly key: string; readonly found: Holders } | null = null;
  return (bib, named) => {
    const key = JSON.stringify([bib, named]);
    if (last?.key === key) return last.found;
    const teams = new Map<string, Holder>();
    const candidates = holders.all(eventId, foldBib(bib));
    for (const { isRelay, bib: _bib, ...holder } of meantHolders(bib, candidates)) {
      const teamId = isRelay === 1 ? holder.teamId : null;
      const team = teamId === null ? `runner ${holder.runnerId}` : `${holder.runId} ${teamId}`;
      if (!teams.has(team)) teams.set(team, { ...holder, teamId });
    }
    const [first = null] = teams.values();
    const chosen = [...teams.values()].find(
      ({ runnerId, registrationId }) => named === runnerId || named === registrationId,
    );
    const only = teams.size === 1 ? first : named === null ? null : (chosen ?? null);
    const found = { only, count: teams.size };
    last = { key, found };
    return found;
  };
}

/** The event's time zone, else its series', else the one that a person entered (D8). */
function readTimeZone(raw: Database, eventId: string): string | null {
  const zone = raw
    .prepare<[string], string | null>(
      `SELECT ${timeZoneSql}
       FROM event LEFT JOIN series ON series.id = event.series_id WHERE event.id = ?`,
    )
    .pluck()
    .get(eventId);
  return zone ?? null;
}

/** Formats in the venue's local time; null if the time zone is unknown, because an offset must not be guessed. */
function createTimeOfDay(timeZone: string | null): (atMs: number) => string | null {
  if (timeZone === null) return () => null;
  try {
    const clock = new Intl.DateTimeFormat("sv-SE", {
      timeZone,
      dateStyle: "short",
      timeStyle: "medium",
    });
    return (atMs) => `${clock.format(atMs)}.${String(atMs % 1_000).padStart(3, "0")}`;
  } catch {
    return () => null;
  }
}
