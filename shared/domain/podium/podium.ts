import type { FactPayloads, SheetSlot } from "#shared/domain/journal/journal-facts.ts";
import type { Actor, JournalEntry } from "#shared/domain/journal/journal.ts";
import { actorOfEntry } from "#shared/domain/journal/journal.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { hundredthsOf } from "./race-time.ts";
import { placesByOrder } from "./ranking.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";

/** One state of a segment's sheet, as typed. */
export interface SheetState extends Actor {
  /** Id of the `podium.entered` entry. */
  readonly entryId: string;
  readonly slots: readonly SheetSlot[];
  /** The source of the sheet, as the entry names it. */
  readonly source: string;
  readonly reason: string | null;
}

/** The last announcement that was not undone, with the announced sheet (P5). */
export interface Announcement extends Actor {
  readonly entryId: string;
  readonly sheet: SheetState;
  readonly openWarnings: number;
  /** The number of award places, as announced. */
  readonly depth: number | null;
  readonly clock: string;
}

/** The state of one segment of one run; it can be stored as JSON. */
export interface SegmentState {
  /** Label, depth and clock as declared in Chute; null if they were not declared. */
  readonly declared:
    | (Actor & { readonly label: string; readonly depth: number; readonly clock: string })
    | null;
  /**
   * Whether the segment was removed while its sheet was empty. A sheet that another desk typed at the same time keeps
   * the segment (J4).
   */
  readonly removed: boolean;
  /**
   * The sheets that no other sheet follows, in journal order. Screens show the first one; the others are rivals. A person
   * decides between them with a sheet that follows all of them (J4).
   */
  readonly heads: readonly SheetState[];
  readonly announced: Announcement | null;
}

/**
 * The state of a segment after these entries; null if none of them is about a segment. `entries` are those of one
 * `segmentSubject`, in journal order.
 */
export function projectSegment(entries: readonly JournalEntry[]): SegmentState | null {
  const sheets = new Map<string, SheetState>();
  const followed = new Set<string>();
  let declared: SegmentState["declared"] = null;
  let isRemoved = false;
  const announcements: AnnouncedFact[] = [];

  for (const entry of entries) {
    const fact = parseFact(entry);
    switch (fact?.kind) {
      case "segment.saved": {
        const { label, depth, clock } = fact.payload;
        declared = { label, depth, clock, ...actorOfEntry(entry) };
        isRemoved = false;
        break;
      }
      case "segment.removed":
        isRemoved = true;
        break;
      case "podium.entered": {
        const sheet = sheetOf(entry, fact.payload);
        sheets.set(sheet.entryId, sheet);
        for (const id of fact.payload.follows) if (id !== sheet.entryId) followed.add(id);
        break;
      }
      case "podium.announced":
        announcements.push({ entry, ...fact.payload });
        break;
      default:
    }
  }

  const heads = headsOf([...sheets.values()], followed);
  const announced = lastAnnouncement(announcements, sheets);
  if (declared === null && !isRemoved && heads.length === 0) return null;
  const removed = isRemoved && announced === null && heads.every(({ slots }) => slots.length === 0);
  return { declared, removed, heads, announced };
}

function sheetOf(entry: JournalEntry, payload: FactPayloads["podium.entered"]): SheetState {
  return {
    entryId: entryIdOf(entry),
    ...actorOfEntry(entry),
    slots: payload.slots,
    source: payload.source,
    reason: payload.reason ?? null,
  };
}

/** No desk writes sheets that follow each other in a ring; of such sheets the last one is shown. */
function headsOf(sheets: readonly SheetState[], followed: ReadonlySet<string>): SheetState[] {
  const heads = sheets.filter(({ entryId }) => !followed.has(entryId));
  return heads.length === 0 ? sheets.slice(-1) : heads;
}

/** A `podium.announced` with its entry. */
type AnnouncedFact = FactPayloads["podium.announced"] & { readonly entry: JournalEntry };

/** The last announcement in force. An announcement is ignored until its sheet is merged. */
function lastAnnouncement(
  announcements: readonly AnnouncedFact[],
  sheets: ReadonlyMap<string, SheetState>,
): Announcement | null {
  for (const { entry, sheet: sheetId, openWarnings, depth, clock } of announcements.toReversed()) {
    const sheet = sheets.get(sheetId);
    if (sheet === undefined) continue;
    return {
      entryId: entryIdOf(entry),
      sheet,
      ...actorOfEntry(entry),
      openWarnings,
      depth,
      clock,
    };
  }
  return null;
}

/** A run's no-double-dip groups as last declared (P4). `entries` are in journal order. */
export function projectGroups(entries: readonly JournalEntry[]): readonly (readonly string[])[] {
  const facts = entries.map(parseFact);
  const last = facts.findLast((fact) => fact?.kind === "group.saved");
  return last?.payload.groups ?? [];
}

/** Whether two sheets have the same runners in the same places with the same times (P5). */
export function sameSheet(one: readonly SheetSlot[], other: readonly SheetSlot[]): boolean {
  if (one.length !== other.length) return false;
  const places = placesOf(one);
  const otherPlaces = placesOf(other);
  return one.every((slot, index) => {
    const match = other[index];
    return (
      match !== undefined &&
      slot.bib === match.bib &&
      slot.runnerId === match.runnerId &&
      places[index] === otherPlaces[index] &&
      sameTime(slot.time, match.time)
    );
  });
}

/** The places of a sheet's lines (P1). */
export const placesOf = (slots: readonly Pick<SheetSlot, "tie">[]): number[] =>
  placesByOrder(slots.map(({ tie }) => tie));

function sameTime(one: string | null, other: string | null): boolean {
  if (one === other) return true;
  const hundredths = hundredthsOf(one);
  return hundredths !== null && hundredths === hundredthsOf(other);
}
