import type { InvalidationTopic } from "#shared/contract/invalidations.ts";
import { readPictures } from "#shared/partner-api/common.ts";
import type { BaseAddress } from "#core/partner/base-address.ts";
import type { ImageOutcome } from "#core/partner/fetch-image.ts";
import { fetchImage } from "#core/partner/fetch-image.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

export interface Album {
  /** The API address that named these pictures. */
  readonly api: BaseAddress;
  readonly addresses: readonly string[];
  /** The topic of the invalidation when a picture arrived. */
  readonly topic: InvalidationTopic;
  readonly eventId: string | null;
}

/** The image behind an address may change, so it is fetched again after this time. */
const keptForMs = 24 * 60 * 60_000;

/** Fetches pictures in the background: a slow or missing picture affects nothing else (D9). */
export function createPictures(deps: SyncDeps) {
  const { stores, db, ports, closing } = deps;
  const albums: Album[] = [];
  let working: Promise<void> | null = null;

  const isFresh = (address: string): boolean => {
    const known = stores.images.get(address);
    if (known?.state !== "kept") return false;
    const ageMs = ports.clock.now() - known.fetchedAtMs;
    return ageMs >= 0 && ageMs < keptForMs;
  };

  /** A stored picture is kept until another one replaces it. */
  const keep = (url: string, outcome: ImageOutcome): boolean => {
    if (outcome.kind === "unanswered") return false;
    if (outcome.kind === "missing" && stores.images.has(url)) return false;
    const found = outcome.kind === "image" ? outcome : null;
    db.transaction(() =>
      stores.images.put({
        url,
        state: found === null ? "missing" : "kept",
        mime: found?.mime ?? null,
        bytes: found?.bytes ?? null,
        fetchedAtMs: ports.clock.now(),
      }),
    );
    return found !== null;
  };

  const fetchAlbum = async ({ api, addresses, topic, eventId }: Album): Promise<void> => {
    let came = false;
    for (const address of new Set(addresses)) {
      if (closing.aborted) return;
      if (isFresh(address)) continue;
      const outcome = await fetchImage(ports, { address, api }, closing);
      if (closing.aborted) return;
      came = keep(address, outcome) || came;
    }
    if (came) deps.invalidate(topic, eventId);
  };

  const work = async (): Promise<void> => {
    for (let album = albums.shift(); album !== undefined; album = albums.shift()) {
      await fetchAlbum(album);
    }
  };

  return {
    /** Queues pictures that are missing or older than a day; they are fetched one after the other. */
    want(album: Album) {
      if (closing.aborted || album.addresses.length === 0) return;
      albums.push(album);
      working ??= work()
        .catch((error: unknown) => {
          ports.logger.log("warn", "pictures.failed", { error });
        })
        .finally(() => {
          working = null;
        });
    },
    /** Resolves when the pictures that are being fetched have ended. */
    get ended() {
      return working;
    },
  };
}

export type Pictures = ReturnType<typeof createPictures>;

/** The pictures of every known collection. */
export const albumOfCollections = (
  { stores }: Pick<SyncDeps, "stores">,
  api: BaseAddress,
): Album => ({
  api,
  addresses: stores.collections.all().flatMap(({ raw }) => addressesIn(raw)),
  topic: "collections",
  eventId: null,
});

/** The card and cover picture of an event's or a collection's raw record, as far as present. */
export function addressesIn(raw: string): string[] {
  const { card, cover } = readPictures(JSON.parse(raw));
  return [card, cover].filter((address) => address !== null);
}
