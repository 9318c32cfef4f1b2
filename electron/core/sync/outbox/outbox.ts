import { deliveryPolicy } from "#shared/domain/outbox/delivery-policy.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { ClonedFolderHold } from "./cloned-folder-hold.ts";
import { createClonedFolderHold } from "./cloned-folder-hold.ts";
import { endBlindReplay, releaseAll, releaseFromFuture } from "./commands/outbox-actions.ts";
import { importOutbox } from "./import-outbox.ts";
import { createDrain } from "./sending/outbox-drain.ts";
import type { Drain } from "./sending/outbox-drain.ts";
import { createOutboxTransitions } from "./sending/outbox-transitions.ts";
import type { Holds } from "./outbox-view.ts";
import { createOutboxReader } from "./outbox-view.ts";
import { createReconciler } from "./reconcile/reconcile.ts";
import type { ReconcilerOptions } from "./reconcile/reconcile.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import { createSyncOutbox } from "./sync-outbox.ts";
import type { SyncParts } from "#core/sync/sync-parts.ts";

const pausedKey = "outbox-paused";
const connectivityReasons: ReadonlySet<OutboxRecord["reason"]> = new Set([
  "offline",
  "timeout",
  "captive-portal",
]);

export interface OutboxOptions extends SyncParts {
  readonly wake: () => void;
  readonly pullRoster: ReconcilerOptions["pullRoster"];
  /** Called when a person confirmed that the cloned database is the one to continue with (S5). */
  readonly onReleased: () => void;
  /** Called in a transaction when a person tries again (O9); `wake` follows it. */
  readonly onTryNow: () => void;
}

/** The outbox together with its drain, its reconciler and its hold for clones. */
export function createOutbox(options: OutboxOptions) {
  const { deps, connection, connectivity, wake } = options;
  const { stores, ports } = deps;
  const transitions = createOutboxTransitions(deps);
  const clonedFolderHold = createClonedFolderHold(deps, transitions, options.onReleased);
  const isPaused = (): boolean => stores.meta.get(pausedKey) === "1";

  const invalidate = (eventId: string | null): void => {
    deps.invalidate("outbox", eventId);
    deps.invalidate("sync");
    deps.invalidate("roster", eventId);
  };

  const reconciler = createReconciler({
    deps,
    connection,
    transitions,
    pullRoster: options.pullRoster,
    onChange: (eventId) => {
      invalidate(eventId);
      wake();
    },
  });

  const drain = createDrain({
    deps,
    connection,
    connectivity,
    connectivityProbe: options.connectivityProbe,
    transitions,
    isPaused,
    isReconciling: (outboxId) => reconciler.isReconciling(outboxId),
    onDoubtful: (entries) => {
      // Runs concurrently with the drain, so that a long list does not delay other entries.
      reconciler.run(entries, false).catch((error: unknown) => {
        ports.logger.log("error", "outbox.reconcile-failed", { error });
      });
    },
  });

  const parts = { isPaused, clonedFolderHold, drain };
  const outbox = createSyncOutbox({
    deps,
    connection,
    transitions,
    reader: createOutboxReader(deps, () => holdsOf(options, parts)),
    reconciler,
    clonedFolderHold,
    setPaused: (paused) => stores.meta.set(pausedKey, paused ? "1" : "0"),
    forgetHolds() {
      connectivity.retryNow();
      drain.releaseHolds();
      connection.retryKey();
      connection.client?.gate.reopen();
      options.onTryNow();
    },
    invalidate,
    wake,
  });

  return {
    outbox,
    drain,
    reconciler,
    isPaused,
    clonedFolderHold,
    /**
     * Makes all entries with a retry time due now, because the wall clock jumped by so many milliseconds (J7). In a
     * transaction.
     */
    makeDue(jumpedMs: number): void {
      releaseAll(deps);
      if (jumpedMs < -deliveryPolicy.clockSlackMs) endBlindReplay(deps);
    },
    /** Makes the entries that wait only for connectivity due now, because it is back (O12). In a transaction. */
    makeDueForConnectivity: () => releaseAll(deps, connectivityReasons),
    /**
     * Repairs the outbox at start: entries in `sending` become in doubt (O3); entries whose last attempt lies in the future
     * become due (J7); journal subjects without an outbox entry get one, because a journal import may have been
     * interrupted (J9).
     */
    recover() {
      const strays = stores.outbox.inState("sending");
      atStart(deps, () => strays.forEach((each) => transitions.recover(each)));
      atStart(deps, () => releaseFromFuture(deps));
      atStart(deps, () => importOutbox(deps));
      clonedFolderHold.open();
    },
  };
}

export type LiveOutbox = ReturnType<typeof createOutbox>;

/** What keeps entries from being sent now. */
function holdsOf(
  { deps: { ports }, connection, connectivity }: OutboxOptions,
  parts: {
    readonly isPaused: () => boolean;
    readonly clonedFolderHold: ClonedFolderHold;
    readonly drain: Drain;
  },
): Holds {
  return {
    paused: parts.isPaused(),
    copied: parts.clonedFolderHold.held !== null,
    notConnected: connection.client === null,
    keyRefused: connection.keyRefused,
    heldEndpoints: parts.drain.heldEndpoints,
    gateWaitMs: connection.client?.gate.closedForMs() ?? 0,
    offline: connectivity.state === "offline",
    quietForMs: connectivity.quietForMs,
    nowMs: ports.clock.now(),
  };
}

/**
 * A full disk must not block start-up. The next start tries this again, and entries that are left in `sending` are taken up
 * before anything is sent.
 */
function atStart(deps: SyncDeps, run: () => unknown): void {
  try {
    deps.db.transaction(run);
  } catch (error) {
    if (!(error instanceof NotSavedError)) throw error;
    deps.ports.logger.log("warn", "outbox.not-taken-up", { why: error.why });
  }
}
