import type { Digest } from "#shared/contract/events.ts";
import { bibDrift } from "#shared/domain/registrations/replica-checks.ts";
import type { DigestRecord, DownloadRecord } from "#core/db/stores/download/download-stores.ts";
import { yieldToEventLoop } from "#core/db/yield-to-event-loop.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/**
 * The stored content of a digest. Runners cancelled after check-in are not in it: they are read from the
 * attention list (D5).
 */
export type DigestBody = Pick<Digest, "added" | "changed" | "gone" | "changedFields" | "bibDrift">;

const runnersAtOnce = 200;

/** What a complete pass changed (D5). Store it together with the record of the download. */
export async function makeDigest(
  { stores }: Pick<SyncDeps, "stores">,
  record: DownloadRecord,
  atMs: number,
): Promise<DigestRecord> {
  const { eventId } = record;
  let drifts = 0;
  for (const [index, subject] of stores.journal.subjects(eventId).entries()) {
    if (index % runnersAtOnce === runnersAtOnce - 1) await yieldToEventLoop();
    const runner = stores.runners.get(eventId, subject);
    if (runner === null || !runner.inReplica) continue;
    const here = { bib: runner.bib, given: runner.bibGivenHere };
    if (bibDrift(here, runner.apiBib) !== null) drifts += 1;
  }
  const body: DigestBody = {
    added: record.newRows,
    changed: record.changedRows,
    gone: record.goneRows,
    changedFields: record.changedFields,
    bibDrift: drifts,
  };
  return { eventId, atMs, sinceMs: record.previousCompletedAtMs, body };
}
