import { walkUps } from "./export-walk-ups.ts";
import { podium } from "./export-podium.ts";
import { journal } from "./export-journal.ts";
import { finishLog } from "./export-finish-log.ts";
import { checkIns } from "./export-check-ins.ts";
import type { ExportLayout, ExportSubject } from "#shared/contract/settings.ts";
import { hundredthsOf, twoDigits } from "#shared/domain/podium/race-time.ts";
import { oneRowPerPerson } from "./export-people.ts";
import type { ExportRow, ExportSource } from "./export-row.ts";

/** The columns of an export file, and the function that converts Chute's rows into the rows of this file. */
export interface Layout {
  readonly columns: readonly string[];
  readonly rows: (rows: Iterable<ExportRow>) => Iterable<ExportRow>;
}

/** The columns that another timing program expects, and the conversion of one of Chute's rows. */
interface ProgramLayout {
  readonly columns: readonly string[];
  readonly row: (row: ExportRow) => ExportRow;
}

/**
 * Layouts of start lists. The column names are those that the import of each program expects; they call a run of Chute a
 * contest or a distance.
 */
const startListLayouts: Partial<Record<ExportLayout, ProgramLayout>> = {
  "race-result": {
    columns: ["Bib", "LastName", "FirstName", "Contest", "Email"],
    row: (row) => ({
      Bib: cell(row, "bib"),
      ...splitName(row, "FirstName", "LastName"),
      Contest: cell(row, "run"),
      Email: cell(row, "email"),
    }),
  },
  webscorer: {
    columns: ["Bib", "First name", "Last name", "Distance", "Category"],
    row: (row) => ({
      Bib: cell(row, "bib"),
      ...splitName(row, "First name", "Last name"),
      Distance: cell(row, "run"),
      Category: cell(row, "paceGroup"),
    }),
  },
};

/** Layouts of race results. */
const resultLayouts: Partial<Record<ExportLayout, ProgramLayout>> = {
  ultrasignup: {
    columns: ["place", "time", "first", "last", "age", "gender", "distance", "bib"],
    row: (row) => ({
      place: cell(row, "place"),
      time: formatSeconds(row),
      ...splitName(row, "first", "last"),
      age: null,
      gender: sexForUltraSignup(row),
      distance: cell(row, "run"),
      bib: cell(row, "bib"),
    }),
  },
  runsignup: {
    // Chute does not know RunSignup's `registration_id`. If that column is empty, RunSignup finds the runner by the bib.
    columns: ["registration_id", "bib_num", "place", "clock_time", "chip_time"],
    row: (row) => ({
      registration_id: null,
      bib_num: cell(row, "bib"),
      place: cell(row, "place"),
      clock_time: row["clock"] === "chip" ? null : formatHundredths(row),
      chip_time: row["clock"] === "chip" ? formatHundredths(row) : null,
    }),
  },
  "race-result": {
    columns: ["Bib", "LastName", "FirstName", "Contest", "Place", "Time"],
    row: (row) => ({
      Bib: cell(row, "bib"),
      ...splitName(row, "FirstName", "LastName"),
      Contest: cell(row, "run"),
      Place: cell(row, "place"),
      Time: formatHundredths(row),
    }),
  },
  webscorer: {
    columns: ["Place", "Bib", "First name", "Last name", "Distance", "Category", "Time"],
    row: (row) => ({
      Place: cell(row, "place"),
      Bib: cell(row, "bib"),
      ...splitName(row, "First name", "Last name"),
      Distance: cell(row, "run"),
      Category: cell(row, "category"),
      Time: formatHundredths(row),
    }),
  },
};

const layoutsOf: Readonly<
  Record<ExportSubject, Readonly<Partial<Record<ExportLayout, ProgramLayout>>>>
> = {
  "check-ins": startListLayouts,
  "walk-ups": startListLayouts,
  podium: resultLayouts,
  "finish-log": resultLayouts,
  journal: {},
};

/**
 * Selects the rows for another timing program: each person once, without retracted walk-ups and without rows of the finish
 * log that have no place. Claim 1 is a runner's first check-in. The journal has no layout for another program.
 */
const selectRows: Readonly<
  Record<ExportSubject, (rows: Iterable<ExportRow>) => Iterable<ExportRow>>
> = {
  "check-ins": (rows) =>
    filterRows(rows, (row) => row["claim"] === 1 && row["takenBack"] === false),
  "walk-ups": (rows) => filterRows(rows, (row) => row["takenBack"] === false),
  podium: oneRowPerPerson,
  "finish-log": (rows) => filterRows(rows, (row) => cell(row, "place") !== null),
  journal: (rows) => rows,
};

/** Returns null if the subject cannot be exported in this layout. */
export function layoutOf(subject: ExportSubject, layout: ExportLayout): Layout | null {
  if (layout === "plain") return { columns: exportSources[subject].columns, rows: (rows) => rows };
  const programLayout = layoutsOf[subject][layout];
  if (programLayout === undefined) return null;
  return {
    columns: programLayout.columns,
    *rows(rows) {
      for (const row of selectRows[subject](rows)) yield programLayout.row(row);
    },
  };
}

function* filterRows(rows: Iterable<ExportRow>, isKept: (row: ExportRow) => boolean) {
  for (const row of rows) if (isKept(row)) yield row;
}

const cell = (row: ExportRow, column: string) => row[column] ?? null;

/**
 * Splits a name for programs that need two fields: the last word becomes the last name. The partner API has
 * only one field for the whole name, so the split is wrong for some names.
 */
function splitName(row: ExportRow, firstColumn: string, lastColumn: string): ExportRow {
  const nameParts = String(row["name"] ?? "")
    .trim()
    .split(/\s+/u);
  return { [firstColumn]: nameParts.slice(0, -1).join(" "), [lastColumn]: nameParts.at(-1) ?? "" };
}

function hundredthsOfRow(row: ExportRow): number | null {
  const time = cell(row, "time");
  return typeof time === "string" ? hundredthsOf(time) : null;
}

/** The row's time with hundredths, for example `01:23:45.00`. */
function formatHundredths(row: ExportRow): string | null {
  const time = hundredthsOfRow(row);
  return time === null ? null : `${formatClock(time)}.${twoDigits(time % 100)}`;
}

/** The row's time in whole seconds, rounded up as in road races: `01:23:45.01` becomes `01:23:46`. */
function formatSeconds(row: ExportRow): string | null {
  const time = hundredthsOfRow(row);
  return time === null ? null : formatClock(Math.ceil(time / 100) * 100);
}

/** `01:23:45`, without the hundredths. */
function formatClock(hundredths: number): string {
  const seconds = Math.floor(hundredths / 100);
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(twoDigits)
    .join(":");
}

/** UltraSignup reads `M` and `F`. Other values of the partner API are exported as they are. */
function sexForUltraSignup(row: ExportRow): string | null {
  const sex = cell(row, "sex");
  if (typeof sex !== "string") return null;
  const letters: Readonly<Record<string, string>> = { male: "M", m: "M", female: "F", f: "F" };
  return letters[sex.toLowerCase()] ?? sex;
}

/** For each subject, its columns and the source of its rows. */
export const exportSources: Readonly<Record<ExportSubject, ExportSource>> = {
  "check-ins": checkIns,
  "walk-ups": walkUps,
  podium,
  "finish-log": finishLog,
  journal,
};
