import { walkUps } from "./export-walk-ups.ts";
import { podium } from "./export-podium.ts";
import { journal } from "./export-journal.ts";
import { finishLog } from "./export-finish-log.ts";
import { checkIns } from "./export-check-ins.ts";
import type { ExportLayout, ExportSubject } from "#shared/contract/settings.ts";
import { hundredthsOf } from "#shared/domain/podium/podium.ts";
import { onePersonARow } from "./export-people.ts";
import type { ExportRow, ExportSource } from "./export-row.ts";

/** The columns of a file, and the conversion from Chute's rows. */
export interface Layout {
  readonly columns: readonly string[];
  readonly rows: (rows: Iterable<ExportRow>) => Iterable<ExportRow>;
}

interface Program {
  readonly columns: readonly string[];
  readonly row: (row: ExportRow) => ExportRow;
}

/** Start lists, with the column names of each program's import page. */
const startLists: Partial<Record<ExportLayout, Program>> = {
  "race-result": {
    columns: ["Bib", "LastName", "FirstName", "Contest", "Email"],
    row: (row) => ({
      Bib: cell(row, "bib"),
      ...named(row, "FirstName", "LastName"),
      Contest: cell(row, "run"),
      Email: cell(row, "email"),
    }),
  },
  webscorer: {
    columns: ["Bib", "First name", "Last name", "Distance", "Category"],
    row: (row) => ({
      Bib: cell(row, "bib"),
      ...named(row, "First name", "Last name"),
      Distance: cell(row, "run"),
      Category: cell(row, "paceGroup"),
    }),
  },
};

/** Results. */
const results: Partial<Record<ExportLayout, Program>> = {
  ultrasignup: {
    columns: ["place", "time", "first", "last", "age", "gender", "distance", "bib"],
    row: (row) => ({
      place: cell(row, "place"),
      time: fullSeconds(row),
      ...named(row, "first", "last"),
      age: null,
      gender: genderLetter(row),
      distance: cell(row, "run"),
      bib: cell(row, "bib"),
    }),
  },
  runsignup: {
    // `registration_id` is RunSignup's own number, unknown here; without it RunSignup matches by bib.
    columns: ["registration_id", "bib_num", "place", "clock_time", "chip_time"],
    row: (row) => ({
      registration_id: null,
      bib_num: cell(row, "bib"),
      place: cell(row, "place"),
      clock_time: row["clock"] === "chip" ? null : hundredths(row),
      chip_time: row["clock"] === "chip" ? hundredths(row) : null,
    }),
  },
  "race-result": {
    columns: ["Bib", "LastName", "FirstName", "Contest", "Place", "Time"],
    row: (row) => ({
      Bib: cell(row, "bib"),
      ...named(row, "FirstName", "LastName"),
      Contest: cell(row, "run"),
      Place: cell(row, "place"),
      Time: hundredths(row),
    }),
  },
  webscorer: {
    columns: ["Place", "Bib", "First name", "Last name", "Distance", "Category", "Time"],
    row: (row) => ({
      Place: cell(row, "place"),
      Bib: cell(row, "bib"),
      ...named(row, "First name", "Last name"),
      Distance: cell(row, "run"),
      Category: cell(row, "category"),
      Time: hundredths(row),
    }),
  },
};

const programsOf: Readonly<
  Record<ExportSubject, Readonly<Partial<Record<ExportLayout, Program>>>>
> = {
  "check-ins": startLists,
  "walk-ups": startLists,
  podium: results,
  "finish-log": results,
  journal: {},
};

/** Selects the rows for another program: each person once, without retracted walk-ups. */
const peopleOf: Readonly<
  Record<ExportSubject, (rows: Iterable<ExportRow>) => Iterable<ExportRow>>
> = {
  "check-ins": (rows) => keep(rows, (row) => row["claim"] === 1),
  "walk-ups": (rows) => keep(rows, (row) => row["takenBack"] === false),
  podium: onePersonARow,
  "finish-log": (rows) => keep(rows, (row) => cell(row, "place") !== null),
  journal: (rows) => rows,
};

/** Null if there is no such layout for this export. */
export function layoutOf(what: ExportSubject, layout: ExportLayout): Layout | null {
  if (layout === "plain") return { columns: exportSources[what].columns, rows: (rows) => rows };
  const program = programsOf[what][layout];
  if (program === undefined) return null;
  return {
    columns: program.columns,
    *rows(rows) {
      for (const row of peopleOf[what](rows)) yield program.row(row);
    },
  };
}

function* keep(rows: Iterable<ExportRow>, isKept: (row: ExportRow) => boolean) {
  for (const row of rows) if (isKept(row)) yield row;
}

const cell = (row: ExportRow, column: string) => row[column] ?? null;

/**
 * Splits a name for programs that need two fields. The last word becomes the last name. This is wrong for some names, but
 * the API has only one field.
 */
function named(row: ExportRow, firstColumn: string, lastColumn: string): ExportRow {
  const words = String(row["name"] ?? "")
    .trim()
    .split(/\s+/u);
  return { [firstColumn]: words.slice(0, -1).join(" "), [lastColumn]: words.at(-1) ?? "" };
}

function timeOf(row: ExportRow): number | null {
  const time = cell(row, "time");
  return typeof time === "string" ? hundredthsOf(time) : null;
}

/** `01:23:45.00`. */
function hundredths(row: ExportRow): string | null {
  const time = timeOf(row);
  return time === null ? null : `${clock(time)}.${two(time % 100)}`;
}

/** `01:23:46`, rounded up, as usual for road races. */
function fullSeconds(row: ExportRow): string | null {
  const time = timeOf(row);
  return time === null ? null : clock(Math.ceil(time / 100) * 100);
}

function clock(time: number): string {
  const seconds = Math.floor(time / 100);
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(two)
    .join(":");
}

const two = (value: number): string => String(value).padStart(2, "0");

/** UltraSignup reads M and F; other values of the API stay unchanged. */
function genderLetter(row: ExportRow): string | null {
  const sex = cell(row, "sex");
  if (typeof sex !== "string") return null;
  const letters: Readonly<Record<string, string>> = { male: "M", m: "M", female: "F", f: "F" };
  return letters[sex.toLowerCase()] ?? sex;
}

/** All kinds of exports. */
export const exportSources: Readonly<Record<ExportSubject, ExportSource>> = {
  "check-ins": checkIns,
  "walk-ups": walkUps,
  podium,
  "finish-log": finishLog,
  journal,
};
