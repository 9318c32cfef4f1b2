import type { PodiumSegment, SegmentClock } from "#shared/contract/podium.ts";
import type { SegmentState } from "#shared/domain/podium/podium.ts";
import { compareSegmentIds, defaultClockOf } from "#shared/domain/podium/segment.ts";
import type { AwardRecord } from "#core/db/stores/award-store.ts";
import type { RunRecord } from "#core/db/stores/event-stores.ts";
import type { Stored } from "#core/services/context.ts";

/** A segment of a run: the organizer's data, overridden by what was declared in Chute. */
export interface SegmentPlan {
  readonly eventId: string;
  readonly runId: string;
  readonly segmentId: string;
  /** The id itself if the segment has no label. */
  readonly label: string;
  readonly clock: SegmentClock;
  readonly depth: number | null;
  readonly prizes: PodiumSegment["prizes"];
  readonly source: PodiumSegment["source"];
  /** Null if nothing was done in this segment. */
  readonly state: SegmentState | null;
}

/** The segments of one run; the organizer's data is read once. */
export function readPlans(desk: Stored, run: RunRecord) {
  const { podium } = desk.stores;
  const { eventId, id: runId } = run;
  const awards = awardsOf(desk, run);
  const awardById = new Map(awards.map((award) => [award.segmentId, award]));
  return {
    run,
    /** The segment in its current state; null if no segment has this id. */
    find(segmentId: string) {
      const state = podium.get(eventId, runId, segmentId)?.state;
      const award = awardById.get(segmentId) ?? null;
      const isThere = award !== null || (state !== undefined && !state.removed);
      return isThere ? planOf(run, segmentId, award, state) : null;
    },
    /**
     * The organizer's segments in the organizer's order, then the segments that were declared in Chute, in the order of
     * a ceremony.
     */
    all() {
      const states = new Map(
        podium.ofRun(eventId, runId).map(({ segmentId, state }) => [segmentId, state]),
      );
      const here = [...states]
        .filter(([segmentId, state]) => !awardById.has(segmentId) && !state.removed)
        .map(([segmentId]) => segmentId)
        .toSorted(compareSegmentIds);
      return [
        ...awards.map((award) => planOf(run, award.segmentId, award, states.get(award.segmentId))),
        ...here.map((segmentId) => planOf(run, segmentId, null, states.get(segmentId))),
      ];
    },
  };
}

export type RunPlans = ReturnType<typeof readPlans>;

/** Awards without a run belong to this run if the event has only one run. */
function awardsOf(desk: Stored, run: RunRecord): AwardRecord[] {
  const awards = desk.stores.awards.ofRun(run.eventId, run.id);
  if (awards.every(({ runId }) => runId !== "") || isOnlyRun(desk, run)) return awards;
  return awards.filter(({ runId }) => runId !== "");
}

const isOnlyRun = ({ stores }: Stored, { eventId, id }: RunRecord): boolean =>
  stores.runs.ofEvent(eventId).every((run) => run.gone || run.id === id);

/** The number of segments per run, and how many of them were announced. */
export function countSegments(
  { stores }: Stored,
  eventId: string,
  runs: readonly RunRecord[],
): (run: RunRecord) => { readonly segments: number; readonly announced: number } {
  const briefs = stores.podium.briefs(eventId);
  const places = stores.awards.segments(eventId);
  const isOnly = runs.filter(({ gone }) => !gone).length === 1;
  return (run) => {
    const ids = new Set<string>();
    for (const { runId, segmentId } of places) {
      if (runId === run.id || (runId === "" && isOnly)) ids.add(segmentId);
    }
    const own = briefs.filter(({ runId }) => runId === run.id);
    for (const { segmentId, removed } of own) if (!removed) ids.add(segmentId);
    return { segments: ids.size, announced: own.filter(({ announced }) => announced).length };
  };
}

function planOf(
  { eventId, id: runId }: RunRecord,
  segmentId: string,
  award: AwardRecord | null,
  state: SegmentState | undefined,
): SegmentPlan {
  const declared = state?.declared ?? null;
  return {
    eventId,
    runId,
    segmentId,
    label: declared?.label ?? award?.label ?? segmentId,
    clock: readClock(declared?.clock) ?? defaultClockOf(segmentId),
    depth: declared?.depth ?? award?.depth ?? null,
    prizes: (award?.prizes ?? []).map(({ place, prize }) => ({ place, prize })),
    source: award === null ? "here" : "organizer",
    state: state ?? null,
  };
}

/** Returns null if the clock is absent, or if a newer version declared a clock that this version does not know. */
export const readClock = (clock: string | undefined): SegmentClock | null =>
  clock === "gun" || clock === "chip" ? clock : null;
