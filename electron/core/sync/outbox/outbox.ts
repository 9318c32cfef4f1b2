import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { LiveConnection } from "#core/sync/connection/connection.ts";
import type { ClonedFolderHold } from "./cloned-folder-hold.ts";
import { createClonedFolderHold } from "./cloned-folder-hold.ts";
import type { ConnectivityProbe } from "#core/sync/connection/connectivity-probe.ts";
import type { Connectivity } from "#core/sync/connection/connectivity.ts";
import { createOutboxCommands } from "./outbox-commands.ts";
import { createDrain } from "./outbox-drain.ts";
import type { Drain } from "./outbox-drain.ts";
import { asideReasonOf } from "./entry-facts.ts";
import { createOutboxTransitions } from "./outbox-transitions.ts";
import type { Holds } from "./outbox-view.ts";
import { viewEntry } from "./outbox-view.ts";
import { createReconciler } from "./reconcile.ts";
import type { Reconciler, ReconcilerOptions } from "./reconcile.ts";
import { pullErrorOf } from "#core/sync/connection/reach-error.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { SyncOutbox } from "#core/sync/sync-interface.ts";

const pausedKey = "outbox-paused";
const lineReasons: ReadonlySet<OutboxRecord["reason"]> = new Set([
  "no-line",
  "timeout",
  "captive-portal",
]);

/** The outbox together with its drain, its reconciler and its hold for clones. */
export interface LiveOutbox {
  readonly outbox: SyncOutbox;
  readonly drain: Drain;
  readonly reconciler: Reconciler;
  readonly isPaused: () => boolean;
  readonly clonedFolderHold: ClonedFolderHold;
  /** Makes all entries with a retry time due now, because the wall clock jumped (J7). In a transaction. */
  makeDue(): void;
  /**
   * Makes the entries that wait only for connectivity due now, because it is back (O12). In a transaction.
   */
  makeDueForLine(): void;
  /**
   * Repairs the outbox at start: entries in `sending` become in doubt (O3); entries whose last attempt lies
   * in the future become due (J7); journal subjects without an outbox entry get one, because a journal import
   * may have been interrupted (J9).
   */
  recover(): void;
}

export interface OutboxOptions {
  readonly deps: SyncDeps;
  readonly connection: LiveConnection;
  readonly connectivity: Connectivity;
  readonly connectivityProbe: ConnectivityProbe;
  readonly wake: () => void;
  readonly pullRoster: ReconcilerOptions["pullRoster"];
  /** Called when a person confirmed that the cloned database is the one to continue with (S5). */
  readonly onReleased: () => void;
}

export function createOutbox(options: OutboxOptions): LiveOutbox {
  const { deps, connection, connectivity, wake } = options;
  const { stores, db, ports } = deps;
  const transitions = createOutboxTransitions(deps);
  const commands = createOutboxCommands(deps, transitions);
  const clonedFolderHold = createClonedFolderHold(deps, transitions, options.onReleased);
  const isPaused = (): boolean => stores.meta.get(pausedKey) === "1";

  const hintChanged = (eventId: string | null): void => {
    deps.hint({ topic: "outbox", eventId });
    deps.hint({ topic: "sync", eventId: null });
    deps.hint({ topic: "roster", eventId });
  };

  const reconciler = createReconciler({
    deps,
    connection,
    transitions,
    pullRoster: options.pullRoster,
    onChange: (eventId) => {
      hintChanged(eventId);
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
    isLookedFor: (outboxId) => reconciler.isLookingFor(outboxId),
    onDoubtful: (entries) => {
      // Runs concurrently with the drain, so that a long list does not delay other entries.
      reconciler.run(entries).catch((cause: unknown) => {
        ports.logger.log("error", "outbox.reconcile-failed", { cause: nameOf(cause) });
      });
    },
  });

  const holds = (): Holds => ({
    paused: isPaused(),
    copied: clonedFolderHold.held !== null,
    keyRefused: connection.keyRefused,
    heldEndpoints: drain.heldEndpoints,
    gateWaitMs: connection.client?.gate.closedForMs() ?? 0,
    offline: connectivity.state === "offline",
    quietForMs: connectivity.quietForMs,
    nowMs: ports.clock.now(),
    isDone: (outboxId) => stores.outbox.get(outboxId)?.state === "done",
  });

  const view = (record: OutboxRecord, current: Holds): OutboxEntry => {
    const run = record.form === null ? null : stores.runs.get(record.form.eventRunId);
    return viewEntry(record, run, current, asideReasonOf(record, stores.journal));
  };

  const viewed = <E extends Failure>(changed: Result<OutboxRecord, E>): Result<OutboxEntry, E> => {
    if (!changed.ok) return changed;
    hintChanged(changed.value.eventId);
    return ok(view(changed.value, holds()));
  };

  const tryAll = (): void => {
    connectivity.doubt();
    drain.releaseHolds();
    connection.doubtRefusal();
    connection.client?.gate.reopen();
  };

  /** A full disk must not block start-up: the next start tries this again. */
  const makeUp = (): void => {
    try {
      db.transaction(() => commands.takeUp());
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error;
      ports.logger.log("warn", "outbox.not-taken-up", { why: error.why });
    }
  };

  return {
    drain,
    reconciler,
    isPaused,
    clonedFolderHold,
    makeDue: () => commands.releaseAll(),
    makeDueForLine: () => commands.releaseAll(lineReasons),
    recover() {
      const strays = stores.outbox.inState("sending");
      if (strays.length > 0)
        db.transaction(() => strays.forEach((each) => transitions.recover(each)));
      db.transaction(() => commands.releaseFromFuture());
      makeUp();
      clonedFolderHold.open();
    },
    outbox: {
      enqueueWalkUp(walkUp) {
        const record = commands.enqueueWalkUp(walkUp);
        hintChanged(walkUp.eventId);
        return view(record, holds());
      },
      enqueueEvent(event) {
        const record = commands.enqueueEvent(event);
        hintChanged(null);
        return view(record, holds());
      },
      replaceWalkUp: (change) => viewed(commands.replaceWalkUp(change)),
      replaceEvent: (change) => viewed(commands.replaceEvent(change)),
      takeBack: (change) => commands.takeBack(change),
      restore: (subject, actor) => viewed(commands.restore(subject, actor)),
      async reconcile(outboxId) {
        const entry = stores.outbox.get(outboxId);
        if (entry === null) return err("not-found", "There is no such entry in the queue.");
        if (entry.state === "done" || entry.state === "cancelled" || entry.state === "sending") {
          return err("wrong-state", "The entry's state does not allow this.");
        }
        if (!entry.everMaybe) return ok(view(entry, holds()));
        const asked = connection.ask();
        if (!asked.ok) return asked;
        const failed = await reconciler.run([entry]);
        if (failed !== null) return err(pullErrorOf(failed), "The list could not be read.");
        return ok(view(stores.outbox.get(outboxId) ?? entry, holds()));
      },
      setAside: (outboxId, actor, reason) => viewed(commands.setAside(outboxId, actor, reason)),
      putBack: (outboxId, actor) => viewed(commands.putBack(outboxId, actor)),
      sendAgain: (outboxId, actor, looked) => viewed(commands.sendAgain(outboxId, actor, looked)),
      decide: (outboxId, decision, actor) => viewed(commands.decide(outboxId, decision, actor)),
      tryNow(actor, outboxId) {
        // While a clone is held, the entry becomes due now but is sent only after a person's decision.
        if (!connection.hasKey) return err("not-connected", "There is no connection.");
        if (outboxId !== undefined) {
          const released = commands.release(outboxId, actor);
          if (!released.ok) return released;
        } else {
          commands.releaseAll();
        }
        tryAll();
        hintChanged(null);
        return ok(null);
      },
      pause() {
        stores.meta.set(pausedKey, "1");
        hintChanged(null);
      },
      resume() {
        stores.meta.set(pausedKey, "0");
        hintChanged(null);
      },
      confirmCopy(actor, commandId) {
        clonedFolderHold.confirm(actor, commandId);
        hintChanged(null);
      },
      takeUp() {
        const doubtful = commands.takeUp();
        hintChanged(null);
        return doubtful;
      },
      wake,
      list(question) {
        const current = holds();
        const { rows, total } = stores.outbox.list(question);
        return { entries: rows.map((record) => view(record, current)), total };
      },
      get(outboxId) {
        const record = stores.outbox.get(outboxId);
        return record === null ? null : view(record, holds());
      },
      detail(outboxId) {
        const record = stores.outbox.get(outboxId);
        if (record === null) return null;
        return {
          entry: view(record, holds()),
          method: record.method,
          path: record.path,
          body: new TextDecoder().decode(record.body),
          idempotencyKey: record.idempotencyKey,
          attempts: stores.attempts
            .of(outboxId)
            .map(({ atMs, tookMs, httpStatus, outcome, answer }) => ({
              atMs,
              tookMs,
              httpStatus,
              outcome,
              answer,
            })),
        };
      },
    },
  };
}

const nameOf = (cause: unknown): string => (cause instanceof Error ? cause.name : typeof cause);
