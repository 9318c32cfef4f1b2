import type { OutputOf } from "#shared/contract/index.ts";
import { readBib } from "#shared/domain/bibs/bib.ts";
import { useDelayed } from "./use-delayed.ts";
import { useQuery } from "./use-query.ts";

/** A pause in typing after which the bib is looked up. */
const checkAfterMs = 120;

export interface BibAsked {
  readonly eventId: string;
  /** As it stands in the field. */
  readonly typed: string;
  /** Who is to get it; absent for a runner who is not saved yet. */
  readonly runnerId?: string;
}

export type BibCheck = OutputOf<"bib.check">;

/** Whether the bib in a field is free. Null while nothing is typed, while it is no bib, and until the answer is here. */
export function useBibCheck({ eventId, typed, runnerId }: BibAsked): BibCheck | null {
  const settled = useDelayed(typed, checkAfterMs);
  const read = readBib(settled);
  const { value, stale } = useQuery(
    "bib.check",
    read.ok ? { eventId, bib: read.value, ...(runnerId === undefined ? {} : { runnerId }) } : null,
    { topics: ["roster"] },
  );
  return settled === typed && !stale ? value : null;
}
