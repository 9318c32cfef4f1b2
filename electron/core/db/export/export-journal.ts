import type { Database } from "better-sqlite3";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { journalOrder, journalTable } from "#core/db/stores/journal/journal-reader.ts";
import type { SqlRow } from "#core/db/table.ts";
import type { ExportOrder } from "./export-row.ts";
import { exportSource, timeOf } from "./export-row.ts";

export const journal = exportSource<JournalEntry>(
  {
    entryId: entryIdOf,
    logicalTime: ({ hlc }) => hlc,
    at: ({ wallAtMs }) => timeOf(wallAtMs),
    operator: ({ operator }) => operator,
    desk: ({ desk }) => desk,
    kind: ({ kind }) => kind,
    subject: ({ subject }) => subject,
    otherSubject: ({ otherSubject }) => otherSubject,
    payload: ({ payload }) => (payload === null ? null : JSON.stringify(payload)),
    salt: ({ salt }) => salt,
    payloadHash: ({ payloadHash }) => payloadHash,
    previousHash: ({ previousHash }) => previousHash,
    hash: ({ hash }) => hash,
    commandId: ({ commandId }) => commandId,
  },
  readEntries,
);

function* readEntries(raw: Database, { eventId }: ExportOrder): Generator<JournalEntry> {
  const entries = raw.prepare<[string], SqlRow>(
    `SELECT ${journalTable.columns} FROM journal WHERE event_id = ?
     UNION ALL
     SELECT ${journalTable.columns} FROM journal WHERE event_id IS NULL AND kind = 'copy.confirmed'
     ORDER BY ${journalOrder}`,
  );
  for (const stored of entries.iterate(eventId)) yield journalTable.read(stored);
}
