import type { PodiumSegment, SegmentClock } from "#shared/contract/podium.ts";
import type { SegmentState } from "#shared/domain/podium.ts";
import { compareSegmentIds, defaultClockOf } from "#shared/domain/segment.ts";
import type { AwardRecord } from "../db/stores/award-store.ts";
import type { RunRecord } from "../db/stores/event-stores.ts";
import type { DeskContext } from "./context.ts";

/** A segment of a run: what the organizer says of it, overlaid by what was declared here. */
export interface SegmentPlan {
  readonly eventId: string;
  readonly runId: string;
  readonly segmentId: string;
  /** The id itself where nobody gave it a name. */
  readonly label: string;
  readonly clock: SegmentClock;
  readonly depth: number | null;
  readonly prizes: PodiumSegment["prizes"];
  readonly source: PodiumSegment["source"];
  /** Null when nobody did anything in it. */
  readonly state: SegmentState | null;
}

type Stored = Pick<DeskContext, "stores">;

/** The organizer's in its order, then those built here in the order of a ceremony. */
export function plansOf(desk: Stored, run: RunRecord): SegmentPlan[] {
  const { stores } = desk;
  const { eventId, id: runId } = run;
  const states = new Map(
    stores.podium.ofRun(eventId, runId).map(({ segmentId, state }) => [segmentId, state]),
  );
  const awards = awardsOf(desk, run);
  const named = new Set(awards.map(({ segmentId }) => segmentId));
  const here = [...states]
    .filter(([segmentId, state]) => !named.has(segmentId) && !state.removed)
    .map(([segmentId]) => segmentId)
    .toSorted(compareSegmentIds);
  return [
    ...awards.map((award) => planOf(run, award.segmentId, award, states.get(award.segmentId))),
    ...here.map((segmentId) => planOf(run, segmentId, null, states.get(segmentId))),
  ];
}

/** One segment; null when there is none by this id. */
export function findPlan(desk: Stored, run: RunRecord, segmentId: string): SegmentPlan | null {
  const state = desk.stores.podium.get(run.eventId, run.id, segmentId)?.state;
  const award = awardsOf(desk, run).find((one) => one.segmentId === segmentId) ?? null;
  if (award === null && (state === undefined || state.removed)) return null;
  return planOf(run, segmentId, award, state);
}

/** Awards that name no run are the run's own where the event has only one. */
function awardsOf({ stores }: Stored, run: RunRecord): AwardRecord[] {
  const awards = stores.awards.ofEvent(run.eventId);
  const isUnnamed = awards.some(({ runId }) => runId === "");
  const isOnly =
    isUnnamed && stores.runs.ofEvent(run.eventId).filter(({ gone }) => !gone).length === 1;
  return awards.filter(({ runId }) => runId === run.id || (runId === "" && isOnly));
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

const readClock = (clock: string | undefined): SegmentClock | null =>
  clock === "gun" || clock === "chip" ? clock : null;
