import {
  formatCount,
  formatDayAndMonth,
  formatSpan,
  formatTime,
  formatTimeWithSeconds,
  shorten,
} from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import type { Actor } from "#shared/domain/journal/journal.ts";
import type { QueueForecast } from "#shared/domain/check-in/queue-forecast.ts";
import type { Delivery } from "#shared/domain/outbox/local-record.ts";
import type { FailureMessage } from "#renderer/i18n/en/errors.ts";
import { bibChangeTexts } from "./bib-change.ts";
import { runnerWarnings } from "./runner-warnings.ts";
import { undoTexts } from "./undo.ts";
import { by, listReasons, someone } from "#renderer/i18n/en/people.ts";

/** "19 minutes ago." */
function ago(durationMs: number): string {
  const minutes = Math.floor(durationMs / 60_000);
  if (minutes < 1) return "Just now.";
  if (minutes === 1) return "1 minute ago.";
  return minutes < 60 ? `${minutes} minutes ago.` : `${formatSpan(durationMs)} ago.`;
}

/** A forecast is no count: from 100 on, tens are enough. */
const rounded = (count: number): number => (count < 100 ? count : Math.round(count / 10) * 10);

/** Texts of the check-in screen. */
export const checkIn = {
  title: "Check-in",
  searchLabel: "Find a runner by bib, name or e-mail",
  searchPlaceholder: "Bib, name or e-mail",
  found: "Runners found",
  scannerReady: "Scanner ready",
  scanNotFound: "Scan not found",

  ready: "Ready for the next runner.",
  examples: [
    { input: "1042", meaning: "A bib opens its runner at once" },
    { input: "oka ama", meaning: "Parts of a name, in any order" },
    { input: "a.oka", meaning: "The start of an e-mail" },
  ],
  exampleScan: "Scan",
  exampleScanMeaning: "At any time, wherever the cursor is",
  exampleWalkUp: "Not on the list? Register a walk-up",

  matches: (total: number, more: boolean, text: string, first: "bib" | "name" | null): string => {
    const shown = shorten(text);
    if (more) return `More than ${formatCount(total)} match “${shown}”`;
    if (total === 1) return `1 match for “${shown}”`;
    const how = first === null ? "" : `, the exact ${first} first`;
    return `${formatCount(total)} match “${shown}”${how}`;
  },
  bibBegins: (bib: string, total: number, more: boolean): string =>
    `Nobody has bib ${shorten(bib)}: ${more ? "more than " : ""}${formatCount(total)} ${total === 1 ? "begins" : "begin"} with it`,
  chooseFrom: {
    bib: (count: number): string => `${formatCount(count)} have this bib: ↓ to choose`,
    name: (count: number): string => `${formatCount(count)} people have this name: ↓ to choose`,
    matches: (total: number, more: boolean): string =>
      total === 1
        ? "Only an e-mail fits: ↓ to choose"
        : `${more ? "More than " : ""}${formatCount(total)} match: ↓ to choose or type more`,
  },
  searching: "Looking",
  scanned: {
    bib: (text: string): string => `Bib ${shorten(text)}, from the scanner`,
    other: (text: string): string => `${shorten(text)}, from the scanner`,
    lookAlike: (text: string): string => `Nobody has bib ${shorten(text)}: look at the bib`,
    several: (count: number): string => `${formatCount(count)} share this code`,
    doubt: (code: string, instead: string): string =>
      `Scanned ${shorten(code)} or ${shorten(instead)}: look at the bib`,
  },
  choose: "choose",
  clear: "clear",
  keep: (bib: string | null): string => (bib === null ? "keep no bib" : `keep ${bib}`),

  nobody: (text: string): string => `Nobody matches “${shorten(text)}”`,
  nobodyText: "Try fewer letters, the bib or the e-mail. Not on the list? Register a walk-up.",
  scanNobody: (text: string): string => `Nobody has the code “${shorten(text)}”`,
  scanNobodyText: "Look at the bib and type it, or search by name.",
  scanOtherEvent: (event: string): string => `This code belongs to ${event}`,
  scanOtherEventText: "It is another event on this computer. Ask which race the runner came for.",
  searchFailed: "The search did not answer",
  noAnswer: {
    title: "No connection",
    text: (text: string): string => `“${shorten(text)}” is looked up when the connection is back.`,
  },
  walkUp: "Register a walk-up",
  didYouMean: "Did you mean",
  didYouMeanOne: "Did you mean one of these?",
  isItOneOfThese: "Is it one of these?",
  noneOfThem: "None of them?",
  listReasons,

  severalOfCode: (count: number): string => `${formatCount(count)} runners share this code`,
  severalOfDoubt: (code: string, instead: string): string =>
    `Is the code ${shorten(code)} or ${shorten(instead)}?`,
  severalOfBib: (count: number): string => `${formatCount(count)} runners have this bib`,
  severalOfName: (count: number): string => `${formatCount(count)} people have this name`,
  severalMatch: (total: number, more: boolean): string =>
    total === 1
      ? "Only an e-mail fits: look at the name"
      : `${more ? "More than " : ""}${formatCount(total)} runners match`,
  severalText:
    "Choose one in the list, or type more: the bib, the e-mail, another part of the name. Chute never picks one of several.",
  severalOfBibText:
    "Choose one in the list: ask for the name or the e-mail. Chute never picks one of several.",
  doubtText:
    "A key was pressed together with the scan. Look at the bib, then choose one in the list or scan again.",
  guessText: "These are guesses. Ask for the bib or the e-mail, then choose one in the list.",
  nextRow: "Look at the next one",
  intoList: "to go into the list",
  insteadOfEnter: "Instead of Enter press:",
  idleTitle: (arrived: number, expected: number): string =>
    `${formatCount(arrived)} of ${formatCount(expected)} are here`,
  idleText: "Type a bib or a name, or scan. The runner appears here.",
  forecast: ({ toCome, perMinute, minutes, inLine }: QueueForecast, startTime: string): string => {
    const pace = `If all come, at the pace of the best ten minutes of the last hour (on average ${formatCount(Math.round(perMinute))} a minute),`;
    return [
      `${formatCount(toCome)} are still expected for the start at ${startTime}.`,
      inLine === 0
        ? `${pace} it takes ${formatSpan(minutes * 60_000)}.`
        : `${pace} about ${formatCount(rounded(inLine))} would be in line then.`,
    ].join(" ");
  },

  noEventTitle: "No event is open",
  noEventText: "Choose one in Events, download it while there is a signal, then open it.",
  toEvents: "Go to Events",
  notDownloadedTitle: "No runners here yet",
  notDownloadedText:
    "Download this event in Events while there is a signal. Walk-ups work already.",

  status: {
    notHere: "Not here yet",
    inAt: (atMs: number): string => `In ${formatTime(atMs)}`,
    inElsewhere: "In elsewhere",
    waitlist: "Waitlist",
    cancelled: "Cancelled",
    refunded: "Refunded",
    other: (word: string): string => word,
    takenBack: "Retracted",
    refused: "Refused",
  },

  factRegistration: "Registration",
  factPace: "Pace group",
  factTeam: "Team",
  factNote: "Note",
  confirmed: "Confirmed",
  walkUpStands: {
    "not-sent": "Walk-up, saved here",
    "maybe-sent": "Walk-up, may have arrived",
    confirmed: "Walk-up, confirmed",
    refused: "Walk-up, refused",
    "taken-back": "Walk-up, retracted",
  } as const satisfies Readonly<Record<Delivery, string>>,

  checkIn: "Check in",
  checkingIn: "Checking in",
  checkInBib: (bib: string | null): string => (bib === null ? "Check in" : `Check in ${bib}`),
  carefulKey: "Ctrl Enter",
  changeBib: "Change bib",
  giveBib: "Give a bib",
  giveBibTo: (name: string | null): string => `Give a bib to ${isolated(name ?? "the runner")}`,

  /** `family`: how many have the same e-mail; `team`: how many are in the same relay team. */
  companions: (family: number, team: number): string => {
    const inTeam =
      team === 1 ? "1 other runner in this team" : `${team} other runners in this team`;
    if (family === 0) return inTeam;
    const withEmail =
      family === 1 ? "1 other runner has this e-mail" : `${family} other runners have this e-mail`;
    return team === 0 ? withEmail : `${withEmail}, ${inTeam}`;
  },
  notHere: "not here yet",
  isHere: (atMs: number): string => `in ${formatTime(atMs)}`,
  hereElsewhere: "in elsewhere",
  notConfirmed: "not confirmed",
  lookFirst: "look at the card first",
  checkInAll: (count: number): string => (count === 2 ? "Check in both" : `Check in all ${count}`),
  /** `mates`: how many of them are in the same team. */
  companionsWaiting: (count: number, mates: number): string =>
    mates === 0
      ? "Same e-mail, not here yet"
      : mates === count
        ? "Same team, not here yet"
        : "Same e-mail or team, not here yet",

  done: "Checked in",
  doneMeanwhile: (name: string | null): string => `${isolated(name ?? "The runner")} is checked in`,
  alreadyMeanwhile: (name: string | null): string =>
    `${isolated(name ?? "The runner")} was checked in already`,
  refusedMeanwhile: (name: string | null): string =>
    `${isolated(name ?? "The runner")} was not checked in: look at the card again`,
  nobodyMeanwhile: (text: string): string =>
    `Nobody matches “${shorten(text)}”, so nobody was checked in`,
  handOver: (bib: string): string => `Hand over ${bib} to`,
  noBibTo: "No bib yet for",
  bibChangedSince: (bib: string | null): string =>
    bib === null
      ? "The bib was taken away meanwhile"
      : `The bib was changed meanwhile: it is ${bib}`,
  bibChangedText: "Look at the bib that the runner has before you check in.",
  runChangedSince: (run: string): string => `The run was changed meanwhile: it is ${isolated(run)}`,
  runChangedText: (former: string): string =>
    `It was ${isolated(former)}. Ask the runner which run is right before you check in.`,
  runAndPace: (run: string, pace: string | null): string =>
    pace === null ? run : `${isolated(run)}, pace ${pace}`,
  /** `refused`: the refused walk-ups among those with a problem. */
  doneAll: (count: number, problems: number, refused: number): string => {
    if (problems === 0) return `${count} checked in`;
    const walkUps = refused === 1 ? "a walk-up was" : `${refused} walk-ups were`;
    const others = problems === 1 ? "one has" : `${problems} have`;
    const what = refused === problems ? `${walkUps} refused` : `${others} no place in the run`;
    return `${count} checked in, but ${what}`;
  },
  handOverAll: "Hand over",
  failedAll: "Not checked in",
  at: (atMs: number): string => formatTimeWithSeconds(atMs),

  alreadyTitle: "Already checked in",
  alreadyText: (who: Actor, nowMs: number): string =>
    `At ${isolated(who.desk)}, ${formatTimeWithSeconds(who.atMs)}${who.operator === "" ? "" : `, by ${isolated(who.operator)}`}. ${ago(nowMs - who.atMs)}`,
  elsewhereTitle: "Already checked in elsewhere",
  elsewhereText: "The organizer’s system says so. Nothing was recorded here.",
  refusedTitle: "Walk-up refused",
  goneTitle: "Gone from the organizer’s list",
  hereDespite: (problem: string): string => `${problem}, but already checked in`,
  elsewhereDespite: (problem: string): string => `${problem}, but already checked in elsewhere`,
  severalClaims: (count: number): string =>
    `${count} check-ins of this runner were recorded. The earliest is shown.`,
  standingTitle: {
    waitlist: "On the waiting list",
    cancelled: "Registration cancelled",
    refunded: "Registration refunded",
    other: "Registration not confirmed",
  },
  standingText: (word: string): string =>
    `The organizer’s status is “${word}”. You may check in this runner with a reason.`,
  runCancelledTitle: (run: string): string => `${isolated(shorten(run))} does not take place`,
  runCancelledText: (word: string): string => `The organizer’s status for this run is “${word}”.`,
  takenBackTitle: "This walk-up was retracted",
  takenBackText: "It is kept here for the record.",
  nextRunner: "Next runner",
  againWithReason: "Check in again, with a reason…",
  withReason: "Check in, with a reason…",
  summary: (run: string, pace: string | null, word: string): string =>
    pace === null ? `${isolated(run)}, ${word}` : `${isolated(run)}, pace group ${pace}, ${word}`,

  reasonTitle: (name: string | null, isHere: boolean): string =>
    isHere ? `Check in ${someone(name)} again` : `Check in ${someone(name)}`,
  reasonLabel: "Why",
  reasonHint: "kept in the history",
  reasonPlaceholder: "For example: paid the late fee at the desk",
  reasonNeeded: "Write a reason",

  warning: runnerWarnings,
  walkUpCard: {
    refused: "The organizer’s system refused this walk-up",
    needsYou: "This walk-up needs you",
    registeredTwice: "Saved at another desk too. It is not sent until somebody decides",
    setAside: "This walk-up is set aside",
    fix: "Fix in Sync",
    change: "Change in Sync",
    retract: "Retract…",
    retractTitle: "Retract this walk-up?",
    retractText: (name: string, run: string): string =>
      `${isolated(name)} is taken out of ${isolated(run)}, and nothing more is sent. The history stays.`,
    retractConfirmed:
      "The organizer has this registration already. Ask the organizer to cancel it: Chute cannot.",
    retractReason: "Why",
    retractHint: "may stay empty; kept in the history",
    retractNow: "Retract",
    keep: "Keep the walk-up",
    retracted: (name: string): string => `Walk-up of ${isolated(name)} retracted`,
    restored: (name: string): string => `Walk-up of ${isolated(name)} is back`,
    notRestored: (name: string): string => `Walk-up of ${isolated(name)} could not be put back`,
    failures: {
      "must-reconcile": {
        title: "It may have arrived",
        text: "The organizer’s list has to be searched first, which needs a connection.",
      },
      "wrong-state": {
        title: "It cannot be retracted now",
        text: "It is being sent, or it was retracted already. Nothing was lost.",
      },
    } as const satisfies Readonly<Record<string, FailureMessage>>,
  },

  historyTitle: "History",
  history: {
    "checked-in": (who: Actor): string => `Checked in at ${isolated(who.desk)}${by(who.operator)}`,
    "check-in-undone": (who: Actor): string =>
      `Check-in undone at ${isolated(who.desk)}${by(who.operator)}`,
    "bib-given": (who: Actor, bib: string | null): string =>
      `Bib ${bib ?? "removed"} given at ${isolated(who.desk)}${by(who.operator)}`,
    "bib-swapped": (who: Actor, bib: string | null): string =>
      `Swapped to bib ${bib ?? "none"} at ${isolated(who.desk)}${by(who.operator)}`,
    "bib-undone": (who: Actor, bib: string | null): string =>
      `Back to ${bib === null ? "no bib" : `bib ${bib}`} at ${isolated(who.desk)}${by(who.operator)}`,
    "walk-up-saved": (who: Actor): string =>
      `Walk-up saved at ${isolated(who.desk)}${by(who.operator)}`,
    "walk-up-edited": (who: Actor): string =>
      `Walk-up corrected at ${isolated(who.desk)}${by(who.operator)}`,
    "walk-up-taken-back": (who: Actor): string =>
      `Walk-up retracted at ${isolated(who.desk)}${by(who.operator)}`,
    "walk-up-restored": (who: Actor): string =>
      `Retraction undone at ${isolated(who.desk)}${by(who.operator)}`,
    "walk-up-sent": (): string => "Sent to the organizer",
    "walk-up-confirmed": (): string => "Confirmed by the organizer’s system",
    "walk-up-refused": (): string => "Refused by the organizer’s system",
    "walk-up-adopted": (): string => "Found on the organizer’s list",
    acknowledged: (who: Actor): string => `Seen at ${isolated(who.desk)}${by(who.operator)}`,
  },
  historyReason: (reason: string): string => `Reason: ${reason}`,

  tickets: "Last check-ins of this desk",
  noTickets: "The last five check-ins of this desk appear here. Each can be undone.",
  undoOf: (name: string | null, bib: string | null): string =>
    `Undo check-in of ${isolated(name ?? `bib ${bib ?? "?"}`)}`,
  undoAll: (count: number): string => (count === 1 ? "Undo check-in" : `Undo ${count} check-ins`),
  ...undoTexts,

  ...bibChangeTexts,

  scanFailed: (code: string): string =>
    `${code} was scanned, but could not be looked up: scan it again`,
  scanLookAlike: (text: string, bibs: readonly string[]): string =>
    `Nobody has bib ${shorten(text)}: is it ${bibs.slice(0, 3).join(" or ")}?`,
  scanLookAlikeText: "Look at the bib. If it is another one, scan or type that bib.",
  scannedTooFast: (code: string): string => `${shorten(code)} checked nobody in: scan it again`,
  scannedOnly: (name: string | null): string =>
    `${isolated(name ?? "The runner before")} was scanned, but not checked in here`,
  /** The text in the search box is newer than the code. */
  scanWhileTyping: {
    one: (code: string, name: string | null): string =>
      `${shorten(code)} was scanned while you typed: look at ${isolated(name ?? "the runner")}`,
    again: (code: string): string => `${shorten(code)} was scanned while you typed: scan it again`,
    open: "Open the runner",
  },

  notSavedTitle: "NOT SAVED",
  notSavedGone: (name: string | null): string =>
    name === null
      ? "NOT SAVED: your last action. Do it again."
      : `NOT SAVED: ${isolated(name)}. Find the runner again.`,
  notSavedCheckIn: "The check-in did not reach the disk.",
  notSavedBib: "The bib did not reach the disk.",
  notSavedUndo: "The undo did not reach the disk.",
  notSavedRedo: "The redo did not reach the disk.",
  noConnection: "Not done: no connection",
  familyMeanwhile: (count: number, failed: number): string =>
    failed === 0
      ? `${count} runners are checked in`
      : `${failed} of ${count} runners are not checked in: find them again`,
  notKnown: "The program did not answer, so nobody knows whether it was saved.",
  notSavedSafe: (count: number | null, areFilesMoved: boolean): string => {
    if (areFilesMoved) {
      return "Nothing is saved until Chute is started again. That start looks for the earlier check-ins in the newest backup.";
    }
    return count === null || count === 0
      ? "Everything saved before is safe."
      : `All ${formatCount(count)} earlier check-ins are safe.`;
  },
  notSavedDo: (bib: string | null): string =>
    `Do not hand over the bib yet. If it fails again, write ${bib ?? "the name"} on paper and move to another desk.`,
  notKnownDo: "Try again: the same one goes again, so it cannot count twice.",
  goesAgain: "It goes again by itself",
  tryAgain: "Try again",
  tryingAgain: "Trying again",
  howToFree: "How to free space",
  freeTitle: "How to free space",
  freeText: [
    "Empty the recycle bin or trash.",
    "Delete large downloads and videos you no longer need.",
    "Leave the Chute folder as it is: it holds the check-ins.",
    "Then press Try again. What you typed is still here.",
  ],

  starts: (time: string, inMs: number): string =>
    inMs < 0 ? `Planned start ${time}` : `Starts ${time}, in ${formatSpan(inMs)}`,
  startsOn: (date: string, time: string): string => `${formatDayAndMonth(date)}, ${time}`,
  runCount: (run: string, arrived: number, expected: number): string =>
    `${isolated(run)}: ${formatCount(arrived)} of ${formatCount(expected)} are here`,
  runCounts: "Arrived of expected, by run",
  arrivals: "Arrivals, last hour",
  rate: (aMinute: number): string => `${formatCount(aMinute)} last minute`,
};
