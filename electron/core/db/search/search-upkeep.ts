import type { Clock } from "#core/ports.ts";
import type { Db } from "#core/db/open/database.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import { createSearchIndex, type SearchIndex } from "./search-index.ts";

/** How long after a commit its rows are indexed. */
const restMs = 40;
/** Who brings many rows brings more soon: for so long after their last step the indexing is left to them. */
const helpedMs = 300;
/** Rows of one step: a few milliseconds. */
const chunkRows = 200;
/** Merging what few commits left apart waits until nothing was committed for so long. */
const calmMs = 1_000;

/** Indexes what commits leave to be indexed, between other work. Until then a search reads those rows one by one. */
export interface SearchUpkeep {
  /** For who brings many rows and knows a good moment: indexes up to `limit` now; false when none waited. */
  indexSome(limit: number): boolean;
  close(): void;
}

export function keepSearchIndexed(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  index: SearchIndex = createSearchIndex(db),
): SearchUpkeep {
  let closed = false;
  let stepping = false;
  let cancel: (() => void) | null = null;
  let wakesAt = 0;
  let committedAt = clock.monotonic();
  let helpedAt = committedAt - helpedMs;

  /** A disk that refuses is told to whoever saves next; the rows are indexed after their commit. */
  const stepped = (step: () => boolean): boolean => {
    stepping = true;
    try {
      return step();
    } catch (error) {
      if (error instanceof NotSavedError) return false;
      throw error;
    } finally {
      stepping = false;
    }
  };

  /** Does what is due; says in how many milliseconds to look again, null when nothing is left to do. */
  const work = (): number | null => {
    const now = clock.monotonic();
    const isHelped = now - helpedAt < helpedMs;
    if (!isHelped && stepped(() => index.indexSome(chunkRows))) return 0;
    const calmInMs = committedAt + calmMs - now;
    const due = index.mergeDue();
    const isDue = due === "now" || (due === "when-calm" && calmInMs <= 0);
    if (isDue && stepped(() => index.mergeSome())) return 0;
    if (isHelped) return restMs;
    return due === "when-calm" && calmInMs > 0 ? calmInMs : null;
  };

  const wake = (delayMs: number): void => {
    const at = clock.monotonic() + delayMs;
    if (closed || stepping || (cancel !== null && wakesAt <= at)) return;
    cancel?.();
    wakesAt = at;
    cancel = clock.after(delayMs, () => {
      cancel = null;
      if (closed) return;
      const againInMs = work();
      if (againInMs !== null) wake(againInMs);
    });
  };

  db.onCommit(() => {
    if (!stepping) committedAt = clock.monotonic();
    wake(restMs);
  });
  wake(restMs);
  return {
    indexSome(limit) {
      helpedAt = clock.monotonic();
      return stepped(() => index.indexSome(limit));
    },
    close() {
      closed = true;
      cancel?.();
    },
  };
}
