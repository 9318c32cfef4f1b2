import type { OutputOf } from "#shared/contract/index.ts";
import { readBib } from "#shared/domain/bibs/bib.ts";
import { useDelayed } from "./use-delayed.ts";
import { useQuery } from "./use-query.ts";

/** Length of the pause in typing after which the bib is looked up. */
const checkAfterMs = 120;

export interface TypedBib {
  readonly eventId: string;
  /** The text of the field. */
  readonly typed: string;
  /** The runner who is to get the bib; absent if the runner is not saved yet. */
  readonly runnerId?: string;
}

export type BibCheck = OutputOf<"bib.check">;

/** Whether the bib in a field is free. Null if the text is no bib, and before the reply. */
export function useBibCheck({ eventId, typed, runnerId }: TypedBib): BibCheck | null {
  const settled = useDelayed(typed, checkAfterMs);
  const read = readBib(settled);
  const { value, stale } = useQuery(
    "bib.check",
    read.ok ? { eventId, bib: read.value, ...(runnerId === undefined ? {} : { runnerId }) } : null,
    { topics: ["roster"] },
  );
  return settled === typed && !stale ? value : null;
}
