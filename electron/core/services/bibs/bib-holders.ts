import { isSameBib } from "#shared/domain/bibs/bib.ts";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";
import type { Stored } from "#core/services/context.ts";

/** Maximum number of bibs that are read at once because they look like a given bib. */
export const maxLookAlikes = 50;

/** The holders of this bib, also in other letter case. A retracted walk-up holds no bib. */
export const holdersOf = ({ stores }: Stored, eventId: string, bib: string): RunnerRecord[] => [
  ...stores.runners.holdersOf(eventId, bib),
  ...stores.runners
    .bibLookAlikes(eventId, bib, maxLookAlikes)
    .filter((runner) => runner.bib !== null && isSameBib(runner.bib, bib)),
];
