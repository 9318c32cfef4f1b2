import type { Database } from "better-sqlite3";
import type { ExportLayout, ExportSubject } from "#shared/contract/settings.ts";
import { isMoment } from "#shared/domain/finish-log/finish-log.ts";

/** One line of an export, by column; what is absent is an empty cell. */
export type ExportRow = Readonly<Record<string, string | number | boolean | null>>;

export interface ExportOrder {
  readonly what: ExportSubject;
  readonly format: "csv" | "json";
  readonly layout: ExportLayout;
  readonly eventId: string;
  /** One run alone; null for all of them. The journal is not about runs. */
  readonly runId: string | null;
  /** The final path; nothing has this name until the file is whole. */
  readonly path: string;
  /** The folder is Chute's own and is made where it is missing. One that a person chose is not: its disk may be out. */
  readonly makesFolder: boolean;
  /** The podium's lines, which the desk has worked out; nobody else's. */
  readonly podium: readonly ExportRow[];
}

/** What one subject gives, in Chute's own columns. */
export interface ExportSource {
  /** Their order; the header line. */
  readonly columns: readonly string[];
  /** Read one by one, so that an event of any size fits. */
  readonly rows: (raw: Database, order: ExportOrder) => Iterable<ExportRow>;
}

/** Null for a moment that no calendar has, which only a merge brings (J7). */
export const timeOf = (atMs: number): string | null =>
  isMoment(atMs) ? new Date(atMs).toISOString() : null;

export function readRunLabels(raw: Database, eventId: string): (runId: string) => string | null {
  const runs = raw.prepare<[string], { id: string; label: string }>(
    "SELECT id, label FROM run WHERE event_id = ?",
  );
  const labels = new Map(runs.all(eventId).map(({ id, label }) => [id, label]));
  return (runId) => labels.get(runId) ?? null;
}
