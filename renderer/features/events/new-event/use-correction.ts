import { useMemo } from "react";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import type { EventCorrection } from "./use-event-form.ts";

/** The refused event behind an outbox entry, for its form; null where there is none to mend. */
export function useEventCorrection(outboxId: string | null): EventCorrection | null {
  const query = useQuery("outbox.get", outboxId === null ? null : { outboxId }, {
    topics: ["outbox"],
  });
  const entry = query.value?.entry ?? null;
  return useMemo(
    () =>
      entry === null || entry.eventForm === null || entry.certainty !== "refused"
        ? null
        : { outboxId: entry.id, form: entry.eventForm, serverFields: entry.serverFields },
    [entry],
  );
}
