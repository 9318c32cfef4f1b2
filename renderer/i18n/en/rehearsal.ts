import { formatCount } from "../format.ts";
import type { FailureWords } from "./failures.ts";

const of = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`;

/** The words of a rehearsal with trouble, in practice. */
export const rehearsal = {
  start: "Rehearse with trouble",
  title: "Rehearse with trouble",
  lead: "Ten minutes in which things go wrong on purpose: the line, the organizer’s system, the runners. Nobody is told what comes when. Work as on race day.",
  safe: "It happens in practice alone. Nothing of it can reach a real race, and you can stop at any time.",
  begin: "Start the rehearsal",
  beginning: "Starting",
  label: "Rehearsal",
  left: (time: string): string => `${time} left`,
  stop: "Stop and count",
  stopping: "Counting",
  asked: {
    "check-in": (done: number, wanted: number): string =>
      `Check in ${formatCount(wanted)} runners: ${formatCount(done)}`,
    "walk-up": (done: number, wanted: number): string =>
      `Register ${of(wanted, "walk-up", "walk-ups")}: ${formatCount(done)}`,
    mend: (done: number): string =>
      done === 0 ? "Mend a walk-up if one is refused" : "Refused walk-up mended",
    bib: (done: number): string => (done === 0 ? "Give a bib, or swap two" : "Bib given"),
    seen: (done: number): string =>
      done === 0 ? "See to whoever is cancelled after check-in" : "Cancelled runner seen to",
  },
  overTitle: "The rehearsal is over",
  nothingLost: "Nothing was lost.",
  nothingLostWhy:
    "Journal, queue and the organizer’s side were compared, and they agree on every check-in and every walk-up.",
  lost: (places: number): string =>
    places === 1
      ? "In 1 place journal, queue and the organizer’s side do not agree."
      : `In ${formatCount(places)} places journal, queue and the organizer’s side do not agree.`,
  lostWhy: "Keep this practice folder and tell whoever looks after Chute.",
  checkedIn: (count: number, lasted: string): string =>
    `${of(count, "runner", "runners")} checked in, in ${lasted}.`,
  perRunner: (span: string): string =>
    `From one runner to the next it mostly took ${span} or less.`,
  undone: (count: number): string =>
    count === 0
      ? "No check-in was taken back."
      : `${of(count, "check-in was", "check-ins were")} taken back.`,
  noWalkUps: "No walk-up was registered.",
  once: (once: number, walkUps: number): string =>
    `${formatCount(once)} of ${of(walkUps, "walk-up", "walk-ups")} reached the organizer exactly once.`,
  doubled: (count: number): string => `${of(count, "walk-up", "walk-ups")} arrived more than once.`,
  open: (count: number): string =>
    count === 0
      ? "Nothing was left open in the queue."
      : `${of(count, "walk-up is", "walk-ups are")} still open. Look at Sync.`,
  notDone: "What was asked and not done",
  happened: "What went wrong, and when",
  at: (time: string): string => `at ${time}`,
  troubles: {
    "slow-line": "The line was slow",
    "lost-reply": "An answer got lost on its way back",
    "line-lost": "The line was gone",
    refusal: "The organizer’s system refused the next walk-up",
    "server-errors": "The organizer’s system had a fault",
    "login-page": "A login page answered in its place",
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
      text: "Nothing was changed. It may have come to its end.",
    },
    "no-event": {
      title: "No event is open",
      text: "Nothing was changed. Open one in Events first.",
    },
  } as const satisfies Readonly<Record<string, FailureWords>>,
};
