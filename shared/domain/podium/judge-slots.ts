import { comparableBib, isSameBib } from "#shared/domain/bibs/bib.ts";
import type { OtherList } from "./contradictions.ts";
import type { PlaceWarning } from "./place-warning.ts";
import { findContradictions } from "#shared/domain/podium/contradictions.ts";
import type { SheetSlot } from "#shared/domain/journal/journal-facts.ts";
import { placesOf } from "./podium.ts";
import { hundredthsOf, isLikely } from "./race-time.ts";
import { isAwarded } from "./ranking.ts";
import { isConfirmed } from "#shared/domain/registrations/registration.ts";
import type { Standing } from "#shared/domain/registrations/registration.ts";

/** The facts about a runner that the podium warnings depend on (P4). */
export interface JudgedRunner {
  readonly runnerId: string;
  readonly runId: string;
  readonly runLabel: string;
  /** The team in a relay run, else null: the team takes the place, whichever member the line names. */
  readonly teamId: string | null;
  /** The current bib. */
  readonly bib: string | null;
  /** Whether the runner's bib was swapped or changed. */
  readonly bibChanged: boolean;
  readonly standing: Standing;
  /** The status as the API writes it. */
  readonly status: string;
  /** Whether the runner is checked in, on this computer or elsewhere. */
  readonly checkedIn: boolean;
  readonly takenBack: boolean;
  /** Whether the runner is no longer in the organizer's list. */
  readonly gone: boolean;
}

/** A line of the sheet with its runner. */
export interface JudgedSlot extends SheetSlot {
  /** Null if no known runner has the bib. */
  readonly runner: JudgedRunner | null;
  readonly name?: string | null;
  /** All holders of the bib, if no runner was chosen. */
  readonly holders: readonly { readonly name: string | null; readonly runLabel: string }[];
}

/** Another segment of a no-double-dip group, with its lines. */
export interface GroupSegment {
  readonly segmentId: string;
  readonly segmentLabel: string;
  readonly depth: number | null;
  readonly slots: readonly (Pick<SheetSlot, "bib" | "runnerId" | "tie"> & {
    readonly teamId: string | null;
  })[];
}

export interface JudgeContext {
  readonly runId: string;
  readonly distanceMeters: number;
  readonly depth: number | null;
  /** The other segments of all groups that contain this segment. */
  readonly group: readonly GroupSegment[];
  /** The other segments with the same clock; for gun time also the finish log. */
  readonly others?: readonly OtherList[];
}

/** The warnings of each line, in the order of the lines. */
export function judgeSlots(slots: readonly JudgedSlot[], context: JudgeContext): PlaceWarning[][] {
  const places = placesOf(slots);
  const times = slots.map(({ time }) => hundredthsOf(time));
  const who = slots.map((slot) => placed(slot, slot.runner?.teamId ?? null));
  const linesOf = Map.groupBy(who.keys(), (index) => who[index] ?? "");
  const elsewhere = placesInGroup(context.group, linesOf);
  const contradicted = contradictions(times, places);
  const elsewhereSaid = findContradictions(
    slots.map(({ bib, name = null }, index) => ({
      bib,
      name,
      place: places[index] ?? 0,
      hundredths: times[index] ?? null,
    })),
    context.others ?? [],
  );
  return slots.map((slot, index) => {
    const person = who[index] ?? "";
    const warnings = judgePerson(slot, context.runId);
    const twin = linesOf.get(person)?.find((line) => line !== index);
    if (twin !== undefined) {
      warnings.push({ kind: "twice-in-segment", place: places[twin] ?? 0 });
    }
    if (isAwarded(places[index] ?? 0, context.depth)) {
      warnings.push(...(elsewhere.get(person) ?? []));
    }
    const better = contradicted[index];
    if (typeof better === "number") warnings.push({ kind: "time-contradicts", place: better });
    const time = times[index];
    if (typeof time === "number" && !isLikely(time, context.distanceMeters)) {
      warnings.push({ kind: "time-unlikely" });
    }
    warnings.push(...(elsewhereSaid[index] ?? []));
    return warnings;
  });
}

function judgePerson(slot: JudgedSlot, runId: string): PlaceWarning[] {
  const { runner, holders } = slot;
  if (runner === null) {
    return holders.length > 1
      ? [{ kind: "ambiguous-bib", holders: [...holders] }]
      : [{ kind: "unknown-bib" }];
  }
  const warnings: PlaceWarning[] = [];
  if (runner.runId !== runId) warnings.push({ kind: "other-run", runLabel: runner.runLabel });
  if (!runner.checkedIn) warnings.push({ kind: "not-checked-in" });
  if (!isConfirmed(runner.standing)) {
    warnings.push({ kind: "not-confirmed", status: runner.status });
  }
  if (runner.takenBack) warnings.push({ kind: "taken-back" });
  if (runner.gone) warnings.push({ kind: "gone-upstream" });
  const wearsIt = slot.bib === "" || (runner.bib !== null && isSameBib(runner.bib, slot.bib));
  if (runner.bibChanged || !wearsIt) warnings.push({ kind: "bib-swapped", bib: runner.bib });
  return warnings;
}

/** A key that is equal for the same runner or relay team. A bib without a runner is its own key. */
export function placed(slot: Pick<SheetSlot, "bib" | "runnerId">, teamId: string | null): string {
  if (teamId !== null) return `team ${teamId}`;
  return slot.runnerId === null ? `bib ${comparableBib(slot.bib)}` : `runner ${slot.runnerId}`;
}

/** Which of these runners get an award in another segment of the group. Places beyond the depth get no award. */
function placesInGroup(
  group: readonly GroupSegment[],
  people: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, PlaceWarning[]> {
  const found = new Map<string, PlaceWarning[]>();
  for (const segment of group) {
    const { segmentId, segmentLabel, depth, slots } = segment;
    const lines = linesIn(segment);
    let places: readonly number[] | null = null;
    for (const who of people.keys()) {
      for (const [index] of lines.get(who) ?? []) {
        // In a large group few runners are in both segments, so the places of the other segment are computed only if
        // needed.
        places ??= placesOf(slots);
        const place = places[index] ?? 0;
        if (!isAwarded(place, depth)) continue;
        const warning: PlaceWarning = { kind: "also-in-group", segmentId, segmentLabel, place };
        found.set(who, [...(found.get(who) ?? []), warning]);
      }
    }
  }
  return found;
}

/** Each of fifty segments is compared with the other forty-nine, so the lines of each runner are indexed once. */
const cachedLines = new WeakMap<GroupSegment, LinesByRunner>();
type LinesByRunner = ReadonlyMap<string, readonly (readonly [index: number, slot: unknown])[]>;

function linesIn(segment: GroupSegment): LinesByRunner {
  const cached = cachedLines.get(segment);
  if (cached !== undefined) return cached;
  const lines = Map.groupBy(segment.slots.entries(), ([, slot]) => placed(slot, slot.teamId));
  cachedLines.set(segment, lines);
  return lines;
}

/**
 * For each line the place that its time contradicts: a better place with a slower time, or its own place if the times of the
 * tie differ. Null if there is no contradiction, or no time. Places increase with the lines.
 */
function contradictions(
  times: readonly (number | null)[],
  places: readonly number[],
): (number | null)[] {
  const slowest = new Map<number, number>();
  const apart = new Set<number>();
  for (const [index, time] of times.entries()) {
    const place = places[index] ?? 0;
    const known = slowest.get(place);
    if (time === null) continue;
    if (known !== undefined && known !== time) apart.add(place);
    slowest.set(place, Math.max(time, known ?? 0));
  }
  // Each record is slower than all before it: the first record slower than a time is the best place it contradicts.
  const records: { readonly place: number; readonly time: number }[] = [];
  for (const [place, time] of slowest) {
    if (time > (records.at(-1)?.time ?? -1)) records.push({ place, time });
  }
  return times.map((time, index) => {
    const place = places[index] ?? 0;
    if (time === null) return null;
    const slower = records.find((record) => record.time > time);
    if (slower !== undefined && slower.place < place) return slower.place;
    return apart.has(place) ? place : null;
  });
}
