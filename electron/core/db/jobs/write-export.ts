import { createWriteStream, rmSync, statSync } from "node:fs";
import { promises, Readable } from "node:stream";
import type { Database } from "better-sqlite3";
import { stringify } from "csv-stringify";
import { placeFile } from "../files.ts";
import type { ExportRow, ExportSubject } from "./export-rows.ts";
import { exportColumns, exportRows } from "./export-rows.ts";

export interface ExportOrder {
  readonly what: ExportSubject;
  readonly format: "csv" | "json";
  readonly eventId: string;
  /** The final path; nothing has this name until the file is whole. */
  readonly path: string;
}

export interface WrittenFile {
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Writes one export. CSV is UTF-8 with a BOM, every cell quoted (a bib is text), and what a spreadsheet would run as a
 * formula gets an apostrophe. A failure leaves no file.
 */
export async function writeExport(raw: Database, order: ExportOrder): Promise<WrittenFile> {
  const { what, format, eventId, path } = order;
  const temporary = `${path}.part`;
  let rows = 0;
  const counted = function* (): Generator<ExportRow> {
    for (const row of exportRows(raw, what, eventId)) {
      rows += 1;
      yield row;
    }
  };
  try {
    const file = createWriteStream(temporary);
    if (format === "csv") {
      const lines = stringify({
        bom: true,
        header: true,
        columns: [...exportColumns[what]],
        quoted: true,
        escape_formulas: true,
        record_delimiter: "windows",
        cast: { boolean: (value) => (value ? "yes" : "no") },
      });
      await promises.pipeline(Readable.from(counted()), lines, file);
    } else {
      await promises.pipeline(Readable.from(jsonLines(counted())), file);
    }
    placeFile(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return { rows, bytes: statSync(path).size };
}

/** A JSON array, a row a line. */
function* jsonLines(rows: Iterable<ExportRow>): Generator<string> {
  let before = "[\n";
  for (const row of rows) {
    yield `${before}${JSON.stringify(row)}`;
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}
