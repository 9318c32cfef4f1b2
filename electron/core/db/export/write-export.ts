import { createWriteStream, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { promises, Readable } from "node:stream";
import type { Database } from "better-sqlite3";
import { stringify } from "csv-stringify";
import { makeFolder, placeFile } from "#core/db/files/files.ts";
import { privateFile } from "#core/db/open/private-files.ts";
import { exportSources, layoutOf } from "./export-layouts.ts";
import type { ExportOrder, ExportRow } from "./export-row.ts";

export interface WrittenFile {
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Writes one export. CSV is UTF-8 with a BOM; all cells are quoted, because a bib is text, and a cell that a spreadsheet
 * would run as a formula gets an apostrophe. A failure leaves no file.
 */
export async function writeExport(raw: Database, order: ExportOrder): Promise<WrittenFile> {
  const { what, format, layout, path } = order;
  const temporary = `${path}.part`;
  const file = layoutOf(what, layout);
  if (file === null) throw new Error(`No layout ${layout} for ${what}`);
  let rows = 0;
  const counted = function* (): Generator<ExportRow> {
    for (const row of file.rows(exportSources[what].rows(raw, order))) {
      rows += 1;
      yield row;
    }
  };
  try {
    if (order.makesFolder) makeFolder(dirname(path));
    const target = createWriteStream(temporary, { mode: privateFile });
    if (format === "csv") {
      const lines = stringify({
        bom: true,
        header: true,
        columns: [...file.columns],
        quoted: true,
        escape_formulas: true,
        record_delimiter: "windows",
        cast: { boolean: (value) => (value ? "yes" : "no") },
      });
      await promises.pipeline(Readable.from(counted()), lines, target);
    } else {
      await promises.pipeline(Readable.from(jsonLines(counted())), target);
    }
    placeFile(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return { rows, bytes: statSync(path).size };
}

/** A JSON array with one row per line. */
function* jsonLines(rows: Iterable<ExportRow>): Generator<string> {
  let before = "[\n";
  for (const row of rows) {
    yield `${before}${JSON.stringify(row)}`;
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}
