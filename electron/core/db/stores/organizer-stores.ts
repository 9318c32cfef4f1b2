import type { Db } from "#core/db/open/database.ts";
import { defineTable, plain } from "../table.ts";

/** A collection of the organization. */
export interface CollectionRecord {
  readonly slug: string;
  /** Index in the organizer's list, from 0. */
  readonly position: number;
  readonly name: string | null;
  readonly description: string | null;
  /** The collection as received, JSON text. */
  readonly raw: string;
  readonly seenAtMs: number;
  /** Time of the last complete read of the member events; null if there was none. */
  readonly eventsAtMs: number | null;
}

/** An event of a collection. The event may belong to another organization. */
export interface CollectionEventRecord {
  readonly slug: string;
  readonly position: number;
  readonly eventId: string;
  readonly displayOrder: number | null;
  /** The event as the collection lists it, JSON text. */
  readonly raw: string;
}

/** A recurrence. The API does not specify its shape, so only these fields are read. */
export interface RecurrenceRecord {
  readonly id: string;
  readonly seriesId: string | null;
  readonly name: string | null;
  readonly raw: string;
  readonly seenAtMs: number;
}

/** A picture and its URL (D9). */
export interface ImageRecord {
  readonly url: string;
  /** `missing`: the download failed. */
  readonly state: "kept" | "missing";
  readonly mime: string | null;
  readonly bytes: Uint8Array | null;
  readonly fetchedAtMs: number;
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

export function createCollectionStore({ raw }: Db) {
  const update = collectionTable.update(raw, "slug");
  const remove = raw.prepare<[string]>("DELETE FROM collection WHERE slug = ?");
  const putMember = memberTable.upsert(raw, ["slug", "eventId"]);
  const clearMembers = raw.prepare<[string]>("DELETE FROM collection_event WHERE slug = ?");
  const countMembers = raw
    .prepare<[string], number>("SELECT count(*) FROM collection_event WHERE slug = ?")
    .pluck();
  const { all } = collectionTable.select<[]>(raw, "ORDER BY position, slug");
  return {
    /** All collections, in the organizer's order. */
    all,
    get: collectionTable.select<[slug: string]>(raw, "WHERE slug = ?").get,
    put: collectionTable.upsert(raw, ["slug"]),
    /** Removes the collections that a complete list no longer contains. */
    keepOnly(slugs: ReadonlySet<string>): void {
      for (const { slug } of all()) {
        if (slugs.has(slug)) continue;
        clearMembers.run(slug);
        remove.run(slug);
      }
    },
    /** Ordered by `displayOrder`, then by position in the list. */
    members: memberTable.select<[slug: string]>(
      raw,
      "WHERE slug = ? ORDER BY display_order IS NULL, display_order, position, event_id",
    ).all,
    countMembers: (slug: string) => countMembers.get(slug) ?? 0,
    /** Stores a complete list, which replaces the former list. */
    replaceMembers(
      slug: string,
      members: readonly CollectionEventRecord[],
      eventsAtMs: number,
    ): void {
      clearMembers.run(slug);
      for (const member of members) putMember(member);
      update(slug, { eventsAtMs });
    },
  };
}

export function createRecurrenceStore({ raw }: Db) {
  const clear = raw.prepare("DELETE FROM recurrence");
  return {
    put: recurrenceTable.upsert(raw, ["id"]),
    clear: () => clear.run(),
    ofSeries: recurrenceTable.select<[seriesId: string]>(
      raw,
      "WHERE series_id = ? ORDER BY name, id",
    ).all,
  };
}

export function createImageStore({ raw }: Db) {
  const has = raw.prepare<[string], number>("SELECT 1 FROM image WHERE url = ? AND state = 'kept'");
  return {
    get: imageTable.select<[url: string]>(raw, "WHERE url = ?").get,
    /** Whether the picture's bytes are stored. */
    has: (url: string) => has.get(url) !== undefined,
    put: imageTable.upsert(raw, ["url"]),
  };
}
