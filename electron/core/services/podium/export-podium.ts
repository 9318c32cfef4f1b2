import type { PodiumSegment, Slot } from "#shared/contract/podium.ts";
import { precisionOf, showTimeIn } from "#shared/domain/podium/race-time.ts";
import type { ExportRow } from "#core/db/export/export-row.ts";
import { timeOf } from "#core/db/export/export-row.ts";
import { yieldToEventLoop } from "#core/db/yield-to-event-loop.ts";
import type { Stored } from "#core/services/context.ts";
import { readRun } from "./podium-sheet.ts";
import { viewOf } from "./podium-view.ts";

/**
 * The podium's lines as the screens show them: for each segment the current sheet, the announced sheet if it
 * differs (P5), and the sheets of conflicting edits (J4). Yields to the event loop between two segments.
 */
export async function podiumRows(
  desk: Stored,
  eventId: string,
  runId: string | null,
): Promise<ExportRow[]> {
  const rows: ExportRow[] = [];
  for (const run of desk.stores.runs.ofEvent(eventId)) {
    if (runId !== null && run.id !== runId) continue;
    const { plans, sight } = readRun(desk, run);
    for (const plan of plans) {
      await yieldToEventLoop();
      for (const line of linesOf(viewOf(plan, sight))) {
        rows.push({ run: run.label, ...line, ...registrationOf(desk, eventId, line) });
      }
    }
  }
  return rows;
}

function linesOf(segment: PodiumSegment): ExportRow[] {
  const { announced, state, rivals } = segment;
  return [
    ...sheetLines(segment, "current", segment),
    ...(announced === null || state !== "changed"
      ? []
      : sheetLines(segment, "announced", announced)),
    ...rivals.flatMap((rival) => sheetLines(segment, "rival", { ...segment, ...rival })),
  ];
}

function sheetLines(
  segment: PodiumSegment,
  sheet: "current" | "announced" | "rival",
  { actor, slots, depth, clock }: Pick<PodiumSegment, "actor" | "slots" | "depth" | "clock">,
): ExportRow[] {
  const { announced } = segment;
  const precision = precisionOf(slots.map(({ hundredths }) => hundredths));
  return slots.map((slot) => ({
    segment: segment.label,
    place: slot.place,
    tie: slots.some((other) => other !== slot && other.place === slot.place),
    bib: slot.bib,
    name: slot.name,
    time: slot.hundredths === null ? slot.time : showTimeIn(slot.hundredths, precision),
    clock,
    award: !slot.beyondDepth,
    prize: prizeOf(segment, slot),
    state: segment.state,
    sheet,
    warnings: [...new Set(slot.warnings.map(({ kind }) => kind))].join(" "),
    enteredAt: actor === null ? null : timeOf(actor.atMs),
    enteredBy: actor?.operator ?? null,
    enteredDesk: actor?.desk ?? null,
    announcedAt: announced === null ? null : timeOf(announced.announcedBy.atMs),
    announcedBy: announced?.announcedBy.operator ?? null,
    announcedDesk: announced?.announcedBy.desk ?? null,
    openWarningsAnnounced: announced?.openWarnings ?? null,
    depth,
    currentBib: slot.currentBib,
    team: slot.teamId,
    runnerId: slot.runnerId,
    segmentId: segment.segmentId,
    runId: segment.runId,
  }));
}

const prizeOf = ({ prizes }: PodiumSegment, slot: Slot): string | null =>
  slot.beyondDepth ? null : (prizes.find(({ place }) => place === slot.place)?.prize ?? null);

/** The organizer's registration id, to join with the registrations. */
function registrationOf({ stores }: Stored, eventId: string, { runnerId }: ExportRow): ExportRow {
  const runner = typeof runnerId === "string" ? stores.runners.get(eventId, runnerId) : null;
  return { registrationId: runner?.registrationId ?? null };
}
