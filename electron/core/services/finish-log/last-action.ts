import type { FinishAction } from "#shared/contract/finish-log.ts";
import { isInForce } from "#shared/domain/finish-log/finish-log.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { EntryAuthor } from "#core/db/stores/journal/journal-store.ts";
import type { Stored } from "#core/services/context.ts";
import { finishActions } from "./finish-log.ts";

/** At most this many entries are read to find a desk's last action; no command writes more. */
const mostEntriesRead = 50;

/**
 * The entries of this desk's last action that an undo can take back whole, newest first; empty if there is none. An action
 * is a command, and of a command with several presses each press (P9).
 */
export function lastAction(desk: Stored, eventId: string, author: EntryAuthor): JournalEntry[] {
  const sets = isSetting(desk, eventId);
  const entries = desk.stores.journal.finishEntries(eventId, author, mostEntriesRead);
  const actions = Map.groupBy(entries, (entry) =>
    entry.commandId === null || entry.payload?.["action"] === "stamp" ? entry : entry.commandId,
  );
  // The oldest action may have more entries than were read.
  if (entries.length === mostEntriesRead) actions.delete([...actions.keys()].at(-1) ?? "");
  for (const action of actions.values()) {
    // A command may write about one item twice: the newest entry is what the command made of the item.
    const newest = [...Map.groupBy(action, ({ subject }) => subject).values()];
    if (newest.every(([entry]) => entry !== undefined && sets(entry))) return action;
  }
  return [];
}

/**
 * Whether the entry sets what its line, time or gun shows: it was not set aside (M13), and nobody changed or removed the
 * line since.
 */
function isSetting({ stores }: Stored, eventId: string): (entry: JournalEntry) => boolean {
  const { isCounted } = stores.holds.holding(eventId);
  const isOfLog = (entry: JournalEntry): boolean => entry.eventId === eventId && isCounted(entry);
  return (entry) =>
    isOfLog(entry) && isInForce(entry, stores.journal.ofSubjects([entry.subject]).filter(isOfLog));
}

/** The action of this entry, for the words of its undo; null if the entry is of a later version. */
export function actionOf(entry: JournalEntry): FinishAction | null {
  const fact = parseFact(entry);
  switch (fact?.kind) {
    case "finish.put":
      return {
        kind: readAction(fact.payload.action),
        bib: fact.payload.bib,
        atMs: fact.payload.atMs,
      };
    case "finish.removed":
      return { kind: "remove", bib: null, atMs: null };
    case "gun.set":
      return { kind: "gun", bib: null, atMs: null };
    default:
      return null;
  }
}

const readAction = (action: string): FinishAction["kind"] =>
  finishActions.find((known) => known === action) ?? "change";
