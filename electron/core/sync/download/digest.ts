import type { Digest } from "#shared/contract/events.ts";
import type { DigestRecord, DownloadRecord } from "#core/db/stores/download/download-stores.ts";

/**
 * The stored content of a digest. Bibs that differ (B3) and runners cancelled after check-in (D5) are not in it: they are
 * counted and read on each request.
 */
export type DigestBody = Pick<Digest, "added" | "changed" | "gone" | "changedFields">;

/**
 * What a complete pass changed (D5). Store it together with the record of the download. The changed fields are counted
 * where a page is stored (`registration-store.ts`).
 */
export function makeDigest(record: DownloadRecord, atMs: number): DigestRecord {
  const body: DigestBody = {
    added: record.newRows,
    changed: record.changedRows,
    gone: record.goneRows,
    changedFields: record.changedFields,
  };
  return { eventId: record.eventId, atMs, sinceMs: record.previousCompletedAtMs, body };
}
