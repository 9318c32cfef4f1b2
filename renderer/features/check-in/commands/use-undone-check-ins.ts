import { useQuery } from "#renderer/client/queries/use-query.ts";
import type { Actor } from "#shared/contract/common.ts";

/** Who undid these check-ins, by entry. Empty until it is known: a new check-in stands. */
export function useUndone(eventId: string, entryIds: readonly string[]): Map<string, Actor> {
  const { value } = useQuery(
    "checkIn.standing",
    { eventId, entryIds: [...entryIds] },
    { topics: ["roster"] },
  );
  return new Map((value?.undone ?? []).map(({ entryId, actor }) => [entryId, actor]));
}
