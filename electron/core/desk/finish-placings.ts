import type { Finisher, Placing } from "#shared/domain/finish-log.ts";
import { matchFinish, placingsOf } from "#shared/domain/finish-log.ts";
import type { SheetSlot } from "#shared/domain/facts.ts";
import { showRaceTime } from "#shared/domain/race-time.ts";
import { isAwarded } from "#shared/domain/ranking.ts";
import type { DeskContext } from "./context.ts";

/** Steps of a podium where nobody says how many award places there are. */
const usualDepth = 3;

/**
 * The order in which a run came in. Only a bib with one holder places: one that several have is left for a person, who
 * sees it in the log (B2).
 */
export function readPlacings(
  { stores }: Pick<DeskContext, "stores">,
  eventId: string,
  runId: string,
): readonly Placing[] {
  const { finish } = stores;
  const rows = matchFinish(
    finish.times(eventId).map((atMs) => ({ atMs })),
    finish.bibs(eventId).map((bib) => ({ bib })),
  );
  const finishers = new Map<string, Finisher>();
  for (const { bib, runnerId, teamId } of finish.finishers(eventId, runId)) {
    if (!finishers.has(bib)) finishers.set(bib, { runnerId, runId, teamId });
  }
  const placings = placingsOf(rows, (bib) => finishers.get(bib) ?? null, finish.guns(eventId));
  return placings.get(runId) ?? [];
}

/** The sheet that a segment of this depth gets of the log: every award place, with all who tie at the last (P1). */
export const slotsOf = (placings: readonly Placing[], depth: number | null): SheetSlot[] =>
  placings
    .filter(({ place }) => isAwarded(place, depth ?? usualDepth))
    .map(({ bib, runnerId, place, hundredths }, index) => ({
      bib,
      runnerId,
      tie: place <= index,
      time: hundredths === null ? null : showRaceTime(hundredths),
    }));
