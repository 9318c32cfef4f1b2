import type { Clock } from "#core/ports.ts";
import type { Db } from "#core/db/open/database.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import { createSearchIndex } from "./search-index.ts";

/** Delay between a commit and the indexing of its rows. Each step adds a segment, so many commits share one step. */
const delayMs = 40;
/**
 * For this time after a call of `indexSome` from outside, the next call is expected, and the upkeep indexes nothing by
 * itself.
 */
const calledMs = 300;
/** Rows per step, which takes a few milliseconds. */
const chunkRows = 200;
/** The merge of a few segments waits for this time without a commit. */
const calmMs = 1_000;

/** Indexes committed rows in the background. Until then a search reads those rows one by one. */
export function keepSearchIndexed({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  const index = createSearchIndex(db);
  let closed = false;
  let stepping = false;
  let cancel: (() => void) | null = null;
  let wakesAt = 0;
  let committedAt = clock.monotonic();
  /** Until this time the upkeep indexes nothing by itself. */
  let indexesAt = committedAt;

  /**
   * Returns `refused` if the disk refuses the step. The next commit reports the error of the disk; the rows are indexed
   * after a later commit.
   */
  const stepped = <T>(step: () => T, refused: T): T => {
    stepping = true;
    try {
      return step();
    } catch (error) {
      if (error instanceof NotSavedError) return refused;
      throw error;
    } finally {
      stepping = false;
    }
  };

  /** Runs a step; returns the time to the next one in milliseconds, null if nothing is left to do. */
  const work = (): number | null => {
    const now = clock.monotonic();
    const waits = now < indexesAt;
    const rows = waits ? 0 : stepped(() => index.indexSome(chunkRows), 0);
    if (rows > 0) {
      if (rows < chunkRows) indexesAt = now + delayMs;
      return 0;
    }
    const calmInMs = committedAt + calmMs - now;
    const due = index.whenToMerge();
    const isDue = due === "now" || (due === "when-calm" && calmInMs <= 0);
    if (isDue && stepped(() => index.mergeSome(), false)) return 0;
    if (waits) return delayMs;
    return due === "when-calm" && calmInMs > 0 ? calmInMs : null;
  };

  const wake = (inMs: number): void => {
    const at = clock.monotonic() + inMs;
    if (closed || stepping || (cancel !== null && wakesAt <= at)) return;
    cancel?.();
    wakesAt = at;
    cancel = clock.after(inMs, () => {
      cancel = null;
      if (closed) return;
      const againInMs = work();
      if (againInMs !== null) wake(againInMs);
    });
  };

  db.onCommit(() => {
    if (!stepping) committedAt = clock.monotonic();
    wake(delayMs);
  });
  wake(delayMs);
  return {
    /** Indexes up to `limit` rows now, for code that writes many rows; returns false if all rows are indexed. */
    indexSome(limit: number): boolean {
      indexesAt = clock.monotonic() + calledMs;
      return stepped(() => index.indexSome(limit), 0) > 0;
    },
    close() {
      closed = true;
      cancel?.();
    },
  };
}
