import type { CopyNote } from "#shared/contract/events.ts";
import type { DownloadRecord } from "#core/db/stores/download/download-stores.ts";
import { registrationList } from "#core/db/stores/download/download-stores.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import { newDownload } from "./download-record.ts";
import type { CopyState } from "./download-record.ts";
import { malformedNotes } from "./event-replica.ts";

/** A pass that began longer ago is not continued. The largest lists take a third of this. */
const longestPassMs = 60 * 60_000;

/** The stored progress of one event's download (D1). Every function writes in a transaction of its own. */
export function createDownloadProgress(deps: SyncDeps, eventId: string, onChange: () => void) {
  const { db, stores, ports } = deps;
  let pages = 0;
  let startedAt = ports.clock.monotonic();

  const read = (): DownloadRecord =>
    stores.downloads.get(eventId, registrationList) ?? newDownload(eventId, registrationList);

  const save = (change: Partial<DownloadRecord>): void => {
    const record = { ...read(), ...change };
    db.transaction(() => stores.downloads.put(record));
    onChange();
  };

  const beginPass = (secondPass: boolean): void => {
    const before = read();
    const isSamePull = secondPass || (before.pass > 0 && before.state !== "complete");
    const counters = { newRows: 0, changedRows: 0, goneRows: 0, changedFields: {} };
    db.transaction(() => {
      stores.malformed.clear(eventId, registrationList);
      stores.downloads.put({
        ...before,
        ...(isSamePull ? {} : { ...counters, startedAtMs: ports.clock.now() }),
        state: "downloading",
        pass: before.pass + 1,
        cursor: null,
        pages: 0,
        rows: 0,
        notes: [],
        extra: { secondPass, ended: false, passSinceMs: ports.clock.now() },
      });
    });
    pages = 0;
    startedAt = ports.clock.monotonic();
  };

  return {
    /** As stored now. */
    get record() {
      return read();
    },
    get isSecondPass() {
      return read().extra["secondPass"] === true;
    },
    get pace() {
      return { pages, elapsedMs: ports.clock.monotonic() - startedAt };
    },
    /**
     * Continues the pass that was interrupted, or starts a new one at the first page. After a long time the first pages are
     * too old to count as read (D1).
     */
    continue() {
      const { state, pages: stored, extra, startedAtMs } = read();
      const isUnderWay = (state === "downloading" || state === "paused") && stored > 0;
      const ageMs = ports.clock.now() - (extra.passSinceMs ?? startedAtMs ?? 0);
      const isFresh = Math.abs(ageMs) < longestPassMs;
      if (isUnderWay && isFresh) save({ state: "downloading", notes: [] });
      else beginPass(false);
    },
    /** Starts a pass at the first page. The change counters continue since the last complete pull (D4, D5). */
    beginPass,
    /** A page was stored. After failed requests the pace is measured anew: their time says nothing about the rest. */
    countPage() {
      pages += 1;
      if (read().notes.length === 0) return;
      pages = 0;
      startedAt = ports.clock.monotonic();
      save({ notes: [] });
    },
    save,
    /** Ends the download. The notes on malformed rows are added. */
    stop: (state: CopyState, notes: readonly CopyNote[]) =>
      save({ state, notes: [...notes, ...malformedNotes(deps, eventId)] }),
  };
}

export type DownloadProgress = ReturnType<typeof createDownloadProgress>;
