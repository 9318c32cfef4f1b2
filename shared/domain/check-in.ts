import type { JournalEntry } from "./journal.ts";
import { isConfirmed } from "./registration.ts";
import type { CheckInClaim, Standing } from "./runner-projection.ts";

/** Why a check-in needs a person's override with a reason (C1, C2). */
export type CheckInRefusal = "already-checked-in" | "run-cancelled" | "not-confirmed";

export interface CheckInCandidate {
  readonly standing: Standing;
  /** A check-in recorded here stands. */
  readonly checkedIn: boolean;
  /** The server says `checkedIn: true`. */
  readonly checkedInElsewhere: boolean;
  readonly runCancelled: boolean;
  /** A walk-up that was taken back. */
  readonly takenBack: boolean;
}

/** Null when the runner checks in with one keystroke (C1); else the first thing that stands in the way. */
export function judgeCheckIn(runner: CheckInCandidate): CheckInRefusal | null {
  if (runner.checkedIn || runner.checkedInElsewhere) return "already-checked-in";
  if (runner.runCancelled) return "run-cancelled";
  return isConfirmed(runner.standing) && !runner.takenBack ? null : "not-confirmed";
}

/**
 * Which check-in an undo takes back (C3): the one named, else the last one made. Null when that one does not stand.
 * `claims` are those that stand, earliest first.
 */
export function claimToUndo(
  claims: readonly CheckInClaim[],
  entryId: string | undefined,
): CheckInClaim | null {
  if (entryId === undefined) return claims.at(-1) ?? null;
  return claims.find((claim) => claim.entryId === entryId) ?? null;
}

/** The kinds that Ctrl+Z takes back (C3). */
export const undoableKinds = ["check-in.made", "bib.given", "bib.swapped"] as const;
export type UndoableKind = (typeof undoableKinds)[number];

export const isUndoableKind = (kind: string): kind is UndoableKind =>
  undoableKinds.some((undoable) => undoable === kind);

/**
 * Groups what one desk did, newest first, into the actions its person took: entries of one command that stand side by
 * side are one action, a family's check-ins say (C4).
 */
export function groupActions(newestFirst: readonly JournalEntry[]): JournalEntry[][] {
  const actions: JournalEntry[][] = [];
  for (const entry of newestFirst) {
    const action = actions.at(-1);
    const sameCommand = entry.commandId !== null && action?.[0]?.commandId === entry.commandId;
    if (action !== undefined && sameCommand && action[0]?.kind === entry.kind) action.push(entry);
    else actions.push([entry]);
  }
  return actions;
}
