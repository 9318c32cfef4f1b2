import type {
  Finisher,
  FinishItem,
  FinishMatch,
  Placing,
} from "#shared/domain/finish-log/finish-log.ts";
import { placingsOf } from "#shared/domain/finish-log/finish-log.ts";
import type { SheetSlot } from "#shared/domain/journal/journal-facts.ts";
import { showRaceTime } from "#shared/domain/podium/race-time.ts";
import { isAwarded } from "#shared/domain/podium/ranking.ts";
import type { FinishHolder, FinishLine } from "#core/db/stores/finish-line/finish-store.ts";
import type { DeskContext } from "#core/services/context.ts";
import { readPeople } from "#core/services/podium/podium-people.ts";

/** Places that are taken over where nobody says how many awards there are. */
const usualDepth = 10;

/** Rows of the log that are looked at before others at the desk have their turn: a few milliseconds' work. */
const rowsAtOnce = 500;

type Stored = Pick<DeskContext, "stores">;
type Arrival = FinishMatch<Pick<FinishItem, "atMs">, FinishLine>;

export interface Placings {
  readonly placings: readonly Placing[];
  /** Everybody of the run who came in. */
  readonly total: number;
  /** Were placed nowhere, and may belong among those who have an award place; among all placings without a depth. */
  readonly unplaced: number;
}

/**
 * The first `limit` of the order in which a run came in. Only a bib with one holder places: one that several have is left
 * for a person, who sees it in the log (B2). Between two stretches of a long log the desk does whatever else is waiting.
 * While fewer came in than there are award places (`depth`), everybody whose place is not known may still belong there.
 */
export async function readPlacings(
  desk: Stored,
  eventId: string,
  runId: string,
  limit: number,
  depth: number | null,
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
  const awarded =
    depth === null ? placings : placings.filter(({ place }) => isAwarded(place, depth));
  const isOpen = depth !== null && awarded.length < depth;
  const lastIndex = (isOpen ? null : awarded.at(-1)?.index) ?? Number.POSITIVE_INFINITY;
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

/** The log's time of everybody of a run who came in with one. */
export function readLogTimes(
  desk: Stored,
  eventId: string,
  runId: string,
  keyOf: (runnerId: string) => string,
): ReadonlyMap<string, number> {
  const arrivals = gatherArrivals(desk, eventId, runId, Number.POSITIVE_INFINITY);
  while (arrivals.readOn());
  return new Map(
    arrivals
      .placings()
      .flatMap(({ runnerId, hundredths }) =>
        hundredths === null ? [] : [[keyOf(runnerId), hundredths] as const],
      ),
  );
}

/** Reads the log stretch by stretch, counts who of a run came in and keeps the first `limit` of them. */
function gatherArrivals(desk: Stored, eventId: string, runId: string, limit: number) {
  const { finish } = desk.stores;
  const people = readPeople(desk, eventId);
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
      const lines = finish.lines(eventId, stretch);
      const times = finish.times(eventId, stretch);
      const holders = finish.holders(eventId, stretch);
      const found = onlyHolders(holders);
      for (const [offset, { bib, runnerId }] of lines.entries()) {
        const named = runnerId === null ? null : people.idOf(runnerId);
        const finisher =
          bib === null ? undefined : (found.get(bib) ?? namedHolder(holders, bib, named));
        if (bib === null || finisher === undefined) unplaced.push(from + offset);
        if (bib === null || finisher?.runId !== runId) continue;
        const before = arrived.size;
        arrived.add(finisher.teamId ?? finisher.runnerId);
        if (arrived.size === before || arrivals.length >= limit) continue;
        finishers.set(lineKey(bib, runnerId), finisher);
        const stamp = { atMs: times[offset] ?? null };
        arrivals.push({ index: from + offset, stamp, line: { bib, runnerId } });
      }
      from += rowsAtOnce;
      return lines.length === rowsAtOnce;
    },
    total: () => arrived.size,
    placings(): readonly Placing[] {
      const guns = finish.guns(eventId);
      const finisherOf = (bib: string, runnerId: string | null): Finisher | null =>
        finishers.get(lineKey(bib, runnerId)) ?? null;
      return placingsOf(arrivals, finisherOf, guns).get(runId) ?? [];
    },
  };
}

const lineKey = (bib: string, runnerId: string | null): string => JSON.stringify([bib, runnerId]);

/** Whom a person named among several who have the bib. */
const namedHolder = (
  holders: readonly FinishHolder[],
  bib: string,
  runnerId: string | null,
): Finisher | undefined =>
  runnerId === null
    ? undefined
    : holders.find((holder) => holder.bib === bib && holder.runnerId === runnerId);

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
