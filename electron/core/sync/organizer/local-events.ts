import type { LiveConnection } from "#core/sync/connection/connection.ts";
import { pullEvent } from "#core/sync/download/event-replica.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/** Reads back the events made here, once the organizer has named them: then they stand in the list under that name. */
export interface MadeEventReader {
  /** Reads those that are not here yet; a failure is tried again at the next look. Never throws. */
  run(): Promise<void>;
  close(): void;
}

export function createMadeEventReader(deps: SyncDeps, connection: LiveConnection): MadeEventReader {
  const { stores, ports } = deps;
  const closing = new AbortController();
  /** Named by the organizer and not there all the same: asked again after the next start, not all day. */
  const absent = new Set<string>();
  let running: Promise<void> | null = null;

  const readAll = async (): Promise<void> => {
    for (const { eventId } of stores.madeEvents.unread()) {
      const { client } = connection;
      if (client === null || closing.signal.aborted) return;
      if (eventId === null || absent.has(eventId)) continue;
      const failed = await pullEvent(deps, client, eventId, closing.signal);
      if (closing.signal.aborted) return;
      if (failed?.kind === "refused" || failed?.kind === "forbidden") absent.add(eventId);
      else if (failed !== null) return;
      deps.hint({ topic: "events", eventId: null });
    }
  };

  return {
    run() {
      running ??= readAll()
        .catch((cause: unknown) => {
          const what = cause instanceof Error ? cause.name : typeof cause;
          ports.logger.log("warn", "made-event.not-read", { what });
        })
        .finally(() => {
          running = null;
        });
      return running;
    },
    close: () => closing.abort(),
  };
}
