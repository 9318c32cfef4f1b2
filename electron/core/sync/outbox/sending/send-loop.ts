import { yieldToEventLoop } from "#core/db/yield-to-event-loop.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import type { Permit } from "#core/partner/rate-gate.ts";
import type { LiveConnection } from "#core/sync/connection/connection.ts";
import type { ConnectivityProbe } from "#core/sync/connection/connectivity-probe.ts";
import type { Connectivity } from "#core/sync/connection/connectivity.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { OutcomeBuffer } from "./outcome-buffer.ts";
import type { OutboxInvalidations } from "./outbox-invalidations.ts";
import type { OutboxTransitions } from "./outbox-transitions.ts";
import type { RequestsInFlight } from "./requests-in-flight.ts";
import type { SendingMarks } from "./sending-marks.ts";
import type { SendingPace } from "./sending-pace.ts";

/** What the functions of one drain share. */
export interface SendLoop {
  readonly deps: SyncDeps;
  readonly connection: LiveConnection;
  readonly connectivity: Connectivity;
  readonly connectivityProbe: ConnectivityProbe;
  /** Aborted when the program closes. */
  readonly closing: AbortSignal;
  readonly heldEndpoints: Set<OutboxRecord["endpoint"]>;
  readonly pace: SendingPace;
  readonly marks: SendingMarks;
  readonly outcomes: OutcomeBuffer;
  readonly inFlight: RequestsInFlight;
  readonly invalidations: OutboxInvalidations;
  /** The client, if the outbox may be sent now. */
  readonly sendable: () => PartnerClient | null;
  readonly onProgress: (progress: { readonly index: number; readonly of: number }) => void;
}

/** Marked entries are expected to start within this time; outcomes are written within this time. */
export const promptMs = 25;
/** A POST that takes longer no longer blocks the others, once another request was answered (O11). */
const slowMs = 3_000;
/** Maximum requests in flight, slow ones included; each may hold a socket until its timeout. */
const mostInFlight = 9;

/** Sends until no further request may start; false if there was nothing to send. Uses up `permit`. */
export async function sendWhilePossible(
  loop: SendLoop,
  client: PartnerClient,
  firstPermit: Permit,
): Promise<boolean> {
  const { deps, pace, marks, inFlight, outcomes } = loop;
  const first = markFirst(loop, client, firstPermit);
  if (first === null) return false;
  const { pending, waiting } = deps.stores.outbox.counts();
  const failures: unknown[] = [];
  let index = 0;
  const launch = (entry: OutboxRecord, permit: Permit): void => {
    index += 1;
    loop.onProgress({ index, of: Math.max(index, pending + waiting + 1) });
    const cancelPass = deps.ports.clock.after(
      slowMs,
      () => void letOthersPass(loop, entry.id, permit),
    );
    const end = send(loop, client, entry, permit)
      .catch((cause: unknown) => void failures.push(cause))
      .finally(cancelPass);
    inFlight.add(entry.id, end);
  };
  const launchMore = (): boolean => {
    const before = index;
    while (inFlight.blocking < pace.width && inFlight.size < mostInFlight) {
      const next = nextMarked(loop, client);
      const permit = next === null ? null : client.gate.tryEnter("post");
      if (next === null || permit === null) break;
      marks.shift();
      launch(next, permit);
    }
    return index > before;
  };
  pace.reset();
  launch(first, firstPermit);
  try {
    while (inFlight.size > 0) {
      await (deps.yieldToEventLoop ?? yieldToEventLoop)();
      if (failures.length > 0) throw failures[0];
      keepUp(loop, client);
      if (launchMore() || inFlight.size === 0) continue;
      await inFlight.wait(outcomes.dueInMs());
      // Before the outcomes are written, so that requests are in flight during the commit.
      launchMore();
    }
    writeLast(loop);
  } finally {
    // If the commit fails, still wait for the requests in flight; the next run writes their outcomes.
    await inFlight.allEnded();
  }
  return true;
}

/** Writes the outcomes that a full disk delayed, and removes the marks of a failed commit. */
export function writeLeftOvers(
  { deps: { db, stores }, marks, outcomes, invalidations }: SendLoop,
  transitions: OutboxTransitions,
): void {
  const strays = stores.outbox.inState("sending");
  if (outcomes.size === 0 && strays.length === 0) return;
  db.transaction(() => {
    outcomes.write();
    marks.unmark();
    for (const { id } of strays) {
      const entry = stores.outbox.get(id);
      if (entry?.state === "sending") transitions.recover(entry);
    }
  });
  marks.replace([]);
  if (outcomes.size > 0) invalidations.soon();
  outcomes.clear();
}

function markFirst(
  { deps, marks }: SendLoop,
  client: PartnerClient,
  permit: Permit,
): OutboxRecord | null {
  let first: OutboxRecord | null = null;
  try {
    first = deps.db.transaction(() => marks.markNext(client));
    return first;
  } finally {
    if (first === null) permit.release();
  }
}

/** Sends one request. Its outcome influences the other requests at once; it is written to disk later. */
async function send(
  { deps, connection, closing, heldEndpoints, pace, outcomes }: SendLoop,
  client: PartnerClient,
  entry: OutboxRecord,
  permit: Permit,
): Promise<void> {
  const setbacksBefore = pace.setbacks;
  const { clock } = deps.ports;
  const sentAtMs = clock.now();
  const reply = await client.post(messageOf(entry), permit, closing);
  const { kind } = reply.outcome;
  // An answer to a former key is no evidence about the present key (O9).
  if (kind === "forbidden" && connection.client === client) heldEndpoints.add(entry.endpoint);
  if (kind === "success") pace.succeeded(reply.exchange.tookMs, setbacksBefore);
  else pace.failed();
  outcomes.add({
    entry,
    credential: client.credential.fingerprint,
    reply,
    gateWaitMs: client.gate.closedForMs(),
    sentAtMs,
    at: clock.monotonic(),
  });
}

/** Checks whether only this POST is slow; if so, the others need not wait for its end. */
async function letOthersPass(
  { connectivity, connectivityProbe, inFlight }: SendLoop,
  entryId: string,
  permit: Permit,
): Promise<void> {
  await connectivityProbe.ask().catch(() => undefined);
  if (connectivity.state !== "online" || !inFlight.has(entryId)) return;
  permit.release();
  inFlight.letOthersPass(entryId);
}

/** Whether further requests may start. */
const mayContinue = (loop: SendLoop, client: PartnerClient): boolean =>
  client.gate.closedForMs() === 0 && loop.sendable() === client;

/** The first marked entry, if it may be sent now. */
function nextMarked(loop: SendLoop, client: PartnerClient): OutboxRecord | null {
  const { first } = loop.marks;
  if (first === undefined || loop.heldEndpoints.has(first.endpoint)) return null;
  return mayContinue(loop, client) ? first : null;
}

/** Marks the next entries if none is marked, unmarks entries that may not be sent, and writes outcomes. */
function keepUp(loop: SendLoop, client: PartnerClient): void {
  const { deps, marks, outcomes, pace, invalidations } = loop;
  const dueInMs = outcomes.dueInMs();
  if (nextMarked(loop, client) !== null) {
    if (dueInMs === null || dueInMs > 0) return;
    deps.db.transaction(() => outcomes.write());
  } else {
    const marksMore = mayContinue(loop, client);
    if (!marksMore && marks.size === 0 && dueInMs === null) return;
    const next = deps.db.transaction(() => {
      marks.unmark();
      outcomes.write();
      return marksMore ? marks.markSome(client, pace.markable(promptMs)) : [];
    });
    marks.replace(next);
  }
  if (outcomes.size > 0) invalidations.soon();
  outcomes.clear();
}

function writeLast({ deps, marks, outcomes, invalidations }: SendLoop): void {
  deps.db.transaction(() => {
    marks.unmark();
    outcomes.write();
  });
  marks.replace([]);
  outcomes.clear();
  invalidations.now();
}

const messageOf = (entry: OutboxRecord) => ({
  endpoint: entry.endpoint,
  path: entry.path,
  body: entry.body,
  idempotencyKey: entry.idempotencyKey,
});
