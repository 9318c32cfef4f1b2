import type { Db } from "#core/db/open/database.ts";
import { defineTable, plain, prepareRows } from "../table.ts";

/** A collection of the organization, as it was listed or read. */
export interface CollectionRecord {
  readonly slug: string;
  /** Place in the organizer's list, from 0. */
  readonly position: number;
  readonly name: string | null;
  readonly description: string | null;
  /** The collection as it came, JSON text. */
  readonly raw: string;
  readonly seenAtMs: number;
  /** When its member events were last read whole; null if never. */
  readonly eventsAtMs: number | null;
}

/** A member of a collection, in the organizer's order. It may be an event of somebody else. */
export interface CollectionEventRecord {
  readonly slug: string;
  readonly position: number;
  readonly eventId: string;
  readonly displayOrder: number | null;
  /** The event as the collection lists it, JSON text. */
  readonly raw: string;
}

export interface CollectionStore {
  /** In the organizer's order. */
  all(): CollectionRecord[];
  get(slug: string): CollectionRecord | null;
  put(record: CollectionRecord): void;
  /** Takes away what a complete list no longer has. */
  keepOnly(slugs: ReadonlySet<string>): void;
  /** Sorted by `displayOrder`, then as listed. */
  members(slug: string): CollectionEventRecord[];
  countMembers(slug: string): number;
  /** A whole list takes the place of the one before. */
  replaceMembers(slug: string, members: readonly CollectionEventRecord[], atMs: number): void;
}

/** A recurrence, as far as its unspecified shape could be read. */
export interface RecurrenceRecord {
  readonly id: string;
  readonly seriesId: string | null;
  readonly name: string | null;
  readonly raw: string;
  readonly seenAtMs: number;
}

export interface RecurrenceStore {
  ofSeries(seriesId: string): RecurrenceRecord[];
  replaceAll(records: readonly RecurrenceRecord[]): void;
}

/** A picture by its address (D9). */
export interface ImageRecord {
  readonly url: string;
  /** `missing`: it was looked for and cannot be had. */
  readonly state: "kept" | "missing";
  readonly mime: string | null;
  readonly bytes: Uint8Array | null;
  readonly fetchedAtMs: number;
}

export interface ImageStore {
  get(url: string): ImageRecord | null;
  /** Whether its bytes are here. */
  has(url: string): boolean;
  put(record: ImageRecord): void;
}

const collectionTable = defineTable<CollectionRecord>("collection", {
  slug: plain("slug"),
  position: plain("position"),
  name: plain("name"),
  description: plain("description"),
  raw: plain("raw"),
  seenAtMs: plain("seen_at_ms"),
  eventsAtMs: plain("events_at_ms"),
});

const memberTable = defineTable<CollectionEventRecord>("collection_event", {
  slug: plain("slug"),
  position: plain("position"),
  eventId: plain("event_id"),
  displayOrder: plain("display_order"),
  raw: plain("raw"),
});

const recurrenceTable = defineTable<RecurrenceRecord>("recurrence", {
  id: plain("id"),
  seriesId: plain("series_id"),
  name: plain("name"),
  raw: plain("raw"),
  seenAtMs: plain("seen_at_ms"),
});

const imageTable = defineTable<ImageRecord>("image", {
  url: plain("url"),
  state: plain("state"),
  mime: plain("mime"),
  bytes: plain("bytes"),
  fetchedAtMs: plain("fetched_at_ms"),
});

export function createCollectionStore({ raw }: Pick<Db, "raw">): CollectionStore {
  const put = raw.prepare(collectionTable.upsertSql(["slug"]));
  const remove = raw.prepare<[string]>("DELETE FROM collection WHERE slug = ?");
  const setEventsAt = raw.prepare<[number, string]>(
    "UPDATE collection SET events_at_ms = ? WHERE slug = ?",
  );
  const putMember = raw.prepare(memberTable.upsertSql(["slug", "eventId"]));
  const clearMembers = raw.prepare<[string]>("DELETE FROM collection_event WHERE slug = ?");
  const countMembers = raw
    .prepare<[string], number>("SELECT count(*) FROM collection_event WHERE slug = ?")
    .pluck();
  const all = prepareRows<CollectionRecord, []>(
    raw,
    collectionTable,
    `SELECT ${collectionTable.columns} FROM collection ORDER BY position, slug`,
  );
  const one = prepareRows<CollectionRecord, [string]>(
    raw,
    collectionTable,
    `SELECT ${collectionTable.columns} FROM collection WHERE slug = ?`,
  );
  const members = prepareRows<CollectionEventRecord, [string]>(
    raw,
    memberTable,
    `SELECT ${memberTable.columns} FROM collection_event WHERE slug = ?
     ORDER BY display_order IS NULL, display_order, position, event_id`,
  );
  return {
    all: () => all.all(),
    get: (slug) => one.get(slug),
    put: (record) => void put.run(collectionTable.bind(record)),
    keepOnly(slugs) {
      for (const { slug } of all.all()) {
        if (slugs.has(slug)) continue;
        clearMembers.run(slug);
        remove.run(slug);
      }
    },
    members: (slug) => members.all(slug),
    countMembers: (slug) => countMembers.get(slug) ?? 0,
    replaceMembers(slug, records, atMs) {
      clearMembers.run(slug);
      for (const record of records) putMember.run(memberTable.bind(record));
      setEventsAt.run(atMs, slug);
    },
  };
}

export function createRecurrenceStore({ raw }: Pick<Db, "raw">): RecurrenceStore {
  const put = raw.prepare(recurrenceTable.upsertSql(["id"]));
  const clear = raw.prepare("DELETE FROM recurrence");
  const ofSeries = prepareRows<RecurrenceRecord, [string]>(
    raw,
    recurrenceTable,
    `SELECT ${recurrenceTable.columns} FROM recurrence WHERE series_id = ? ORDER BY name, id`,
  );
  return {
    ofSeries: (seriesId) => ofSeries.all(seriesId),
    replaceAll(records) {
      clear.run();
      for (const record of records) put.run(recurrenceTable.bind(record));
    },
  };
}

export function createImageStore({ raw }: Pick<Db, "raw">): ImageStore {
  const put = raw.prepare(imageTable.upsertSql(["url"]));
  const one = prepareRows<ImageRecord, [string]>(
    raw,
    imageTable,
    `SELECT ${imageTable.columns} FROM image WHERE url = ?`,
  );
  const has = raw.prepare<[string], number>("SELECT 1 FROM image WHERE url = ? AND state = 'kept'");
  return {
    get: (url) => one.get(url),
    has: (url) => has.get(url) !== undefined,
    put: (record) => void put.run(imageTable.bind(record)),
  };
}
