import type { FinishFill } from "#shared/contract/finish-log.ts";
import type { SheetSlot } from "#shared/domain/journal/journal-facts.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { readRaceTime, showRaceTime } from "#shared/domain/podium/race-time.ts";
import { segmentSubject } from "#shared/domain/podium/segment.ts";
import { readLoggedTimes, sheetBefore, sheetSources } from "#shared/domain/podium/sheet-history.ts";
import type { Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { RunRecord } from "#core/db/stores/event-stores.ts";
import type { Stored } from "#core/services/context.ts";
import type { LogTime } from "./finish-placings.ts";
import { readLogTimes } from "./finish-placings.ts";
import type { PodiumPeople } from "#core/services/podium/podium-people.ts";
import { readPeople } from "#core/services/podium/podium-people.ts";
import type { SegmentPlan } from "#core/services/podium/podium-segments.ts";
import { readPlans } from "#core/services/podium/podium-segments.ts";
import type {
  FoundSegment,
  SheetCommand,
  SheetRefusal,
} from "#core/services/podium/podium-sheet.ts";
import {
  changedMeanwhile,
  findRun,
  findSegment,
  noSegment,
  viewNow,
  writeSheet,
} from "#core/services/podium/podium-sheet.ts";
import { shownSheet } from "#core/services/podium/podium-view.ts";

/** The log's time of the runner that a line names; null if the log has none. */
type LogTimeOf = (slot: SheetSlot) => LogTime | null;

/** What the log's times would change in each segment of a run; null if the run does not exist. */
export function readFills(desk: Stored, eventId: string, runId: string): FinishFill[] | null {
  const run = findRun(desk, eventId, runId);
  if (run === null) return null;
  const people = readPeople(desk, eventId);
  const timeOf = logTimes(desk, people, eventId, runId);
  return readPlans(desk, run)
    .all()
    .map((plan) => fillOf(desk, people, plan, timeOf));
}

function fillOf(
  desk: Stored,
  people: PodiumPeople,
  plan: SegmentPlan,
  timeOf: LogTimeOf,
): FinishFill {
  const { segmentId, label, clock, state } = plan;
  const typedTimeOf = typedTimes(desk, plan);
  const fills: FinishFill["fills"] = [];
  const differs: FinishFill["differs"] = [];
  for (const slot of shownSheet(plan)?.slots ?? []) {
    const logged = timeOf(slot);
    if (logged === null) continue;
    const line = { ...logged, bib: slot.bib, name: people.meant(slot).runner?.name ?? null };
    if (slot.time !== null && isSameTime(slot.time, logged.hundredths)) continue;
    const typed = typedTimeOf(slot);
    if (typed === null) fills.push(line);
    else differs.push({ ...line, typed });
  }
  const follows = (state?.heads ?? []).map(({ entryId }) => entryId);
  const isAnnounced = (state?.announced ?? null) !== null;
  return { segmentId, label, clock, isAnnounced, follows, fills, differs };
}

/** A typed time in whole seconds equals the log's time rounded up to a second (P2). */
function isSameTime(typed: string, hundredths: number): boolean {
  const read = readRaceTime(typed);
  if (!read.ok) return false;
  const isWhole = read.value % 100 === 0;
  return read.value === (isWhole ? Math.ceil(hundredths / 100) * 100 : hundredths);
}

/** Reads the time that a person typed for a line; a time that an earlier filling took from the log is none. */
function typedTimes(desk: Stored, plan: SegmentPlan): (slot: SheetSlot) => string | null {
  const isLogged = readLoggedTimes(entriesOf(desk, plan));
  return (slot) => (isLogged(slot) ? null : slot.time);
}

/** The journal entries of a segment, the earliest first. */
const entriesOf = (desk: Stored, { eventId, runId, segmentId }: SegmentPlan): JournalEntry[] =>
  desk.stores.journal
    .ofSubjects([segmentSubject(runId, segmentId)])
    .filter((entry) => entry.eventId === eventId);

/** Names a finisher; null if the line names no runner. A relay team is one finisher, whichever member is named. */
const finisherKeys = (desk: Stored, people: PodiumPeople, eventId: string) => {
  const ofRunner = (runnerId: string): string => {
    const runner = desk.stores.runners.get(eventId, people.idOf(runnerId));
    const teamId = runner === null ? null : people.teamOf(runner);
    return teamId === null ? `runner ${people.idOf(runnerId)}` : `team ${teamId}`;
  };
  const ofLine = (slot: SheetSlot): string | null => {
    const { runner } = people.meant(slot);
    return runner === null ? null : ofRunner(runner.runnerId);
  };
  return { ofRunner, ofLine };
};

function logTimes(desk: Stored, people: PodiumPeople, eventId: string, runId: string): LogTimeOf {
  const { ofRunner, ofLine } = finisherKeys(desk, people, eventId);
  const times = readLogTimes(desk, eventId, runId, ofRunner);
  return (slot) => times.get(ofLine(slot) ?? "") ?? null;
}

/** The sheet made from the log, with the times that a person had typed for the same runners, and those that the log lacks. */
export function keepTypedTimes(
  desk: Stored,
  { plan, people }: FoundSegment,
  slots: readonly SheetSlot[],
) {
  const typedTimeOf = typedTimes(desk, plan);
  const { ofLine } = finisherKeys(desk, people, plan.eventId);
  const shown = new Map(shownSheet(plan)?.slots.map((slot) => [ofLine(slot), slot]));
  return slots.map((slot): SheetSlot => {
    const finisher = ofLine(slot);
    const before = finisher === null ? undefined : shown.get(finisher);
    if (before === undefined) return slot;
    return { ...slot, time: typedTimeOf(before) ?? slot.time ?? before.time };
  });
}

export interface SegmentTimes {
  readonly segmentId: string;
  readonly follows: readonly string[];
  /** Whether lines that have another time get the log's time, too. */
  readonly replace: boolean;
}

/** Writes the log's times into segments. In a transaction; the first refusal rolls back all of them. */
export function writeTimes(
  desk: Stored,
  { eventId, runId }: { readonly eventId: string; readonly runId: string },
  command: Omit<SheetCommand, "follows">,
  segments: readonly SegmentTimes[],
): Result<null, SheetRefusal> | ReturnType<typeof noSegment> {
  if (segments.length === 0) return ok(null);
  const timeOf = logTimes(desk, readPeople(desk, eventId), eventId, runId);
  for (const { segmentId, follows, replace } of segments) {
    const found = findSegment(desk, { eventId, runId, segmentId });
    if (found === null) return noSegment();
    const typedTimeOf = typedTimes(desk, found.plan);
    const slots = (shownSheet(found.plan)?.slots ?? []).map((slot): SheetSlot => {
      const hundredths = timeOf(slot)?.hundredths ?? null;
      const typed = typedTimeOf(slot);
      const keeps = typed !== null && (!replace || isSameTime(typed, hundredths ?? 0));
      return hundredths === null || keeps ? slot : { ...slot, time: showRaceTime(hundredths) };
    });
    const sheet = { slots, source: sheetSources.finishLog };
    const written = writeSheet(desk, found, { ...command, follows }, sheet);
    if (!written.ok) return written;
  }
  return ok(null);
}

/** Undoes all sheets that one command wrote, or none: if a segment was changed since, a person must decide. */
export function unfill(
  desk: Stored,
  run: RunRecord,
  command: Omit<SheetCommand, "follows" | "reason"> & { readonly filled: string },
) {
  const { eventId, id: runId } = run;
  let segments = 0;
  for (const plan of readPlans(desk, run).all()) {
    const { segmentId } = plan;
    const facts = entriesOf(desk, plan);
    const entry = facts.find(
      ({ kind, commandId }) => kind === "podium.entered" && commandId === command.filled,
    );
    if (entry === undefined) continue;
    const sheetId = entryIdOf(entry);
    const found = findSegment(desk, { eventId, runId, segmentId });
    if (found === null) return noSegment();
    if (shownSheet(plan)?.entryId !== sheetId)
      return changedMeanwhile(desk, viewNow(desk, found), command);
    const reason = entry.payload?.["reason"];
    const written = writeSheet(
      desk,
      found,
      {
        ...command,
        follows: [sheetId],
        reason: typeof reason === "string" ? reason : undefined,
      },
      { slots: sheetBefore(facts, sheetId) ?? [], source: sheetSources.undo },
    );
    if (!written.ok) return written;
    segments += 1;
  }
  return segments === 0
    ? err("nothing-to-undo", "That command wrote nothing that is in force")
    : ok({ segments });
}
