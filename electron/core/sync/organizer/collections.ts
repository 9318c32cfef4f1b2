import type { Collection } from "#shared/partner-api/collection.ts";
import { collectionEventSchema, collectionSchema } from "#shared/partner-api/collection.ts";
import type { CursorPlace } from "#shared/partner-api/cursor-places.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { CollectionRecord } from "#core/db/stores/organizer-stores.ts";
import type { FailedOutcome } from "#core/partner/classify-response.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import { newDownload } from "#core/sync/download/download-record.ts";
import { looseRowsOf, readDistinctRows } from "#core/sync/download/list-pages.ts";
import { pullErrorOf } from "#core/sync/connection/connection-errors.ts";
import { isOfFormerKey } from "#core/sync/connection/former-key.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { CollectionsState, ResultsError } from "#core/sync/sync-interface.ts";

/** The state of the collections list as of the last request. */
export function collectionsState({ stores }: Pick<SyncDeps, "stores">): CollectionsState {
  const record = stores.downloads.get("", collectionList);
  const fetchedAtMs = record?.completedAtMs ?? null;
  switch (record?.state) {
    case "read":
    case "forbidden":
    case "failed":
      return { state: record.state, fetchedAtMs };
    default:
      return { state: "never", fetchedAtMs };
  }
}

/** Key under which the state of the collections list is stored: `read`, `forbidden` or `failed`. */
const collectionList = "collections";

/** Reads every page of the collections. A missing scope affects nothing else (O9, D7). */
export async function pullCollections(
  deps: SyncDeps,
  client: PartnerClient,
): Promise<Result<{ readonly collections: number }, Failure<ResultsError>>> {
  const { db, stores, ports, closing } = deps;
  const { end, rows: found } = await readDistinctRows(
    client,
    {
      endpoint: "collections.list",
      segments: ["collections"],
      query: {},
      knownPlace: placeIn(deps, collectionList),
      rowsOf: looseRowsOf,
    },
    { schema: collectionSchema, keyOf: ({ slug }) => slug },
    closing,
  );
  if (isOfFormerKey(deps, client)) return formerKey();
  if (end.kind === "failed") {
    noteState(deps, end.outcome);
    return err(pullErrorOf(end.outcome), "The collections could not be listed.");
  }
  db.transaction(() => {
    const atMs = ports.clock.now();
    for (const [position, collection] of [...found.values()].entries()) {
      stores.collections.put(toRecord(deps, collection, position, atMs));
    }
    if (end.kind === "complete") stores.collections.keepOnly(new Set(found.keys()));
    const before = stores.downloads.get("", collectionList) ?? newDownload("", collectionList);
    stores.downloads.put({
      ...before,
      state: "read",
      rows: found.size,
      cursorPlace: end.kind === "complete" ? end.place : before.cursorPlace,
      completedAtMs: atMs,
    });
  });
  return ok({ collections: found.size });
}

/**
 * Records a failure. A list that was read once stays `read`, except that a missing scope is always recorded.
 */
function noteState({ db, stores }: SyncDeps, outcome: FailedOutcome): void {
  if (outcome.kind === "given-up") return;
  const before = stores.downloads.get("", collectionList) ?? newDownload("", collectionList);
  const state =
    outcome.kind === "forbidden" ? "forbidden" : before.completedAtMs === null ? "failed" : "read";
  db.transaction(() => stores.downloads.put({ ...before, state }));
}

/** Reads one collection and its members in `displayOrder`. */
export async function pullCollection(
  deps: SyncDeps,
  client: PartnerClient,
  slug: string,
): Promise<Result<{ readonly events: number }, Failure<ResultsError>>> {
  const { db, stores, ports, closing } = deps;
  const { outcome } = await client.get(
    { endpoint: "collections.read", segments: ["collections", slug] },
    closing,
  );
  if (isOfFormerKey(deps, client)) return formerKey();
  if (outcome.kind !== "success") return refuse(deps, outcome);
  const collection = readCollection(outcome.body);
  if (collection === null) return err("not-the-api", "The answer is no collection.");
  db.transaction(() => {
    const position =
      stores.collections.get(collection.slug)?.position ?? stores.collections.all().length;
    stores.collections.put(toRecord(deps, collection, position, ports.clock.now()));
  });
  const { end, rows } = await readDistinctRows(
    client,
    {
      endpoint: "collections.events",
      segments: ["collections", slug, "events"],
      query: {},
      knownPlace: placeIn(deps, `${collectionList}/${slug}`),
      rowsOf: (body) => looseRowsOf(body)?.map(flatMember) ?? null,
    },
    { schema: collectionEventSchema, keyOf: ({ _id }) => _id },
    closing,
  );
  if (isOfFormerKey(deps, client)) return formerKey();
  if (end.kind === "failed") return refuse(deps, end.outcome);
  const members = [...rows.values()].map((row, position) => ({
    slug: collection.slug,
    position,
    eventId: row._id,
    displayOrder: row.displayOrder ?? null,
    raw: JSON.stringify(row),
  }));
  db.transaction(() =>
    stores.collections.replaceMembers(collection.slug, members, ports.clock.now()),
  );
  return ok({ events: members.length });
}

const formerKey = () => err("not-found", "Another organization's key is in use now.");

function refuse(deps: SyncDeps, outcome: FailedOutcome): Result<never, Failure<ResultsError>> {
  if (outcome.kind === "forbidden") noteState(deps, outcome);
  const absent = outcome.kind === "refused" && outcome.words.status === 404;
  return absent
    ? err("not-found", "There is no such collection.")
    : err(pullErrorOf(outcome), "The collection could not be read.");
}

/** The API documents no shape: accept the payload itself or its field `collection`. */
function readCollection(body: unknown): Collection | null {
  const { data } = body as { readonly data: unknown };
  const inner = (data as { readonly collection?: unknown } | null)?.collection;
  for (const value of [data, inner]) {
    const read = collectionSchema.safeParse(value);
    if (read.success) return read.data;
  }
  return null;
}

/** The event fields and the order in one object, also if the row nests the event. */
function flatMember(row: unknown): unknown {
  const { event, ...rest } = (typeof row === "object" && row !== null ? row : {}) as {
    readonly event?: unknown;
  };
  return typeof event === "object" && event !== null ? { ...rest, ...event } : row;
}

const toRecord = (
  { stores }: SyncDeps,
  collection: Collection,
  position: number,
  seenAtMs: number,
): CollectionRecord => ({
  slug: collection.slug,
  position,
  name: collection.name ?? null,
  description: collection.description ?? null,
  raw: JSON.stringify(collection),
  seenAtMs,
  eventsAtMs: stores.collections.get(collection.slug)?.eventsAtMs ?? null,
});

/** Where earlier answers contained the cursor of this list; null if that is not known yet (D2). */
const placeIn = ({ stores }: SyncDeps, list: string): CursorPlace | null =>
  (stores.downloads.get("", list)?.cursorPlace ?? null) as CursorPlace | null;
