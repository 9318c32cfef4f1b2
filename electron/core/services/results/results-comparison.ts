import type { ComparedSegment } from "#shared/contract/results.ts";
import type { PlacedPerson } from "#shared/domain/results/publication.ts";
import { comparePodiums } from "#shared/domain/results/publication.ts";
import { readRaceTime } from "#shared/domain/podium/race-time.ts";
import { placesByOrder } from "#shared/domain/podium/ranking.ts";
import { compareSegmentIds } from "#shared/domain/podium/segment.ts";
import type { Segment } from "#shared/partner-api/results.ts";
import type { PodiumRecord } from "#core/db/stores/finish-line/podium-store.ts";
import type { Stored } from "#core/services/context.ts";
import type { PodiumPeople } from "#core/services/podium/podium-people.ts";
import { readPeople } from "#core/services/podium/podium-people.ts";
import type { SegmentPlan } from "#core/services/podium/podium-segments.ts";
import { readPlans } from "#core/services/podium/podium-segments.ts";

/** One side of a comparison: the runners and places of each segment. */
export type Podium = ReadonlyMap<
  string,
  {
    readonly label: string;
    readonly people: readonly PlacedPerson[];
    /** The number of award places when announced; absent if the podium was not announced with Chute. */
    readonly depth?: number | null;
  }
>;

/** The podiums that were announced with Chute; segments that were never announced are missing. */
export function announcedPodium(desk: Stored, eventId: string, runId: string): Podium {
  const known = readPeople(desk, eventId);
  return new Map(
    desk.stores.podium.ofRun(eventId, runId).flatMap(({ segmentId, state }) => {
      const people = announcedPeople(known, state);
      if (people === null) return [];
      const label = state.declared?.label ?? segmentId;
      const depth = state.announced?.depth ?? null;
      return [[segmentId, { label, people, depth }] as const];
    }),
  );
}

/** The announced runners, as the board shows them, with their places; null if the segment was never announced. */
function announcedPeople(known: PodiumPeople, state: PodiumRecord["state"]): PlacedPerson[] | null {
  if (state.announced === null) return null;
  const { slots } = state.announced.sheet;
  const places = placesByOrder(slots.map(({ tie }) => tie));
  return slots.map(({ bib, runnerId, time }, index) => {
    const { runner } = known.meant({ bib, runnerId });
    const read = time === null ? null : readRaceTime(time);
    return {
      place: places[index] ?? index + 1,
      participantId: runner?.registrationId ?? null,
      bib: bib === "" ? null : bib,
      name: runner?.name ?? null,
      hundredths: read?.ok === true ? read.value : null,
    };
  });
}

/** The organizer's podium; if a segment is listed twice, the first one wins. */
export const publishedPodium = (segments: readonly Segment[]): Podium =>
  new Map(
    segments
      .toReversed()
      .map(({ segmentId, label, podium }) => [segmentId, { label, people: podium.map(toPlaced) }]),
  );

/** A runner whom the organizer placed. */
export function toPlaced({
  place,
  participantId,
  bib,
  name,
  placingTime,
}: Segment["podium"][number]): PlacedPerson {
  return {
    place: Math.round(place),
    participantId,
    bib: bib === undefined || bib === "" ? null : bib,
    name: name ?? null,
    hundredths: placingTime === undefined ? null : hundredthsOf(placingTime),
  };
}

/**
 * Rounds up, as road-race times are. First rounds to 0.00001 s, to remove floating-point noise. Null if the
 * number is not a safe integer.
 */
function hundredthsOf(seconds: number): number | null {
  const hundredths = Math.ceil(Math.round(seconds * 100_000) / 1_000);
  return Number.isSafeInteger(hundredths) ? hundredths : null;
}

/** Every segment of either side, in ceremony order (P6). */
export function compareSegments(
  { stores }: Stored,
  runId: string,
  before: Podium,
  after: Podium,
): ComparedSegment[] {
  const plans = plansOf({ stores }, runId);
  const knows = (id: string): boolean => stores.registrations.get(id) !== null;
  const isRelay = stores.runs.get(runId)?.isRelay === true;
  const teamOf = (id: string): string | null =>
    isRelay ? (stores.registrations.get(id)?.teamId ?? null) : null;
  const ids = [...new Set([...after.keys(), ...before.keys()])].toSorted(compareSegmentIds);
  return ids.map((segmentId) => {
    const earlier = before.get(segmentId);
    const later = after.get(segmentId);
    const label = later?.label ?? plans.get(segmentId)?.label ?? earlier?.label ?? segmentId;
    if (earlier === undefined || later === undefined) {
      const lacks = earlier === undefined ? ("before" as const) : ("after" as const);
      return { segmentId, label, lacks, rows: [], recalls: 0 };
    }
    // Awards were handed out with the announced depth; a publication has no depth.
    const depth =
      earlier.depth === undefined ? (plans.get(segmentId)?.depth ?? null) : earlier.depth;
    const rows = comparePodiums(earlier.people, later.people, { depth, knows, teamOf }).map(
      (row) => ({
        ...row,
        before: row.before === null ? null : { ...row.before },
        after: row.after === null ? null : { ...row.after },
      }),
    );
    const recalls = rows.filter(({ recall }) => recall).length;
    return { segmentId, label, lacks: null, rows, recalls };
  });
}

/** The run's segments as Chute knows them, by id. */
function plansOf(desk: Stored, runId: string): Map<string, SegmentPlan> {
  const run = desk.stores.runs.get(runId);
  const plans = run === null ? [] : readPlans(desk, run).all();
  return new Map(plans.map((plan) => [plan.segmentId, plan]));
}
