import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useConflicts, useDigest, useEvent } from "#renderer/client/queries/use-query.ts";
import type { DownloadStatus } from "#shared/contract/events.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import type { SyncStatus } from "#shared/contract/sync.ts";

/** What waits for a person in the open event, besides the outbox. */
export interface WaitingForPerson {
  /** The download of the event, whose notes say what is missing; null before the answer. */
  readonly download: DownloadStatus | null;
  /** Conflicts between desks, and runners who are here without a bib (M11); null before the answer. */
  readonly conflicts: OutputOf<"conflict.list"> | null;
  /** Number of runners who were cancelled after their check-in and whom nobody looked at (D5). */
  readonly cancelled: number;
  /** Runners are missing in the last list, and this window may decide about them (D3). */
  readonly hasUnseen: boolean;
}

export function useWaitingForPerson(eventId: string | null): WaitingForPerson {
  const conflicts = useConflicts(eventId);
  const digest = useDigest(eventId);
  const maySettle = useMay("download.settleUnseen");
  const event = useEvent(eventId);
  const download = event.value?.download ?? null;
  const notes = download?.notes ?? [];
  const listed = digest.value?.digest?.cancelledAfterCheckIn ?? [];
  return {
    download,
    conflicts: conflicts.value,
    cancelled: listed.filter(({ acknowledged }) => !acknowledged).length,
    hasUnseen: maySettle && notes.some(({ code }) => code === "sweep-held"),
  };
}

/**
 * The number of things on the Sync screen that wait for a person: entries of the outbox, also those about which only the
 * organizer can do something, and what waits besides. Missing runners are one decision.
 */
export const countNeeding = (
  { needsAttention, askOrganizer }: Pick<SyncStatus, "needsAttention" | "askOrganizer">,
  { conflicts, cancelled, hasUnseen }: Omit<WaitingForPerson, "download">,
): number =>
  needsAttention +
  askOrganizer +
  cancelled +
  Number(hasUnseen) +
  (conflicts?.conflicts.length ?? 0) +
  (conflicts?.withoutBib.length ?? 0);
