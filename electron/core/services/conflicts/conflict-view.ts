import type { ConflictValue, DeskConflict } from "#shared/contract/conflicts.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { bibIn } from "#shared/domain/desks/conflict-candidates.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { FactOf } from "#shared/domain/journal/journal-facts.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { placesOf } from "#shared/domain/podium/podium.ts";
import type { Caller } from "#core/handlers.ts";
import { idsOf } from "#core/services/check-in/runner-ids.ts";
import { rowReader } from "#core/services/check-in/runner-row.ts";
import type { DeskContext, Stored } from "#core/services/context.ts";
import { computerName } from "#core/services/desks/computer-name.ts";
import { measureSide, readSides } from "#core/services/finish-log/log-holder.ts";
import { readPeople } from "#core/services/podium/podium-people.ts";
import { readPlans } from "#core/services/podium/podium-segments.ts";
import type { FoundConflict } from "./find-conflicts.ts";

/** A database, and the name that its computer has now. */
export type NamedDesk = Pick<DeskContext, "stores" | "settings">;

/** A conflict as screens show it. */
export function viewOfConflict(
  desk: NamedDesk,
  conflict: FoundConflict,
  caller: Pick<Caller, "role">,
): DeskConflict {
  const { id, kind, sides, runner, wearers } = conflict;
  const row = rowReader(desk.stores.runs);
  const { runId, segmentId } = placeOf(sides);
  return {
    id,
    kind,
    about: {
      runner: runner === null ? null : row(runner),
      runLabel: runId === null ? null : (desk.stores.runs.get(runId)?.label ?? runId),
      segmentLabel: runId === null || segmentId === null ? null : labelsOf(desk, runId)(segmentId),
      bib: kind === "bib-twice" ? (wearers[0]?.bib ?? null) : null,
    },
    sides: sides.flatMap((entry, index) => {
      const wearer = wearers[index];
      const value: ConflictValue | null =
        wearer === undefined
          ? valueOf(desk, conflict, entry)
          : { kind: "bib-twice", runner: row(wearer) };
      if (value === null) return [];
      const { operator, wallAtMs: atMs } = entry;
      const isInForce = index === 0 && kind !== "bib-twice" && kind !== "hub";
      return [
        { entryId: entryIdOf(entry), value, operator, desk: deskOf(desk, entry), atMs, isInForce },
      ];
    }),
    isSettledHere: isSettledHere(conflict, caller),
  };
}

/** The desk of an entry, under its present name; a paired device has the name that it had. */
const deskOf = (desk: NamedDesk, { device, desk: name, payload }: JournalEntry): string =>
  payload?.["byDevice"] === undefined ? computerName(desk, { device, name }) : name;

/**
 * The organizer's side decides about a walk-up's form, so its card settles it; a hub is chosen on Desks (M10); the time
 * zone is the owner's (D8).
 */
export const isSettledHere = (
  { kind }: Pick<FoundConflict, "kind">,
  { role }: Pick<Caller, "role">,
): boolean => kind !== "walk-up" && kind !== "hub" && (kind !== "time-zone" || role === "owner");

/** The run and the segment that the entries name. */
function placeOf([entry]: readonly JournalEntry[]) {
  const fact = entry === undefined ? null : parseFact(entry);
  switch (fact?.kind) {
    case "segment.saved":
    case "segment.removed":
    case "podium.entered":
      return { runId: fact.payload.runId, segmentId: fact.payload.segmentId };
    case "group.saved":
    case "gun.set":
      return { runId: fact.payload.runId, segmentId: null };
    default:
      return { runId: null, segmentId: null };
  }
}

function labelsOf(desk: Stored, runId: string): (segmentId: string) => string {
  const run = desk.stores.runs.get(runId);
  const plans = run === null ? null : readPlans(desk, run);
  return (segmentId) => plans?.find(segmentId)?.label ?? segmentId;
}

function valueOf(
  desk: NamedDesk,
  { eventId, runner, sides }: FoundConflict,
  entry: JournalEntry,
): ConflictValue | null {
  const fact = parseFact(entry);
  switch (fact?.kind) {
    case "bib.given":
    case "bib.swapped": {
      const ids = new Set(runner === null ? [entry.subject] : idsOf(runner));
      return { kind: "bib", bib: bibIn(entry, ids) ?? null };
    }
    case "check-in.made":
      return { kind: "check-in" };
    case "walk-up.saved":
    case "walk-up.edited": {
      const { eventRunId, name = null, email, paceGroup = null, notes = null } = fact.payload.form;
      const runLabel = desk.stores.runs.get(eventRunId)?.label ?? eventRunId;
      return { kind: "walk-up", name, email, runLabel, paceGroup, notes };
    }
    case "time-zone.set":
      return { kind: "time-zone", timeZone: fact.payload.timeZone };
    case "group.saved": {
      const labelOf = labelsOf(desk, fact.payload.runId);
      return { kind: "groups", groups: fact.payload.groups.map((group) => group.map(labelOf)) };
    }
    case "segment.saved": {
      const { label, depth, clock } = fact.payload;
      return { kind: "segment", label, depth, clock };
    }
    case "gun.set":
      return { kind: "gun", atMs: fact.payload.atMs };
    case "finish.put":
      return finishValue(fact, sides[0]);
    case "segment.removed":
    case "finish.removed":
      return { kind: "removed" };
    case "podium.entered":
      return sheetValue(desk, eventId, fact);
    case "finish-log.held":
      return logValue(desk, eventId, entry);
    case "hub.chosen":
      return { kind: "hub", name: fact.payload.name };
    default:
      return null;
  }
}

function logValue(desk: NamedDesk, eventId: string, entry: JournalEntry): ConflictValue | null {
  const side = readSides(desk, eventId).find(({ hold }) => hold.entryId === entryIdOf(entry));
  if (side === undefined) return null;
  const { stamps, bibs } = measureSide(desk, eventId, side);
  return { kind: "finish-log", name: computerName(desk, side.hold), stamps, bibs };
}

function finishValue(
  { payload }: FactOf<"finish.put">,
  inForce: JournalEntry | undefined,
): ConflictValue {
  const shown = inForce === undefined ? null : parseFact(inForce);
  const isMoved = shown?.kind === "finish.put" && shown.payload.at !== payload.at;
  return payload.list === "bibs"
    ? { kind: "finish-bib", bib: payload.bib, isMoved }
    : { kind: "finish-time", atMs: payload.atMs, isMoved };
}

function sheetValue(
  desk: Stored,
  eventId: string,
  { payload: { slots } }: FactOf<"podium.entered">,
): ConflictValue {
  const people = readPeople(desk, eventId);
  const places = placesOf(slots);
  return {
    kind: "sheet",
    slots: slots.map((slot, index) => ({
      place: places[index] ?? index + 1,
      bib: slot.bib,
      name: people.meant(slot).runner?.name ?? null,
      time: slot.time,
    })),
  };
}
