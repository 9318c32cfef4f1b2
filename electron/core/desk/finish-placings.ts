import type { Finisher, FinishItem, FinishMatch, Placing } from "#shared/domain/finish-log.ts";
import { placingsOf } from "#shared/domain/finish-log.ts";
import type { SheetSlot } from "#shared/domain/facts.ts";
import { showRaceTime } from "#shared/domain/race-time.ts";
import { isAwarded } from "#shared/domain/ranking.ts";
import type { FinishHolder } from "../db/stores/finish-store.ts";
import type { DeskContext } from "./context.ts";

/** Steps of a podium where nobody says how many award places there are. */
const usualDepth = 3;

/** Rows of the log that are looked at before others at the desk have their turn: a few milliseconds' work. */
const rowsAtOnce = 1_000;

type Stored = Pick<DeskContext, "stores">;
type Arrival = FinishMatch<Pick<FinishItem, "atMs">, Pick<FinishItem, "bib">>;

/**
 * The order in which a run came in. Only a bib with one holder places: one that several have is left for a person, who
 * sees it in the log (B2). Between two stretches of a long log the desk does whatever else is waiting.
 */
export async function readPlacings(
  desk: Stored,
  eventId: string,
  runId: string,
): Promise<readonly Placing[]> {
  const arrivals = gatherArrivals(desk, eventId, runId);
  while (arrivals.readOn()) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  return arrivals.placings();
}

/** Those who get an award place, and whoever ties with the last of them (P1); as much of the log is read as it takes. */
export function readFirst(
  desk: Stored,
  eventId: string,
  runId: string,
  depth: number | null,
): readonly Placing[] {
  const kept = depth ?? usualDepth;
  const arrivals = gatherArrivals(desk, eventId, runId);
  let placings: readonly Placing[] = [];
  let goesOn = true;
  while (goesOn && placings.every(({ place }) => isAwarded(place, kept))) {
    goesOn = arrivals.readOn();
    placings = arrivals.placings();
  }
  return placings.filter(({ place }) => isAwarded(place, kept));
}
/** Reads the log stretch by stretch and keeps who of a run came in. */
function gatherArrivals({ stores }: Stored, eventId: string, runId: string) {
  const { finish } = stores;
  const arrivals: Arrival[] = [];
  const finishers = new Map<string, Finisher>();
  let from = 0;
  return {
    /** False once the log is read to its end. */
    readOn(): boolean {
      const stretch = { from, limit: rowsAtOnce };
      const bibs = finish.bibs(eventId, stretch);
      const times = finish.times(eventId, stretch);
      for (const [bib, finisher] of onlyHolders(finish.holders(eventId, stretch))) {
        if (finisher.runId === runId) finishers.set(bib, finisher);
      }
      for (const [offset, bib] of bibs.entries()) {
        if (bib === null || !finishers.has(bib)) continue;
        const stamp = { atMs: times[offset] ?? null };
        arrivals.push({ index: from + offset, stamp, line: { bib } });
      }
      from += rowsAtOnce;
      return bibs.length === rowsAtOnce;
    },
    placings(): readonly Placing[] {
      const guns = finish.guns(eventId);
      return placingsOf(arrivals, (bib) => finishers.get(bib) ?? null, guns).get(runId) ?? [];
    },
  };
}

/** By bib, those that share it with nobody but their own relay team (B2). */
function onlyHolders(holders: readonly FinishHolder[]): ReadonlyMap<string, Finisher> {
  const found = new Map<string, Finisher>();
  const doubles = new Set<string>();
  for (const { bib, ...finisher } of holders) {
    const known = found.get(bib);
    if (known === undefined) found.set(bib, finisher);
    else if (!isSameFinisher(known, finisher)) doubles.add(bib);
  }
  for (const bib of doubles) found.delete(bib);
  return found;
}

/** A bib that is typed twice brings its holder twice; a relay team is one. */
const isSameFinisher = (one: Finisher, other: Finisher): boolean =>
  one.runnerId === other.runnerId ||
  (one.teamId !== null && one.teamId === other.teamId && one.runId === other.runId);

/** The sheet a segment gets of the log. */
export const slotsOf = (placings: readonly Placing[]): SheetSlot[] =>
  placings.map(({ bib, runnerId, place, hundredths }, index) => ({
    bib,
    runnerId,
    tie: place <= index,
    time: hundredths === null ? null : showRaceTime(hundredths),
  }));
