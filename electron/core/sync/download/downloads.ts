import type { CopyNote, DownloadStatus } from "#shared/contract/events.ts";
import { err, ok } from "#shared/result.ts";
import { pullCollections } from "#core/sync/organizer/collections.ts";
import type { LiveConnection } from "#core/sync/connection/connection.ts";
import type { Outcome } from "#core/partner/classify-response.ts";
import type { DownloadTask } from "./download.ts";
import { startDownload } from "./download.ts";
import { newDownload, viewDownload } from "./download-record.ts";
import { timeZoneOf } from "./event-replica.ts";
import { refreshEventLists } from "./event-lists.ts";
import { yieldToEventLoop } from "#core/db/yield-to-event-loop.ts";
import type { Pictures } from "#core/sync/organizer/pictures.ts";
import { addressesIn, albumOfCollections } from "#core/sync/organizer/pictures.ts";
import { pullRecurrences } from "#core/sync/organizer/series.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import { createSleeper } from "#core/sync/connection/sleep.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { SyncDownloads } from "#core/sync/sync-interface.ts";
import { isSweepHeld, listUnseen, settleUnseen } from "./unseen.ts";
import { registrationList } from "#core/db/stores/download/download-stores.ts";

/** How the reading of a whole list ended. */
export type RosterEnd =
  | { readonly kind: "complete" }
  | { readonly kind: "incomplete" }
  | { readonly kind: "failed"; readonly outcome: Exclude<Outcome, { readonly kind: "success" }> };

export interface LiveDownloads {
  readonly downloads: SyncDownloads;
  /** Resumes downloads that a crash or a shutdown interrupted (D1). */
  resume(): void;
  /** Connectivity is back: waiting downloads retry now. */
  wake(): void;
  /**
   * Starts a new download of an event for a caller that needs the current list (O10). Settles when the
   * download ends or its first request fails; the download then continues like any other. Null if the replica
   * is not complete or a download is running: a running download started too early, and a download that a
   * person paused stays paused.
   */
  pull(eventId: string): Promise<RosterEnd> | null;
  /** How many downloads are running or queued. */
  readonly active: number;
  close(): Promise<void>;
}

const givenUp: RosterEnd = { kind: "failed", outcome: { kind: "given-up" } };
/** Several in parallel, so that one event's long list does not block the others. */
const mostAtOnce = 3;
const pageHintMs = 200;

export function createDownloads(
  deps: SyncDeps,
  connection: LiveConnection,
  pictures: Pictures,
): LiveDownloads {
  const { stores, db, ports } = deps;
  const closing = new AbortController();
  const sleeper = createSleeper(ports.clock);
  const tasks = new Map<string, DownloadTask>();
  const queue: string[] = [];
  /** Callers of `pull` that wait for the end of a download. */
  const pulls = new Map<string, (end: RosterEnd) => void>();
  let lastHintAt = -pageHintMs;
  let beside: Promise<void> | null = null;

  const hint = (eventId: string, much: "page" | "all"): void => {
    const at = ports.clock.monotonic();
    if (much === "page" && at - lastHintAt < pageHintMs) return;
    lastHintAt = at;
    deps.hint({ topic: "download", eventId });
    deps.hint({ topic: "roster", eventId });
    if (much === "page") return;
    deps.hint({ topic: "events", eventId });
    deps.hint({ topic: "digest", eventId });
    deps.hint({ topic: "sync", eventId: null });
  };

  const startNext = (): void => {
    while (tasks.size < mostAtOnce && !closing.signal.aborted) {
      const eventId = queue.shift();
      if (eventId === undefined) return;
      const task = startDownload({
        deps,
        eventId,
        client: () => connection.client,
        sleeper,
        closing: closing.signal,
        yieldToEventLoop: deps.yieldToEventLoop ?? yieldToEventLoop,
        onChange: (much) => hint(eventId, much),
        onCopied: () => wantPictures(eventId),
        onFailed: (outcome) => settlePull(eventId, () => ({ kind: "failed", outcome })),
      });
      tasks.set(eventId, task);
      void task.done.then(() => {
        tasks.delete(eventId);
        settlePull(eventId, () => endOf(eventId));
        if (closing.signal.aborted) return;
        hint(eventId, "all");
        startNext();
      });
    }
  };

  const settlePull = (eventId: string, end: () => RosterEnd): void => {
    const settle = pulls.get(eventId);
    pulls.delete(eventId);
    settle?.(end());
  };

  const endOf = (eventId: string): RosterEnd => {
    const state = stores.downloads.get(eventId, registrationList)?.state;
    if (state === "complete" || state === "incomplete") return { kind: state };
    return givenUp;
  };

  const wantPictures = (eventId: string): void => {
    const { client } = connection;
    const event = stores.events.get(eventId);
    if (client === null || event === null) return;
    const addresses = addressesIn(event.raw);
    pictures.want({ api: client.credential.baseUrl, addresses, topic: "events", eventId });
  };

  /**
   * Refreshes recurrences and collections concurrently with the event lists; their failure does not affect
   * the lists (D7).
   */
  const refreshBeside = async (client: PartnerClient): Promise<void> => {
    const pulls: Promise<unknown>[] = [pullRecurrences(deps, client, closing.signal)];
    if (connection.get().rights.readCollections !== "refused") {
      pulls.push(pullCollections(deps, client, closing.signal));
    }
    for (const pull of await Promise.allSettled(pulls)) {
      if (pull.status === "fulfilled") continue;
      const what = pull.reason instanceof Error ? pull.reason.name : typeof pull.reason;
      ports.logger.log("warn", "lists.failed", { what });
    }
    if (closing.signal.aborted) return;
    deps.hint({ topic: "collections", eventId: null });
    pictures.want(albumOfCollections(deps, client.credential.baseUrl));
  };

  const startBeside = (client: PartnerClient): void => {
    beside ??= refreshBeside(client)
      .catch((cause: unknown) => {
        const what = cause instanceof Error ? cause.name : typeof cause;
        ports.logger.log("warn", "lists.failed", { what });
      })
      .finally(() => {
        beside = null;
      });
  };

  const isUnderWay = (eventId: string): boolean => tasks.has(eventId) || queue.includes(eventId);

  const want = (eventId: string): void => {
    if (isUnderWay(eventId)) return;
    queue.push(eventId);
  };

  const passOf = (eventId: string) => ({
    deps,
    eventId,
    pass: stores.downloads.get(eventId, registrationList)?.pass ?? 0,
    yieldToEventLoop: deps.yieldToEventLoop ?? yieldToEventLoop,
  });

  const statusOf = (eventId: string): DownloadStatus => {
    const record =
      stores.downloads.get(eventId, registrationList) ?? newDownload(eventId, registrationList);
    const task = tasks.get(eventId);
    const waits = task === undefined && queue.includes(eventId);
    const shown = waits ? { ...record, state: "downloading" } : record;
    const status = viewDownload(shown, stores.runs.ofEvent(eventId), task?.pace ?? null);
    const settled = status.state === "complete" || status.state === "incomplete";
    if (!settled || timeZoneOf(deps, eventId) !== null) return status;
    const note: CopyNote = { code: "time-zone-unknown", facts: {} };
    return { ...status, notes: [...status.notes, note] };
  };

  return {
    downloads: {
      async refreshEvents(filter) {
        const asked = connection.ask();
        if (!asked.ok) return asked;
        const client = asked.value;
        startBeside(client);
        const refreshed = await refreshEventLists(deps, client, filter, closing.signal);
        deps.hint({ topic: "events", eventId: null });
        return refreshed;
      },
      start(eventIds) {
        const asked = connection.ask();
        if (!asked.ok) return asked;
        const unknown = eventIds.find((eventId) => stores.events.get(eventId) === null);
        if (unknown !== undefined) {
          return err("not-found", "This computer does not know the event.", {
            details: { eventId: unknown },
          });
        }
        for (const eventId of eventIds) want(eventId);
        startNext();
        return ok(eventIds.map(statusOf));
      },
      cancel(eventId) {
        const place = queue.indexOf(eventId);
        const task = tasks.get(eventId);
        const record = stores.downloads.get(eventId, registrationList);
        if (place < 0 && task === undefined && record === null) {
          return err("not-found", "This event was never downloaded.");
        }
        if (place >= 0) {
          queue.splice(place, 1);
          settlePull(eventId, () => givenUp);
        }
        task?.cancel();
        if (task === undefined && record?.state === "downloading") {
          db.transaction(() => stores.downloads.put({ ...record, state: "paused" }));
        }
        hint(eventId, "all");
        return ok(statusOf(eventId));
      },
      statusOf,
      async unseen(eventId, limit) {
        return listUnseen(passOf(eventId), limit);
      },
      async settleUnseen(eventId, decision) {
        const record = stores.downloads.get(eventId, registrationList);
        if (record === null) return err("not-found", "This event was never downloaded.");
        if (isUnderWay(eventId) || !isSweepHeld(record)) {
          return err("wrong-state", "Nothing waits for this word, or a download is under way.");
        }
        await settleUnseen(passOf(eventId), decision);
        hint(eventId, "all");
        return ok(statusOf(eventId));
      },
      status() {
        const known = stores.downloads.all().filter(({ list }) => list === registrationList);
        const ids = new Set([...known.map(({ eventId }) => eventId), ...queue, ...tasks.keys()]);
        return [...ids].map(statusOf);
      },
    },
    resume() {
      const interrupted = stores.downloads
        .all()
        .filter(({ list, state }) => list === registrationList && state === "downloading");
      for (const { eventId } of interrupted) want(eventId);
      if (connection.client !== null) startNext();
    },
    pull(eventId) {
      const isComplete = stores.downloads.get(eventId, registrationList)?.state === "complete";
      if (!isComplete || isUnderWay(eventId)) return null;
      const { promise, resolve } = Promise.withResolvers<RosterEnd>();
      pulls.set(eventId, resolve);
      want(eventId);
      startNext();
      return promise;
    },
    wake: () => sleeper.wake(),
    get active() {
      return tasks.size + queue.length;
    },
    async close() {
      closing.abort();
      sleeper.wake();
      for (const eventId of queue.splice(0)) settlePull(eventId, () => givenUp);
      await Promise.all([beside, ...[...tasks.values()].map(({ done }) => done)]);
    },
  };
}
