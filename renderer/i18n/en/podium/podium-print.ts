import type { Actor } from "#shared/domain/journal/journal.ts";
import type { SegmentClock } from "#shared/contract/podium.ts";
import { formatShortDay, formatTime } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import { by } from "#renderer/i18n/en/people.ts";
import type { FailureMessage } from "#renderer/i18n/en/errors.ts";

/** Texts of printed papers and of the dialog before printing. */
export const podiumPrint = {
  title: "Print",
  what: "What",
  awards: "Award sheets",
  awardsHint: "One page for each segment",
  finish: "Finish sheet",
  finishHint: "Numbered empty lines for the crew at the line",
  which: "Which segments",
  announcedOnly: (count: number): string => `Announced (${count})`,
  filled: (count: number): string => `With places (${count})`,
  all: (count: number): string => `All (${count})`,
  lines: "Lines",
  linesFault: "1 to 2,000 lines",
  print: "Print",
  nothing: "No segment to print",
  savePdf: "Save as PDF…",
  savingPdf: "Saving",
  savedIn: (path: string): string => `Saved in ${path}`,
  failures: {
    cancelled: { title: "No place was chosen", text: "Nothing was saved." },
    "not-printed": {
      title: "There is no PDF",
      text: "Nothing was saved. Try again, or print it.",
    },
    "folder-gone": {
      title: "The PDF was NOT saved",
      text: "The folder is gone, perhaps with its stick. Put it back, or choose another folder.",
    },
    "not-a-desktop": {
      title: "Only the Chute desktop saves a PDF by itself",
      text: "Print it here, and choose PDF as the printer.",
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,

  practice: "PRACTICE, made-up runners",
  clock: (clock: SegmentClock): string => (clock === "gun" ? "Gun time" : "Chip time"),
  /** `time` is the time of day at the venue. */
  announced: (time: string, operator: string): string => `Announced ${time}${by(operator)}`,
  draft: "DRAFT, not announced",
  changed: "CHANGED after the announcement",
  openWarnings: (count: number): string =>
    count === 1 ? "1 open warning" : `${count} open warnings`,
  place: "Place",
  bib: "Bib",
  name: "Name",
  time: "Time",
  prize: "Prize",
  handedOut: "Handed out",
  /** `date` and `time` are those at the venue. */
  printed: (date: string, time: string, desk: string): string =>
    `Printed ${formatShortDay(date)}, ${time}, ${isolated(desk)}`,
  signature: "Timing crew",
  finishTitle: "Finish sheet",
  finishText:
    "Write every bib in the order it crosses the line. A line stays empty when a bib cannot be read.",
  note: "Note",
  page: (page: number, pages: number): string => `Page ${page} of ${pages}`,
};

/** Texts of the announcer's window. */
export const announcer = {
  title: "Announcer",
  clock: (clock: SegmentClock): string => (clock === "gun" ? "gun time" : "chip time"),
  announced: (who: Actor): string => `Announced ${formatTime(who.atMs)}${by(who.operator)}`,
  changed: "Changed after the announcement",
  draft: "DRAFT, not announced",
  /** In the head of the window; the state at its foot says the rest. */
  draftShort: "DRAFT",
  space: "Space",
  nextName: "next name",
  allNames: "all names shown",
  hideName: "Hide the last name",
  segmentOf: (index: number, of: number): string => `segment ${index} of ${of}`,
  leave: "leave",
  fullScreen: "Full screen",
  light: "Light",
  dark: "Dark",
  showDrafts: "Show drafts",
  hideDrafts: "Hide drafts",
  previous: "Segment before",
  next: "Next segment",
  none: "Nothing is announced yet",
  noneText: "A segment appears here as soon as it is announced in Podium.",
};
