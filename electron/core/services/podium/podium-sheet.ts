import type { PodiumSegment, SlotInput } from "#shared/contract/podium.ts";
import type { SheetSlot } from "#shared/domain/journal/journal-facts.ts";
import { showRaceTime } from "#shared/domain/podium/race-time.ts";
import type { sheetSources } from "#shared/domain/podium/sheet-history.ts";
import { segmentSubject } from "#shared/domain/podium/segment.ts";
import { readTypedTime } from "#shared/domain/podium/typed-time.ts";
import type { Err, Failure, Result } from "#shared/result.ts";
import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import { err, ok } from "#shared/result.ts";
import type { RunRecord } from "#core/db/stores/event-stores.ts";
import type { ByDevice, EntryAuthor } from "#core/db/stores/journal/journal-store.ts";
import type { Stored } from "#core/services/context.ts";
import { readClaims } from "./podium-claims.ts";
import type { PodiumPeople } from "./podium-people.ts";
import { readPeople } from "./podium-people.ts";
import type { RunPlans, SegmentPlan } from "./podium-segments.ts";
import { readPlans } from "./podium-segments.ts";
import type { PodiumSight } from "./podium-view.ts";
import { createSight, saysTheSame, shownSheet, viewOf } from "./podium-view.ts";

export const noSegment = () => err("not-found", "There is no such event, run or segment");

/** The run, if it belongs to the event. */
export function findRun({ stores }: Stored, eventId: string, runId: string): RunRecord | null {
  const run = stores.runs.get(runId);
  return run?.eventId === eventId ? run : null;
}

/** Every segment of a run, in order, with the data that the warnings depend on. */
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

/** One segment of one run, with the data that its warnings depend on. */
export interface FoundSegment {
  readonly plans: RunPlans;
  readonly people: PodiumPeople;
  readonly plan: SegmentPlan;
}

/** The segment; null if event, run or segment does not exist. */
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

/** The current state of the segment, also after a write. */
export function viewNow(desk: Stored, { plans, people, plan }: FoundSegment): PodiumSegment {
  const { eventId, runId, segmentId } = plan;
  const claims = readClaims(desk, plans.run, people, plans.all);
  const sight = createSight(people, claims, desk.stores.podium.groups(eventId, runId), plans.find);
  return viewOf(plans.find(segmentId) ?? plan, sight);
}

/** The command that writes a sheet, with the revisions that its author saw. */
export interface SheetCommand extends EntryAuthor {
  readonly commandId: string;
  readonly follows: readonly string[];
  readonly reason?: string | undefined;
}

export type SheetRefusal = Failure<"changed-meanwhile" | "reason-needed">;

/**
 * Writes a new sheet for a segment (J4, P5). Call it in a transaction. A sheet that equals the current one and
 * resolves no conflict is not written.
 */
export function writeSheet(
  desk: Stored,
  found: FoundSegment,
  command: SheetCommand,
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
  const follows = heads.map(({ entryId }) => entryId).filter((id) => command.follows.includes(id));
  if (shown !== null && !follows.includes(shown.entryId))
    return changedMeanwhile(desk, viewNow(desk, found), command);
  const settles = follows.length > 1;
  if (!settles && saysTheSame(people, shown?.slots ?? [], slots)) return ok(viewNow(desk, found));
  if (isAnnounced(plan) && command.reason === undefined) {
    return err("reason-needed", "It was announced: say why it changes");
  }
  desk.stores.journal.append({
    ...command,
    kind: "podium.entered",
    payload: withoutUndefined({ runId, segmentId, slots, follows, source, reason: command.reason }),
    eventId,
    subject: segmentSubject(runId, segmentId),
  });
  desk.stores.finishLine.refresh({ table: "podium", eventId, runId, segmentId });
  return ok(viewNow(desk, found));
}

const isAnnounced = ({ state }: SegmentPlan): boolean => (state?.announced ?? null) !== null;

/**
 * The error for a sheet that was changed since, or whose revision is older. The error contains the current segment, and
 * whether the asking desk wrote its sheet, for example in another window (S10).
 */
export function changedMeanwhile(
  { stores }: Stored,
  segment: PodiumSegment,
  { deviceId }: ByDevice,
): Err<Failure<"changed-meanwhile">> {
  const { journal } = stores;
  const entry = segment.revision === null ? null : journal.get(segment.revision);
  const isSameDesk = entry?.device === journal.device && entry.payload?.["byDevice"] === deviceId;
  return err("changed-meanwhile", "This segment was changed meanwhile", {
    details: { segment, isSameDesk },
  });
}

/**
 * Normalises the lines for storage: the runner each bib means now, walk-ups by their permanent local id (W2),
 * times with colons (P2), and no blank lines at the end.
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

/** Formats a time so that every version reads it alike; unreadable text is kept, for its error message. */
function storedTime(typed: string): string {
  const read = readTypedTime(typed);
  return read.ok ? showRaceTime(read.value.hundredths) : typed;
}

/** Error messages by field for unreadable times; empty if all are readable. */
export function timeFaults(slots: readonly SlotInput[]): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  for (const [index, { time }] of slots.entries()) {
    const read = time === null || time.trim() === "" ? null : readTypedTime(time);
    if (read?.ok === false) faults[`slots.${index}.time`] = [read.error.message];
  }
  return faults;
}
