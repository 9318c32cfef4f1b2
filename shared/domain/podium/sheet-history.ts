import type { FactPayloads, SheetSlot } from "#shared/domain/journal/journal-facts.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { sameSheet } from "./podium.ts";
import { comparableBib } from "#shared/domain/bibs/bib.ts";

/** The source of a sheet, as its entry names it. */
export const sheetSources = { typed: "typed", undo: "undo", finishLog: "finish-log" } as const;

type Sheet = FactPayloads["podium.entered"];

/**
 * The sheet that an undo of this sheet restores; null if no sheet comes before. The empty sheet comes before the first
 * sheet. An undo of a sheet that was itself an undo goes one step further back, and so does the undo of
 * a sheet that settled rivals with what the first of them says. `entries` are of one segment.
 */
export function sheetBefore(
  entries: readonly JournalEntry[],
  sheetId: string,
): readonly SheetSlot[] | null {
  const sheets = new Map<string, Sheet>();
  for (const entry of entries) {
    const fact = parseFact(entry);
    if (fact?.kind === "podium.entered") sheets.set(entryIdOf(entry), fact.payload);
  }
  const typed = typedBehind(sheets, sheetId);
  if (typed === null) return null;
  const [before] = typed.follows;
  const led = before === undefined ? null : typedBehind(sheets, before);
  return led?.slots ?? [];
}

/**
 * The typed sheet that this sheet shows: the sheet itself, or the sheet that the undos restored; null for the empty
 * sheet.
 */
function typedBehind(sheets: ReadonlyMap<string, Sheet>, sheetId: string): Sheet | null {
  let id: string | undefined = sheetId;
  let stepsBack = 0;
  for (let left = sheets.size * 2; left > 0 && id !== undefined; left -= 1) {
    const sheet: Sheet | undefined = sheets.get(id);
    if (sheet === undefined) return null;
    if (sheet.source === sheetSources.undo) stepsBack += 1;
    else if (!repeatsFirst(sheets, sheet)) {
      if (stepsBack === 0) return sheet;
      stepsBack -= 1;
    }
    [id] = sheet.follows;
  }
  return null;
}

/**
 * Whether the time of a line came into the segment from the finish log, so that nobody typed it. `entries` are of one
 * segment, the earliest first.
 */
export function readLoggedTimes(entries: readonly JournalEntry[]): (slot: SheetSlot) => boolean {
  const known = new Map<string, { readonly time: string | null; readonly isLogged: boolean }>();
  const keyOf = ({ runnerId, bib }: SheetSlot): string => runnerId ?? bibKey(bib);
  // A line may have been typed before its runner was known.
  const find = (slot: SheetSlot) => known.get(keyOf(slot)) ?? known.get(bibKey(slot.bib));
  for (const entry of entries) {
    const fact = parseFact(entry);
    if (fact?.kind !== "podium.entered") continue;
    const isLogged = fact.payload.source === sheetSources.finishLog;
    for (const slot of fact.payload.slots) {
      // A later sheet repeats a runner's time; the sheet that changed it says where it came from.
      if (find(slot)?.time !== slot.time) known.set(keyOf(slot), { time: slot.time, isLogged });
    }
  }
  return (slot) => {
    const last = find(slot);
    return slot.time !== null && last?.time === slot.time && last.isLogged;
  };
}

const bibKey = (bib: string): string => `bib ${comparableBib(bib)}`;

/** Whether a sheet settled rivals with what the first of them says: it is no step of its own. */
function repeatsFirst(sheets: ReadonlyMap<string, Sheet>, { follows, slots }: Sheet): boolean {
  const [first] = follows.length > 1 ? follows : [];
  const repeated = first === undefined ? undefined : sheets.get(first);
  return repeated !== undefined && sameSheet(repeated.slots, slots);
}
