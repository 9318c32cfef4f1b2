import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import { mostPosts } from "#core/partner/rate-gate.ts";
import type { Permit } from "#core/partner/rate-gate.ts";
import { giveWay } from "#core/db/yield-to-event-loop.ts";
import type { LiveConnection } from "#core/sync/connection/connection.ts";
import type { LineQuestion } from "#core/sync/connection/connectivity-probe.ts";
import type { Line } from "#core/sync/connection/connectivity.ts";
import { createDueEntries } from "./outbox-due.ts";
import type { Ledger, SentTry } from "./outbox-transitions.ts";
import { createQueueHints } from "./outbox-invalidations.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

type EndpointOf = OutboxRecord["endpoint"];

export interface Drain {
  /** Sends what is due, a few at a time at most; returns when nothing more can be sent now. One run at a time. */
  run(): Promise<void>;
  /** Which of how many in this run; null when nothing is on its way. */
  readonly progress: { readonly index: number; readonly of: number } | null;
  /** Endpoints that answered 403 (O9). */
  readonly heldEndpoints: ReadonlySet<EndpointOf>;
  /** Somebody wants held endpoints tried again. */
  releaseHolds(): void;
  /** It is known again whether there is a line: more may follow what is on the wire. */
  lookAgain(): void;
  /** Gives up what is on the wire, writes that down and stays still. */
  close(): Promise<void>;
}

export interface DrainOptions {
  readonly deps: SyncDeps;
  readonly connection: LiveConnection;
  readonly line: Line;
  readonly lineQuestion: LineQuestion;
  readonly ledger: Ledger;
  readonly isPaused: () => boolean;
  /** Somebody is looking for it in the organizer's list right now. */
  readonly isLookedFor: (outboxId: string) => boolean;
  /** Entries that may not be sent before somebody looked whether they are there (O10). */
  readonly onDoubtful: (entries: readonly OutboxRecord[]) => void;
}

interface Ended extends SentTry {
  readonly entry: OutboxRecord;
  /** On the monotonic clock. */
  readonly at: number;
}

/** Marked in one commit at most, so that a crash leaves no more than these and those on the wire in doubt (O3). */
const mostMarked = 16;
/** What is marked is expected to leave within this; what ended is written down within this. */
const promptMs = 25;
/** A POST that takes longer keeps others waiting no more, once another request was answered (O11). */
const slowMs = 3_000;
/** With those that take long; each may hold a socket until its time is over. */
const mostOnWire = 9;

/**
 * A few POSTs at a time at most (O11): one while nothing shows that the line works, more once one went through. While they
 * are on the wire, the next few are marked as being sent, on the medium before the first of them leaves. What became of
 * the ones before is written down with the next marks, or when it has waited long enough: a crash before that leaves them
 * in doubt, and they go again as they were (O3).
 */
export function createDrain(options: DrainOptions): Drain {
  const { deps, connection, line, lineQuestion, ledger } = options;
  const { db, stores, ports } = deps;
  const yieldTurn = deps.giveWay ?? giveWay;
  const hints = createQueueHints(deps);
  let giveUpGate = (): void => undefined;
  const closing = new AbortController();
  const heldEndpoints = new Set<EndpointOf>();
  const onWire = new Map<string, Promise<void>>();
  /** Of those on the wire: they take long, and the line works for others. */
  const passed = new Set<string>();
  const due = createDueEntries({
    deps,
    heldEndpoints,
    isBusy: (id) => onWire.has(id) || options.isLookedFor(id),
    onDoubtful: options.onDoubtful,
  });
  let running: Promise<void> | null = null;
  let progress: { index: number; of: number } | null = null;
  /** Ended and not yet on disk; written down before the next run sends anything. */
  let ended: Ended[] = [];
  /** Marked, not sent, in their order; put back where they may not follow. */
  let marked: OutboxRecord[] = [];
  /** How many may be on the wire. */
  let width = 1;
  /** What an answer takes. A quick one counts at once: a slow one may have waited for this computer's own disk. */
  let paceMs = Number.POSITIVE_INFINITY;
  /** Counts tries that did not go through: a success sent before the last of them says nothing. */
  let setbacks = 0;
  let tellNews = (): void => undefined;

  const sendable = (): PartnerClient | null => {
    const { client } = connection;
    if (client === null || closing.signal.aborted || options.isPaused()) return null;
    if (connection.keyRefused || lineQuestion.isOpen || line.state === "offline") return null;
    return client;
  };

  /** The next entry that may go, marked as being sent. In a transaction. */
  const markNext = (client: PartnerClient): OutboxRecord | null => {
    const entry = due.next(client);
    if (entry !== null) ledger.mark(entry, client.credential.fingerprint);
    return entry;
  };

  /** As many as a line this fast takes at once. In a transaction. */
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

  /** In a transaction; forget them with `recorded` once it is on disk. */
  const recordEnded = (): void => {
    for (const { entry, ...sent } of ended) ledger.settle(entry, sent);
  };

  const recorded = (): void => {
    if (ended.length > 0) hints.soon();
    ended = [];
  };

  /** In a transaction; `marked` is emptied once it is on disk. */
  const putBack = (): void => {
    if (marked.length > 0) due.forget();
    for (const entry of marked) ledger.unmark(entry);
  };

  /** Null when the wait was given up: the program closes, or there is another key, whose gate is another (O6). */
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

  /** Whether anything may follow what is on the wire. */
  const goesOn = (client: PartnerClient): boolean =>
    client.gate.closedForMs() === 0 && sendable() === client;

  const drain = async (): Promise<void> => {
    due.forget();
    settleLeftOvers();
    for (;;) {
      const client = sendable();
      // Nobody takes a place at the gate without something to send.
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

  /** What a disk that was full kept from being written down, and marks that a failed commit left behind. */
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

  /** Sends until the chain breaks off; false when there was nothing to send. */
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
        // Before anything is written down: the wire is not idle meanwhile.
        launchMore();
      }
      endChain();
    } finally {
      // Where the disk refuses, what is still on the wire is heard out; the next run writes it down.
      await Promise.all(onWire.values());
    }
    return true;
  };

  /** Whether a POST that takes long is alone in that: then the others need not wait for its end. */
  const letOthersPass = async (entryId: string, permit: Permit): Promise<void> => {
    await lineQuestion.ask().catch(() => undefined);
    if (line.state !== "online" || !onWire.has(entryId)) return;
    passed.add(entryId);
    permit.release();
    tellNews();
  };

  /** Nothing is known of the line. */
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

  /** One request. What its end says of the others counts at once; it is written down later. */
  const send = async (
    client: PartnerClient,
    entry: OutboxRecord,
    permit: Permit,
  ): Promise<void> => {
    const setbacksBefore = setbacks;
    const sentAtMs = ports.clock.now();
    const reply = await client.post(messageOf(entry), permit, closing.signal);
    const { kind } = reply.outcome;
    // What a former key is answered says nothing of the present one (O9).
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

  /** Resolves when one on the wire ended, or when what ended before is to be written down. */
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

  /** Whether the first that is marked may follow what is on the wire. */
  const mayFollow = (client: PartnerClient): boolean => {
    const [next] = marked;
    return next !== undefined && !heldEndpoints.has(next.endpoint) && goesOn(client);
  };

  /** Marks what comes next when nothing is marked, puts back what may not follow, and writes down what ended. */
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
      // Whoever started it is told what it threw.
      await running?.catch(() => undefined);
      try {
        settleLeftOvers();
      } catch (cause) {
        // In doubt at the next start, they go again as they were (O3).
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
