import { readRows } from "#shared/partner-api/envelope.ts";
import type { Recurrence } from "#shared/partner-api/series.ts";
import { recurrenceSchema } from "#shared/partner-api/series.ts";
import { seriesSchema } from "#shared/partner-api/series.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import { pageSize } from "#core/partner/paging.ts";
import { toSeriesRow } from "#core/sync/download/replica-rows.ts";
import { looseRowsOf, readWholeList } from "#core/sync/download/list-pages.ts";
import { pullErrorOf } from "#core/sync/connection/connection-errors.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { PullError } from "#core/sync/sync-interface.ts";

/**
 * Reads one series by its slug into the replica. Returns its id; null if the organization has no such series.
 */
export async function pullSeriesBySlug(
  { db, stores, ports }: SyncDeps,
  client: PartnerClient,
  slug: string,
  signal: AbortSignal,
): Promise<Result<string | null, Failure<PullError>>> {
  const { outcome } = await client.get(
    { endpoint: "series.list", segments: ["series"], query: { slug, limit: pageSize } },
    signal,
  );
  if (outcome.kind !== "success") {
    return err(pullErrorOf(outcome), "The series could not be looked for.");
  }
  const { data } = outcome.body as { readonly data: unknown };
  const { rows } = readRows(seriesSchema, Array.isArray(data) ? data : [data]);
  const found = rows.find((series) => series.slug === slug);
  if (found === undefined) return ok(null);
  db.transaction(() => stores.series.upsert(toSeriesRow(found, ports.clock.now())));
  return ok(found._id);
}

/**
 * Reads recurrences from the most likely path, because the API documents neither path nor shape. After a
 * failure the known recurrences stay.
 */
export async function pullRecurrences(
  { db, stores, ports }: SyncDeps,
  client: PartnerClient,
  signal: AbortSignal,
): Promise<void> {
  const found = new Map<string, Recurrence>();
  const end = await readWholeList(
    client,
    {
      endpoint: "recurrences.list",
      segments: ["recurrences"],
      query: {},
      knownPlace: null,
      rowsOf: looseRowsOf,
    },
    signal,
    (values) => {
      const known = found.size;
      for (const row of readRows(recurrenceSchema, values).rows) found.set(row._id, row);
      return found.size - known;
    },
  );
  if (end.kind === "failed") return;
  const seenAtMs = ports.clock.now();
  db.transaction(() =>
    stores.recurrences.replaceAll(
      [...found.values()].map((row) => ({
        id: row._id,
        seriesId: row.seriesId ?? null,
        name: row.name ?? null,
        raw: JSON.stringify(row),
        seenAtMs,
      })),
    ),
  );
}
