import type { PodiumSegment, SlotInput } from "#shared/contract/podium.ts";
import type { SheetSlot } from "#shared/domain/journal/journal-facts.ts";
import { showRaceTime } from "#shared/domain/podium/race-time.ts";
import type { sheetSources } from "#shared/domain/podium/sheet-history.ts";
import { segmentSubject } from "#shared/domain/podium/segment.ts";
import { readTypedTime } from "#shared/domain/podium/typed-time.ts";
import type { Err, Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { RunRecord } from "#core/db/stores/event-stores.ts";
import type { DeskActor, DeskContext } from "#core/services/context.ts";
import { readClaims } from "./podium-claims.ts";
import type { PodiumPeople } from "./podium-people.ts";
import { readPeople } from "./podium-people.ts";
import type { RunPlans, SegmentPlan } from "./podium-segments.ts";
import { readPlans } from "./podium-segments.ts";
import type { PodiumSight } from "./podium-view.ts";
import { createSight, saysTheSame, shownSheet, viewOf } from "./podium-view.ts";

type Stored = Pick<DeskContext, "stores">;

export const noSegment = () => err("not-found", "There is no such event, run or segment");

/** The run, when the event has it. */
export function findRun({ stores }: Stored, eventId: string, runId: string): RunRecord | null {
  const run = stores.runs.get(runId);
  return run?.eventId === eventId ? run : null;
}

/** Every segment of a run, in order, and all they are judged by. */
export function readRun(
  desk: Stored,
  run: RunRecord,
): { readonly plans: readonly SegmentPlan[]; readonly sight: PodiumSight } {
  const plans = readPlans(desk, run).all();
  const byId = new Map(plans.map((plan) => [plan.segmentId, plan]));
  const people = readPeople(desk, run.eventId);
  const sight = createSight(
    people,
    readClaims(desk, run, people, () => plans),
    desk.stores.podium.groups(run.eventId, run.id),
    (segmentId) => byId.get(segmentId) ?? null,
  );
  return { plans, sight };
}

/** One segment of one run as it is found, and all it is judged by. */
export interface FoundSegment {
  readonly plans: RunPlans;
  readonly people: PodiumPeople;
  readonly plan: SegmentPlan;
}

/** The segment; null when there is no such event, run or segment. */
export function findSegment(
  desk: Stored,
  place: { readonly eventId: string; readonly runId: string; readonly segmentId: string },
): FoundSegment | null {
  const run = findRun(desk, place.eventId, place.runId);
  if (run === null) return null;
  const plans = readPlans(desk, run);
  const plan = plans.find(place.segmentId);
  return plan === null ? null : { plans, plan, people: readPeople(desk, run.eventId) };
}

/** The segment as it is by now, also after it was written. */
export function viewNow(desk: Stored, { plans, people, plan }: FoundSegment): PodiumSegment {
  const { eventId, runId, segmentId } = plan;
  const claims = readClaims(desk, plans.run, people, plans.all);
  const sight = createSight(people, claims, desk.stores.podium.groups(eventId, runId), plans.find);
  return viewOf(plans.find(segmentId) ?? plan, sight);
}

/** Who writes a sheet, and what they saw. */
export interface SheetOrder extends DeskActor {
  readonly commandId: string;
  readonly follows: readonly string[];
  readonly reason: string | undefined;
}

export type SheetRefusal = Failure<"changed-meanwhile" | "reason-needed">;

/**
 * Writes a segment's sheet anew (J4, P5). In a transaction. A sheet that says what is there already, and settles nothing,
 * is not written again.
 */
export function writeSheet(
  desk: Stored,
  found: FoundSegment,
  order: SheetOrder,
  sheet: {
    readonly slots: readonly SheetSlot[];
    readonly source: (typeof sheetSources)[keyof typeof sheetSources];
  },
): Result<PodiumSegment, SheetRefusal> {
  const { plan, people } = found;
  const { eventId, runId, segmentId, state } = plan;
  const { slots, source } = sheet;
  const shown = shownSheet(plan);
  const heads = state?.heads ?? [];
  const follows = heads.map(({ entryId }) => entryId).filter((id) => order.follows.includes(id));
  if (shown !== null && !follows.includes(shown.entryId))
    return changedMeanwhile(viewNow(desk, found));
  const settles = follows.length > 1;
  if (!settles && saysTheSame(people, shown?.slots ?? [], slots)) return ok(viewNow(desk, found));
  if (isAnnounced(plan) && order.reason === undefined) {
    return err("reason-needed", "It was announced: say why it changes");
  }
  desk.stores.journal.append({
    kind: "podium.entered",
    payload: {
      runId,
      segmentId,
      slots,
      follows,
      source,
      ...(order.reason === undefined ? {} : { reason: order.reason }),
    },
    eventId,
    subject: segmentSubject(runId, segmentId),
    operator: order.operator,
    desk: order.desk,
    commandId: order.commandId,
  });
  desk.stores.finishLine.refresh({ table: "podium", eventId, runId, segmentId });
  return ok(viewNow(desk, found));
}

const isAnnounced = ({ state }: SegmentPlan): boolean => (state?.announced ?? null) !== null;

/** Somebody typed another sheet, or the count at the button is an older one; the segment as it is goes along. */
export const changedMeanwhile = (segment: PodiumSegment): Err<Failure<"changed-meanwhile">> =>
  err("changed-meanwhile", "Somebody changed this segment meanwhile", { details: { segment } });

/**
 * The lines as they are kept: whom each bib means by now, walk-ups by the id they keep for ever (W2), times with their
 * colons (P2), and no blank line below the last one that says something.
 */
export function readSlots(people: PodiumPeople, typed: readonly SlotInput[]): SheetSlot[] {
  const last = typed.findLastIndex(({ bib, runnerId }) => bib.trim() !== "" || runnerId !== null);
  return typed.slice(0, last + 1).map(({ bib, runnerId, tie, time }, index) => {
    const slot = { bib: bib.trim(), runnerId, time: time === null ? null : time.trim() };
    return {
      bib: slot.bib,
      runnerId: people.meant(slot).runner?.runnerId ?? null,
      tie: tie && index > 0,
      time: slot.time === "" || slot.time === null ? null : storedTime(slot.time),
    };
  });
}

/** As every version reads it alike; what cannot be read stays as it was typed, for its message. */
function storedTime(typed: string): string {
  const read = readTypedTime(typed);
  return read.ok ? showRaceTime(read.value.hundredths) : typed;
}

/** Messages by field for times that cannot be read; empty when all can. */
export function timeFaults(slots: readonly SlotInput[]): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  for (const [index, { time }] of slots.entries()) {
    const read = time === null || time.trim() === "" ? null : readTypedTime(time);
    if (read?.ok === false) faults[`slots.${index}.time`] = [read.error.message];
  }
  return faults;
}
