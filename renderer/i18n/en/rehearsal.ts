import { countOf, formatCount } from "../format.ts";
import type { FailureMessage } from "./errors.ts";

/** Texts of a rehearsal in practice. */
export const rehearsal = {
  start: "Rehearse with trouble",
  title: "Rehearse with trouble",
  lead: "Ten minutes in which things go wrong on purpose: the connection, the organizer’s system, the runners. You are not told what comes when. Work as on race day.",
  safe: "It happens only in practice. Nothing can reach a real race, and you can stop at any time.",
  begin: "Start the rehearsal",
  beginning: "Starting",
  label: "Rehearsal",
  left: (time: string): string => `${time} left`,
  doneOf: (done: number, tasks: number): string =>
    `${formatCount(done)} of ${formatCount(tasks)} done`,
  stop: "Stop and count",
  stopping: "Counting",
  asked: {
    "check-in": (done: number, wanted: number): string =>
      `Check in ${formatCount(wanted)} runners: ${formatCount(done)} done`,
    "walk-up": (done: number, wanted: number): string =>
      `Register ${countOf(wanted, "walk-up")}: ${formatCount(done)} done`,
    correction: (done: number): string =>
      done === 0 ? "Correct a walk-up if one is refused" : "Refused walk-up corrected",
    bib: (done: number): string => (done === 0 ? "Give a bib, or swap two" : "Bib given"),
    seen: (done: number): string =>
      done === 0
        ? "Deal with a runner who is cancelled after check-in"
        : "Cancelled runner dealt with",
  },
  overTitle: "The rehearsal is over",
  nothingLost: "Nothing was lost.",
  nothingLostWhy:
    "Journal and queue agree on every check-in, and the organizer’s system has every walk-up that was sent.",
  lost: (places: number): string =>
    places === 1
      ? "In 1 place journal, queue and the organizer’s side do not agree."
      : `In ${formatCount(places)} places journal, queue and the organizer’s side do not agree.`,
  lostWhy: "Keep this practice folder and tell the person who looks after Chute.",
  checkedIn: (count: number, lasted: string): string =>
    `${countOf(count, "runner")} checked in, in ${lasted}.`,
  perRunner: (span: string): string => `Half of the runners took ${span} or less.`,
  undone: (count: number): string =>
    count === 0
      ? "No check-in was undone."
      : `${countOf(count, "check-in was", "check-ins were")} undone.`,
  noWalkUps: "No walk-up was registered.",
  once: (once: number, walkUps: number): string =>
    `${formatCount(once)} of ${countOf(walkUps, "walk-up")} reached the organizer exactly once.`,
  doubled: (count: number): string => `${countOf(count, "walk-up")} arrived more than once.`,
  open: (count: number): string =>
    count === 0
      ? "Every walk-up of this rehearsal is settled."
      : `${countOf(count, "walk-up of this rehearsal is", "walk-ups of this rehearsal are")} still open. Look at Sync.`,
  notDone: "What was asked and not done",
  happened: "What went wrong, and when",
  at: (time: string): string => `at ${time}`,
  troubles: {
    "slow-network": "The connection was slow",
    "lost-reply": "An answer was lost on its way back",
    "network-lost": "The connection was lost",
    refusal: "The organizer’s system refused the next walk-up",
    "server-errors": "The organizer’s system had a fault",
    "login-page": "A login page answered instead",
    "runner-cancelled": "A runner was cancelled after check-in",
    "bib-changed": "A runner got another bib from the organizer",
  },
  noTrouble: "It was stopped before anything went wrong.",
  openSync: "Open Sync",
  failures: {
    "not-practising": {
      title: "A rehearsal belongs to practice",
      text: "Nothing was changed. Start practice in Settings first.",
    },
    "already-rehearsing": {
      title: "A rehearsal is going on",
      text: "Nothing was changed. Stop it before you start another.",
    },
    "not-rehearsing": {
      title: "No rehearsal is going on",
      text: "Nothing was changed. It may be over.",
    },
    "no-event": {
      title: "No event is open",
      text: "Nothing was changed. Open one in Events first.",
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,
};
