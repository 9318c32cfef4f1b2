import type { Database } from "better-sqlite3";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { journalOrder, journalTable } from "#core/db/stores/journal/journal-reader.ts";
import type { SqlRow } from "#core/db/table.ts";
import type { ExportOrder, ExportRow, ExportSource } from "./export-row.ts";
import { timeOf } from "./export-row.ts";

export const journal: ExportSource = {
  columns: [
    "entryId",
    "logicalTime",
    "at",
    "operator",
    "desk",
    "kind",
    "subject",
    "otherSubject",
    "payload",
    "salt",
    "payloadHash",
    "previousHash",
    "hash",
    "commandId",
  ],
  rows,
};

function* rows(raw: Database, { eventId }: ExportOrder): Generator<ExportRow> {
  const entries = raw.prepare<[string], SqlRow>(
    `SELECT ${journalTable.columns} FROM journal WHERE event_id = ?
     UNION ALL
     SELECT ${journalTable.columns} FROM journal WHERE event_id IS NULL AND kind = 'copy.confirmed'
     ORDER BY ${journalOrder}`,
  );
  for (const stored of entries.iterate(eventId)) {
    const entry = journalTable.read(stored);
    yield {
      entryId: entryIdOf(entry),
      logicalTime: entry.hlc,
      at: timeOf(entry.wallAtMs),
      operator: entry.operator,
      desk: entry.desk,
      kind: entry.kind,
      subject: entry.subject,
      otherSubject: entry.otherSubject,
      payload: entry.payload === null ? null : JSON.stringify(entry.payload),
      salt: entry.salt,
      payloadHash: entry.payloadHash,
      previousHash: entry.previousHash,
      hash: entry.hash,
      commandId: entry.commandId,
    };
  }
}
