import type { LiveConnection } from "#core/sync/connection/connection.ts";
import { pullEvent } from "#core/sync/download/event-replica.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/**
 * Downloads local events after the organizer has assigned their ids, so that they appear in the event list.
 */
export function createLocalEventReader(deps: SyncDeps, connection: LiveConnection) {
  const { stores, ports, closing } = deps;
  /** Events with an id that the organizer does not return: asked again after the next start only. */
  const absent = new Set<string>();
  let running: Promise<void> | null = null;

  const readAll = async (): Promise<void> => {
    for (const { eventId } of stores.localEvents.unread()) {
      const { client } = connection;
      if (client === null || closing.aborted) return;
      if (eventId === null || absent.has(eventId)) continue;
      const failed = await pullEvent(deps, client, eventId);
      if (closing.aborted) return;
      if (failed?.kind === "refused" || failed?.kind === "forbidden") absent.add(eventId);
      else if (failed !== null) return;
      deps.invalidate("events");
    }
  };

  return {
    /**
     * Reads the events that are not in the replica yet; a failure is retried in the scheduler's next round.
     * Never throws.
     */
    run() {
      running ??= readAll()
        .catch((error: unknown) => {
          ports.logger.log("warn", "made-event.not-read", { error });
        })
        .finally(() => {
          running = null;
        });
      return running;
    },
  };
}

export type LocalEventReader = ReturnType<typeof createLocalEventReader>;
