import { groupActions, standingBibFacts, undoableKinds } from "#shared/domain/check-in/check-in.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { EntryId } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { projectRunner } from "#shared/domain/registrations/runner-projection.ts";
import type { DeskAction } from "#shared/contract/check-in.ts";
import { err, ok } from "#shared/result.ts";
import { bibTaken, doublesAmong } from "./bibs/bib.ts";
import { claimsOf } from "./check-in/check-in.ts";
import { idsOf } from "./check-in/runner-ids.ts";
import type { EntryAuthor } from "#core/db/stores/journal/journal-store.ts";
import type { DeskContext, DeskCommand } from "./context.ts";
import { bindCommands, noEvent } from "./use-case.ts";
import { rowReader } from "./check-in/runner-row.ts";

/**
 * Numbers of entries of check-ins and bibs that are searched, step by step, because the last action is nearly always
 * among the newest entries. Podium and finish log have their own undo, so thousands of finish times do not count among
 * these entries.
 */
const searchDepths = [50, 1_000, 20_000] as const;

/** Undoes the last undoable action of this desk (C3). */
export const createUndoLastService = (context: DeskContext) =>
  bindCommands(context, ["roster"], {
    "desk.undoLast": (context, { eventId, entryId: askedId }, command) => {
      const { stores } = context;
      if (stores.events.get(eventId) === null) return noEvent();
      const action =
        askedId === undefined
          ? lastAction(context, eventId, command)
          : actionOf(context, eventId, askedId);
      if (action.length === 0) return err("nothing-to-undo", "Nothing of this stands");
      const [entryId = ""] = action.map((entry) => undo(context, entry, command));
      const ids = [...new Set(action.flatMap((entry) => [entry.subject, entry.otherSubject]))];
      const runners = ids.flatMap((id) =>
        id === null ? [] : (stores.runners.get(eventId, id) ?? []),
      );
      if (action[0]?.kind !== "check-in.made") {
        const runnerIds = runners.map(({ runnerId }) => runnerId);
        const doubles = doublesAmong(context, eventId, runnerIds);
        if (doubles.length > 0) return bibTaken(context, doubles);
      }
      const rows = runners.map(rowReader(stores.runs));
      return ok({ undone: nameAction(action), runners: rows, entryId });
    },
  });

/** Whether undoing the entry changes something, and only what the desk of this entry did. */
function stands(context: DeskContext, eventId: string, entry: JournalEntry): boolean {
  const { stores } = context;
  const ids = [entry.subject, ...(entry.otherSubject === null ? [] : [entry.otherSubject])];
  return ids.every((id) => {
    const runner = stores.runners.get(eventId, id);
    if (runner === null) return false;
    const entryId = entryIdOf(entry);
    if (entry.kind === "check-in.made") {
      return claimsOf(context, runner).some((claim) => entryIdOf(claim) === entryId);
    }
    const last = standingBibFacts(stores.journal.ofSubjects(idsOf(runner))).at(-1);
    return last !== undefined && entryIdOf(last) === entryId;
  });
}

function lastAction(context: DeskContext, eventId: string, author: EntryAuthor): JournalEntry[] {
  const { stores } = context;
  for (const limit of searchDepths) {
    const entries = stores.journal.latest(eventId, { by: author, kinds: undoableKinds, limit });
    for (const action of groupActions(entries)) {
      const standing = action.filter((entry) => stands(context, eventId, entry));
      if (standing.length > 0) return standing;
    }
    if (entries.length < limit) break;
  }
  return [];
}

/** The entries of the same action as this entry that were not undone. */
function actionOf(context: DeskContext, eventId: string, entryId: string): JournalEntry[] {
  const { stores } = context;
  const entry = stores.journal.get(entryId);
  if (entry === null || entry.eventId !== eventId) return [];
  if (!undoableKinds.some((kind) => kind === entry.kind)) return [];
  const { commandId } = entry;
  const written =
    commandId === null
      ? []
      : stores.journal.byCommand(eventId, commandId, searchDepths[2]).toReversed();
  const isIt = (other: JournalEntry): boolean => entryIdOf(other) === entryId;
  const kinds: ReadonlySet<string> = new Set(undoableKinds);
  const action = groupActions(written.filter(({ kind }) => kinds.has(kind))).find((each) =>
    each.some(isIt),
  );
  return (action ?? [entry]).filter((each) => stands(context, eventId, each));
}

/** The bib that the runner would hold without this entry. */
function bibWithout(
  context: DeskContext,
  eventId: string,
  runnerId: string,
  entry: JournalEntry,
): string | null {
  const { stores } = context;
  const runner = stores.runners.get(eventId, runnerId);
  if (runner === null) return null;
  const entryId = entryIdOf(entry);
  const facts = stores.journal.ofSubjects(idsOf(runner));
  const before = projectRunner({
    registration:
      runner.registrationId === null ? null : stores.registrations.get(runner.registrationId),
    walkUp: stores.walkUps.get(runner.runnerId),
    facts: facts.filter((fact) => entryIdOf(fact) !== entryId),
  });
  return before?.bib ?? null;
}

/** Voids an entry of a check-in or a bib (C3). Call it in a transaction. */
export function undo(context: DeskContext, entry: JournalEntry, command: DeskCommand): EntryId {
  const { stores } = context;
  const { eventId } = command;
  const { subject, otherSubject } = entry;
  const undoes = entryIdOf(entry);
  const told = { ...command, subject, ...(otherSubject === null ? {} : { otherSubject }) };
  const appendBib = (): JournalEntry => {
    const bib = bibWithout(context, eventId, subject, entry);
    const other =
      otherSubject === null ? {} : { otherBib: bibWithout(context, eventId, otherSubject, entry) };
    const payload = { undoes, bib, ...other };
    return stores.journal.append({ ...told, kind: "bib.undone", payload });
  };
  const undone =
    entry.kind === "check-in.made"
      ? stores.journal.append({ ...told, kind: "check-in.undone", payload: { undoes } })
      : appendBib();
  stores.runners.refresh(eventId, subject);
  if (otherSubject !== null) stores.runners.refresh(eventId, otherSubject);
  return entryIdOf(undone);
}

/** The name of the action that these entries of one command form. */
export function nameAction(action: readonly JournalEntry[]): DeskAction {
  if (action[0]?.kind === "check-in.made") return action.length > 1 ? "family" : "check-in";
  return action.some((entry) => entry.kind === "bib.swapped") ? "swap" : "bib";
}
