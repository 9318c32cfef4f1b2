import type { PodiumLine, PodiumSegment } from "#shared/contract/podium.ts";
import type { SheetSlot } from "#shared/domain/journal/journal-facts.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { actorOfEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { defaultClockOf, segmentSubject } from "#shared/domain/podium/segment.ts";
import { sheetBefore, sheetSources } from "#shared/domain/podium/sheet-history.ts";
import { placesOf } from "#shared/domain/podium/podium.ts";
import { err, ok } from "#shared/result.ts";
import type { RunRecord } from "#core/db/stores/event-stores.ts";
import { timeZoneOf } from "#core/db/stores/event-time-zone.ts";
import type { FinishLineContext, Stored } from "#core/services/context.ts";
import { readClaims } from "./podium-claims.ts";
import type { PodiumPeople } from "./podium-people.ts";
import { readPeople } from "./podium-people.ts";
import { countSegments, readClock } from "./podium-segments.ts";
import type { FoundSegment } from "./podium-sheet.ts";
import {
  changedMeanwhile,
  findRun,
  findSegment,
  noSegment,
  readRun,
  readSlots,
  timeFaults,
  viewNow,
  writeSheet,
} from "./podium-sheet.ts";
import { shownSheet, viewOf } from "./podium-view.ts";
import { rowReader } from "#core/services/check-in/runner-row.ts";
import type { Command, UseCase } from "#core/services/use-case.ts";
import { bindCommands, bindUseCases, noEvent } from "#core/services/use-case.ts";

const maxLookAlikes = 50;

export const createPodiumService = (context: FinishLineContext) => ({
  ...bindUseCases(context, {
    "podium.get": readPodium,
    "podium.find": findForPodium,

    "podium.history": (context, place) => {
      const found = findSegment(context, place);
      return found === null ? noSegment() : ok({ lines: linesOf(context, found) });
    },
  }),
  ...bindCommands(context, ["podium"], {
    "podium.enter": enterSheet,
    "podium.undo": undoSheet,
    "podium.announce": announce,
  }),
});

const readPodium: UseCase<"podium.get", FinishLineContext> = (context, { eventId, runId }) => {
  const { stores } = context;
  const event = stores.events.get(eventId);
  if (event === null) return noEvent();
  const runs = runsOf(context, eventId);
  const shown = runId === undefined ? runs[0] : runs.find((run) => run.id === runId);
  if (runId !== undefined && shown === undefined) return noSegment();
  const list = stores.awards.list(eventId);
  return ok({
    eventName: event.name,
    timeZone: timeZoneOf(stores, event).zone,
    runs: briefsOf(context, eventId, runs),
    runId: shown?.id ?? null,
    segments: shown === undefined ? [] : viewsOf(context, shown),
    groups: shown === undefined ? [] : groupsOf(context, shown),
    awards: {
      state: list?.state ?? "never",
      fetchedAtMs: list?.fetchedAtMs ?? null,
      raw: list?.raw ?? null,
    },
  });
};

const findForPodium: UseCase<"podium.find", FinishLineContext> = (
  context,
  { eventId, runId, bib },
) => {
  const { stores } = context;
  const run = findRun(context, eventId, runId);
  if (run === null) return noSegment();
  const typed = bib.trim();
  const row = rowReader(stores.runs);
  const people = readPeople(context, eventId);
  const claims = readClaims(context, run, people, () => []);
  const isHere = ({ runId: own }: { readonly runId: string }) => Number(own !== runId);
  const holders = typed === "" ? [] : people.holders(typed);
  const isHolder = new Set(holders.map(({ runnerId: id }) => id));
  const lookAlikes =
    typed === ""
      ? []
      : stores.runners
          .bibLookAlikes(eventId, typed, maxLookAlikes)
          .filter(({ runnerId: id }) => !isHolder.has(id));
  return ok({
    holders: holders.toSorted((one, other) => isHere(one) - isHere(other)).map(row),
    lookAlikes: lookAlikes.toSorted((one, other) => isHere(one) - isHere(other)).map(row),
    logged: holders.flatMap((holder) => {
      const hundredths = claims.logged(holder);
      return hundredths === null ? [] : [{ runnerId: holder.runnerId, hundredths }];
    }),
  });
};

const enterSheet: Command<"podium.enter", FinishLineContext> = (context, input, command) => {
  const found = findSegment(context, input);
  if (found === null) return noSegment();
  const slots = readSlots(found.people, input.slots);
  const fields = timeFaults(input.slots);
  if (Object.keys(fields).length > 0) {
    return err("invalid-time", "A time cannot be read", { fields });
  }
  return writeSheet(
    context,
    found,
    { ...command, ...input },
    { slots, source: sheetSources.typed },
  );
};

const undoSheet: Command<"podium.undo", FinishLineContext> = (context, input, command) => {
  const { stores } = context;
  const { runId, segmentId } = input;
  const found = findSegment(context, input);
  if (found === null) return noSegment();
  const shown = shownSheet(found.plan);
  if (shown === null) return err("nothing-to-undo", "Nothing was ever typed");
  if (!input.follows.includes(shown.entryId)) {
    return changedMeanwhile(context, viewNow(context, found), command);
  }
  const facts = stores.journal.ofSubjects([segmentSubject(runId, segmentId)]);
  const slots = sheetBefore(facts, shown.entryId);
  if (slots === null) return err("nothing-to-undo", "There is no sheet before this one");
  return writeSheet(context, found, { ...command, ...input }, { slots, source: sheetSources.undo });
};

const announce: Command<"podium.announce", FinishLineContext> = (context, input, command) => {
  const { stores } = context;
  const { eventId, runId, segmentId, revision, openWarnings, depth, clock } = input;
  const found = findSegment(context, input);
  if (found === null) return noSegment();
  const view = viewNow(context, found);
  const isSeen =
    view.revision === revision &&
    view.openWarnings === openWarnings &&
    view.depth === depth &&
    view.clock === clock;
  if (!isSeen) return changedMeanwhile(context, view, command);
  if (view.slots.length === 0 || view.state === "announced") {
    return err("nothing-to-announce", "Nothing stands here that was not announced");
  }
  stores.journal.append({
    kind: "podium.announced",
    payload: { runId, segmentId, sheet: revision, openWarnings, depth, clock },
    subject: segmentSubject(runId, segmentId),
    ...command,
  });
  stores.finishLine.refresh({ table: "podium", eventId, runId, segmentId });
  return ok(viewNow(context, found));
};

/** Every present run, and a vanished run if its podium was used. */
function runsOf({ stores }: Stored, eventId: string): RunRecord[] {
  const used = new Set(stores.podium.briefs(eventId).map(({ runId }) => runId));
  return stores.runs.ofEvent(eventId).filter((run) => !run.gone || used.has(run.id));
}

function briefsOf(desk: Stored, eventId: string, runs: readonly RunRecord[]) {
  const countOf = countSegments(desk, eventId, runs);
  return runs.map((run) => ({
    id: run.id,
    label: run.label,
    position: run.position,
    distanceMeters: run.distanceMeters,
    isRelay: run.isRelay,
    ...countOf(run),
  }));
}

/** Every segment of a run, in its current state. */
export function viewsOf(desk: Stored, run: RunRecord): PodiumSegment[] {
  const { plans, sight } = readRun(desk, run);
  return plans.map((plan) => viewOf(plan, sight));
}

/** The run's groups of segments that may not share a winner (P4). */
export const groupsOf = ({ stores }: Stored, { eventId, id }: RunRecord): string[][] =>
  stores.podium.groups(eventId, id).map((group) => [...group]);

const blank = { reason: null, openWarnings: null, declared: null } as const;

/** The history of a segment, oldest first, with the runners' current names. */
function linesOf({ stores }: Stored, { people, plan }: FoundSegment): PodiumLine[] {
  const { eventId, runId, segmentId } = plan;
  const facts = stores.journal
    .ofSubjects([segmentSubject(runId, segmentId)])
    .filter((entry) => entry.eventId === eventId);
  const sheets = new Map<string, PodiumLine["slots"]>();
  // Depth and clock as last announced, or as declared since.
  let setUp: { readonly depth: number | null; readonly clock: string } | null = null;
  return facts.flatMap((entry): PodiumLine[] => {
    const fact = parseFact(entry);
    const entryId = entryIdOf(entry);
    const actor = actorOfEntry(entry);
    if (fact?.kind === "podium.announced") {
      setUp = fact.payload;
      const { sheet, openWarnings } = fact.payload;
      const slots = sheets.get(sheet) ?? [];
      return [{ ...blank, entryId, kind: "announced", actor, slots, openWarnings }];
    }
    // Declarations before the announcement are left out; a depth or clock that differs from the announced one
    // is shown.
    if (fact?.kind === "segment.saved") {
      const { depth, clock } = fact.payload;
      if (setUp === null || (setUp.depth === depth && setUp.clock === clock)) return [];
      setUp = fact.payload;
      const kind = "changed-after-announcement";
      const declared = { depth, clock: readClock(clock) ?? defaultClockOf(segmentId) };
      return [{ ...blank, entryId, kind, actor, slots: [], declared }];
    }
    if (fact?.kind !== "podium.entered") return [];
    const slots = toldSlots(people, fact.payload.slots);
    sheets.set(entryId, slots);
    const kind = setUp !== null ? "changed-after-announcement" : lineKindOf(fact.payload.source);
    const reason = fact.payload.reason ?? null;
    return [{ ...blank, entryId, kind, actor, reason, slots }];
  });
}

function lineKindOf(source: string): PodiumLine["kind"] {
  if (source === sheetSources.undo) return "undone";
  return source === sheetSources.finishLog ? "from-finish-log" : "entered";
}

function toldSlots(people: PodiumPeople, slots: readonly SheetSlot[]): PodiumLine["slots"] {
  const places = placesOf(slots);
  return slots.map((slot, index) => ({
    place: places[index] ?? 0,
    bib: slot.bib,
    name: people.meant(slot).runner?.name ?? null,
  }));
}
