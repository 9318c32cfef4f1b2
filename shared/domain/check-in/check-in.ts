import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { isConfirmed } from "#shared/domain/registrations/registration.ts";
import type { Standing } from "#shared/domain/registrations/registration.ts";

/** Why a check-in needs a person's override with a reason (C1, C2). */
export type CheckInRefusal = "already-checked-in" | "run-cancelled" | "not-confirmed";

export interface CheckInCandidate {
  readonly standing: Standing;
  /** Whether a check-in was recorded on this computer and not undone. */
  readonly checkedIn: boolean;
  /** Whether the API has `checkedIn: true`. */
  readonly checkedInElsewhere: boolean;
  readonly runCancelled: boolean;
  /** Whether the runner is a retracted walk-up. */
  readonly takenBack: boolean;
}

/** Returns null if the runner can be checked in with one keystroke (C1); else the first reason against it. */
export function judgeCheckIn(runner: CheckInCandidate): CheckInRefusal | null {
  if (runner.checkedIn || runner.checkedInElsewhere) return "already-checked-in";
  if (runner.runCancelled) return "run-cancelled";
  return isConfirmed(runner.standing) && !runner.takenBack ? null : "not-confirmed";
}

/** Ids of the entries that an undo among these facts of a runner voids. */
export function voidedIn(facts: readonly JournalEntry[]): ReadonlySet<string> {
  const voided = new Set<string>();
  for (const entry of facts) {
    const fact = parseFact(entry);
    if (fact?.kind === "check-in.undone" || fact?.kind === "bib.undone") {
      voided.add(fact.payload.undoes);
    }
  }
  return voided;
}

/** A runner's check-ins that were not undone, earliest first (J4). `facts`: all entries of the runner, in order. */
export function standingCheckIns(facts: readonly JournalEntry[]): JournalEntry[] {
  const voided = voidedIn(facts);
  return facts.filter(
    (entry) => parseFact(entry)?.kind === "check-in.made" && !voided.has(entryIdOf(entry)),
  );
}

/** The check-in that an undo voids (C3): the named check-in, else the last one; null if it was undone already. */
export function claimToUndo(
  standing: readonly JournalEntry[],
  entryId: string | undefined,
): JournalEntry | null {
  if (entryId === undefined) return standing.at(-1) ?? null;
  return standing.find((claim) => entryIdOf(claim) === entryId) ?? null;
}

/** A runner's bib entries that were not undone, oldest first. */
export function standingBibFacts(facts: readonly JournalEntry[]): JournalEntry[] {
  const voided = voidedIn(facts);
  return facts.filter((entry) => isBibKind(entry.kind) && !voided.has(entryIdOf(entry)));
}

const isBibKind = (kind: string): boolean => kind === "bib.given" || kind === "bib.swapped";

/** The kinds of entries that undo can void (C3). */
export const undoableKinds = ["check-in.made", "bib.given", "bib.swapped"] as const;

/**
 * Groups the entries of one desk, newest first, into the actions of its operator. The entries of one command are one
 * action, for example a family's check-ins (C4) or a relay team's bib (B2). A walk-up's check-in and its bib are two
 * actions.
 */
export function groupActions(newestFirst: readonly JournalEntry[]): JournalEntry[][] {
  const actions: JournalEntry[][] = [];
  for (const entry of newestFirst) {
    const action = actions.at(-1);
    if (action?.[0] !== undefined && isSameAction(action[0], entry)) action.push(entry);
    else actions.push([entry]);
  }
  return actions;
}

const isSameAction = (one: JournalEntry, other: JournalEntry): boolean =>
  one.commandId !== null &&
  one.commandId === other.commandId &&
  one.kind.startsWith("bib.") === other.kind.startsWith("bib.");
