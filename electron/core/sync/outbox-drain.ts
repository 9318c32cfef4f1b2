import { mayReplay } from "#shared/domain/delivery.ts";
import type { OutboxRecord } from "../db/stores/outbox-store.ts";
import type { PartnerClient, Reply } from "../partner/client.ts";
import type { Permit } from "../partner/rate-gate.ts";
import { giveWay } from "./give-way.ts";
import type { LiveConnection } from "./connection.ts";
import type { Line } from "./line.ts";
import type { Ledger } from "./outbox-settle.ts";
import { createQueueHints } from "./queue-hints.ts";
import type { SyncDeps } from "./sync-deps.ts";

type EndpointOf = OutboxRecord["endpoint"];

export interface Drain {
  /** Sends what is due, one after the other; returns when nothing more can be sent now. One run at a time. */
  run(): Promise<void>;
  /** Which of how many in this run; null when nothing is on its way. */
  readonly progress: { readonly index: number; readonly of: number } | null;
  /** Endpoints that answered 403 (O9). */
  readonly heldEndpoints: ReadonlySet<EndpointOf>;
  /** Somebody wants held endpoints tried again. */
  releaseHolds(): void;
  /** Gives up what is on the wire, writes that down and stays still. */
  close(): Promise<void>;
}

export interface DrainOptions {
  readonly deps: SyncDeps;
  readonly connection: LiveConnection;
  readonly line: Line;
  readonly ledger: Ledger;
  readonly isPaused: () => boolean;
  /** Somebody is looking for it in the organizer's list right now. */
  readonly isLookedFor: (outboxId: string) => boolean;
  /** Entries that may not be sent before somebody looked whether they are there (O10). */
  readonly onDoubtful: (entries: readonly OutboxRecord[]) => void;
}

interface Ended {
  readonly entry: OutboxRecord;
  readonly credential: string;
  readonly reply: Reply;
  readonly gateWaitMs: number;
}

/** Marked in one commit at most, so that a crash leaves no more than these and the one on the wire in doubt (O3). */
const mostMarked = 16;
/** What is marked is expected to leave within this: nobody waits longer for an entry that was not sent. */
const markedForMs = 25;

/**
 * One POST at a time. While entry N is on the wire, what became of N−1 is written down and, now and then, the next few
 * are marked as being sent. Marks are on the medium before the first of them leaves. Outcomes reach it with the next
 * marks or the end of the chain: a power cut before that leaves them in doubt, and they go again as they were (O3).
 */
export function createDrain(options: DrainOptions): Drain {
  const { deps, connection, line, ledger } = options;
  const { db, stores, ports } = deps;
  const yieldTurn = deps.giveWay ?? giveWay;
  const hints = createQueueHints(deps);
  const closing = new AbortController();
  const heldEndpoints = new Set<EndpointOf>();
  let running: Promise<void> | null = null;
  let progress: { index: number; of: number } | null = null;
  /** Ended and not yet on disk; written down before anything else is sent. */
  let ended: Ended[] = [];
  /** Marked, not sent, in their order; put back where they may not follow. */
  let marked: OutboxRecord[] = [];
  let lastTookMs = Number.POSITIVE_INFINITY;
  /** Due entries read ahead, by id, so that a long queue is not asked for at each step. */
  let readAhead: string[] = [];

  const sendable = (): PartnerClient | null => {
    const { client } = connection;
    if (client === null || closing.signal.aborted || options.isPaused()) return null;
    return connection.keyRefused || line.quietForMs > 0 ? null : client;
  };

  const mayGo = (entry: OutboxRecord, client: PartnerClient): boolean => {
    if (entry.state !== "pending" && entry.state !== "waiting") return false;
    if (heldEndpoints.has(entry.endpoint) || options.isLookedFor(entry.id)) return false;
    if (entry.nextTryAtMs !== null && entry.nextTryAtMs > ports.clock.now()) return false;
    if (entry.dependsOn !== null && stores.outbox.get(entry.dependsOn)?.state !== "done")
      return false;
    return !needsReconciling(entry, client, ports.clock.now());
  };

  const refillReadAhead = (client: PartnerClient, exceptId: string | null): void => {
    const nowMs = ports.clock.now();
    for (let limit = 64; ; limit *= 8) {
      const due = stores.outbox.due(nowMs, limit);
      const doubtful = due.filter((entry) => needsReconciling(entry, client, nowMs));
      if (doubtful.length > 0) options.onDoubtful(doubtful);
      readAhead = due
        .filter((entry) => entry.id !== exceptId && mayGo(entry, client))
        .map(({ id }) => id);
      if (readAhead.length > 0 || due.length < limit) return;
    }
  };

  /** The next entry that may go, marked as being sent. In a transaction. */
  const markNext = (client: PartnerClient, exceptId: string | null): OutboxRecord | null => {
    for (let round = 0; round < 2; round += 1) {
      for (let id = readAhead.shift(); id !== undefined; id = readAhead.shift()) {
        const entry = id === exceptId ? null : stores.outbox.get(id);
        if (entry === null || !mayGo(entry, client)) continue;
        ledger.mark(entry, client.credential.fingerprint);
        return entry;
      }
      refillReadAhead(client, exceptId);
    }
    return null;
  };

  /** As many as a line this fast takes at once. In a transaction. */
  const markSome = (client: PartnerClient, exceptId: string): OutboxRecord[] => {
    const count = Math.min(mostMarked, Math.max(1, Math.floor(markedForMs / lastTookMs)));
    const some: OutboxRecord[] = [];
    while (some.length < count) {
      const entry = markNext(client, exceptId);
      if (entry === null) break;
      some.push(entry);
    }
    return some;
  };

  /** In a transaction; forget them with `recorded` once it is on disk. */
  const recordEnded = (): void => {
    for (const { entry, credential, reply, gateWaitMs } of ended) {
      ledger.settle(entry, credential, reply, gateWaitMs);
    }
  };

  const recorded = (): void => {
    if (ended.length > 0) hints.soon();
    ended = [];
  };

  const enter = async (client: PartnerClient): Promise<Permit | null> => {
    try {
      return await client.gate.enter("post", closing.signal);
    } catch (cause) {
      if (closing.signal.aborted) return null;
      throw cause;
    }
  };

  /** Whether the gate lets somebody through without waiting. */
  const isOpen = ({ gate }: PartnerClient): boolean =>
    gate.closedForMs() === 0 && !closing.signal.aborted;

  /** Whether the entry that was marked ahead may follow at once. */
  const goesOn = (next: OutboxRecord, client: PartnerClient): boolean =>
    isOpen(client) && sendable() === client && !heldEndpoints.has(next.endpoint);

  const drain = async (): Promise<void> => {
    readAhead = [];
    settleLeftOvers();
    for (;;) {
      const client = sendable();
      // Nobody takes a place at the gate without something to send.
      if (client === null || !somethingWaits(client)) return;
      const permit = await enter(client);
      if (permit === null) return;
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

  /** In a transaction. */
  const putBack = (): void => {
    for (const entry of marked) ledger.unmark(entry);
  };

  const somethingWaits = (client: PartnerClient): boolean => {
    if (readAhead.length === 0) refillReadAhead(client, null);
    return readAhead.length > 0;
  };

  /** Sends until the chain breaks off; false when there was nothing to send. */
  const sendChain = async (client: PartnerClient, firstPermit: Permit): Promise<boolean> => {
    let permit: Permit | null = firstPermit;
    let current = markFirst(client, firstPermit);
    if (current === null) return false;
    const { pending, waiting } = stores.outbox.counts();
    let index = 0;
    while (current !== null && permit !== null) {
      index += 1;
      progress = { index, of: Math.max(index, pending + waiting + 1) };
      await sendOne(client, current, permit);
      const next: OutboxRecord | undefined = marked[0];
      permit = next !== undefined && isOpen(client) ? await enter(client) : null;
      if (permit !== null && next !== undefined && !goesOn(next, client)) {
        permit.release();
        permit = null;
      }
      if (permit === null) endChain();
      current = marked.shift() ?? null;
    }
    progress = null;
    return true;
  };

  const markFirst = (client: PartnerClient, permit: Permit): OutboxRecord | null => {
    let first: OutboxRecord | null = null;
    try {
      first = db.transaction(() => markNext(client, null));
      return first;
    } finally {
      if (first === null) permit.release();
    }
  };

  /** One request, and while it is on its way what its neighbours need is written down. */
  const sendOne = async (
    client: PartnerClient,
    entry: OutboxRecord,
    permit: Permit,
  ): Promise<void> => {
    const onWire = client.post(messageOf(entry), permit, closing.signal);
    await yieldTurn();
    let failure: unknown = null;
    try {
      keepUp(client, entry);
    } catch (cause) {
      failure = cause;
    }
    const reply = await onWire;
    lastTookMs = reply.exchange.tookMs;
    if (reply.outcome.kind === "forbidden") heldEndpoints.add(entry.endpoint);
    ended.push({
      entry,
      credential: client.credential.fingerprint,
      reply,
      gateWaitMs: client.gate.closedForMs(),
    });
    if (failure !== null) throw failure;
  };

  /** Writes down what ended and, when nothing is marked any more, marks what comes next. */
  const keepUp = (client: PartnerClient, onWire: OutboxRecord): void => {
    if (marked.length > 0 && lastTookMs < markedForMs) {
      db.transactionSoon(recordEnded);
    } else {
      const marks = marked.length === 0 && mayReadAhead();
      const next = db.transaction(() => {
        recordEnded();
        return marks ? markSome(client, onWire.id) : [];
      });
      marked.push(...next);
    }
    recorded();
  };

  /** A line in doubt is tried with one entry alone. */
  const mayReadAhead = (): boolean =>
    !closing.signal.aborted && !options.isPaused() && line.state !== "offline";

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
    releaseHolds: () => heldEndpoints.clear(),
    run() {
      running ??= drain().finally(() => {
        running = null;
        progress = null;
      });
      return running;
    },
    async close() {
      closing.abort();
      await running?.catch(() => undefined);
      hints.close();
    },
  };
}

/** Whether it must be looked for at the organizer's before it may be sent again (O4, O10). */
function needsReconciling(entry: OutboxRecord, client: PartnerClient, nowMs: number): boolean {
  if (entry.reason === "reconcile") return true;
  const same = entry.credential === null || entry.credential === client.credential.fingerprint;
  return !mayReplay(entry, same, nowMs);
}

const messageOf = (entry: OutboxRecord) => ({
  endpoint: entry.endpoint,
  path: entry.path,
  body: entry.body,
  idempotencyKey: entry.idempotencyKey,
});
