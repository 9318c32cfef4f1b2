import type { EventDetail } from "#shared/contract/events.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";

export interface PaceGroups {
  /** The labels of this run (W5); those of the event until the registrations were asked. */
  readonly of: (runId: string) => readonly string[];
}

export function usePaceGroups(event: EventDetail): PaceGroups {
  const { value } = useQuery(
    "walkUp.paceGroups",
    event.paceGroups.labels.length === 0 ? null : { eventId: event.id },
    { topics: ["digest"], keep: true },
  );
  return {
    of: (runId) =>
      value?.runs.find((run) => run.runId === runId)?.labels ?? event.paceGroups.labels,
  };
}
