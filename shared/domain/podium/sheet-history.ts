import type { FactPayloads, SheetSlot } from "#shared/domain/journal/journal-facts.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";

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
  // A sheet that settled rivals may say again what the first of them says.
  if (led === null || typed.follows.length < 2 || !isSameSheet(led.slots, typed.slots)) {
    return led?.slots ?? [];
  }
  const [further] = led.follows;
  return further === undefined ? [] : (typedBehind(sheets, further)?.slots ?? []);
}

const isSameSheet = (one: readonly SheetSlot[], other: readonly SheetSlot[]): boolean =>
  one.length === other.length &&
  one.every((slot, at) => {
    const same = other[at];
    return (
      slot.bib === same?.bib &&
      slot.runnerId === same.runnerId &&
      slot.tie === same.tie &&
      slot.time === same.time
    );
  });

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
    else if (stepsBack === 0) return sheet;
    else stepsBack -= 1;
    [id] = sheet.follows;
  }
  return null;
}
