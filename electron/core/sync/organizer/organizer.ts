import { err, ok } from "#shared/result.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import { pullAwards } from "./awards.ts";
import { collectionsState, pullCollection, pullCollections } from "./collections.ts";
import type { LiveConnection } from "#core/sync/connection/connection.ts";
import type { RateLimitWaits } from "#core/sync/connection/waiting-client.ts";
import type { Pictures } from "./pictures.ts";
import { albumOfCollections } from "./pictures.ts";
import { pullErrorOf } from "#core/sync/connection/connection-errors.ts";
import { pullResults } from "./results.ts";
import { pullSeriesBySlug } from "./series.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { SyncOrganizer } from "#core/sync/sync-interface.ts";

/** The organizer's other data: awards, official results, series, collections and their pictures. */
export function createOrganizer(
  deps: SyncDeps,
  connection: LiveConnection,
  pictures: Pictures,
  waits: RateLimitWaits,
): SyncOrganizer {
  /** Calls the API, if there is a client. A request waits while the API rate-limits this key. */
  const ask = async <Reply>(call: (client: PartnerClient) => Promise<Reply>) => {
    const asked = connection.ask();
    return asked.ok ? call(waits.of(asked.value)) : asked;
  };

  return {
    refreshAwards: (eventId) =>
      ask(async (client) => {
        const failed = await pullAwards(deps, client, eventId);
        deps.invalidate("podium", eventId);
        if (failed === null) return ok(null);
        return failed.kind === "refused" && failed.words.status === 404
          ? err("not-found", "The organizer has no awards for this event.")
          : err(pullErrorOf(failed), "The awards could not be read.");
      }),
    refreshResults: (question) =>
      ask(async (client) => {
        const pulled = await pullResults(deps, client, question);
        deps.invalidate("results", question.eventId);
        return pulled;
      }),
    findSeries: (slug) =>
      ask(async (client) => {
        const found = await pullSeriesBySlug(deps, client, slug);
        if (found.ok && found.value !== null) deps.invalidate("events");
        return found;
      }),
    refreshCollections: (slug) =>
      ask(async (client) => {
        const pulled =
          slug === undefined
            ? await pullCollections(deps, client)
            : await pullCollection(deps, client, slug);
        deps.invalidate("collections");
        if (!pulled.ok) return pulled;
        pictures.want(albumOfCollections(deps, client.credential.baseUrl));
        return ok({ collections: 1, events: 0, ...pulled.value });
      }),
    collectionsState: () => collectionsState(deps),
    stopWaiting: () => waits.stop(),
  };
}
