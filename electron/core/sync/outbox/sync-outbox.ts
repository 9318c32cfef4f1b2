import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { LiveConnection } from "#core/sync/connection/connection.ts";
import { pullErrorOf } from "#core/sync/connection/connection-errors.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { SyncOutbox } from "#core/sync/sync-interface.ts";
import type { ClonedFolderHold } from "./cloned-folder-hold.ts";
import { requeue, release, releaseAll, sendAgain, setAside } from "./commands/outbox-actions.ts";
import { decideEntry } from "./commands/outbox-decision.ts";
import { replaceEntry } from "./commands/outbox-successors.ts";
import { restore, retract } from "./commands/retraction.ts";
import { doubtUnsettled, importOutbox, releaseRest } from "./import-outbox.ts";
import { insertEvent, insertWalkUp, notFound, walkUpBody, wrongState } from "./outbox-entries.ts";
import type { OutboxReader } from "./outbox-view.ts";
import type { Reconciler } from "./reconcile/reconcile.ts";
import type { OutboxTransitions } from "./sending/outbox-transitions.ts";

export interface SyncOutboxParts {
  readonly deps: SyncDeps;
  readonly connection: LiveConnection;
  readonly transitions: OutboxTransitions;
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
  const { deps, reader, invalidate } = parts;

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
      const record = insertWalkUp(deps, walkUp);
      invalidate(walkUp.eventId);
      return reader.view(record);
    },
    enqueueEvent(event) {
      const record = insertEvent(deps, event);
      invalidate(null);
      return reader.view(record);
    },
    replaceWalkUp: ({ runnerId, form, bib, author }) =>
      viewed(replaceEntry(deps, runnerId, { form, bib, body: walkUpBody(form) }, author)),
    replaceEvent: ({ subject, body, author }) =>
      viewed(replaceEntry(deps, subject, { form: null, body }, author)),
    retract(change) {
      const retracted = retract(deps, change);
      if (retracted.ok) invalidate(null);
      return retracted;
    },
    restore: (subject, author) => viewed(restore(deps, subject, author)),
    reconcile: (outboxId) => reconcileOne(parts, outboxId),
    setAside: (outboxId, author, reason) => viewed(setAside(deps, outboxId, author, reason)),
    requeue: (outboxId, author) => viewed(requeue(deps, outboxId, author)),
    sendAgain: (outboxId, author, isReconciled) =>
      viewed(sendAgain(deps, outboxId, author, isReconciled)),
    decide: (outboxId, decision, author) =>
      viewed(decideEntry(deps, parts.transitions, { outboxId, decision, author })),
    tryNow(author, outboxId) {
      // While a clone is held, the entry becomes due now but is sent only after a person's decision.
      if (!parts.connection.hasKey) return err("not-connected", "There is no connection.");
      if (outboxId === undefined) releaseAll(deps);
      else {
        const released = release(deps, outboxId, author);
        if (!released.ok) return released;
      }
      parts.forgetHolds();
      invalidate(null);
      return ok(null);
    },
    pause: () => setPaused(true),
    resume: () => setPaused(false),
    confirmCopy(author, commandId) {
      parts.clonedFolderHold.confirm(author, commandId);
      invalidate(null);
    },
    followJournal(about, fresh, rest) {
      const doubtful = importOutbox(deps, about, fresh, rest);
      invalidate(null);
      return doubtful;
    },
    releaseRest(isWhole) {
      // Most batches bring check-ins only, and repeat no query of the outbox (M4).
      const released = releaseRest(deps, isWhole);
      if (released > 0) invalidate(null);
      return released;
    },
    doubtUnsettled(scope) {
      doubtUnsettled(deps, scope);
      invalidate(null);
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
  if (entry === null) return notFound();
  if (entry.state === "done" || entry.state === "cancelled" || entry.state === "sending") {
    return wrongState(entry);
  }
  if (!entry.everMaybe) return ok(reader.view(entry));
  const asked = connection.ask();
  if (!asked.ok) return asked;
  const failed = await reconciler.run([entry], true);
  if (failed !== null) return err(pullErrorOf(failed), "The list could not be read.");
  return ok(reader.view(stores.outbox.get(outboxId) ?? entry));
}
