import { isolated } from "#renderer/i18n/isolated.ts";
import { formatSpan } from "../format.ts";
import type { Holder } from "./people.ts";
import { listHolders } from "./people.ts";

/** Texts of the controls that several screens use. */
export const ui = {
  noBib: "no bib",
  noConnection: "No connection",
  undo: "Undo",
  undoKeys: "Ctrl Z",
  redo: "Redo",
  redoKeys: "Ctrl Shift Z",
  pullWait: {
    title: "The organizer’s system asks Chute to wait",
    goesOn: (inMs: number): string => `It is asked again in ${formatSpan(inMs)}, by itself.`,
    stop: "Do not wait",
  },
  clearSearch: "Clear",
  scan: "Scan",
  scanWithCamera: "Scan with the camera",
  close: "Close",
  noEventYet:
    "The computer that this device is paired with has not opened one yet. This page shows it as soon as it does.",
  scanUnused: (code: string): string =>
    `Scanned ${code.length > 40 ? `${code.slice(0, 40)}…` : code}. It is not used while this is open. Scan it again afterwards.`,
  cancel: "Cancel",
  stopping: "Stopping…",
  enter: "Enter",
  esc: "Esc",
  needed: "needed",
  noName: "No name",
  practice: "PRACTICE",
  /** Between the names of the desk and of its operator. */
  deskAndOperator: ", ",
  checkedIn: "checked in",
  notCheckedIn: "not checked in",
  bibLabel: (bib: string, run: string): string => `Bib ${bib}, ${isolated(run)}`,
  bibFree: "Free",
  bibNoDigit: "Free, but it has no digit. Is it a bib?",
  bibFaults: {
    blank: "Type a bib.",
    "too-long": "A bib has at most 20 characters.",
    unprintable: "A bib has letters, digits and ordinary signs only.",
    address: "This looks like an e-mail address, not a bib.",
    space: "A bib has no space in it.",
  },
  bibTakenBy: (holders: readonly Holder[]): string => `Taken by ${listHolders(holders)}`,
  /** Why a taken bib cannot be swapped. */
  noSwap: {
    "several-holders": "No swap: several runners have this bib.",
    "own-bib-shared": "No swap: the bib that would be given for it has another holder too.",
  },
  bibLooksLike: (bib: string, name: string | null): string =>
    `Free, but it looks like ${bib} of ${isolated(name ?? "another runner")}`,
  noBibLabel: (run: string): string => `No bib yet, ${isolated(run)}`,
};
