import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import { mostPosts } from "#core/partner/rate-gate.ts";
import type { Permit } from "#core/partner/rate-gate.ts";
import { yieldToEventLoop } from "#core/db/yield-to-event-loop.ts";
import type { LiveConnection } from "#core/sync/connection/connection.ts";
import type { ConnectivityProbe } from "#core/sync/connection/connectivity-probe.ts";
import type { Connectivity } from "#core/sync/connection/connectivity.ts";
import { createDueEntries } from "./outbox-due.ts";
import type { OutboxTransitions, SentTry } from "./outbox-transitions.ts";
import { createQueueHints } from "./outbox-invalidations.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

type EndpointOf = OutboxRecord["endpoint"];

export interface Drain {
  /**
   * Sends the due entries, with few requests in parallel; resolves when nothing more can be sent now. Only
   * one run at a time.
   */
  run(): Promise<void>;
  /** Position and total of the current run; null if no run is sending. */
  readonly progress: { readonly index: number; readonly of: number } | null;
  /** Endpoints that answered 403 (O9). */
  readonly heldEndpoints: ReadonlySet<EndpointOf>;
  /** Allows held endpoints to be tried again. */
  releaseHolds(): void;
  /** Connectivity is known again, so more requests may start. */
  lookAgain(): void;
  /** Aborts the requests in flight, records their outcomes and sends nothing afterwards. */
  close(): Promise<void>;
}

export interface DrainOptions {
  readonly deps: SyncDeps;
  readonly connection: LiveConnection;
  readonly line: Connectivity;
  readonly connectivityProbe: ConnectivityProbe;
  readonly ledger: OutboxTransitions;
  readonly isPaused: () => boolean;
  /** Whether the reconciler is looking for the entry in the organizer's list right now. */
  readonly isLookedFor: (outboxId: string) => boolean;
  /** Called with entries that must be reconciled before they may be sent (O10). */
  readonly onDoubtful: (entries: readonly OutboxRecord[]) => void;
}

interface Ended extends SentTry {
  readonly entry: OutboxRecord;
  /** Monotonic clock. */
  readonly at: number;
}

/**
 * Maximum number of entries marked as `sending` in one commit. It limits how many entries a crash leaves in
 * doubt (O3): these and those in flight.
 */
const mostMarked = 16;
/** Marked entries are expected to start within this time; outcomes are written within this time. */
const promptMs = 25;
/**
 * A POST that takes longer than this no longer blocks the others, once another request was answered (O11).
 */
const slowMs = 3_000;
/** Maximum requests in flight, slow ones included; each may hold a socket until its timeout. */
const mostOnWire = 9;

/**
 * Sends POSTs with limited parallelism (O11): one at a time until one has succeeded, then several. While
 * requests are in flight, the next few entries are marked as `sending`; the mark is on disk before the first
 * of them starts. Outcomes are written in the same commit as the next marks, or when they have waited long
 * enough. A crash before that leaves the entries in doubt, and they are replayed with the same bytes and key
 * (O3).
 */
export function createDrain(options: DrainOptions): Drain {
  const { deps, connection, line, connectivityProbe, ledger } = options;
  const { db, stores, ports } = deps;
  const yieldTurn = deps.yieldToEventLoop ?? yieldToEventLoop;
  const hints = createQueueHints(deps);
  let giveUpGate = (): void => undefined;
  const closing = new AbortController();
  const heldEndpoints = new Set<EndpointOf>();
  const onWire = new Map<string, Promise<void>>();
  /** Slow requests in flight that no longer block the others, because connectivity is proven. */
  const passed = new Set<string>();
  const due = createDueEntries({
    deps,
    heldEndpoints,
    isBusy: (id) => onWire.has(id) || options.isLookedFor(id),
    onDoubtful: options.onDoubtful,
  });
  let running: Promise<void> | null = null;
  let progress: { index: number; of: number } | null = null;
  /** Finished attempts that are not on disk yet; they are written before the next run sends anything. */
  let ended: Ended[] = [];
  /** Entries marked as `sending` but not sent, in order; unmarked again if they may not be sent. */
  let marked: OutboxRecord[] = [];
  /** How many requests may be in flight. */
  let width = 1;
  /**
   * Estimated response time in milliseconds. A fast answer counts at once and a slow one only gradually,
   * because a slow one may have waited for this computer's own disk.
   */
  let paceMs = Number.POSITIVE_INFINITY;
  /** Counts unsuccessful attempts. A success that started before the last of them proves nothing. */
  let setbacks = 0;
  let tellNews = (): void => undefined;

  const sendable = (): PartnerClient | null => {
    const { client } = connection;
    if (client === null || closing.signal.aborted || options.isPaused()) return null;
    if (connection.keyRefused || connectivityProbe.isOpen || line.state === "offline") return null;
    return client;
  };

  /** Marks the next entry that may be sent. In a transaction. */
  const markNext = (client: PartnerClient): OutboxRecord | null => {
    const entry = due.next(client);
    if (entry !== null) ledger.mark(entry, client.credential.fingerprint);
    return entry;
  };

  /** Marks as many entries as can start within `promptMs` at the current response time. In a transaction. */
  const markSome = (client: PartnerClient): OutboxRecord[] => {
    const prompt = Math.floor((width * promptMs) / paceMs);
    const count = Math.min(mostMarked, Math.max(1, prompt));
    const some: OutboxRecord[] = [];
    while (some.length < count) {
      const entry = markNext(client);
      if (entry === null) break;
      some.push(entry);
    }
    return some;
  };

  /** Writes the finished attempts. In a transaction; call `recorded` after the commit. */
  const recordEnded = (): void => {
    for (const { entry, ...sent } of ended) ledger.settle(entry, sent);
  };

  const recorded = (): void => {
    if (ended.length > 0) hints.soon();
    ended = [];
  };

  /** Unmarks the marked entries. In a transaction; empty `marked` after the commit. */
  const putBack = (): void => {
    if (marked.length > 0) due.forget();
    for (const entry of marked) ledger.unmark(entry);
  };

  /**
   * Null if the wait was aborted: the program closes, or another key with its own rate gate is in use (O6).
   */
  const enter = async (client: PartnerClient): Promise<Permit | null> => {
    const given = new AbortController();
    giveUpGate = () => given.abort();
    try {
      return await client.gate.enter("post", AbortSignal.any([closing.signal, given.signal]));
    } catch (cause) {
      if (closing.signal.aborted || given.signal.aborted) return null;
      throw cause;
    }
  };

  /** Whether further requests may start. */
  const goesOn = (client: PartnerClient): boolean =>
    client.gate.closedForMs() === 0 && sendable() === client;

  const drain = async (): Promise<void> => {
    due.forget();
    settleLeftOvers();
    for (;;) {
      const client = sendable();
      // Take a slot at the rate gate only if there is something to send.
      if (client === null || !due.any(client)) return;
      const permit = await enter(client);
      if (permit === null) {
        if (closing.signal.aborted) return;
        continue;
      }
      if (sendable() !== client) permit.release();
      else if (!(await sendChain(client, permit))) return;
    }
  };

  /** Writes the outcomes that a full disk delayed, and removes the marks of a failed commit. */
  const settleLeftOvers = (): void => {
    const strays = stores.outbox.inState("sending");
    if (ended.length === 0 && strays.length === 0) return;
    db.transaction(() => {
      recordEnded();
      putBack();
      for (const { id } of strays) {
        const entry = stores.outbox.get(id);
        if (entry?.state === "sending") ledger.recover(entry);
      }
    });
    marked = [];
    recorded();
  };

  /** Sends until no further request may start; false if there was nothing to send. */
  const sendChain = async (client: PartnerClient, firstPermit: Permit): Promise<boolean> => {
    const first = markFirst(client, firstPermit);
    if (first === null) return false;
    const { pending, waiting } = stores.outbox.counts();
    const failures: unknown[] = [];
    let index = 0;
    const launch = (entry: OutboxRecord, permit: Permit): void => {
      index += 1;
      progress = { index, of: Math.max(index, pending + waiting + 1) };
      const cancelPass = ports.clock.after(slowMs, () => void letOthersPass(entry.id, permit));
      const end = send(client, entry, permit)
        .catch((cause: unknown) => void failures.push(cause))
        .finally(() => {
          cancelPass();
          onWire.delete(entry.id);
          passed.delete(entry.id);
          tellNews();
        });
      onWire.set(entry.id, end);
    };
    const launchMore = (): boolean => {
      const before = index;
      while (onWire.size - passed.size < width && onWire.size < mostOnWire && mayFollow(client)) {
        const [next] = marked;
        const permit = next === undefined ? null : client.gate.tryEnter("post");
        if (next === undefined || permit === null) break;
        marked.shift();
        launch(next, permit);
      }
      return index > before;
    };
    beginAnew();
    launch(first, firstPermit);
    try {
      while (onWire.size > 0) {
        await yieldTurn();
        if (failures.length > 0) throw failures[0];
        keepUp(client);
        if (launchMore() || onWire.size === 0) continue;
        await nextNews();
        // Before the outcomes are written, so that requests are in flight during the commit.
        launchMore();
      }
      endChain();
    } finally {
      // If the commit fails, still wait for the requests in flight; the next run writes their outcomes.
      await Promise.all(onWire.values());
    }
    return true;
  };

  /** Checks whether only this POST is slow; if so, the others need not wait for its end. */
  const letOthersPass = async (entryId: string, permit: Permit): Promise<void> => {
    await connectivityProbe.ask().catch(() => undefined);
    if (line.state !== "online" || !onWire.has(entryId)) return;
    passed.add(entryId);
    permit.release();
    tellNews();
  };

  /** Resets the estimates: connectivity is unknown. */
  const beginAnew = (): void => {
    width = 1;
    paceMs = Number.POSITIVE_INFINITY;
  };

  const markFirst = (client: PartnerClient, permit: Permit): OutboxRecord | null => {
    let first: OutboxRecord | null = null;
    try {
      first = db.transaction(() => markNext(client));
      return first;
    } finally {
      if (first === null) permit.release();
    }
  };

  /** Sends one request. Its outcome influences the other requests at once; it is written to disk later. */
  const send = async (
    client: PartnerClient,
    entry: OutboxRecord,
    permit: Permit,
  ): Promise<void> => {
    const setbacksBefore = setbacks;
    const sentAtMs = ports.clock.now();
    const reply = await client.post(messageOf(entry), permit, closing.signal);
    const { kind } = reply.outcome;
    // An answer to a former key is no evidence about the present key (O9).
    if (kind === "forbidden" && connection.client === client) heldEndpoints.add(entry.endpoint);
    if (kind !== "success") {
      setbacks += 1;
      beginAnew();
    } else if (setbacks === setbacksBefore) {
      width = mostPosts;
      paceMs = Math.min(reply.exchange.tookMs, 2 * paceMs);
    }
    ended.push({
      entry,
      credential: client.credential.fingerprint,
      reply,
      gateWaitMs: client.gate.closedForMs(),
      sentAtMs,
      at: ports.clock.monotonic(),
    });
  };

  /** Resolves when a request in flight has ended, or when the oldest outcome must be written. */
  const nextNews = async (): Promise<void> => {
    const news = Promise.withResolvers<void>();
    tellNews = news.resolve;
    const [oldest] = ended;
    const cancel =
      oldest === undefined ? null : ports.clock.after(untilDueMs(oldest), news.resolve);
    await news.promise;
    cancel?.();
  };

  const untilDueMs = ({ at }: Ended): number =>
    Math.max(0, Math.ceil(at + promptMs - ports.clock.monotonic()));

  /** Whether the first marked entry may be sent now. */
  const mayFollow = (client: PartnerClient): boolean => {
    const [next] = marked;
    return next !== undefined && !heldEndpoints.has(next.endpoint) && goesOn(client);
  };

  /** Marks the next entries if none is marked, unmarks entries that may not be sent, and writes outcomes. */
  const keepUp = (client: PartnerClient): void => {
    const [oldest] = ended;
    if (mayFollow(client)) {
      if (oldest === undefined || untilDueMs(oldest) > 0) return;
      db.transaction(recordEnded);
    } else {
      const marks = goesOn(client);
      if (!marks && marked.length === 0 && oldest === undefined) return;
      marked = db.transaction(() => {
        putBack();
        recordEnded();
        return marks ? markSome(client) : [];
      });
    }
    recorded();
  };

  const endChain = (): void => {
    db.transaction(() => {
      putBack();
      recordEnded();
    });
    marked = [];
    ended = [];
    hints.now();
  };

  return {
    get progress() {
      return progress;
    },
    heldEndpoints,
    releaseHolds() {
      heldEndpoints.clear();
      giveUpGate();
    },
    lookAgain: () => tellNews(),
    run() {
      running ??= drain().finally(() => {
        running = null;
        progress = null;
      });
      return running;
    },
    async close() {
      closing.abort();
      // The caller of `run` receives the error.
      await running?.catch(() => undefined);
      try {
        settleLeftOvers();
      } catch (cause) {
        // These entries are in doubt at the next start and are then replayed unchanged (O3).
        const what = cause instanceof Error ? cause.name : typeof cause;
        ports.logger.log("error", "outbox.outcomes-not-written", { what, entries: ended.length });
      }
      hints.close();
    },
  };
}

const messageOf = (entry: OutboxRecord) => ({
  endpoint: entry.endpoint,
  path: entry.path,
  body: entry.body,
  idempotencyKey: entry.idempotencyKey,
});
