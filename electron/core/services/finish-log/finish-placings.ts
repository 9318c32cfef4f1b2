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
import type { Stored } from "#core/services/context.ts";
import { yieldToEventLoop } from "#core/db/yield-to-event-loop.ts";
import { readPeople } from "#core/services/podium/podium-people.ts";

/** Number of places that are taken from the log if the segment declares no depth. */
const usualDepth = 10;

/** Number of finishers without a place who are named; the screen counts the others. */
const namedUnplaced = 5;

/** Number of log rows that are processed before yielding to the event loop; they take a few milliseconds. */
const rowsAtOnce = 500;

type Arrival = FinishMatch<Pick<FinishItem, "atMs">, FinishLine>;

export interface Placings {
  readonly placings: readonly Placing[];
  /** All runners of this run who finished. */
  readonly total: number;
  /**
   * Finishers without a place who may belong among the award places; among all places if there is no depth.
   */
  readonly unplaced: number;
  /** The first of them. */
  readonly firstUnplaced: UnplacedRow[];
}

/** A row of the log without a place. */
interface UnplacedRow {
  readonly index: number;
  readonly bib: string | null;
}

/**
 * The first `limit` places in a run's finish order. Only a bib with one holder gets a place; a bib with
 * several holders is left to a person, who sees it in the log (B2). Yields to the event loop between
 * stretches of a long log. While fewer runners finished than there are award places (`depth`), every unplaced
 * finisher may belong there.
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
    await yieldToEventLoop();
  }
  const placings = arrivals.placings();
  const awarded =
    depth === null ? placings : placings.filter(({ place }) => isAwarded(place, depth));
  const isOpen = depth !== null && awarded.length < depth;
  const lastIndex = (isOpen ? null : awarded.at(-1)?.index) ?? Number.POSITIVE_INFINITY;
  const unplaced = arrivals.unplaced.filter(({ index }) => index < lastIndex);
  const firstUnplaced = unplaced.slice(0, namedUnplaced);
  return { placings, total: arrivals.total(), unplaced: unplaced.length, firstUnplaced };
}

/**
 * Returns the runners with an award place, and those who tie with the last of them (P1). Reads no more of the log than
 * needed.
 */
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

/** The time of a finisher in the log, and the runner whom the log names. */
export type LogTime = Pick<Placing, "runnerId"> & { readonly hundredths: number };

/** The log time of each runner of a run who finished with a time. */
export function readLogTimes(
  desk: Stored,
  eventId: string,
  runId: string,
  keyOf: (runnerId: string) => string,
): ReadonlyMap<string, LogTime> {
  const arrivals = gatherArrivals(desk, eventId, runId, Number.POSITIVE_INFINITY);
  while (arrivals.readOn());
  return new Map(
    arrivals
      .placings()
      .flatMap(({ runnerId, hundredths }) =>
        hundredths === null ? [] : [[keyOf(runnerId), { runnerId, hundredths }] as const],
      ),
  );
}

/** Reads the log in stretches, counts the run's finishers and keeps the first `limit`. */
function gatherArrivals(desk: Stored, eventId: string, runId: string, limit: number) {
  const { finish } = desk.stores;
  const people = readPeople(desk, eventId);
  const arrivals: Arrival[] = [];
  /** Runner ids, or team ids in a relay; a second arrival takes no place. */
  const arrived = new Set<string>();
  const finishers = new Map<string, Finisher>();
  const unplaced: UnplacedRow[] = [];
  let from = 0;
  return {
    /** Rows without a place: the bib is unread, has no holder or several, or came before, except in a relay. */
    unplaced,
    /** Returns false once the end of the log is reached. */
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
        const row = { index: from + offset, bib };
        if (bib === null || finisher === undefined) unplaced.push(row);
        if (bib === null || finisher?.runId !== runId) continue;
        const before = arrived.size;
        arrived.add(finisher.teamId ?? finisher.runnerId);
        const cameBefore = arrived.size === before;
        if (cameBefore && finisher.teamId === null) unplaced.push(row);
        if (cameBefore || arrivals.length >= limit) continue;
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

/** The holder that a person chose among several. */
const namedHolder = (
  holders: readonly FinishHolder[],
  bib: string,
  runnerId: string | null,
): Finisher | undefined =>
  runnerId === null
    ? undefined
    : holders.find((holder) => holder.bib === bib && holder.runnerId === runnerId);

/** The finisher by bib, without bibs that several runners share, except within a relay team (B2). */
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

/**
 * Whether two finishers are the same. A bib that is typed twice lists its holder twice; the members of a relay team
 * count as one finisher.
 */
const isSameFinisher = (one: Finisher, other: Finisher): boolean =>
  one.runnerId === other.runnerId ||
  (one.teamId !== null && one.teamId === other.teamId && one.runId === other.runId);

/** The sheet that a segment gets from the log. */
export const slotsOf = (placings: readonly Placing[]): SheetSlot[] =>
  placings.map(({ bib, runnerId, place, hundredths }, index) => ({
    bib,
    runnerId,
    tie: place <= index,
    time: hundredths === null ? null : showRaceTime(hundredths),
  }));
