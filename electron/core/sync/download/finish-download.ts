import { holdsSweep } from "#shared/domain/registrations/replica-checks.ts";
import type { DownloadRecord } from "#core/db/stores/download/download-stores.ts";
import { yieldToEventLoop } from "#core/db/yield-to-event-loop.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import { matchLostReplies } from "#core/sync/outbox/reconcile/match-lost-replies.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import { makeDigest } from "./digest.ts";
import type { DownloadProgress } from "./download-progress.ts";
import { compareRuns, malformedNotes, pullEvent } from "./event-replica.ts";
import { countUnseen, sweepHeldNote, sweepUnseen } from "./unseen.ts";

export interface FinishedPass {
  readonly deps: SyncDeps;
  readonly eventId: string;
  readonly progress: DownloadProgress;
  readonly isCancelled: () => boolean;
}

const rowsIndexedAtOnce = 100;

/**
 * After the last page: compares counts, removes unseen rows, pairs lost replies, writes the digest. False if
 * another pass is needed (D3, D4), which has begun, or if the download was cancelled.
 */
export async function finishDownload(
  { deps, eventId, progress, isCancelled }: FinishedPass,
  client: PartnerClient,
): Promise<boolean> {
  const { stores, db, ports, closing } = deps;
  const rows = { deps, eventId, pass: progress.record.pass };
  const unseen = await countUnseen(rows);
  let comparison = compareRuns(deps, eventId, unseen.byRun);
  if (comparison.differs) {
    const failed = await pullEvent(deps, client, eventId);
    if (closing.aborted) return true;
    // The cancel ended the request; the counts are compared when the download goes on.
    if (failed !== null && isCancelled()) return false;
    if (failed === null) comparison = compareRuns(deps, eventId, unseen.byRun);
  }
  if (comparison.differs && !progress.isSecondPass && !isCancelled()) {
    progress.beginPass(true);
    return false;
  }
  const counts = stores.registrations.countsByRun(eventId);
  const listed = counts.reduce((sum, { all }) => sum + all, 0);
  const isHeld = holdsSweep({ unseen: unseen.total, listed, countsDiffer: comparison.differs });
  const held = isHeld ? [sweepHeldNote(unseen.total, listed)] : [];
  if (!isHeld) await sweepUnseen(rows);
  const atMs = ports.clock.now();
  db.transaction(() => {
    // In one transaction, because a second try after a refused write finds nothing to match any more.
    const matched = matchLostReplies(deps, eventId);
    progress.save({ newRows: Math.max(0, progress.record.newRows - matched) });
  });
  const before = progress.record;
  const record: DownloadRecord = {
    ...before,
    state: "complete",
    cursor: null,
    // A full desk has the list as the hub read it, which may be long ago (M8), but not later than now.
    completedAtMs: Math.min(before.extra.listedAtMs ?? atMs, atMs),
    previousCompletedAtMs: before.completedAtMs,
    notes: [...held, ...comparison.notes, ...malformedNotes(deps, eventId)],
    extra: {},
  };
  while (!closing.aborted && deps.indexSome(rowsIndexedAtOnce)) await yieldToEventLoop();
  db.transaction(() => {
    stores.digests.add(makeDigest(record, atMs));
    progress.save(record);
  });
  return true;
}
