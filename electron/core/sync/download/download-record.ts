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

/** How fast the pass at hand is, since this start of the core. */
export interface Pace {
  readonly pages: number;
  readonly elapsedMs: number;
}

/** A download as the screens see it. */
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

/** The runs' own counts together; null when any run does not say (D4). */
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

/** From the pages of this pass alone, and only once two were seen; past the expected end nobody knows. */
function remainingOf(
  { state, rows, pages }: DownloadRecord,
  expectedRows: number | null,
  pace: Pace | null,
): number | null {
  if (state !== "downloading" || pace === null || pace.pages < 2 || pages === 0) return null;
  if (expectedRows === null || rows > expectedRows) return null;
  const pagesLeft = Math.ceil(((expectedRows - rows) / rows) * pages);
  return Math.round((pace.elapsedMs / pace.pages) * pagesLeft);
}
