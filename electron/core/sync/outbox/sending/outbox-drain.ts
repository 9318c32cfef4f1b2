import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import type { Permit } from "#core/partner/rate-gate.ts";
import { createDueEntries } from "./outbox-due.ts";
import type { OutboxTransitions } from "./outbox-transitions.ts";
import { createOutboxInvalidations } from "./outbox-invalidations.ts";
import { createRequestsInFlight } from "./requests-in-flight.ts";
import { sendWhilePossible, writeLeftOvers } from "./send-loop.ts";
import type { SendLoop } from "./send-loop.ts";
import { createSendingPace } from "./sending-pace.ts";
import type { SyncParts } from "#core/sync/sync-parts.ts";

type EndpointOf = OutboxRecord["endpoint"];

export interface DrainOptions extends SyncParts {
  readonly transitions: OutboxTransitions;
  readonly isPaused: () => boolean;
  /** Whether the reconciler is looking for the entry in the organizer's list right now. */
  readonly isReconciling: (outboxId: string) => boolean;
  /** Called with entries that must be reconciled before they may be sent (O10). */
  readonly onDoubtful: (entries: readonly OutboxRecord[]) => void;
}

/**
 * Sends POSTs with limited parallelism (O11): one at a time until one has succeeded, then several. One commit writes
 * the outcome of a request and marks the next entry as `sending`, before that leaves. A crash leaves the entries in
 * flight in doubt, and they are replayed with the same bytes and key (O3).
 */
export function createDrain(options: DrainOptions) {
  const { deps, connection, connectivity, connectivityProbe, transitions } = options;
  const { closing } = deps;
  const { logger } = deps.ports;
  const heldEndpoints = new Set<EndpointOf>();
  const invalidations = createOutboxInvalidations(deps);
  const inFlight = createRequestsInFlight();
  const due = createDueEntries({
    deps,
    heldEndpoints,
    isBusy: (id) => inFlight.has(id) || options.isReconciling(id),
    onDoubtful: options.onDoubtful,
  });
  const gate = createGateWait(closing);
  let running: Promise<void> | null = null;
  let progress: { readonly index: number; readonly of: number } | null = null;

  const loop: SendLoop = {
    deps,
    connection,
    connectivity,
    connectivityProbe,
    heldEndpoints,
    pace: createSendingPace(),
    due,
    transitions,
    finished: [],
    inFlight,
    invalidations,
    sendable: () => (closing.aborted ? null : clientToSendWith(options)),
    onProgress: (now) => void (progress = now),
  };

  return {
    /** Position and total of the current run; null if no run is sending. */
    get progress() {
      return progress;
    },
    /** Endpoints that answered 403 (O9). */
    heldEndpoints: heldEndpoints as ReadonlySet<EndpointOf>,
    /** Allows held endpoints to be tried again. */
    releaseHolds() {
      heldEndpoints.clear();
      gate.stop();
    },
    /** Connectivity is known again, so more requests may start. */
    continueSending: () => inFlight.wake(),
    /**
     * Sends the due entries, with few requests in parallel; resolves when nothing more can be sent now. Only one run at a
     * time.
     */
    run(): Promise<void> {
      if (!deps.maySend()) return Promise.resolve();
      running ??= drain(loop, gate).finally(() => {
        running = null;
        progress = null;
      });
      return running;
    },
    /** Records the outcomes of the requests that were in flight. */
    async close() {
      // The caller of `run` receives the error.
      await running?.catch(() => undefined);
      try {
        writeLeftOvers(loop);
      } catch (error) {
        // These entries are in doubt at the next start and are then replayed unchanged (O3).
        logger.log("error", "outbox.outcomes-not-written", {
          error,
          entries: loop.finished.length,
        });
      }
      invalidations.close();
    },
  };
}

export type Drain = ReturnType<typeof createDrain>;

/** The client, if the outbox may be sent now. */
function clientToSendWith(options: DrainOptions): PartnerClient | null {
  const { deps, connection, connectivity, connectivityProbe } = options;
  // Another database may become the hub while this one sends (M9).
  if (!deps.maySend()) return null;
  const { client } = connection;
  if (client === null || options.isPaused()) return null;
  if (connection.keyRefused || connectivityProbe.isOpen) return null;
  return connectivity.state === "offline" ? null : client;
}

async function drain(loop: SendLoop, gate: ReturnType<typeof createGateWait>): Promise<void> {
  const { due } = loop;
  due.forget();
  writeLeftOvers(loop);
  for (;;) {
    const client = loop.sendable();
    // Take a slot at the rate gate only if there is something to send.
    if (client === null || !due.any(client)) return;
    const permit = await gate.enter(client);
    if (permit === null) {
      if (loop.deps.closing.aborted) return;
      continue;
    }
    if (loop.sendable() !== client) permit.release();
    else if (!(await sendWhilePossible(loop, client, permit))) return;
  }
}

/** A wait at the rate gate that can be aborted. */
function createGateWait(closing: AbortSignal) {
  let stop = (): void => undefined;
  return {
    /** Null if the wait was aborted: the program closes, or another key with its own rate gate is in use (O6). */
    async enter(client: PartnerClient): Promise<Permit | null> {
      const stopped = new AbortController();
      stop = () => stopped.abort();
      try {
        return await client.gate.enter("post", AbortSignal.any([closing, stopped.signal]));
      } catch (cause) {
        if (closing.aborted || stopped.signal.aborted) return null;
        throw cause;
      }
    },
    stop: () => stop(),
  };
}
