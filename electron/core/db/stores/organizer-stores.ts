import type { Db } from "#core/db/open/database.ts";
import { column, defineTable, type RowOf } from "../table.ts";

const collectionTable = defineTable("collection", {
  slug: column.text,
  /** Index in the organizer's list, from 0. */
  position: column.number,
  name: column.textOrNull,
  description: column.textOrNull,
  /** The collection as received, JSON text. */
  raw: column.text,
  seenAtMs: column.number,
  /** Time of the last complete read of the member events; null if there was none. */
  eventsAtMs: column.numberOrNull,
});

/** A collection of the organization. */
export type CollectionRecord = RowOf<typeof collectionTable>;

const memberTable = defineTable("collection_event", {
  slug: column.text,
  position: column.number,
  eventId: column.text,
  displayOrder: column.numberOrNull,
  /** The event as the collection lists it, JSON text. */
  raw: column.text,
});

/** An event of a collection. The event may belong to another organization. */
export type CollectionEventRecord = RowOf<typeof memberTable>;

/** A recurrence. The API does not specify its shape, so only these fields are read. */
const recurrenceTable = defineTable("recurrence", {
  id: column.text,
  seriesId: column.textOrNull,
  name: column.textOrNull,
  raw: column.text,
  seenAtMs: column.number,
});

/** A picture and its URL (D9). */
const imageTable = defineTable("image", {
  url: column.text,
  /** `missing`: the download failed. */
  state: column.plain<"kept" | "missing">(),
  mime: column.textOrNull,
  bytes: column.plain<Uint8Array | null>(),
  fetchedAtMs: column.number,
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
