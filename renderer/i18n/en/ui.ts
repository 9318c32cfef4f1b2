import { formatSpan } from "../format.ts";

/** Texts of the controls that several screens use. */
export const ui = {
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
};
