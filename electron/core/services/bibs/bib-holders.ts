import type { BibFault } from "#shared/domain/bibs/bib.ts";
import { isSameBib, readBib, readNewBib } from "#shared/domain/bibs/bib.ts";
import type { Failure, Result } from "#shared/result.ts";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";
import type { Stored } from "#core/services/context.ts";

/** Maximum number of bibs that are read at once because they look like a given bib. */
export const maxLookAlikes = 50;

/** The holders of this bib, also in other letter case. A retracted walk-up holds no bib. */
export const holdersOf = (desk: Stored, eventId: string, bib: string): RunnerRecord[] => [
  ...desk.stores.runners.holdersOf(eventId, bib),
  ...inOtherCase(desk, eventId, bib),
];

/** The holders whom a bib means in a finish log or on a podium; `meantHolders` in `bib.ts` is the rule. */
export function meantHoldersOf(desk: Stored, eventId: string, bib: string): RunnerRecord[] {
  const exact = desk.stores.runners.holdersOf(eventId, bib);
  return exact.length > 0 ? exact : inOtherCase(desk, eventId, bib);
}

const inOtherCase = ({ stores }: Stored, eventId: string, bib: string): RunnerRecord[] =>
  stores.runners
    .bibLookAlikes(eventId, bib, maxLookAlikes)
    .filter((runner) => runner.bib !== null && isSameBib(runner.bib, bib));

/** Reads a typed bib. A bib that a runner or the organizer's list has may have any form (B1). */
export function readTypedBib(
  desk: Stored,
  eventId: string,
  typed: string,
): Result<string, Failure<BibFault>> {
  const bib = readBib(typed);
  if (!bib.ok) return bib;
  const isKnown =
    holdersOf(desk, eventId, bib.value).length > 0 ||
    desk.stores.runners.byListedBib(eventId, bib.value, 1).length > 0;
  return isKnown ? bib : readNewBib(typed);
}
