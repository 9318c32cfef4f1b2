import { isUndo, findRedo, redoableKinds, undoRedoneBy } from "#shared/domain/check-in/redo.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { EntryId } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { compareEntries } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import type { ParsedInputOf, ReplyOf } from "#shared/contract/index.ts";
import { err, ok } from "#shared/result.ts";
import type { NewEntry } from "#core/db/stores/journal/journal-store.ts";
import { bibTaken, doublesAmong, hindrancesOf, overtaken } from "#core/services/bibs/bib.ts";
import { checkIn, claimsOf } from "./check-in.ts";
import { idsOf } from "./runner-ids.ts";
import type { EntryAuthor } from "#core/db/stores/journal/journal-store.ts";
import type { DeskContext, DeskCommand } from "#core/services/context.ts";
import { bindCommands, noEvent, noRunner } from "#core/services/use-case.ts";
import { rowReader } from "./runner-row.ts";
import { nameAction } from "#core/services/undo-last.ts";

/**
 * Number of entries that are searched. A desk's last undo is nearly always among the newest entries, and Redo does not
 * reach further back.
 */
const searchDepth = 1_000;

/** An undo entry, and the entry that it voids. */
interface Undone {
  readonly undo: JournalEntry;
  readonly original: JournalEntry;
}

type Reply = ReplyOf<"desk.redo">;
type Refused = Extract<Reply, { readonly ok: false }>;

/** Redoes what an undo voided, as new journal entries (C10, J2). */
export const createRedoService = (context: DeskContext) =>
  bindCommands(context, ["roster"], { "desk.redo": redo });

/** The undo entries of the action that `entryId` belongs to, without those that were redone. */
function undosOf(context: DeskContext, eventId: string, entryId: string): JournalEntry[] {
  const { stores } = context;
  const entry = stores.journal.get(entryId);
  if (entry === null || entry.eventId !== eventId || !isUndo(entry)) return [];
  const { commandId } = entry;
  const written =
    commandId === null ? [entry] : stores.journal.byCommand(eventId, commandId, searchDepth);
  const undos = written.filter((each) => isUndo(each) && each.kind === entry.kind);
  return (undos.length === 0 ? [entry] : undos).filter(
    (undo) => !wasRedone(context, eventId, undo),
  );
}

function wasRedone({ stores }: DeskContext, eventId: string, undo: JournalEntry): boolean {
  const runner = stores.runners.get(eventId, undo.subject);
  const facts = runner === null ? [] : stores.journal.ofSubjects(idsOf(runner));
  return facts.some((entry) => undoRedoneBy(entry) === entryIdOf(undo));
}

const lastUndos = ({ stores }: DeskContext, eventId: string, author: EntryAuthor): JournalEntry[] =>
  findRedo(
    stores.journal.latest(eventId, { by: author, kinds: redoableKinds, limit: searchDepth }),
  );

function withOriginal({ stores }: DeskContext, undo: JournalEntry): Undone[] {
  const undoes = undo.payload?.["undoes"];
  const original = typeof undoes === "string" ? stores.journal.get(undoes) : null;
  return original === null ? [] : [{ undo, original }];
}

function redoCheckIns(
  context: DeskContext,
  undone: readonly Undone[],
  command: DeskCommand,
): Reply {
  const done: string[] = [];
  const entryIds: EntryId[] = [];
  const left: string[] = [];
  let refused: Refused | null = null;
  for (const { undo, original } of undone) {
    const { subject: runnerId } = original;
    const fact = parseFact(original);
    const made = fact?.kind === "check-in.made" ? fact.payload : undefined;
    const reason = made?.reason;
    const outcome = checkIn(context, {
      ...command,
      runnerId,
      reason,
      overridden: reason !== undefined && !cameInSince(context, command.eventId, original),
      redoes: entryIdOf(undo),
      handedOver: stillFree(context, command.eventId, runnerId, made?.bib),
    });
    if (outcome.ok) {
      done.push(runnerId);
      entryIds.push(outcome.value.entryId as EntryId);
    } else {
      left.push(runnerId);
      refused ??= outcome;
    }
  }
  const [entryId] = entryIds;
  if (entryId === undefined) return refused ?? nothing();
  const redone = undone.length > 1 ? "family" : "check-in";
  const { eventId } = command;
  return ok({
    redone,
    runners: rows(context, eventId, done),
    left: rows(context, eventId, left),
    entryId,
  });
}

/** The bib that was handed over, unless somebody else has it by now (B2). */
function stillFree(
  context: DeskContext,
  eventId: string,
  runnerId: string,
  bib: string | undefined,
): string | undefined {
  const runner = context.stores.runners.get(eventId, runnerId);
  const isTaken = bib !== undefined && hindrancesOf(context, eventId, bib, runner).length > 0;
  return isTaken ? undefined : bib;
}

/** Whether the runner has a later check-in that was not undone. The old override reason must then not be applied again. */
function cameInSince(context: DeskContext, eventId: string, original: JournalEntry): boolean {
  const { stores } = context;
  const runner = stores.runners.get(eventId, original.subject);
  if (runner === null) return false;
  return claimsOf(context, runner).some((claim) => compareEntries(claim, original) > 0);
}

function redoBibs(context: DeskContext, undone: readonly Undone[], command: DeskCommand): Reply {
  const { stores } = context;
  const { eventId } = command;
  const sides = undone.flatMap(({ undo }) => [
    [undo.subject, undo.payload?.["bib"] ?? null] as const,
    ...(undo.otherSubject === null
      ? []
      : [[undo.otherSubject, undo.payload?.["otherBib"] ?? null] as const]),
  ]);
  for (const [runnerId, bib] of sides) {
    const runner = stores.runners.get(eventId, runnerId);
    if (runner === null) return noRunner();
    if (runner.bib !== bib) return overtaken(context, runner);
  }
  const entryIds = undone.map((each) => appendBib(context, each, command));
  const runnerIds = [...new Set(sides.map(([runnerId]) => runnerId))];
  for (const runnerId of runnerIds) stores.runners.refresh(eventId, runnerId);
  const doubles = doublesAmong(context, eventId, runnerIds);
  if (doubles.length > 0) return bibTaken(context, doubles);
  const redone = nameAction(undone.map(({ original }) => original));
  const [entryId = ""] = entryIds;
  return ok({ redone, runners: rows(context, eventId, runnerIds), left: [], entryId });
}

function appendBib(
  { stores }: DeskContext,
  { undo, original }: Undone,
  command: DeskCommand,
): EntryId {
  const fact = parseFact(original);
  if (fact?.kind !== "bib.given" && fact?.kind !== "bib.swapped") {
    throw new Error("An undo of a bib voids something else");
  }
  const { subject, otherSubject } = original;
  const redoes = entryIdOf(undo);
  const told = { ...command, subject, ...(otherSubject === null ? {} : { otherSubject }) };
  const entry: NewEntry =
    fact.kind === "bib.given"
      ? { ...told, kind: fact.kind, payload: { ...fact.payload, redoes } }
      : { ...told, kind: fact.kind, payload: { ...fact.payload, redoes } };
  return entryIdOf(stores.journal.append(entry));
}

const rows = ({ stores }: DeskContext, eventId: string, runnerIds: readonly string[]) =>
  runnerIds
    .flatMap((runnerId) => stores.runners.get(eventId, runnerId) ?? [])
    .map(rowReader(stores.runs));

function redo(
  context: DeskContext,
  { eventId, entryId }: ParsedInputOf<"desk.redo">,
  command: DeskCommand,
): Reply {
  if (context.stores.events.get(eventId) === null) return noEvent();
  const undos =
    entryId === undefined
      ? lastUndos(context, eventId, command)
      : undosOf(context, eventId, entryId);
  // An undo voids entries from the newest to the oldest; a redo repeats them from the oldest to the newest.
  const undone = undos
    .flatMap((each) => withOriginal(context, each))
    .toSorted((one, other) => compareEntries(one.original, other.original));
  const [first] = undone;
  if (first === undefined) return nothing();
  return first.original.kind === "check-in.made"
    ? redoCheckIns(context, undone, command)
    : redoBibs(context, undone, command);
}

const nothing = () => err("nothing-to-redo", "Nothing that this desk undid is left to do again");
