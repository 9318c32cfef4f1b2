import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import type { DueEntries } from "./outbox-due.ts";
import type { OutboxTransitions } from "./outbox-transitions.ts";

/** The entries that are marked as `sending` on disk and not sent yet, oldest first (O3). */
export function createSendingMarks(due: DueEntries, transitions: OutboxTransitions) {
  let marked: OutboxRecord[] = [];

  const markNext = (client: PartnerClient): OutboxRecord | null => {
    const entry = due.next(client);
    if (entry !== null) transitions.mark(entry, client.credential.fingerprint);
    return entry;
  };

  return {
    get size() {
      return marked.length;
    },
    get first() {
      return marked[0];
    },
    /** The first entry is sent now. */
    shift: () => void marked.shift(),
    /** Marks the next entry that may be sent. In a transaction. */
    markNext,
    /** Marks up to `most` entries. In a transaction; call `replace` with the result after the commit. */
    markSome(client: PartnerClient, most: number) {
      const some: OutboxRecord[] = [];
      while (some.length < most) {
        const entry = markNext(client);
        if (entry === null) break;
        some.push(entry);
      }
      return some;
    },
    /** Removes the marks. In a transaction; call `replace` after the commit. */
    unmark() {
      if (marked.length > 0) due.forget();
      for (const entry of marked) transitions.unmark(entry);
    },
    replace(entries: readonly OutboxRecord[]) {
      marked = [...entries];
    },
  };
}

export type SendingMarks = ReturnType<typeof createSendingMarks>;
