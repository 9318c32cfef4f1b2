import { formatCount, formatTime } from "../format.ts";
import type { FailureWords } from "./failures.ts";

const some = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`;

const fieldCounts: Readonly<Record<string, readonly [one: string, many: string]>> = {
  bibIdentifier: ["bib", "bibs"],
  eventRunId: ["run", "runs"],
  registrationStatus: ["status", "statuses"],
  email: ["e-mail", "e-mails"],
  name: ["name", "names"],
  paceGroup: ["pace group", "pace groups"],
  registrationType: ["entry", "entries"],
  checkedIn: ["check-in", "check-ins"],
  teamId: ["team", "teams"],
};

/** "3 bibs and 1 run". */
function changed(fields: Readonly<Record<string, number>>): string {
  const parts = Object.entries(fields)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([field, count]) => some(count, ...(fieldCounts[field] ?? [field, field])));
  const last = parts.pop();
  return parts.length === 0 ? (last ?? "") : `${parts.join(", ")} and ${last ?? ""}`;
}

/** The words of the Sync room. What an entry says of itself is in queue.ts. */
export const sync = {
  title: (needsYou: number, wait: number): string => {
    if (needsYou === 0 && wait === 0) return "Nothing waits to be sent";
    const needs = needsYou === 1 ? "1 needs you" : `${formatCount(needsYou)} need you`;
    const waits = wait === 1 ? "1 waits" : `${formatCount(wait)} wait`;
    if (needsYou === 0) return waits;
    return wait === 0 ? needs : `${needs}, ${waits}`;
  },
  lead: "Only walk-ups and new events are sent. Check-ins, bibs and podiums stay on this computer until you export them.",
  activity: {
    idle: "",
    sending: (index: number, of: number): string => `Sending ${index} of ${of}.`,
    waiting: "",
    paused: "Sending is paused. Everything stays here until somebody presses Resume.",
    "held-key-refused": "The key was refused. Nothing is lost; everything waits for a new key.",
    "held-rate-limit": "The organizer’s system asks for patience. Everything waits a moment.",
    // The notice above the queue tells it.
    "held-as-copy": "",
    "not-connected": "No organization is connected. Everything stays here.",
  },
  copied: {
    title: {
      backup: "This desk goes on from a backup",
      older: "This is an older state of this desk’s data",
      elsewhere: "This desk’s data was copied here",
    },
    held: "Nothing is sent until you say so.",
    missing:
      "What was saved or changed after the copy was made is not in it: look through the queue first.",
    only: {
      backup: "Send from here if the data that was here before is not used any more.",
      older: "Send from here if the newer data is not used any more.",
      elsewhere: "Send from here if no other computer goes on with the same data.",
    },
    safe: "What has arrived already does not count twice.",
    confirm: "Send from here",
  },
  openSettings: "Open Settings",
  pause: "Pause",
  resume: "Resume",
  tryNow: "Try now",
  queue: "The queue",
  walkUp: "Walk-up",
  event: "Event",
  noName: "no name",
  saved: (time: string, by: string): string =>
    by === "" ? `saved ${time}` : `saved ${time} by ${by}`,
  savedOnly: (time: string): string => `saved ${time}`,
  tried: (tries: number): string => (tries === 1 ? "tried once" : `tried ${tries} times`),
  sentNoAnswer: (time: string): string => `sent ${time}, no answer came`,
  refusedAt: (time: string | null): string =>
    time === null
      ? "The organizer’s system refused it."
      : `The organizer’s system refused it at ${time}.`,
  serverSays: (message: string): string => `It says: “${message}”`,
  confirmedAt: (time: string): string => `confirmed ${time}`,
  nextIn: (span: string): string => `in ${span}`,
  nextNow: "now",
  look: (name: string): string => `Look at ${name}`,
  whatWasSent: "What was sent",
  whatWillBeSent: "What will be sent",
  setAside: "Set aside…",
  setAsideTitle: "Set aside",
  setAsideText: "It is kept here and not sent until somebody tries it again.",
  setAsideReason: "Why",
  setAsideHint: "for whoever looks next",
  setAsideNow: "Set aside",
  tryAgain: "Try again",
  decide: "Decide…",
  decideTitle: "Is it already there?",
  decideLead: (name: string): string =>
    `Nobody can tell whether ${name} arrived. Nothing is sent until you decide.`,
  adopt: "It is this one",
  candidates: "Registrations at the organizer that fit",
  noCandidates: "None that fits was found in the organizer’s list.",
  candidate: (name: string | null, email: string, bib: string | null): string =>
    [name, email, bib === null ? null : `bib ${bib}`]
      .filter((part) => part !== null && part !== "")
      .join(", "),
  sendAgain: "Send it again",
  sendAgainNote: "Only when you are sure that the organizer does not have it.",
  takeBack: "Take it back",
  takeBackNote: "The runner is not registered. What was checked in here stays in the history.",
  takeBackEventNote: "The event is not sent again. The journal keeps that it was saved.",
  openRunner: "Open runner",
  fix: "Fix…",
  fixSend: "Fix and send",
  sending: "Saving",
  allFields: "All fields",
  changedFrom: (was: string): string => (was === "" ? "Changed, was empty" : `Changed, was ${was}`),
  quote: (message: string): string => `“${message}”`,
  changeToSend: (field: string): string => `Change ${field} to send`,
  nothingChanged: "Change something to send",
  fieldNames: {
    eventRunId: "the run",
    email: "the e-mail",
    name: "the name",
    registrationType: "the entry",
    status: "the status",
    paceGroup: "the pace group",
    notes: "the note",
  } as Readonly<Record<string, string>>,
  fieldLabels: {
    eventRunId: "Run",
    email: "E-mail",
    name: "Name",
    registrationType: "Entry",
    status: "Status",
    paceGroup: "Pace group",
    notes: "Note to the organizer",
  },
  noPaceGroup: "None",
  sentToday: (count: number): string =>
    count === 1
      ? "1 sent today, confirmed by the organizer’s system"
      : `${formatCount(count)} sent today, each confirmed by the organizer’s system`,
  show: "Show",
  hide: "Hide",
  more: (count: number): string => `and ${formatCount(count)} more`,
  sent: {
    request: "Request",
    key: "Idempotency key",
    bytes: "The very bytes",
    attempts: "Every try",
    noAttempts: "Not tried yet.",
    took: (tookMs: number): string => `${formatCount(Math.round(tookMs))} ms`,
    answer: "Answer",
  },
  /** What became of one try; one with no words here is shown as it is recorded. */
  outcomes: {
    success: "Confirmed",
    "unknown-answer": "Taken, but nothing said of it",
    "no-line": "No connection, nothing was sent",
    broken: "The connection broke",
    timeout: "No answer in time",
    "given-up": "Stopped before an answer came",
    "not-the-api": "Something else answered",
    "server-error": "The organizer’s system has a fault",
    "rate-limited": "Asked for patience",
    "in-progress": "Still at work on it",
    "key-conflict": "Has something else under this number",
    "key-refused": "The key was refused",
    forbidden: "The key may not do this",
    refused: "Refused",
    sending: "On its way",
  } as Readonly<Record<string, string>>,
  cancelled: {
    title: "Cancelled after check-in.",
    text: (bib: string | null, came: string, noticed: string, status: string): string =>
      `${bib === null ? "" : `bib ${bib}, `}came in ${came} here. The download of ${noticed} says ${status}.`,
    seen: "I have seen it",
    failed: "Not kept. Try again.",
  },
  digest: {
    title: "Changed at the organizer",
    since: (atMs: number): string => `since ${formatTime(atMs)}`,
    added: "New registrations",
    changed: (fields: Readonly<Record<string, number>>): string => {
      const what = changed(fields);
      return what === "" ? "Changed" : `Changed, ${what}`;
    },
    gone: "Gone from the list",
    bibs: "Bibs given here that differ there",
    none: "Nothing to compare yet. It shows after the second download.",
  },
  copy: {
    title: "The copy on this computer",
    events: "List of events",
    registrations: (rows: number): string => `Registrations, ${formatCount(rows)}`,
    someRegistrations: "Registrations",
    lookStopped: "The last look broke off. The copy before it is whole.",
    downloading: "Downloading",
    incomplete: "incomplete",
    absent: "not here",
    none: "No event is open.",
    openEvents: "Open Events",
    again: "Look for changes",
  },
  empty: "What is saved as a walk-up shows up here until the organizer’s system has confirmed it.",
  failures: {
    "must-reconcile": {
      title: "It may have arrived",
      text: "The organizer’s list has to be searched first, which needs a connection. What you changed stays here.",
    },
    invalid: {
      title: "It cannot be sent like this",
      text: "Mend what is red. What you changed stays here.",
    },
    "wrong-state": {
      title: "It has moved on meanwhile",
      text: "Nothing was lost. Look at it again.",
    },
    "not-connected": {
      title: "Not connected to an organization",
      text: "Everything stays here. Connect in Settings.",
    },
  } as const satisfies Readonly<Record<string, FailureWords>>,
};
