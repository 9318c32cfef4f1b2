import { groupActions, undoableKinds } from "./check-in.ts";
import type { FactKind } from "#shared/domain/journal/journal-facts.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { EntryId } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";

/** The kinds of entries that undo something; Redo reverts such entries (C10). */
const undoKinds = ["check-in.undone", "bib.undone"] as const satisfies readonly FactKind[];

/** All kinds of entries that Redo depends on. */
export const redoableKinds = [...undoableKinds, ...undoKinds] as const;

export const isUndo = ({ kind }: JournalEntry): boolean => undoKinds.some((each) => each === kind);

/** The undo entry that this entry reverts; null if the entry reverts none. */
export function undoRedoneBy(entry: JournalEntry): EntryId | null {
  const fact = parseFact(entry);
  switch (fact?.kind) {
    case "check-in.made":
    case "bib.given":
    case "bib.swapped":
      return fact.payload.redoes ?? null;
    default:
      return null;
  }
}

/**
 * The undo entries that Redo reverts next: those of the desk's last undo that was not reverted yet. As in every editor, a new
 * action of the desk makes Redo impossible. `newestFirst`: the desk's entries of `redoableKinds`.
 */
export function findRedo(newestFirst: readonly JournalEntry[]): JournalEntry[] {
  const redone = new Set<string>();
  for (const action of groupActions(newestFirst)) {
    const open = action.filter((entry) => isUndo(entry) && !redone.has(entryIdOf(entry)));
    if (open.length > 0) return open;
    for (const entry of action) {
      if (isUndo(entry)) continue;
      const redoes = undoRedoneBy(entry);
      if (redoes === null) return [];
      redone.add(redoes);
    }
  }
  return [];
}
