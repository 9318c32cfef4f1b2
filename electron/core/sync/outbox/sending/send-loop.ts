import { yieldToEventLoop } from "#core/db/yield-to-event-loop.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import type { Permit } from "#core/partner/rate-gate.ts";
import type { DueEntries } from "./outbox-due.ts";
import type { OutboxInvalidations } from "./outbox-invalidations.ts";
import type { OutboxTransitions, SentTry } from "./outbox-transitions.ts";
import type { RequestsInFlight } from "./requests-in-flight.ts";
import type { SendingPace } from "./sending-pace.ts";
import type { SyncParts } from "#core/sync/sync-parts.ts";

export interface FinishedAttempt extends SentTry {
  /** As read before it was marked. */
  readonly entry: OutboxRecord;
}

/** What the functions of one drain share. */
export interface SendLoop extends SyncParts {
  /** Endpoints that the organizer's system forbade (O9). */
  readonly heldEndpoints: Set<OutboxRecord["endpoint"]>;
  readonly pace: SendingPace;
  readonly due: DueEntries;
  readonly transitions: OutboxTransitions;
  /** Finished attempts that are not on disk yet. They are written before anything else is sent. */
  readonly finished: FinishedAttempt[];
  readonly inFlight: RequestsInFlight;
  readonly invalidations: OutboxInvalidations;
  /** The client, if the outbox may be sent now. */
  readonly sendable: () => PartnerClient | null;
  readonly onProgress: (progress: { readonly index: number; readonly of: number }) => void;
}

/** A POST that takes longer no longer blocks the others, once another request was answered (O11). */
const slowMs = 3_000;
/** Maximum requests in flight, slow ones included; each may hold a socket until its timeout. */
const mostInFlight = 9;

/** Sends until no further request may start; false if there was nothing to send. Uses up `permit`. */
export async function sendWhilePossible(
  loop: SendLoop,
  client: PartnerClient,
  permit: Permit,
): Promise<boolean> {
  const { deps, pace, inFlight, finished, invalidations } = loop;
  const { pending, waiting } = deps.stores.outbox.counts();
  const failures: unknown[] = [];
  let index = 0;
  const launch = (entry: OutboxRecord, its: Permit): void => {
    index += 1;
    loop.onProgress({ index, of: Math.max(index, pending + waiting) });
    const cancelPass = deps.ports.clock.after(
      slowMs,
      () => void letOthersPass(loop, entry.id, its),
    );
    const end = send(loop, client, entry, its)
      .catch((cause: unknown) => void failures.push(cause))
      .finally(cancelPass);
    inFlight.add(entry.id, end);
  };
  pace.reset();
  recordAndLaunch(loop, client, [permit], launch);
  if (index === 0) return false;
  try {
    while (inFlight.size > 0) {
      if (finished.length === 0) await inFlight.wait();
      await yieldToEventLoop();
      if (failures.length > 0) throw failures[0];
      recordAndLaunch(loop, client, freePermits(loop, client), launch);
    }
  } finally {
    // If the commit fails, still wait for the requests in flight; the next run writes their outcomes.
    await inFlight.allEnded();
  }
  invalidations.now();
  return true;
}

/** Writes the outcomes that a full disk delayed, and finds the entries that a crash left in `sending`. */
export function writeLeftOvers(loop: SendLoop): void {
  const { deps, transitions, finished } = loop;
  const { outbox } = deps.stores;
  if (finished.length === 0 && outbox.inState("sending").length === 0) return;
  deps.db.transaction(() => {
    writeOutcomes(loop);
    for (const { id } of outbox.inState("sending")) {
      const entry = outbox.get(id);
      if (entry !== null) transitions.recover(entry);
    }
  });
  forgetOutcomes(loop);
}

/**
 * Records the outcomes and marks as many next entries as there are permits, in one commit, then sends these entries
 * (O3). Permits that are not needed are released.
 */
function recordAndLaunch(
  loop: SendLoop,
  client: PartnerClient,
  permits: readonly Permit[],
  launch: (entry: OutboxRecord, permit: Permit) => void,
): void {
  if (permits.length === 0 && loop.finished.length === 0) return;
  const { deps, due, transitions } = loop;
  const unused = [...permits];
  try {
    const marked = deps.db.transaction(() => {
      writeOutcomes(loop);
      return permits.flatMap(() => {
        const entry = due.next(client);
        if (entry === null) return [];
        transitions.mark(entry, client.credential.fingerprint);
        return [entry];
      });
    });
    forgetOutcomes(loop);
    for (const entry of marked) {
      const permit = unused.shift();
      if (permit !== undefined) launch(entry, permit);
    }
  } finally {
    for (const permit of unused) permit.release();
  }
}

/** A permit for each request that may start now. */
function freePermits({ due, pace, inFlight, sendable }: SendLoop, client: PartnerClient): Permit[] {
  if (sendable() !== client || !due.any(client)) return [];
  const permits: Permit[] = [];
  const free = Math.min(pace.width - inFlight.blocking, mostInFlight - inFlight.size);
  while (permits.length < free) {
    const permit = client.gate.tryEnter("post");
    if (permit === null) break;
    permits.push(permit);
  }
  return permits;
}

/** In a transaction; call `forgetOutcomes` after its commit. */
function writeOutcomes({ finished, transitions }: SendLoop): void {
  for (const { entry, ...sent } of finished) transitions.settle(entry, sent);
}

function forgetOutcomes({ finished, invalidations }: SendLoop): void {
  if (finished.length > 0) invalidations.soon();
  finished.length = 0;
}

/** Sends one request. Its outcome influences the other requests at once; the next commit writes it to disk. */
async function send(
  { deps, connection, heldEndpoints, pace, finished }: SendLoop,
  client: PartnerClient,
  entry: OutboxRecord,
  permit: Permit,
): Promise<void> {
  const setbacksBefore = pace.setbacks;
  const sentAtMs = deps.ports.clock.now();
  const reply = await client.post(messageOf(entry), permit, deps.closing);
  const { kind } = reply.outcome;
  // An answer to a former key is no evidence about the present key (O9).
  if (kind === "forbidden" && connection.client === client) heldEndpoints.add(entry.endpoint);
  if (kind === "success") pace.succeeded(setbacksBefore);
  else pace.failed();
  finished.push({
    entry,
    credential: client.credential.fingerprint,
    reply,
    gateWaitMs: client.gate.closedForMs(),
    sentAtMs,
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

const messageOf = (entry: OutboxRecord) => ({
  endpoint: entry.endpoint,
  path: entry.path,
  body: entry.body,
  idempotencyKey: entry.idempotencyKey,
});
