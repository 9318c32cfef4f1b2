import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { LiveConnection } from "#core/sync/connection/connection.ts";
import { pullErrorOf } from "#core/sync/connection/reach-error.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { SyncOutbox } from "#core/sync/sync-interface.ts";
import type { ClonedFolderHold } from "./cloned-folder-hold.ts";
import type { OutboxCommands } from "./outbox-commands.ts";
import type { OutboxReader } from "./outbox-reader.ts";
import type { Reconciler } from "./reconcile.ts";

export interface SyncOutboxParts {
  readonly deps: SyncDeps;
  readonly connection: LiveConnection;
  readonly commands: OutboxCommands;
  readonly reader: OutboxReader;
  readonly reconciler: Reconciler;
  readonly clonedFolderHold: ClonedFolderHold;
  readonly setPaused: (paused: boolean) => void;
  /** Drops what keeps the outbox from trying all entries now: backoff, refusals and rate limit. */
  readonly forgetHolds: () => void;
  /** Sends invalidations for the outbox; null for all events. */
  readonly invalidate: (eventId: string | null) => void;
  readonly wake: () => void;
}

/** The outbox for the services: its commands, each followed by invalidations, and its readings. */
export function createSyncOutbox(parts: SyncOutboxParts): SyncOutbox {
  const { commands, reader, invalidate } = parts;

  const viewed = <E extends Failure>(changed: Result<OutboxRecord, E>): Result<OutboxEntry, E> => {
    if (!changed.ok) return changed;
    invalidate(changed.value.eventId);
    return ok(reader.view(changed.value));
  };
  const setPaused = (paused: boolean): void => {
    parts.setPaused(paused);
    invalidate(null);
  };

  return {
    list: reader.list,
    get: reader.get,
    detail: reader.detail,
    enqueueWalkUp(walkUp) {
      const record = commands.enqueueWalkUp(walkUp);
      invalidate(walkUp.eventId);
      return reader.view(record);
    },
    enqueueEvent(event) {
      const record = commands.enqueueEvent(event);
      invalidate(null);
      return reader.view(record);
    },
    replaceWalkUp: (change) => viewed(commands.replaceWalkUp(change)),
    replaceEvent: (change) => viewed(commands.replaceEvent(change)),
    takeBack: (change) => commands.takeBack(change),
    restore: (subject, actor) => viewed(commands.restore(subject, actor)),
    reconcile: (outboxId) => reconcileOne(parts, outboxId),
    setAside: (outboxId, actor, reason) => viewed(commands.setAside(outboxId, actor, reason)),
    putBack: (outboxId, actor) => viewed(commands.putBack(outboxId, actor)),
    sendAgain: (outboxId, actor, looked) => viewed(commands.sendAgain(outboxId, actor, looked)),
    decide: (outboxId, decision, actor) => viewed(commands.decide(outboxId, decision, actor)),
    tryNow(actor, outboxId) {
      // While a clone is held, the entry becomes due now but is sent only after a person's decision.
      if (!parts.connection.hasKey) return err("not-connected", "There is no connection.");
      if (outboxId === undefined) commands.releaseAll();
      else {
        const released = commands.release(outboxId, actor);
        if (!released.ok) return released;
      }
      parts.forgetHolds();
      invalidate(null);
      return ok(null);
    },
    pause: () => setPaused(true),
    resume: () => setPaused(false),
    confirmCopy(actor, commandId) {
      parts.clonedFolderHold.confirm(actor, commandId);
      invalidate(null);
    },
    takeUp() {
      const doubtful = commands.takeUp();
      invalidate(null);
      return doubtful;
    },
    wake: parts.wake,
  };
}

/** Searches the organizer's list for one entry that may have arrived (O10). */
async function reconcileOne(
  { deps: { stores }, connection, reader, reconciler }: SyncOutboxParts,
  outboxId: string,
) {
  const entry = stores.outbox.get(outboxId);
  if (entry === null) return err("not-found", "There is no such entry in the queue.");
  if (entry.state === "done" || entry.state === "cancelled" || entry.state === "sending") {
    return err("wrong-state", "The entry's state does not allow this.");
  }
  if (!entry.everMaybe) return ok(reader.view(entry));
  const asked = connection.ask();
  if (!asked.ok) return asked;
  const failed = await reconciler.run([entry]);
  if (failed !== null) return err(pullErrorOf(failed), "The list could not be read.");
  return ok(reader.view(stores.outbox.get(outboxId) ?? entry));
}
