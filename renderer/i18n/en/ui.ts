/** The words of the parts that every screen shares. */
export const ui = {
  noBib: "no bib",
  undo: "Undo",
  undoKeys: "Ctrl Z",
  clearSearch: "Clear",
  scan: "Scan",
  scanWithCamera: "Scan with the camera",
  close: "Close",
  cancel: "Cancel",
  needed: "needed",
  noName: "No name",
  practice: "PRACTICE",
  checkedIn: "checked in",
  notCheckedIn: "not checked in",
  bibLabel: (bib: string, run: string): string => `Bib ${bib}, ${run}`,
  noBibLabel: (run: string): string => `No bib yet, ${run}`,
};
