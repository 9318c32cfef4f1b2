import type { CopyNote, DownloadStatus } from "#shared/contract/events.ts";
import { err, ok } from "#shared/result.ts";
import type { DownloadRecord } from "#core/db/stores/download/download-stores.ts";
import { registrationList } from "#core/db/stores/download/download-stores.ts";
import { timeZoneOf } from "#core/db/stores/event-time-zone.ts";
import type { FailedOutcome } from "#core/partner/classify-response.ts";
import type { LiveConnection } from "#core/sync/connection/connection.ts";
import type { RateLimitWaits } from "#core/sync/connection/waiting-client.ts";
import type { Pictures } from "#core/sync/organizer/pictures.ts";
import { addressesIn } from "#core/sync/organizer/pictures.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { SyncDownloads } from "#core/sync/sync-interface.ts";
import type { BesideLists } from "./beside-lists.ts";
import { createBesideLists } from "./beside-lists.ts";
import type { DownloadQueue } from "./download-queue.ts";
import { createDownloadQueue } from "./download-queue.ts";
import { newDownload, viewDownload } from "./download-record.ts";
import { refreshEventLists } from "./event-lists.ts";
import { isSweepHeld, listUnseen, settleUnseen } from "./unseen.ts";

/** How the reading of a whole list ended. */
export type RosterEnd =
  | { readonly kind: "complete" }
  | { readonly kind: "incomplete" }
  | { readonly kind: "failed"; readonly outcome: FailedOutcome };

const givenUp: RosterEnd = { kind: "failed", outcome: { kind: "given-up" } };
/** What the functions of this file share. */
interface Downloads {
  readonly deps: SyncDeps;
  readonly connection: LiveConnection;
  readonly queue: DownloadQueue;
  readonly lists: BesideLists;
  readonly waits: RateLimitWaits;
  readonly invalidate: (eventId: string, much: "page" | "all") => void;
  /** Settles the promise of `pull`, if somebody waits for it. */
  readonly settlePull: (eventId: string, end: RosterEnd) => void;
}

interface Pull {
  readonly settle: (end: RosterEnd) => void;
  readonly isAwaited: boolean;
}

const pageInvalidationMs = 200;

export function createDownloads(
  deps: SyncDeps,
  connection: LiveConnection,
  pictures: Pictures,
  waits: RateLimitWaits,
) {
  const { stores } = deps;
  const lists = createBesideLists(deps, connection, pictures);
  const invalidate = createDownloadInvalidations(deps);
  /** Callers of `pull` that wait for the end of a download. */
  const pulls = new Map<string, Pull>();

  const settlePull = (eventId: string, end: RosterEnd): void => {
    const pull = pulls.get(eventId);
    pulls.delete(eventId);
    pull?.settle(end);
  };

  const queue = createDownloadQueue({
    deps,
    connection,
    onChange: invalidate,
    onCopied(eventId) {
      const { client } = connection;
      const event = stores.events.get(eventId);
      if (client === null || event === null) return;
      const api = client.credential.baseUrl;
      pictures.want({ api, addresses: addressesIn(event.raw), topic: "events", eventId });
    },
    onFailed(eventId, outcome) {
      // A download goes on by itself after the wait that the server asked for. The outbox waits on if it began; a person
      // at a screen does not.
      const hasBegun = (stores.downloads.get(eventId, registrationList)?.pages ?? 0) > 0;
      const isAwaited = pulls.get(eventId)?.isAwaited === true;
      if (outcome.kind !== "rate-limited" || !hasBegun || isAwaited)
        settlePull(eventId, { kind: "failed", outcome });
    },
    onEnded(eventId) {
      if (pulls.has(eventId)) settlePull(eventId, endOf(deps, eventId));
    },
  });
  const downloads = { deps, connection, queue, lists, waits, invalidate };
  const start = (): void => {
    if (connection.client !== null) queue.start();
  };

  return {
    downloads: createSyncDownloads({ ...downloads, settlePull }),
    /** Resumes downloads that a crash or a shutdown interrupted (D1). */
    resume() {
      const interrupted = stores.downloads
        .all()
        .filter(({ list, state }) => list === registrationList && state === "downloading");
      for (const { eventId } of interrupted) queue.add(eventId);
      start();
    },
    /**
     * Adds the downloads that a refusal of the key stopped, because another key is in use or a person tries again (O9).
     * `start` continues them.
     */
    addRefused() {
      const organizationId = stores.credentials.last()?.organizationId;
      const refused = stores.downloads.all().filter(isStoppedByKey);
      for (const { eventId } of refused) {
        const event = stores.events.get(eventId);
        if ((event?.organizationId ?? organizationId) === organizationId) queue.add(eventId);
      }
    },
    start,
    /**
     * Starts a new download of an event for a caller that needs the current list (O10). Settles when the
     * download ends or its first request fails; the download then continues like any other. Null if the replica
     * is not complete or a download is running: a running download started too early, and a download that a
     * person paused stays paused.
     *
     * `isAwaited`: a person waits for the answer at a screen, so that it settles at the first 429 too.
     */
    pull(eventId: string, isAwaited: boolean): Promise<RosterEnd> | null {
      const isComplete = stores.downloads.get(eventId, registrationList)?.state === "complete";
      if (!isComplete || queue.state(eventId) !== null) return null;
      const { promise, resolve } = Promise.withResolvers<RosterEnd>();
      pulls.set(eventId, { settle: resolve, isAwaited });
      queue.add(eventId);
      queue.start();
      return promise;
    },
    /** Connectivity is back: waiting downloads retry now. */
    wake: () => queue.wake(),
    /** How many downloads are running or queued. */
    get active() {
      return queue.size;
    },
    async close() {
      const { waiting, ended } = queue.close();
      for (const eventId of waiting) settlePull(eventId, givenUp);
      await Promise.all([lists.ended, ended]);
    },
  };
}

/** The download of an event stopped because the key was refused (401), or may not read the list (403). */
const isStoppedByKey = ({ list, state, notes }: DownloadRecord): boolean =>
  list === registrationList &&
  state === "paused" &&
  (notes as CopyNote[]).some(({ code }) => code === "key-refused" || code === "forbidden");

export type LiveDownloads = ReturnType<typeof createDownloads>;

/** The downloads for the services. */
function createSyncDownloads(downloads: Downloads): SyncDownloads {
  const { deps, connection, queue, invalidate } = downloads;
  const { stores, db } = deps;
  return {
    async refreshEvents() {
      const asked = connection.ask();
      if (!asked.ok) return asked;
      const client = asked.value;
      downloads.lists.refresh(client);
      const refreshed = await refreshEventLists(deps, downloads.waits.of(client));
      deps.invalidate("events");
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
      for (const eventId of eventIds) queue.add(eventId);
      queue.start();
      return ok(eventIds.map((eventId) => statusOf(downloads, eventId)));
    },
    cancel(eventId) {
      const record = stores.downloads.get(eventId, registrationList);
      const was = queue.cancel(eventId);
      if (was === null && record === null) {
        return err("not-found", "This event was never downloaded.");
      }
      if (was === "waiting") downloads.settlePull(eventId, givenUp);
      // A download that a refused key had stopped, and that waits to go on, is stopped by this person now (O9).
      const isStopped = was === "waiting" && record?.state === "paused";
      if (was !== "running" && record !== null && (record.state === "downloading" || isStopped)) {
        const notes: CopyNote[] = [{ code: "cancelled", facts: {} }];
        db.transaction(() => stores.downloads.put({ ...record, state: "paused", notes }));
      }
      invalidate(eventId, "all");
      return ok(statusOf(downloads, eventId));
    },
    statusOf: (eventId) => statusOf(downloads, eventId),
    async unseen(eventId, limit) {
      return listUnseen(passOf(deps, eventId), limit);
    },
    async settleUnseen(eventId, decision) {
      const record = stores.downloads.get(eventId, registrationList);
      if (record === null) return err("not-found", "This event was never downloaded.");
      if (queue.state(eventId) !== null || !isSweepHeld(record)) {
        return err("wrong-state", "Nothing waits for this word, or a download is under way.");
      }
      await settleUnseen(passOf(deps, eventId), decision);
      invalidate(eventId, "all");
      return ok(statusOf(downloads, eventId));
    },
    status() {
      const known = stores.downloads.all().filter(({ list }) => list === registrationList);
      const ids = new Set([...known.map(({ eventId }) => eventId), ...queue.eventIds]);
      return [...ids].map((eventId) => statusOf(downloads, eventId));
    },
  };
}

/** A download does not mention a wait after a 429 that is shorter than this. */
const longWaitMs = 2_000;

function statusOf({ deps, connection, queue }: Downloads, eventId: string): DownloadStatus {
  const { stores, ports } = deps;
  const record =
    stores.downloads.get(eventId, registrationList) ?? newDownload(eventId, registrationList);
  const shown =
    queue.state(eventId) === "waiting" ? { ...record, state: "downloading" as const } : record;
  const status = viewDownload(shown, stores.runs.ofEvent(eventId), queue.paceOf(eventId));
  const waitMs = connection.client?.gate.closedForMs() ?? 0;
  if (queue.state(eventId) !== null && waitMs >= longWaitMs) {
    const untilMs = ports.clock.now() + waitMs;
    const note: CopyNote = { code: "rate-limited", facts: { untilMs } };
    return { ...status, remainingMs: null, notes: [...status.notes, note] };
  }
  const settled = status.state === "complete" || status.state === "incomplete";
  const event = stores.events.get(eventId);
  const zone = event === null ? null : timeZoneOf(stores, event).zone;
  if (!settled || zone !== null) return status;
  const note: CopyNote = { code: "time-zone-unknown", facts: {} };
  return { ...status, notes: [...status.notes, note] };
}

const passOf = (deps: SyncDeps, eventId: string) => ({
  deps,
  eventId,
  pass: deps.stores.downloads.get(eventId, registrationList)?.pass ?? 0,
});

function endOf({ stores }: SyncDeps, eventId: string): RosterEnd {
  const state = stores.downloads.get(eventId, registrationList)?.state;
  return state === "complete" || state === "incomplete" ? { kind: state } : givenUp;
}

/** Sends invalidations for a download; those for pages not more often than a screen can use. */
function createDownloadInvalidations({ ports: { clock }, invalidate }: SyncDeps) {
  let lastAt = -pageInvalidationMs;
  return (eventId: string, much: "page" | "all"): void => {
    const at = clock.monotonic();
    if (much === "page" && at - lastAt < pageInvalidationMs) return;
    lastAt = at;
    invalidate("download", eventId);
    invalidate("roster", eventId);
    if (much === "page") return;
    invalidate("events", eventId);
    invalidate("digest", eventId);
    invalidate("sync");
  };
}
