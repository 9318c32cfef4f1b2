import { useQuery } from "#renderer/client/queries/use-query.ts";
import type { OutputOf } from "#shared/contract/index.ts";

/** What waits for a person in the open event, besides the outbox. */
export interface WaitingForPerson {
  /** Conflicts between desks, and runners who are here without a bib (M11); null before the answer. */
  readonly conflicts: OutputOf<"conflict.list"> | null;
  /** Number of runners who were cancelled after their check-in and whom nobody looked at (D5). */
  readonly cancelled: number;
}

export function useWaitingForPerson(eventId: string | null): WaitingForPerson {
  const asked = eventId === null ? null : { eventId };
  const conflicts = useQuery("conflict.list", asked, {
    topics: ["roster", "podium", "finish", "events", "devices"],
  });
  const digest = useQuery("digest.get", asked, { topics: ["digest", "download", "roster"] });
  const listed = digest.value?.digest?.cancelledAfterCheckIn ?? [];
  return {
    conflicts: conflicts.value,
    cancelled: listed.filter(({ acknowledged }) => !acknowledged).length,
  };
}

/** The number of things on the Sync screen that wait for a person, without the outbox. */
export const countWaiting = ({ conflicts, cancelled }: WaitingForPerson): number =>
  cancelled + (conflicts?.conflicts.length ?? 0) + (conflicts?.withoutBib.length ?? 0);
