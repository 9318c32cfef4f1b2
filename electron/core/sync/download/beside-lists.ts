import type { PartnerClient } from "#core/partner/client.ts";
import type { LiveConnection } from "#core/sync/connection/connection.ts";
import { pullCollections } from "#core/sync/organizer/collections.ts";
import type { Pictures } from "#core/sync/organizer/pictures.ts";
import { albumOfCollections } from "#core/sync/organizer/pictures.ts";
import { pullRecurrences } from "#core/sync/organizer/series.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/**
 * Refreshes recurrences and collections concurrently with the event lists; their failure does not affect the
 * lists (D7).
 */
export function createBesideLists(deps: SyncDeps, connection: LiveConnection, pictures: Pictures) {
  let ended: Promise<void> | null = null;

  const logFailure = (error: unknown): void => {
    deps.ports.logger.log("warn", "lists.failed", { error });
  };

  const refresh = async (client: PartnerClient): Promise<void> => {
    const pulls: Promise<unknown>[] = [pullRecurrences(deps, client)];
    if (connection.get().rights.readCollections !== "refused") {
      pulls.push(pullCollections(deps, client));
    }
    for (const pull of await Promise.allSettled(pulls)) {
      if (pull.status === "rejected") logFailure(pull.reason);
    }
    if (deps.closing.aborted) return;
    deps.invalidate("collections");
    pictures.want(albumOfCollections(deps, client.credential.baseUrl));
  };

  return {
    /** Starts a refresh, unless one is running. */
    refresh(client: PartnerClient) {
      ended ??= refresh(client)
        .catch(logFailure)
        .finally(() => {
          ended = null;
        });
    },
    /** Resolves when the running refresh has ended. */
    get ended() {
      return ended;
    },
  };
}

export type BesideLists = ReturnType<typeof createBesideLists>;
