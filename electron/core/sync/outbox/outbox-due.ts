import { mayReplay } from "#shared/domain/outbox/delivery-policy.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/** What may be sent now, oldest first, read ahead so that a long queue is not asked for at each step. */
export interface DueEntries {
  /** The next that may go; each is named once until `forget`. Those in doubt are handed to `onDoubtful` instead (O10). */
  next(client: PartnerClient): OutboxRecord | null;
  /** Whether there is likely one. */
  any(client: PartnerClient): boolean;
  /** What was read ahead is out of date. */
  forget(): void;
}

export interface DueOptions {
  readonly deps: SyncDeps;
  /** Endpoints that answered 403 (O9). */
  readonly heldEndpoints: ReadonlySet<OutboxRecord["endpoint"]>;
  /** It is on the wire, or somebody is looking for it in the organizer's list right now. */
  readonly isBusy: (outboxId: string) => boolean;
  /** Entries that may not be sent before somebody looked whether they are there (O10). */
  readonly onDoubtful: (entries: readonly OutboxRecord[]) => void;
}

export function createDueEntries(options: DueOptions): DueEntries {
  const { stores, ports } = options.deps;
  let readAhead: string[] = [];

  const mayGo = (entry: OutboxRecord, client: PartnerClient): boolean => {
    if (entry.state !== "pending" && entry.state !== "waiting") return false;
    if (options.heldEndpoints.has(entry.endpoint) || options.isBusy(entry.id)) return false;
    if (entry.nextTryAtMs !== null && entry.nextTryAtMs > ports.clock.now()) return false;
    if (entry.dependsOn !== null && stores.outbox.get(entry.dependsOn)?.state !== "done")
      return false;
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
    next(client) {
      for (let round = 0; round < 2; round += 1) {
        for (let id = readAhead.shift(); id !== undefined; id = readAhead.shift()) {
          const entry = stores.outbox.get(id);
          if (entry !== null && mayGo(entry, client)) return entry;
        }
        if (round === 0) refill(client);
      }
      return null;
    },
    any(client) {
      if (readAhead.length === 0) refill(client);
      return readAhead.length > 0;
    },
    forget() {
      readAhead = [];
    },
  };
}

/** Whether it must be looked for at the organizer's before it may be sent again (O4, O10). */
function needsReconciling(entry: OutboxRecord, client: PartnerClient, nowMs: number): boolean {
  if (entry.reason === "reconcile") return true;
  const same = entry.credential === null || entry.credential === client.credential.fingerprint;
  return !mayReplay(entry, same, nowMs);
}
