import type { OutputOf } from "#shared/contract/index.ts";
import { useQuery } from "./use-query.ts";

/** The next free bib of a run (B5, M12); null without an event or a run, and before the reply. */
export const useNextBib = (
  eventId: string | null,
  runId: string | null,
): OutputOf<"bib.nextFree"> | null =>
  useQuery("bib.nextFree", eventId === null || runId === null ? null : { eventId, runId }, {
    topics: ["roster"],
  }).value;
