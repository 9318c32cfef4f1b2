import type { CopyNote } from "#shared/contract/events.ts";
import type { MalformedRow } from "#shared/partner-api/envelope.ts";
import { readRows } from "#shared/partner-api/envelope.ts";
import { eventSchema } from "#shared/partner-api/event.ts";
import type { CursorPlace } from "#shared/partner-api/cursor-places.ts";
import { seriesSchema } from "#shared/partner-api/series.ts";
import { err, ok } from "#shared/result.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import { addMalformed, idsOf, toListedEvent, toSeriesRow } from "./replica-rows.ts";
import { registrationList } from "#core/db/stores/download/download-stores.ts";
import { newDownload } from "./download-record.ts";
import type { ListEnd } from "./list-pages.ts";
import { listedAtOf, readWholeList } from "./list-pages.ts";
import { isOfFormerKey } from "#core/sync/connection/former-key.ts";
import { pullErrorOf } from "#core/sync/connection/connection-errors.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { SyncDownloads } from "#core/sync/sync-interface.ts";

interface PulledList {
  readonly end: ListEnd;
  readonly rows: number;
  readonly malformed: number;
  /** Every id of the list, also of rows that cannot be read. */
  readonly listed: ReadonlySet<string>;
}

/**
 * Reads every page of the organization's series and events; if one list fails, the other is still read (D7).
 */
export async function refreshEventLists(
  deps: SyncDeps,
  client: PartnerClient,
): ReturnType<SyncDownloads["refreshEvents"]> {
  const startedAtMs = deps.ports.clock.now();
  const series = await pullList(deps, client, "series", (values, atMs) => {
    const { rows, malformed } = readRows(seriesSchema, values);
    for (const row of rows) deps.stores.series.upsert(toSeriesRow(row, atMs));
    return { ids: rows.map(({ _id }) => _id), malformed };
  });
  const events = await pullList(deps, client, "events", (values, atMs) => {
    const { rows, malformed } = readRows(eventSchema, values);
    for (const row of rows) deps.stores.events.upsertListed(toListedEvent(row), atMs);
    return { ids: rows.map(({ _id }) => _id), malformed };
  });
  if (isOfFormerKey(deps, client)) return ok({ events: 0, malformed: 0, complete: false });
  if (events.end.kind === "failed") {
    return err(pullErrorOf(events.end.outcome), "The events could not be listed.");
  }
  if (events.end.kind === "complete") {
    deps.db.transaction(() => {
      deps.stores.events.markGone(startedAtMs, events.listed);
      if (series.end.kind === "complete") removeSeries(deps, client, series.listed);
    });
  }
  return ok({
    events: events.rows,
    malformed: events.malformed + series.malformed,
    complete: events.end.kind === "complete" && series.end.kind === "complete",
  });
}

/**
 * A series that the organizer deleted is not offered any more, unless an event of it is listed or on this computer (D3).
 * Call it in a transaction.
 */
function removeSeries(
  { stores }: SyncDeps,
  { credential }: PartnerClient,
  listed: ReadonlySet<string>,
): void {
  const { series, events, downloads, credentials } = stores;
  const isUsed = (seriesId: string): boolean =>
    events
      .list({ seriesId })
      .some(({ id, gone }) => !gone || downloads.get(id, registrationList) !== null);
  const known = series.ofOrganization(
    credentials.get(credential.fingerprint)?.organizationId ?? "",
  );
  for (const { id } of known) if (!listed.has(id) && !isUsed(id)) series.remove(id);
}

type TakePage = (
  values: readonly unknown[],
  atMs: number,
) => { readonly ids: readonly string[]; readonly malformed: readonly MalformedRow[] };

async function pullList(
  deps: SyncDeps,
  client: PartnerClient,
  list: "series" | "events",
  takePage: TakePage,
): Promise<PulledList> {
  const { db, stores, ports } = deps;
  const before = stores.downloads.get("", list) ?? newDownload("", list);
  const seen = new Set<string>();
  const listed = new Set<string>();
  /** The texts of the unreadable rows. */
  const bad = new Set<string>();
  let position = 0;
  let malformedRows = 0;
  let pages = 0;
  let listedAtMs: number | undefined;
  db.transaction(() => stores.malformed.clear("", list));
  const take = (values: readonly unknown[], body: unknown): number =>
    db.transaction(() => {
      if (isOfFormerKey(deps, client)) return 0;
      listedAtMs ??= listedAtOf(body);
      const known = seen.size + bad.size;
      const { ids, malformed } = takePage(values, ports.clock.now());
      for (const id of [...ids, ...idsOf(malformed)]) listed.add(id);
      for (const id of ids) seen.add(id);
      for (const { raw } of malformed) bad.add(JSON.stringify(raw) ?? "null");
      addMalformed(deps, { eventId: "", list, offset: position }, malformed);
      position += values.length;
      pages += 1;
      malformedRows += malformed.length;
      return seen.size + bad.size - known;
    });
  const question = {
    endpoint: list === "series" ? ("series.list" as const) : ("events.list" as const),
    segments: [list],
    query: {},
    knownPlace: before.cursorPlace as CursorPlace | null,
  };
  const end = await readWholeList(client, question, deps.closing, take);
  const pulled = { end, rows: seen.size, malformed: malformedRows, listed };
  if (isOfFormerKey(deps, client)) return pulled;
  const notes: CopyNote[] = [
    ...(malformedRows > 0
      ? [{ code: "malformed-rows" as const, facts: { rows: malformedRows } }]
      : []),
    ...(end.kind === "incomplete" ? [{ code: end.why, facts: { rows: seen.size } }] : []),
  ];
  const complete = end.kind === "complete";
  const nowMs = ports.clock.now();
  // A full desk has the list as the hub read it, which may be long ago (M8).
  const atMs = Math.min(listedAtMs ?? nowMs, nowMs);
  db.transaction(() =>
    stores.downloads.put({
      ...before,
      state: complete ? "complete" : "incomplete",
      cursorPlace: complete ? end.place : before.cursorPlace,
      pages,
      rows: seen.size,
      completedAtMs: complete ? atMs : before.completedAtMs,
      previousCompletedAtMs: complete ? before.completedAtMs : before.previousCompletedAtMs,
      notes,
    }),
  );
  return pulled;
}
