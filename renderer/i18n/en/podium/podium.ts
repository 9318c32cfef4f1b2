import type { Actor } from "#shared/domain/journal/journal.ts";
import type { SegmentClock } from "#shared/contract/podium.ts";
import { countOf, formatCount, formatTime } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import { by } from "#renderer/i18n/en/people.ts";
import { ordinal, podiumWarning } from "./podium-warnings.ts";
import { whyPlace } from "./podium-why.ts";

const places = (count: number): string => countOf(count, "place");

/** A line of a sheet; without a bib nobody is there. */
export interface ChangedLine {
  readonly place: number;
  readonly bib: string | null;
  /** The bib that was there before; null if nobody was. */
  readonly bibBefore: string | null;
}

function changedLine({ place, bib, bibBefore }: ChangedLine): string {
  if (bib === null) {
    return bibBefore
      ? `Bib ${bibBefore} was taken out, ${ordinal(place)} is empty.`
      : `${ordinal(place)} is empty.`;
  }
  const noLonger = bibBefore && bibBefore !== bib ? `, no longer bib ${bibBefore}` : "";
  return `${ordinal(place)} is bib ${bib}${noLonger}.`;
}

const clocks: Readonly<Record<SegmentClock, string>> = { gun: "Gun time", chip: "Chip time" };

/** "Gun time, 3 places". */
const clockAndDepth = (clock: SegmentClock, depth: number | null): string =>
  depth === null ? clocks[clock] : `${clocks[clock]}, ${places(depth)}`;

/** "Desk 2, 09:05, by Mei". */
const sheetBy = (actor: Actor): string =>
  `${isolated(actor.desk)}, ${formatTime(actor.atMs)}${by(actor.operator)}`;

/** Texts of the podium screen. */
export const podium = {
  title: "Podium",
  runs: "Runs",
  announcedOf: (announced: number, segments: number): string =>
    `${announced} of ${segments} announced`,
  announcedShort: (announced: number, segments: number): string => `${announced} of ${segments}`,
  print: "Print",
  announcer: "Announcer",
  announcerBlocked: "The browser did not open a second window. Allow windows for this page.",
  parts: "Podium sections",
  podiumTab: "Podium",
  finishTab: "Finish log",
  officialTab: "Official results",

  noEventTitle: "No event is open",
  noEventText: "Choose one in Events, download it while there is a signal, then open it.",
  toEvents: "Go to Events",
  noRunsTitle: "No runs on this computer yet",
  noRunsText: "Download the event in Events. Then its runs and segments appear here.",

  clockAndDepth,
  openSegment: (label: string): string => `${isolated(label)}: set up, prizes, history`,
  tie: "tie",
  empty: "empty",
  noAward: "no award",
  morePlaces: (count: number): string => `${formatCount(count)} more empty`,
  team: (team: string): string => `Team ${team}`,
  noName: "Name not known",
  nameAwaited: "Looking up the name",
  slotLabel: (place: number, label: string): string => `${ordinal(place)} in ${isolated(label)}`,
  bibLabel: (place: number, label: string): string =>
    `Bib of ${ordinal(place)} in ${isolated(label)}`,
  timeLabel: (place: number, label: string): string =>
    `Time of ${ordinal(place)} in ${isolated(label)}`,
  timePlaceholder: "time",
  save: "Save",
  tieTouch: "Tie",
  moveUp: "Move up",
  moveDown: "Move down",
  removeLine: "Remove",
  unknownBib: "Nobody here has this bib",
  lookAlike: (bib: string, name: string | null): string =>
    `Look: ${bib} is ${isolated(name ?? "no name")}`,
  chooseHolder: (count: number): string => `${count} wear this bib. Who was it?`,
  holder: (name: string | null, run: string): string =>
    `${isolated(name ?? "No name")}, ${isolated(run)}`,
  nameTyped: "A name, not a bib. Who was it?",
  enterAsBib: (bib: string): string => `Enter ${bib} as a bib`,
  slotFault: {
    "bib-missing": "Type a bib first",
    name: "Not saved yet. Choose the runner, or type the bib",
    empty: "Write 12:34, 1:02:03.4 or 3500 for 35:00",
    unreadable: "Write 12:34, 1:02:03.4 or 3500 for 35:00",
    negative: "A time is not negative",
    "too-long": "At most 999 hours",
  },
  timeFromLog: (time: string): string =>
    time === "" ? "The finish log has no time of this bib" : `From the finish log: ${time}`,
  timeOfOther: (time: string, bib: string, name: string | null): string =>
    bib === ""
      ? `${time} was typed for ${isolated(name ?? "another runner")}.`
      : `${time} was typed for bib ${bib}.`,
  keepTime: (time: string): string => `Keep ${time}`,
  takeLogged: (time: string): string => `Take ${time} from the finish log`,
  noTime: "No time",
  readAs: "Read as",
  notReadAs: (time: string): string => `, not ${time}`,
  notATime: "Not a time yet",
  unlikelyTime: "Nobody runs this time over this distance.",
  orIsIt: (time: string): string => `Or ${time}?`,

  announced: (actor: Actor): string => `Announced ${formatTime(actor.atMs)}${by(actor.operator)}`,
  announcedBefore: (actor: Actor): string =>
    `Announced before, ${formatTime(actor.atMs)}${by(actor.operator)}`,
  openWarnings: (count: number): string => countOf(count, "open warning"),
  noWarnings: "No open warnings",
  toFill: (count: number): string => `${places(count)} to fill`,
  tiesWithAbove: "a tie",
  timeKey: "Tab",
  typesTime: "time",
  tieKey: "=",
  announce: "Announce…",
  saveTyped: "Save the open place first",
  announceAgain: "Announce again…",
  noLineLeft: "No line is left on this sheet",
  change: "Change…",
  changedTitle: "Changed after the announcement",
  changedText: (actor: Actor | null): string =>
    actor === null
      ? "The organizer’s awards are different now"
      : `${formatTime(actor.atMs)}${by(actor.operator)}`,
  announcedAs: (clock: SegmentClock, depth: number | null): string =>
    `Announced as ${clockAndDepth(clock, depth)}`,
  notSavedYet: "Not saved yet",
  rivalsStrip: (count: number): string =>
    count === 1 ? "Another desk typed another sheet" : `${count} other sheets from other desks`,
  compare: "Compare…",
  /** The sheet of this desk may be the one that was not chosen. */
  settledElsewhere: (label: string, actor: Actor | null): string =>
    `${isolated(label)}: another desk chose between the sheets${actor === null ? "" : `, ${sheetBy(actor)}`}. Look at it; the history keeps all.`,

  why: (name: string, place: number): string => `Why is ${isolated(name)} ${ordinal(place)}?`,
  whyHint:
    "Type the bibs in the order of the finish sheet. Enter saves and goes to the next place.",
  whyText: whyPlace,
  warning: podiumWarning,

  /** The title of a card that covers the head of its column. */
  titleOf: (label: string, title: string): string => `${isolated(label)}: ${isolated(title)}`,
  notSavedTitle: "NOT SAVED",
  notSavedShort: (segments: number): string => `${countOf(segments, "podium segment")} not saved`,
  notSavedText: "What you typed stays here.",
  goesAgain: "What you typed stays here. It is saved by itself when the connection is back.",
  notKnownText: "It may have been saved. Trying again cannot save it twice.",
  tryAgain: "Try again",
  dropTyped: "Leave it as it was",

  meanwhileTitle: (actor: Actor | null, isSameDesk: boolean): string =>
    actor === null
      ? "This sheet changed meanwhile"
      : `Changed meanwhile ${isSameDesk ? "in another window of this desk" : `at ${isolated(actor.desk)}`}, ${formatTime(actor.atMs)}${by(actor.operator)}`,
  meanwhileText: "Nothing is lost. Look at both and keep the one that is right.",
  mine: "What you typed",
  theirs: "What is saved now",
  keepMine: "Keep what I typed",
  keepTheirs: "Keep what is saved",
  lookAtBoth: "Look at both…",

  rivalsTitle: (label: string, sheets: number): string =>
    `${sheets > 2 ? formatCount(sheets) : "Two"} sheets for ${isolated(label)}`,
  rivalsText: (sheets: number): string =>
    sheets > 2
      ? "Desks typed without seeing each other. All are kept. Choose the one that is right; the others stay in the history."
      : "Two desks typed without seeing each other. Both are kept. Choose the one that is right; the other stays in the history.",
  sheetBy,
  useThis: "This one is right",
  nobody: "Nobody",

  announceTitle: (label: string, run: string): string =>
    `Announce ${isolated(label)}, ${isolated(run)}?`,
  announceNames: (label: string): string => `Names of ${isolated(label)}`,
  sayLabel: (name: string): string => `How to say ${isolated(name)}`,
  sayPlaceholder: "ah-MAH-rah oh-KAH-for",
  saySave: "Keep it",
  sayNotKept: (name: string, why: string): string => `How to say ${isolated(name)}: ${why}`,
  sayTitle: "How is the name said?",
  sayButton: "How to say it",
  announceNow: "Announce",
  announceWith: (count: number): string =>
    count === 1 ? "Announce with 1 open warning" : `Announce with ${count} open warnings`,
  announcing: "Announcing",
  doubt: "If in doubt, don’t announce.",
  doubtText: (count: number): string =>
    count === 1 ? "One line has a warning." : `${count} lines have warnings.`,
  placesEmpty: (count: number): string =>
    count === 1
      ? "1 place is still empty. It is announced without it."
      : `${count} places are still empty. It is announced without them.`,
  announceClear: "No line has a warning. Chute keeps who announces it, and when.",
  announceOverRivals:
    "Only the sheet of this column is announced. If in doubt, settle the others first.",
  announceChanged: "This sheet changed while you looked. Look at it again, then announce.",
  showNow: "Show it as it is now",
  lookFirst: "Look at it again first",
  back: "Back",

  reasonTitle: (label: string): string => `Change ${isolated(label)} after the announcement?`,
  reasonText:
    "It was announced already. The change is saved with its reason, and the column says so until it is announced again.",
  reasonLabel: "Why",
  reasonPlaceholder: "The judge moved 31 behind A7",
  reasonNeeded: "Write why",
  reasonGo: "Change it",

  historyNone: "Nothing was typed yet.",
  history: {
    entered: "Entered",
    "changed-after-announcement": "Changed after the announcement",
    undone: "Undone",
    "from-finish-log": "Taken from the finish log",
    announced: "Announced",
  },
  historyBy: (actor: Actor): string =>
    `${formatTime(actor.atMs)}${by(actor.operator)}, ${isolated(actor.desk)}`,
  historyWarnings: (count: number): string =>
    count === 0 ? "no open warnings" : count === 1 ? "1 open warning" : `${count} open warnings`,

  failures: {
    "changed-meanwhile": {
      title: "This sheet changed meanwhile",
      text: "Nothing is lost. Look at it again.",
    },
    "reason-needed": {
      title: "It was announced already",
      text: "Nothing was changed. Press Change… and write why.",
    },
    "invalid-time": {
      title: "A time cannot be read",
      text: "Nothing was saved. Write 12:34, 1:02:03.4 or 3500 for 35:00.",
    },
    "nothing-to-announce": {
      title: "Nothing to announce",
      text: "It is empty, or it is announced already.",
    },
  },

  /** `line`: the only line that changed; without a bib it is empty now. */
  undone: (label: string, line: ChangedLine | null): string =>
    line === null
      ? `${isolated(label)}: back to the sheet before.`
      : `${isolated(label)}: back to the sheet before. ${changedLine(line)}`,
  undoUnsaved: (label: string): string =>
    `${isolated(label)}: nothing undone, the typed line is not saved yet`,
  nothingToUndo: (label: string): string => `${isolated(label)}: nothing to undo`,
  notTakenBack: "An announcement is not taken back. “Change…” changes the sheet.",
  noRedo: "The podium has no redo. Type it again.",
  scanNobody: (code: string): string => `Nobody has the code “${code.slice(0, 28)}”`,
  scanFailed: (code: string): string =>
    `“${code.slice(0, 28)}” could not be looked up: scan it again`,
  scanLate: (code: string): string =>
    `“${code.slice(0, 28)}” was looked up too late for its place: scan it again`,
};
