import type { FailedOutcome } from "#core/partner/classify-response.ts";
import type { LiveConnection } from "#core/sync/connection/connection.ts";
import { createSleeper } from "#core/sleep.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { DownloadTask } from "./download.ts";
import { startDownload } from "./download.ts";

export interface DownloadQueueOptions {
  readonly deps: SyncDeps;
  readonly connection: LiveConnection;
  /** The stored progress of a download changed; `page` may come often. */
  readonly onChange: (eventId: string, much: "page" | "all") => void;
  /** The download has ended and the replica has all data that could be read. */
  readonly onCopied: (eventId: string) => void;
  /** A request failed; the download may still retry it (D7). */
  readonly onFailed: (eventId: string, failed: FailedOutcome) => void;
  readonly onEnded: (eventId: string) => void;
}

/** Several in parallel, so that one event's long list does not block the others. */
const mostAtOnce = 3;

/** The downloads that run or wait for a free place. */
export function createDownloadQueue(options: DownloadQueueOptions) {
  const { deps, connection } = options;
  const { closing } = deps;
  const sleeper = createSleeper(deps.ports.clock);
  const running = new Map<string, DownloadTask>();
  const waiting: string[] = [];

  const stateOf = (eventId: string): "running" | "waiting" | null => {
    if (running.has(eventId)) return "running";
    return waiting.includes(eventId) ? "waiting" : null;
  };

  const startOne = (eventId: string): void => {
    const task = startDownload({
      deps,
      eventId,
      client: () => connection.client,
      sleeper,
      onChange: (much) => options.onChange(eventId, much),
      onCopied: () => options.onCopied(eventId),
      onFailed: (failed) => options.onFailed(eventId, failed),
    });
    running.set(eventId, task);
    void task.done.then(() => {
      running.delete(eventId);
      options.onEnded(eventId);
      if (closing.aborted) return;
      options.onChange(eventId, "all");
      start();
    });
  };

  const start = (): void => {
    while (running.size < mostAtOnce && !closing.aborted) {
      const eventId = waiting.shift();
      if (eventId === undefined) return;
      startOne(eventId);
    }
  };

  return {
    get size() {
      return running.size + waiting.length;
    },
    /** Ids of the events whose download runs or waits. */
    get eventIds() {
      return [...waiting, ...running.keys()];
    },
    state: stateOf,
    /** Null if the download is not running. */
    paceOf: (eventId: string) => running.get(eventId)?.pace ?? null,
    /** Adds the event, unless it is there; `start` starts it. */
    add(eventId: string) {
      if (stateOf(eventId) === null) waiting.push(eventId);
    },
    start,
    /** Ends a running download soon, or removes a waiting one; returns what it was. */
    cancel(eventId: string) {
      const state = stateOf(eventId);
      if (state === "waiting") waiting.splice(waiting.indexOf(eventId), 1);
      running.get(eventId)?.cancel();
      return state;
    },
    /** Downloads that wait for a retry retry now. */
    wake: () => sleeper.wake(),
    close() {
      sleeper.wake();
      const ended = Promise.all([...running.values()].map(({ done }) => done));
      return { waiting: waiting.splice(0), ended };
    },
  };
}

export type DownloadQueue = ReturnType<typeof createDownloadQueue>;
