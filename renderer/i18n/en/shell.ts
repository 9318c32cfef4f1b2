import { localDate } from "#shared/domain/basics/local-date.ts";
import { formatShortDay, formatTime } from "../format.ts";
import { isolated } from "../isolated.ts";

const dayMs = 86_400_000;

/** The time, or the day if it is more than 24 hours ago. */
function timeOrDay(atMs: number): string {
  if (Date.now() - atMs < dayMs) return formatTime(atMs);
  return formatShortDay(localDate(atMs));
}

/** Texts of the frame around every screen. */
export const shell = {
  product: "Chute",
  screens: "Screens",
  checkIn: "Check-in",
  podium: "Podium",
  events: "Events",
  sync: "Sync",
  settings: "Settings",
  status: "Status",

  practiceBanner: "Made-up runners. Nothing here can reach a real race.",
  leavePractice: "Leave practice",

  diskAlmostFull:
    "The disk is almost full. Make room on it now: soon a check-in may not be saved any more.",
  opening: "Waiting for the first answer. The connection or the computer is slow.",
  connection: {
    notSaved: "NOT SAVED",
    noHub: "No connection to the hub.",
    noProgram: "The program behind this screen does not answer.",
    inPractice:
      "The hub is in practice. This device stays paired, and comes back by itself when practice ends.",
    practise: "Practise on this device…",
    staysHere: "What you type stays here.",
    back: "Connected again",
    backText: "What you do is saved again.",
    short: "No connection: nothing is saved",
  },
  screenFailed: {
    title: "This screen failed",
    screen:
      "Everything that was saved is safe on this computer. Try again, or go on with another screen. The fault is in the log.",
    page: "Everything that was saved is safe on this computer. Load the page again. The fault is in the log.",
    again: "Try again",
    load: "Load again",
    copy: "Copy report",
    copied: "Report copied",
    report: "Report",
  },

  online: "Online",
  notAskedYet: "Organizer not asked yet",
  downloading: ". Downloading registrations.",
  offlineSince: (sinceMs: number | null): string =>
    sinceMs === null ? "Offline" : `Offline since ${timeOrDay(sinceMs)}`,
  savingHere: ". Saving on this computer.",
  sending: (index: number, of: number): string => `Sending ${index} of ${of}`,
  keyRefused: "The key was refused",
  keyLost: "The key is missing",
  nothingLost: ". Nothing is lost.",
  notConnected: "Not connected",

  queueUnknown: "Reading the queue",
  nothingWaits: "Nothing waits",
  noWalkUpWaits: "No walk-up waits",
  waitingShort: (count: number): string => `${count} waiting`,
  toBeSent: " to be sent",
  waiting: (count: number): string => `${count} waiting to be sent`,
  otherEvent: (name: string): string =>
    `The owner opened another event: ${isolated(name)}. What was typed for the event before is kept with it.`,
  needYou: (count: number): string => (count === 1 ? "1 needs you" : `${count} need you`),
  andNeedYou: (count: number): string => (count === 1 ? ", 1 needs you" : `, ${count} need you`),
  waitingAndNeedYou: (waiting: number, need: number): string => {
    const needs = need === 1 ? "1 needs you" : `${need} need you`;
    return waiting === 0 ? needs : `${waiting} waiting, ${needs}`;
  },
  setAside: (count: number): string => `${count} set aside`,
  heldForKey: (count: number): string => `${count} held until you enter a key`,
  allHeldAsCopy: "Sending is held, look at Sync",
  heldAsCopy: (count: number): string => `${count} held, look at Sync`,
  heldPaused: (count: number): string => `${count} held, the queue is paused`,

  noJournalMirror: "No second copy",
  whyNoJournalMirror: {
    "disk-full": ". Its disk is full.",
    "read-only": ". Its folder takes no files.",
    "file-gone": ". Put the stick back.",
    busy: ". Its file is in use.",
    "no-answer": ". Its disk does not answer.",
    unknown: ". Its disk gives errors.",
  },

  noEventOpen: "No event is open",
  copyAbsent: "Not on this computer",
  /** The organizer counts the confirmed registrations only, so that its count may be reached before the end. */
  copyPartial: (share: number | null): string =>
    share === null
      ? "Copy not complete yet"
      : `Copy not complete yet, ${Math.min(99, Math.floor(share * 100))} %`,
  copyRefreshing: "Checking for changes",
  copyIncomplete: "Copy incomplete, see Events",
  copyComplete: (atMs: number | null): string =>
    atMs === null ? "Copy complete" : `Copy from ${timeOrDay(atMs)}, complete`,
};
