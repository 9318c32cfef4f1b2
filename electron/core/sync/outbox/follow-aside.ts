import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { judgeActions } from "#shared/domain/outbox/outbox-actions.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import { backFromAside, setAsideNow } from "./commands/outbox-actions.ts";
import { requireEntry } from "./outbox-entries.ts";

/**
 * An entry that a person set aside at the computer that made it, or at a hub, is set aside here too until it is put back
 * (O13). Otherwise a hub would send what a computer had set aside before it joined, and a full desk would say that the hub
 * sends it, and would send it itself after a take-over (M10). In a transaction.
 *
 * @param entries What the computer that made the outbox entry, and each hub, wrote about its subject.
 * @param follow Follows the other outcomes. They are about the state before the entry was set aside, so it is put back
 *   before them and set aside after them.
 */
export function followAside(
  { stores, ports }: SyncDeps,
  outboxId: string,
  entries: readonly JournalEntry[],
  follow: (entry: OutboxRecord) => void,
): void {
  const isAside = isAsideIn(outboxId, entries);
  const before = requireEntry(stores, outboxId);
  if (isAside === false && judgeActions(before).requeue) {
    stores.outbox.patch(outboxId, backFromAside(before, ports.clock.now()));
  }
  follow(requireEntry(stores, outboxId));
  const change = isAside === true ? setAsideNow(requireEntry(stores, outboxId)) : null;
  if (change !== null) stores.outbox.patch(outboxId, change);
}

/** Whether the last entry about it sets the outbox entry aside; null if none says anything. */
function isAsideIn(outboxId: string, entries: readonly JournalEntry[]): boolean | null {
  let isAside: boolean | null = null;
  for (const entry of entries) {
    const fact = parseFact(entry);
    switch (fact?.kind) {
      case "outbox.set-aside":
        if (fact.payload.outboxId === outboxId) isAside = true;
        break;
      case "outbox.released":
      case "outbox.decided":
        if (fact.payload.outboxId === outboxId) isAside = false;
        break;
      case "walk-up.restored":
        // A walk-up that is no longer retracted is not set aside either (W6).
        isAside = false;
        break;
      default:
    }
  }
  return isAside;
}
