import type { PodiumSegment, SlotInput } from "#shared/contract/podium.ts";
import type { SheetSlot } from "#shared/domain/facts.ts";
import { sameSheet } from "#shared/domain/podium.ts";
import { readRaceTime } from "#shared/domain/race-time.ts";
import type { sheetSources } from "#shared/domain/sheet-history.ts";
import { segmentSubject } from "#shared/domain/segment.ts";
import type { Err, Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { RunRecord } from "../db/stores/event-stores.ts";
import type { DeskActor, DeskContext } from "./context.ts";
import type { PodiumPeople } from "./podium-people.ts";
import { readPeople } from "./podium-people.ts";
import type { SegmentPlan } from "./podium-segments.ts";
import { findPlan } from "./podium-segments.ts";
import type { PodiumSight } from "./podium-view.ts";
import { shownSheet, viewOf } from "./podium-view.ts";

type Stored = Pick<DeskContext, "stores">;

export const noSegment = () => err("not-found", "There is no such event, run or segment");

/** The run, when the event has it. */
export function findRun({ stores }: Stored, eventId: string, runId: string): RunRecord | null {
  const run = stores.runs.get(runId);
  return run?.eventId === eventId ? run : null;
}

/** What one segment of a run is judged against, read once for one answer. */
export const sightOf = (
  desk: Stored,
  run: RunRecord,
  people: PodiumPeople = readPeople(desk, run.eventId),
): PodiumSight => ({
  people,
  groups: desk.stores.podium.groups(run.eventId, run.id),
  planOf: (segmentId) => findPlan(desk, run, segmentId),
});

/** A segment as it is now. */
export function readSegment(
  desk: Stored,
  run: RunRecord,
  segmentId: string,
): { readonly plan: SegmentPlan; readonly view: PodiumSegment } | null {
  const plan = findPlan(desk, run, segmentId);
  return plan === null ? null : { plan, view: viewOf(plan, sightOf(desk, run)) };
}

/** Who writes a sheet, and what they saw. */
export interface SheetOrder extends DeskActor {
  readonly commandId: string;
  readonly follows: readonly string[];
  readonly reason: string | undefined;
}

type SheetRefusal = Failure<"changed-meanwhile" | "reason-needed">;

/**
 * Writes a segment's sheet anew (J4, P5). In a transaction. A sheet that says what is there already, and settles nothing,
 * is not written again.
 */
export function writeSheet(
  desk: Stored,
  run: RunRecord,
  plan: SegmentPlan,
  order: SheetOrder,
  sheet: {
    readonly slots: readonly SheetSlot[];
    readonly source: (typeof sheetSources)[keyof typeof sheetSources];
  },
): Result<PodiumSegment, SheetRefusal> {
  const { eventId, runId, segmentId, state } = plan;
  const { slots, source } = sheet;
  const viewNow = (now: SegmentPlan): PodiumSegment => viewOf(now, sightOf(desk, run));
  const shown = shownSheet(plan);
  const heads = state?.heads ?? [];
  const follows = heads.map(({ entryId }) => entryId).filter((id) => order.follows.includes(id));
  if (shown !== null && !follows.includes(shown.entryId)) return changedMeanwhile(viewNow(plan));
  const settles = follows.length > 1;
  if (!settles && sameSheet(shown?.slots ?? [], slots)) return ok(viewNow(plan));
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
  return ok(viewNow(findPlan(desk, run, segmentId) ?? plan));
}

const isAnnounced = ({ state }: SegmentPlan): boolean => (state?.announced ?? null) !== null;

/** Somebody typed another sheet, or the count at the button is an older one; the segment as it is goes along. */
export const changedMeanwhile = (segment: PodiumSegment): Err<Failure<"changed-meanwhile">> =>
  err("changed-meanwhile", "Somebody changed this segment meanwhile", { details: { segment } });

/**
 * The lines as they are kept: whom each bib means by now, walk-ups by the id they keep for ever (W2), and no blank line
 * below the last one that says something.
 */
export function readSlots(people: PodiumPeople, typed: readonly SlotInput[]): SheetSlot[] {
  const last = typed.findLastIndex(({ bib, runnerId }) => bib.trim() !== "" || runnerId !== null);
  return typed.slice(0, last + 1).map(({ bib, runnerId, tie, time }, index) => {
    const slot = { bib: bib.trim(), runnerId, time: time === null ? null : time.trim() };
    return {
      bib: slot.bib,
      runnerId: people.meant(slot).runner?.runnerId ?? null,
      tie: tie && index > 0,
      time: slot.time === "" ? null : slot.time,
    };
  });
}

/** Messages by field for times that cannot be read; empty when all can. */
export function timeFaults(slots: readonly SheetSlot[]): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  for (const [index, { time }] of slots.entries()) {
    const read = time === null ? null : readRaceTime(time);
    if (read?.ok === false) faults[`slots.${index}.time`] = [read.error.message];
  }
  return faults;
}
