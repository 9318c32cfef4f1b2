import type { Clock } from "../ports.ts";
import type { Db } from "./database.ts";
import { NotSavedError } from "./not-saved.ts";
import { createSearchIndex, type SearchIndex } from "./search-index.ts";

/** How long after a commit its rows are indexed: a page of a download shares the step with the next ones. */
const restMs = 40;

/** Indexes what commits leave to be indexed, between other work. Until then a search reads those rows one by one. */
export interface SearchUpkeep {
  close(): void;
}

export function keepSearchIndexed(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  index: SearchIndex = createSearchIndex(db),
): SearchUpkeep {
  let closed = false;
  let stepping = false;
  let cancel: (() => void) | null = null;

  /** A disk that refuses is told to whoever saves next; the rows are indexed after their commit. */
  const stepped = (): boolean => {
    stepping = true;
    try {
      return index.step();
    } catch (error) {
      if (error instanceof NotSavedError) return false;
      throw error;
    } finally {
      stepping = false;
    }
  };

  const wake = (delayMs: number): void => {
    if (closed || stepping || cancel !== null) return;
    cancel = clock.after(delayMs, () => {
      cancel = null;
      if (closed) return;
      if (stepped()) wake(0);
    });
  };

  db.onCommit(() => wake(restMs));
  wake(restMs);
  return {
    close() {
      closed = true;
      cancel?.();
    },
  };
}
