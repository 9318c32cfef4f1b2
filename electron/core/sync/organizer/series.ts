import { dataOf } from "#shared/partner-api/envelope.ts";
import { recurrenceSchema, seriesSchema } from "#shared/partner-api/series.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import { toSeriesRow } from "#core/sync/download/replica-rows.ts";
import { looseRowsOf, readDistinctRows, rowsOf } from "#core/sync/download/list-pages.ts";
import { pullErrorOf } from "#core/sync/connection/connection-errors.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { PullError } from "#core/sync/sync-interface.ts";

/**
 * Reads one series by its slug into the replica. Returns its id; null if the organization has no such series. A list that
 * breaks off, or that has a row nobody can read, proves no absence: `not-the-api`.
 */
export async function pullSeriesBySlug(
  { db, stores, ports, closing }: SyncDeps,
  client: PartnerClient,
  slug: string,
): Promise<Result<string | null, Failure<PullError>>> {
  const { end, rows, unreadable } = await readDistinctRows(
    client,
    {
      endpoint: "series.list",
      segments: ["series"],
      query: { slug },
      knownPlace: null,
      rowsOf: seriesRowsOf,
    },
    { schema: seriesSchema, keyOf: (row) => row.slug },
    closing,
  );
  if (end.kind === "failed") {
    return err(pullErrorOf(end.outcome), "The series could not be looked for.");
  }
  const series = rows.get(slug);
  if (series === undefined) {
    return end.kind === "complete" && unreadable === 0
      ? ok(null)
      : err("not-the-api", "The list of series could not be read to its end.");
  }
  db.transaction(() => stores.series.upsert(toSeriesRow(series, ports.clock.now())));
  return ok(series._id);
}

/** The rows of an answer that is a list, or the one series itself. */
function seriesRowsOf(body: unknown): readonly unknown[] | null {
  const data = dataOf(body);
  return rowsOf(body) ?? (typeof data === "object" && data !== null ? [data] : null);
}

/**
 * Reads recurrences from the most likely path, because the API documents neither path nor shape. The known ones stay, until
 * a complete list no longer has them (D2).
 */
export async function pullRecurrences(
  { db, stores, ports, closing }: SyncDeps,
  client: PartnerClient,
): Promise<void> {
  const { end, rows } = await readDistinctRows(
    client,
    {
      endpoint: "recurrences.list",
      segments: ["recurrences"],
      query: {},
      knownPlace: null,
      rowsOf: looseRowsOf,
    },
    { schema: recurrenceSchema, keyOf: ({ _id }) => _id },
    closing,
  );
  if (end.kind === "failed") return;
  const seenAtMs = ports.clock.now();
  db.transaction(() => {
    if (end.kind === "complete") stores.recurrences.clear();
    for (const row of rows.values()) {
      stores.recurrences.put({
        id: row._id,
        seriesId: row.seriesId ?? null,
        name: row.name ?? null,
        raw: JSON.stringify(row),
        seenAtMs,
      });
    }
  });
}
