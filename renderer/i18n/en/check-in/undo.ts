import type { Actor } from "#shared/domain/journal/journal.ts";
import { formatTimeWithSeconds } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import { by, listNames, someone } from "#renderer/i18n/en/people.ts";

/** Texts of undo and redo on the check-in screen. */
export const undoTexts = {
  undoneTitle: (count: number): string => (count === 1 ? "Check-in undone" : "Check-ins undone"),
  undoneElsewhere: (who: Actor): string =>
    `Check-in undone at ${isolated(who.desk)}${by(who.operator)}, ${formatTimeWithSeconds(who.atMs)}`,
  undone: {
    "check-in": (names: readonly string[]): string => `Check-in of ${listNames(names)} undone`,
    family: (names: readonly string[]): string => `Check-ins of ${listNames(names)} undone`,
    bib: (names: readonly string[], bib: string | null): string =>
      bib === null
        ? `Bib undone: ${listNames(names)} has no bib again`
        : `Bib undone: ${listNames(names)} has bib ${bib} again`,
    swap: (names: readonly string[]): string => `Swap of ${listNames(names)} undone`,
  },
  stillCheckedIn: (name: string, who: Actor): string =>
    `${isolated(name)} is still checked in: ${formatTimeWithSeconds(who.atMs)} at ${isolated(who.desk)}${by(who.operator)}`,
  redone: {
    "check-in": (names: readonly string[]): string => `${listNames(names)} is checked in again`,
    family: (names: readonly string[]): string =>
      names.length === 1
        ? `${listNames(names)} is checked in again`
        : `${listNames(names)} are checked in again`,
    bib: (names: readonly string[], bib: string | null): string =>
      `${listNames(names)} has ${bib === null ? "no bib" : `bib ${bib}`} again`,
    swap: (names: readonly string[]): string => `Swap of ${listNames(names)} done again`,
  },
  notRedone: (names: readonly string[]): string => `Not again: ${listNames(names)}`,
  onceMore: {
    undo: "Only this one: press Ctrl Z again for the one before",
    redo: "Only this one: press Ctrl Shift Z again for the next",
  },
  nothingToUndo: "This desk has nothing left to undo",
  undoneBefore: "That was undone already",
  undoTaken: (name: string | null): string =>
    `${someone(name)} got the former bib meanwhile. Nothing was undone.`,
  undoFailed: "That could not be undone",
  nothingToRedo: "This desk has nothing left to redo",
  redoFailed: {
    "already-checked-in": (name: string | null): string =>
      `${someone(name)} came in meanwhile. Nothing was done again.`,
    "not-confirmed": (name: string | null): string =>
      `The registration of ${someone(name)} is not confirmed now. Nothing was done again.`,
    "run-cancelled": (name: string | null): string =>
      `The run of ${someone(name)} is cancelled now. Nothing was done again.`,
    "bib-taken": (name: string | null): string =>
      `${someone(name)} got that bib meanwhile. Nothing was done again.`,
    overtaken: (name: string | null): string =>
      `${someone(name)} got another bib meanwhile. Nothing was done again.`,
  },
  redoRefused: "That could not be done again",
} as const;
