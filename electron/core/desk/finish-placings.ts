import type { Finisher, FinishItem, FinishMatch, Placing } from "#shared/domain/finish-log.ts";
import { placingsOf } from "#shared/domain/finish-log.ts";
import type { SheetSlot } from "#shared/domain/facts.ts";
import { showRaceTime } from "#shared/domain/race-time.ts";
import { isAwarded } from "#shared/domain/ranking.ts";
import type { FinishHolder } from "../db/stores/finish-store.ts";
import type { DeskContext } from "./context.ts";

/** Places that are taken over where nobody says how many awards there are. */
const usualDepth = 10;

/** Rows of the log that are looked at before others at the desk have their turn: a few milliseconds' work. */
const rowsAtOnce = 500;

type Stored = Pick<DeskContext, "stores">;
type Arrival = FinishMatch<Pick<FinishItem, "atMs">, Pick<FinishItem, "bib">>;

export interface Placings {
  readonly placings: readonly Placing[];
  /** Everybody of the run who came in. */
  readonly total: number;
  /** Came in before the last of the placings and were placed nowhere. */
  readonly unplaced: number;
}

/**
 * The first `limit` of the order in which a run came in. Only a bib with one holder places: one that several have is left
 * for a person, who sees it in the log (B2). Between two stretches of a long log the desk does whatever else is waiting.
 */
export async function readPlacings(
  desk: Stored,
  eventId: string,
  runId: string,
  limit: number,
): Promise<Placings> {
  const arrivals = gatherArrivals(desk, eventId, runId, limit);
  let goesOn = true;
  while (goesOn) {
    goesOn = arrivals.readOn();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  const placings = arrivals.placings();
  const lastIndex = placings.at(-1)?.index ?? Number.POSITIVE_INFINITY;
  const unplaced = arrivals.unplaced.filter((index) => index < lastIndex).length;
  return { placings, total: arrivals.total(), unplaced };
}

/** Those who get an award place, and whoever ties with the last of them (P1); as much of the log is read as it takes. */
export function readFirst(
  desk: Stored,
  eventId: string,
  runId: string,
  depth: number | null,
): readonly Placing[] {
  const kept = depth ?? usualDepth;
  const arrivals = gatherArrivals(desk, eventId, runId, Number.POSITIVE_INFINITY);
  let placings: readonly Placing[] = [];
  let goesOn = true;
  while (goesOn && placings.every(({ place }) => isAwarded(place, kept))) {
    goesOn = arrivals.readOn();
    placings = arrivals.placings();
  }
  return placings.filter(({ place }) => isAwarded(place, kept));
}

/** Reads the log stretch by stretch, counts who of a run came in and keeps the first `limit` of them. */
function gatherArrivals({ stores }: Stored, eventId: string, runId: string, limit: number) {
  const { finish } = stores;
  const arrivals: Arrival[] = [];
  /** By runner, or by team in a relay: whoever comes a second time comes for nothing. */
  const arrived = new Set<string>();
  const finishers = new Map<string, Finisher>();
  const unplaced: number[] = [];
  let from = 0;
  return {
    /** Rows that place nobody, for their bib is nobody's, several people's or unread. */
    unplaced,
    /** False once the log is read to its end. */
    readOn(): boolean {
      const stretch = { from, limit: rowsAtOnce };
      const bibs = finish.bibs(eventId, stretch);
      const times = finish.times(eventId, stretch);
      const found = onlyHolders(finish.holders(eventId, stretch));
      for (const [offset, bib] of bibs.entries()) {
        const finisher = bib === null ? undefined : found.get(bib);
        if (bib === null || finisher === undefined) unplaced.push(from + offset);
        if (bib === null || finisher?.runId !== runId) continue;
        const before = arrived.size;
        arrived.add(finisher.teamId ?? finisher.runnerId);
        if (arrived.size === before || arrivals.length >= limit) continue;
        finishers.set(bib, finisher);
        const stamp = { atMs: times[offset] ?? null };
        arrivals.push({ index: from + offset, stamp, line: { bib } });
      }
      from += rowsAtOnce;
      return bibs.length === rowsAtOnce;
    },
    total: () => arrived.size,
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
