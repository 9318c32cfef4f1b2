import type { z } from "zod";
import type { copyStateSchema, CopyNote, DownloadStatus } from "#shared/contract/events.ts";
import type { DownloadRecord } from "#core/db/stores/download/download-stores.ts";
import type { RunRecord } from "#core/db/stores/event-stores.ts";

export type CopyState = z.infer<typeof copyStateSchema>;

export const newDownload = (eventId: string, list: string): DownloadRecord => ({
  eventId,
  list,
  state: "absent",
  pass: 0,
  cursor: null,
  cursorPlace: null,
  pages: 0,
  rows: 0,
  newRows: 0,
  changedRows: 0,
  goneRows: 0,
  changedFields: {},
  startedAtMs: null,
  completedAtMs: null,
  previousCompletedAtMs: null,
  notes: [],
  extra: {},
});

/** Progress of the current pass since this start of the core. */
export interface Pace {
  readonly pages: number;
  readonly elapsedMs: number;
}

/** Maps a download record to what the screens show. */
export function viewDownload(
  record: DownloadRecord,
  runs: readonly RunRecord[],
  pace: Pace | null,
): DownloadStatus {
  const expectedRows = expectedOf(runs);
  return {
    eventId: record.eventId,
    state: record.state as CopyState,
    pages: record.pages,
    rows: record.rows,
    expectedRows,
    remainingMs: remainingOf(record, expectedRows, pace),
    completedAtMs: record.completedAtMs,
    notes: record.notes as CopyNote[],
  };
}

/** The sum of the runs' registration counts; null if any run has none (D4). */
function expectedOf(runs: readonly RunRecord[]): number | null {
  const present = runs.filter(({ gone }) => !gone);
  if (present.length === 0) return null;
  let sum = 0;
  for (const { registrationCount } of present) {
    if (registrationCount === null) return null;
    sum += registrationCount;
  }
  return Math.round(sum);
}

/**
 * Remaining time. Uses only pages of this pass and needs at least two; null while a failed request is retried, and once
 * more rows arrived than expected.
 */
function remainingOf(
  { state, rows, pages, notes }: DownloadRecord,
  expectedRows: number | null,
  pace: Pace | null,
): number | null {
  if (state !== "downloading" || pace === null || pace.pages < 2 || pages === 0) return null;
  if (notes.length > 0 || expectedRows === null || rows > expectedRows) return null;
  const pagesLeft = Math.ceil(((expectedRows - rows) / rows) * pages);
  return Math.round((pace.elapsedMs / pace.pages) * pagesLeft);
}
