import type { Clock } from "../ports.ts";
import type { Db } from "./database.ts";
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

  const wake = (delayMs: number): void => {
    if (closed || stepping || cancel !== null) return;
    cancel = clock.after(delayMs, () => {
      cancel = null;
      if (closed) return;
      stepping = true;
      let more: boolean;
      try {
        more = index.step();
      } finally {
        stepping = false;
      }
      if (more) wake(0);
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
