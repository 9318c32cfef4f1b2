import { mayReplay } from "#shared/domain/outbox/delivery-policy.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

export interface DueOptions {
  readonly deps: SyncDeps;
  /** Endpoints that answered 403 (O9). */
  readonly heldEndpoints: ReadonlySet<OutboxRecord["endpoint"]>;
  /** Whether the entry is in flight or being reconciled right now. */
  readonly isBusy: (outboxId: string) => boolean;
  /** Called with entries that must be reconciled before they may be sent (O10). */
  readonly onDoubtful: (entries: readonly OutboxRecord[]) => void;
}

/**
 * The entries that may be sent now, oldest first. Reads ahead in batches, so that a long outbox is not
 * queried for each entry.
 */
export function createDueEntries(options: DueOptions) {
  const { stores, ports } = options.deps;
  let readAhead: string[] = [];

  const mayGo = (entry: OutboxRecord, client: PartnerClient): boolean => {
    if (entry.state !== "pending" && entry.state !== "waiting") return false;
    if (options.heldEndpoints.has(entry.endpoint) || options.isBusy(entry.id)) return false;
    if (entry.nextTryAtMs !== null && entry.nextTryAtMs > ports.clock.now()) return false;
    return !needsReconciling(entry, client, ports.clock.now());
  };

  const refill = (client: PartnerClient): void => {
    const nowMs = ports.clock.now();
    for (let limit = 64; ; limit *= 8) {
      const due = stores.outbox.due(nowMs, limit);
      const doubtful = due.filter((entry) => needsReconciling(entry, client, nowMs));
      if (doubtful.length > 0) options.onDoubtful(doubtful);
      readAhead = due.filter((entry) => mayGo(entry, client)).map(({ id }) => id);
      if (readAhead.length > 0 || due.length < limit) return;
    }
  };

  return {
    /**
     * The next entry that may be sent; each entry is returned once until `forget`. Entries in doubt go to
     * `onDoubtful` instead (O10).
     */
    next(client: PartnerClient) {
      for (let round = 0; round < 2; round += 1) {
        for (let id = readAhead.shift(); id !== undefined; id = readAhead.shift()) {
          const entry = stores.outbox.get(id);
          if (entry !== null && mayGo(entry, client)) return entry;
        }
        if (round === 0) refill(client);
      }
      return null;
    },
    /** Whether there is probably a next entry. */
    any(client: PartnerClient) {
      if (readAhead.length === 0) refill(client);
      return readAhead.length > 0;
    },
    /** Drops the batch, because it is out of date. */
    forget() {
      readAhead = [];
    },
  };
}

export type DueEntries = ReturnType<typeof createDueEntries>;

/** Whether the entry must be reconciled before it may be sent again (O4, O10). */
function needsReconciling(entry: OutboxRecord, client: PartnerClient, nowMs: number): boolean {
  if (entry.reason === "reconcile") return true;
  const same = entry.credential === null || entry.credential === client.credential.fingerprint;
  return !mayReplay(entry, same, nowMs);
}
