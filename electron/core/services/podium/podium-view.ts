import type { Actor } from "#shared/domain/journal/journal.ts";
import type { PodiumSegment, Slot } from "#shared/contract/podium.ts";
import type { SheetSlot } from "#shared/domain/journal/journal-facts.ts";
import type { GroupSegment, JudgedSlot } from "#shared/domain/podium/judge-slots.ts";
import { judgeSlots } from "#shared/domain/podium/judge-slots.ts";
import type { SheetState } from "#shared/domain/podium/podium.ts";
import { placesOf, sameSheet } from "#shared/domain/podium/podium.ts";
import { hundredthsOf, showRaceTime } from "#shared/domain/podium/race-time.ts";
import { isAwarded } from "#shared/domain/podium/ranking.ts";
import type { RunClaims } from "./podium-claims.ts";
import type { PodiumPeople } from "./podium-people.ts";
import type { SegmentPlan } from "./podium-segments.ts";
import { readClock } from "./podium-segments.ts";

/**
 * The data that a segment is judged against: the runners' current state and the segments it may not share a
 * winner with (P4).
 */
export interface PodiumSight {
  readonly people: PodiumPeople;
  readonly groups: readonly (readonly string[])[];
  readonly claims: RunClaims;
  /**
   * The runners of a segment, as the other segments of its group see it; null if no sheet was ever written.
   */
  standing(segmentId: string): GroupSegment | null;
}

/** Computes the runners of each segment once for one reply, even if many segments share a group with it. */
export function createSight(
  people: PodiumPeople,
  claims: RunClaims,
  groups: PodiumSight["groups"],
  planOf: (segmentId: string) => SegmentPlan | null,
): PodiumSight {
  const cachedSegments = new Map<string, GroupSegment | null>();
  return {
    people,
    claims,
    groups,
    standing(segmentId) {
      const found = cachedSegments.get(segmentId);
      if (found !== undefined) return found;
      const plan = planOf(segmentId);
      const standing = plan === null ? null : standingOf(plan, people);
      cachedSegments.set(segmentId, standing);
      return standing;
    },
  };
}

/** The sheet on screen: the earliest one without a successor (J4). */
export const shownSheet = (plan: SegmentPlan): SheetState | null => plan.state?.heads[0] ?? null;

/** Maps a segment to what every screen shows. */
export function viewOf(plan: SegmentPlan, sight: PodiumSight): PodiumSegment {
  const { runId, segmentId, label, clock, depth, prizes, source, state } = plan;
  const group = groupOf(plan, sight);
  const slotsOf = (sheet: SheetState | null, places = depth): Slot[] =>
    sheet === null ? [] : judge({ ...plan, depth: places }, sheet.slots, group, sight);
  const sheetOf = (sheet: SheetState) => ({
    revision: sheet.entryId,
    actor: actorOfSheet(sheet),
    slots: slotsOf(sheet),
  });
  const shown = shownSheet(plan);
  const announced = state?.announced ?? null;
  const changes = changesOf(plan, sight.people);
  const slots = slotsOf(shown);
  const rivals = (state?.heads ?? []).slice(1).map(sheetOf);
  return {
    runId,
    segmentId,
    label,
    clock,
    depth,
    prizes,
    source,
    state: stateOf(plan, changes),
    revision: shown?.entryId ?? null,
    actor: shown === null ? null : actorOfSheet(shown),
    changedBy: lastOf(changes),
    slots,
    toFill: depth === null ? null : Math.max(0, depth - slots.length),
    openWarnings: openWarningsOf(slots) + rivals.length,
    announced:
      announced === null
        ? null
        : {
            revision: announced.sheet.entryId,
            actor: actorOfSheet(announced.sheet),
            slots: slotsOf(announced.sheet, announced.depth),
            depth: announced.depth,
            clock: readClock(announced.clock) ?? clock,
            openWarnings: announced.openWarnings,
            announcedBy: actorOfSheet(announced),
          },
    rivals,
  };
}

/** The state of a segment (P5). An announced segment whose sheet was emptied counts as changed. */
function stateOf(plan: SegmentPlan, changes: readonly (Actor | null)[]): PodiumSegment["state"] {
  if ((plan.state?.announced ?? null) !== null) {
    return changes.length === 0 ? "announced" : "changed";
  }
  return (shownSheet(plan)?.slots ?? []).length === 0 ? "empty" : "draft";
}

/**
 * The actors of changes since the announcement; null stands for the organizer, who changed the depth (P5).
 */
function changesOf(plan: SegmentPlan, people: PodiumPeople): (Actor | null)[] {
  const { announced = null, declared = null } = plan.state ?? {};
  if (announced === null) return [];
  const shown = shownSheet(plan);
  const isSameSheet = saysTheSame(people, shown?.slots ?? [], announced.sheet.slots);
  const isSameSetUp = announced.depth === plan.depth && announced.clock === plan.clock;
  return [...(isSameSheet ? [] : [shown]), ...(isSameSetUp ? [] : [declared])];
}

function lastOf(changes: readonly (Actor | null)[]): Actor | null {
  const people = changes.filter((change) => change !== null);
  const [last] = people.toSorted((one, other) => other.atMs - one.atMs);
  return last === undefined ? null : actorOfSheet(last);
}

/** Whether two sheets name the same runners in the same places, under any of their ids (W2). */
export function saysTheSame(
  people: PodiumPeople,
  one: readonly SheetSlot[],
  other: readonly SheetSlot[],
): boolean {
  const named = (slots: readonly SheetSlot[]): SheetSlot[] =>
    slots.map((slot) => ({
      ...slot,
      runnerId: slot.runnerId === null ? null : people.idOf(slot.runnerId),
    }));
  return sameSheet(named(one), named(other));
}

const openWarningsOf = (slots: readonly Slot[]): number =>
  slots.reduce((sum, { warnings }) => sum + warnings.length, 0);

const actorOfSheet = ({ operator, desk, atMs }: Actor): Actor => ({ operator, desk, atMs });

function judge(
  plan: SegmentPlan,
  sheet: readonly SheetSlot[],
  group: readonly GroupSegment[],
  { people, claims }: PodiumSight,
): Slot[] {
  const { runId, depth } = plan;
  const meant = sheet.map((slot) => people.meant(slot).runner);
  const judged = sheet.map((slot): JudgedSlot => {
    const { runner, holders } = people.meant(slot);
    return {
      ...slot,
      runnerId: runner?.runnerId ?? slot.runnerId,
      runner: runner === null ? null : people.judged(runner),
      name: runner?.name ?? null,
      holders: holders.map((holder) => ({
        name: holder.name,
        runLabel: people.run(holder.runId)?.label ?? "",
      })),
    };
  });
  const distanceMeters = people.run(runId)?.distanceMeters ?? 0;
  const others = claims.others(
    plan,
    sheet.map(({ bib }, index) => ({ bib, runner: meant[index] ?? null })),
  );
  const warnings = judgeSlots(judged, { runId, distanceMeters, depth, group, others });
  const places = placesOf(sheet);
  return judged.map(({ bib, runnerId, tie, time }, index) => {
    const runner = meant[index] ?? null;
    const place = places[index] ?? 0;
    const hundredths = hundredthsOf(time);
    return {
      bib,
      runnerId,
      tie,
      // Earlier versions stored plain digits, which meant seconds. Formatted with colons, the screen sends
      // back what it was shown.
      time: hundredths === null ? time : showRaceTime(hundredths),
      place,
      name: runner?.name ?? null,
      pronunciation: runner?.pronunciation ?? null,
      currentBib: runner?.bib ?? null,
      teamId: runner === null ? null : people.teamOf(runner),
      hundredths,
      loggedHundredths: runner === null || plan.clock !== "gun" ? null : claims.logged(runner),
      beyondDepth: !isAwarded(place, depth),
      warnings: warnings[index] ?? [],
    };
  });
}

/** The other segments of every group that this segment belongs to, with their runners. */
function groupOf({ segmentId }: SegmentPlan, sight: PodiumSight): GroupSegment[] {
  const others = new Set(
    sight.groups.filter((group) => group.includes(segmentId)).flatMap((group) => [...group]),
  );
  others.delete(segmentId);
  return [...others].flatMap((other) => sight.standing(other) ?? []);
}

function standingOf(plan: SegmentPlan, people: PodiumPeople): GroupSegment | null {
  const sheet = shownSheet(plan);
  if (sheet === null) return null;
  const { segmentId, label, depth } = plan;
  const isRelay = people.run(plan.runId)?.isRelay === true;
  const slots = sheet.slots.map((slot) => standIn(slot, isRelay, people));
  return { segmentId, segmentLabel: label, depth, slots };
}

/**
 * The runner or team of a line. A line with an id is looked up only in a relay, because only there the team
 * counts.
 */
function standIn(
  { bib, runnerId, tie }: SheetSlot,
  isRelay: boolean,
  people: PodiumPeople,
): GroupSegment["slots"][number] {
  if (runnerId !== null && !isRelay) {
    return { bib, runnerId: people.idOf(runnerId), tie, teamId: null };
  }
  const { runner } = people.meant({ bib, runnerId });
  const teamId = runner === null ? null : people.teamOf(runner);
  return { bib, runnerId: runner?.runnerId ?? runnerId, tie, teamId };
}
