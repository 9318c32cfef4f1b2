import type { EventDetail } from "#shared/contract/events.ts";
import { useQuery } from "./use-query.ts";

/** Returns the pace groups of a run (W5); until the query answers, the pace groups of the event. */
export function usePaceGroups(event: EventDetail | null): (runId: string) => readonly string[] {
  const labels = event?.paceGroups.labels ?? [];
  const { value } = useQuery(
    "walkUp.paceGroups",
    event === null || labels.length === 0 ? null : { eventId: event.id },
    { topics: ["digest"], keep: true },
  );
  return (runId) => value?.runs.find((run) => run.runId === runId)?.labels ?? labels;
}
