import type { Database } from "better-sqlite3";
import type { ExportLayout, ExportSubject } from "#shared/contract/settings.ts";
import { isMoment } from "#shared/domain/finish-log/finish-log.ts";

/** One row of an export by column; absent columns are empty cells. */
export type ExportRow = Readonly<Record<string, ExportCell>>;
type ExportCell = string | number | boolean | null;

export interface ExportOrder {
  readonly what: ExportSubject;
  readonly format: "csv" | "json";
  readonly layout: ExportLayout;
  readonly eventId: string;
  /** Only this run; null for all runs. The journal export ignores it. */
  readonly runId: string | null;
  /** The final path; the file gets this name when it is complete. */
  readonly path: string;
  /**
   * True for Chute's own folder, which is created if missing. A folder that a person chose is not created, because its
   * disk may be unplugged.
   */
  readonly makesFolder: boolean;
  /** The podium's rows, which the service computes; empty for other exports. */
  readonly podium: readonly ExportRow[];
}

/** The rows of an export in Chute's columns. */
export interface ExportSource {
  /** The columns in order, for the header. */
  readonly columns: readonly string[];
  /** Read one by one, so that memory does not grow with the event. */
  readonly rows: (raw: Database, order: ExportOrder) => Iterable<ExportRow>;
}

/** An export whose columns are computed from the items that `read` returns. */
export function exportSource<Item>(
  cells: Readonly<Record<string, (item: Item) => ExportCell>>,
  read: (raw: Database, order: ExportOrder) => Iterable<Item>,
): ExportSource {
  const entries = Object.entries(cells);
  return {
    columns: Object.keys(cells),
    *rows(raw, order) {
      for (const item of read(raw, order)) {
        yield Object.fromEntries(entries.map(([column, cell]) => [column, cell(item)]));
      }
    },
  };
}

/** Returns null for a time outside the range of `Date`, which may come from an imported journal (J7). */
export const timeOf = (atMs: number): string | null =>
  isMoment(atMs) ? new Date(atMs).toISOString() : null;

export function readRunLabels(raw: Database, eventId: string): (runId: string) => string | null {
  const runs = raw.prepare<[string], { id: string; label: string }>(
    "SELECT id, label FROM run WHERE event_id = ?",
  );
  const labels = new Map(runs.all(eventId).map(({ id, label }) => [id, label]));
  return (runId) => labels.get(runId) ?? null;
}
