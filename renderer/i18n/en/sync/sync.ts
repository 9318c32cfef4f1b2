import { countOf, formatCount, formatRecent, formatSpan } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import type { FailureMessage } from "#renderer/i18n/en/errors.ts";

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

/** Fields for which Chute has no name. */
const otherDetails = ["other detail", "other details"] as const;

/** "3 bibs and 1 run". */
function changed(fields: Readonly<Record<string, number>>): string {
  const isKnown = (field: string): boolean => Object.hasOwn(fieldCounts, field);
  const others = Object.entries(fields).filter(([field]) => !isKnown(field));
  const known = Object.entries(fields).filter(([field]) => isKnown(field));
  const parts = [...known, ["", others.reduce((sum, [, count]) => sum + count, 0)] as const]
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([field, count]) => countOf(count, ...(fieldCounts[field] ?? otherDetails)));
  const last = parts.pop();
  return parts.length === 0 ? (last ?? "") : `${parts.join(", ")} and ${last ?? ""}`;
}

/** Texts of the Sync screen. The texts about single entries are in `outbox.ts`. */
export const sync = {
  /** At a desk of a hub, other entries may wait for the hub, which the status bar counts. */
  title: (needsYou: number, wait: number, setAside: number, isSentByHub = false): string => {
    if (needsYou === 0 && wait === 0) {
      if (setAside === 0) return `${isSentByHub ? "No walk-up" : "Nothing"} waits to be sent`;
      const others = isSentByHub ? "no other walk-up" : "nothing else";
      return `${formatCount(setAside)} set aside, ${others} waits`;
    }
    const needs = countOf(needsYou, "needs you", "need you");
    const waits = countOf(wait, "waits", "wait");
    if (needsYou === 0) return waits;
    return wait === 0 ? needs : `${needs}, ${waits}`;
  },
  lead: "Only walk-ups and new events are sent to the organizer. Check-ins, bibs and podiums stay at your desks until you export them.",
  activity: {
    idle: "",
    sending: (index: number, of: number): string => `Sending ${index} of ${of}.`,
    waiting: "",
    paused: "Sending is paused. Everything stays here until somebody presses Resume.",
    "held-key-refused": "The key was refused. Nothing is lost; everything waits for a new key.",
    "held-rate-limit": (waitMs: number | null): string =>
      waitMs === null || waitMs < 2_000
        ? "The organizer’s system asks Chute to wait a moment."
        : `The organizer’s system asks Chute to wait: the next request goes in ${formatSpan(waitMs)}. “Try now” sends one at once.`,
    // The notice above the outbox tells it.
    "held-as-copy": "",
    // `hub` tells it.
    "held-other-hub": "",
    "not-connected": "No organization is connected. Everything stays here.",
  },
  copied: {
    title: {
      backup: "This desk goes on from a backup",
      older: "This is an older state of this desk’s data",
      elsewhere: "This desk’s data was copied here",
    },
    held: "Nothing is sent until you say so. Devices that were paired must be paired again.",
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
  tryNowPausedShort: "Sending is paused",
  beingSent: "Being sent now",
  tryNowOffline:
    "No connection right now. Chute asks again, and sends by itself when the connection is back.",
  tryNowNothing: "Nothing waits to be sent.",
  tryNowAtHub: "The hub was asked to send. If it is paused there, nothing is tried.",
  /** What becomes of an entry of a full desk. */
  hubNext: {
    sends: "The hub sends it.",
    away: "The hub sends it when this desk has a connection to it again.",
    refuses: "It is not sent now: see Desks.",
    "two-hubs": "It is sent when a person has chosen the hub.",
    unknown: "",
  },
  hub: {
    sends: "The hub sends what waits here.",
    away: "No connection to the hub. What waits here is sent when there is one again.",
    refuses: "What waits here is not sent now: Desks says why.",
    unknown: "",
  },
  twoHubs: "Two hubs: nothing is sent until a person chooses one on Desks.",
  tryNowPaused: "Sending is paused, so nothing is tried. Press Resume first.",
  tryNowPausedByOwner: "Sending is paused, so nothing is tried. The person at the hub resumes it.",
  queue: "The queue",
  walkUp: "Walk-up",
  event: "Event",
  noName: "no name",
  runNotHere: "a run that is not on this computer yet",
  saved: (time: string, by: string): string =>
    by === "" ? `saved ${time}` : `saved ${time} by ${by}`,
  renewed: (how: "changed" | "queued" | "sent", time: string, by: string): string =>
    `${{ changed: "changed", queued: "queued again", sent: "sent again" }[how]} ${time}${by === "" ? "" : ` by ${by}`}`,
  savedOnly: (time: string): string => `saved ${time}`,
  tried: (tries: number): string => (tries === 1 ? "tried once" : `tried ${tries} times`),
  sentNoAnswer: (time: string, isAwaited: boolean): string =>
    `sent ${time}, no answer ${isAwaited ? "yet" : "came"}`,
  refusedAt: (time: string | null): string =>
    time === null
      ? "The organizer’s system refused it."
      : `The organizer’s system refused it at ${time}.`,
  serverSays: (messages: readonly string[]): string =>
    `It says: ${messages.map((message) => `“${message}”`).join(", ")}`,
  askOrganizer: {
    retracted: "Retracted here, but the organizer has it: ask the organizer to cancel it.",
    replaced:
      "Corrected here, but the organizer has this former form: ask the organizer to cancel or change it.",
  },
  organizerTold: "Told the organizer",
  wasTold: (entry: string): string => `The organizer was told: ${entry}`,
  wasNotTold: (entry: string): string => `The organizer was not told: ${entry}`,
  notUndone: (entry: string): string => `${entry}: this could not be undone`,
  organizerToldOf: (entry: string): string => `Told the organizer: ${entry}`,
  confirmedAt: (time: string): string => `confirmed ${time}`,
  nextIn: (span: string): string => `in ${span}`,
  nextNow: "now",
  look: (name: string): string => `Look at ${isolated(name)}`,
  whatWasSent: "What was sent",
  whatWillBeSent: "What will be sent",
  whatWasNotSent: "What was not sent",
  setAside: "Set aside…",
  setAsideOf: (entry: string): string => `Set aside: ${entry}`,
  setAsideTitle: "Set aside",
  setAsideText: (entry: string): string =>
    `${entry} stays on this computer and is not sent until somebody puts it back.`,
  setAsideAfterAnswer: (entry: string): string =>
    `${entry} is being sent now. It is set aside after the answer, unless the organizer’s system confirms it.`,
  setAsideReason: "Why",
  setAsideHint: "for whoever looks next",
  asideReason: (reason: string): string => `Reason: “${reason}”.`,
  setAsideNow: "Set aside",
  settingAside: "Setting aside",
  isSetAside: (entry: string): string => `${entry} is set aside`,
  willBeSetAside: (entry: string): string => `${entry} is set aside after its answer`,
  notFoundCause: {
    "walk-up":
      "Perhaps the organizer deleted the run: download the event again, then choose another run. Or the key may not register runners: ask the organizer.",
    event: "Perhaps the key may not create events: ask the organizer.",
  },
  refusedNow: (entry: string, says: string): string =>
    says === "" ? `${entry} was refused` : `${entry} was refused: ${says}`,
  needsYouNow: (entry: string): string => `${entry} needs you`,
  showIt: "Show",
  requeue: "Put back",
  requeueOf: (entry: string): string => `Put back: ${entry}`,
  isRequeued: (entry: string): string => `${entry} is put back`,
  notRequeued: (entry: string): string => `${entry} could not be put back`,
  asItIs: "Send again as it is",
  sendToo: "Send this one too",
  sendTooOf: (entry: string): string => `Send this one too: ${entry}`,
  changeNotSent: {
    title: "Send without your change?",
    text: (entry: string): string =>
      `${entry} has a change in its form. “Send again as it is” sends what was sent before, and your change is lost.`,
    back: "Back to the form",
    without: "Send without the change",
  },
  asItIsOf: (entry: string): string => `Send again as it is: ${entry}`,
  entryName: (kind: "walk-up" | "event", name: string, run: string | null): string => {
    if (kind === "event") return `Event “${isolated(name)}”`;
    return run === null
      ? `Walk-up of ${isolated(name)}`
      : `Walk-up of ${isolated(name)} for ${isolated(run)}`;
  },
  decide: "Decide…",
  decideTitle: "Is it already there?",
  decideLead: (name: string): string =>
    `Nobody can tell whether ${isolated(name)} arrived. Nothing is sent until you decide.`,
  adopt: "It is this one",
  candidates: "Registrations at the organizer that fit",
  noCandidates: "None that fits was found in the organizer’s list.",
  candidate: (name: string | null, email: string, bib: string | null): string =>
    [name, email, bib === null ? null : `bib ${bib}`]
      .filter((part) => part !== null && part !== "")
      .join(", "),
  sendAgain: "Send it again",
  sendAgainNote: "Only when you are sure that the organizer does not have it.",
  takeBack: "Retract",
  takeBackNote: "The runner is not registered. What was checked in here stays in the history.",
  takeBackEventNote: "The event is not sent again. The journal keeps that it was saved.",
  openRunner: "Open runner",
  fix: "Fix…",
  change: "Change…",
  fixSave: "Save the change",
  fixSend: "Fix and send",
  sending: "Saving",
  allFields: "All fields",
  changedFrom: (was: string): string => (was === "" ? "Changed, was empty" : `Changed, was ${was}`),
  bibOfFormerRun: (bib: string): string => `Bib ${bib} was given before the run was changed.`,
  keepBib: (bib: string): string => `Keep ${bib}`,
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
    bytes: "Exact content",
    attempts: "Attempts",
    noAttempts: "Not sent yet.",
    firstAttempt: "On its way. No answer yet.",
    took: (tookMs: number): string => `${formatCount(Math.round(tookMs))} ms`,
  },
  /** The outcome of an attempt; an outcome without a text is shown as it is recorded. */
  outcomes: {
    success: "Confirmed",
    "unknown-answer": "Taken, but no number given",
    "id-taken": "Confirmed with a number that another one has",
    offline: "No connection, nothing was sent",
    broken: "The connection broke",
    timeout: "No answer in time",
    "given-up": "Stopped before an answer came",
    "not-the-api": "Something else answered",
    "server-error": "The organizer’s system has a fault",
    "rate-limited": "Asked Chute to wait",
    "in-progress": "Still working on it",
    "key-conflict": "Has another request under this number",
    "key-refused": "The key was refused",
    forbidden: "The key may not do this",
    refused: "Refused",
    sending: "On its way",
  } as Readonly<Record<string, string>>,
  cancelled: {
    title: "Cancelled after check-in.",
    text: (bib: string | null, came: string, noticed: string, status: string): string =>
      `${bib === null ? "" : `bib ${bib}, `}checked in ${came} here. The download of ${noticed} says ${status}.`,
    seen: "I have seen it",
    failed: "Not saved. Try again.",
  },
  digest: {
    title: "Changed at the organizer",
    since: (atMs: number): string => `since ${formatRecent(atMs)}`,
    added: "New registrations",
    changed: (fields: Readonly<Record<string, number>>): string => {
      const what = changed(fields);
      return what === "" ? "Changed" : `Changed, ${what}`;
    },
    gone: "Gone from the list",
    bibs: "Bibs that differ from the organizer’s",
    none: "Nothing to compare yet. Changes are listed after the second download.",
  },
  unseen: {
    title: (count: number): string =>
      count === 1
        ? "1 runner is missing from the organizer’s last list"
        : `${formatCount(count)} runners are missing from the organizer’s last list`,
    text: "They stay here until you decide: a list that broke off looks the same as one from which they were removed.",
    showNames: "Show the names",
    names: "Runners missing from the last list",
    facts: (run: string, bib: string | null, isCheckedIn: boolean): string =>
      [run, bib === null ? "no bib" : `bib ${bib}`, isCheckedIn ? "checked in" : null]
        .filter((part) => part !== null)
        .join(", "),
    keep: (count: number): string =>
      count === 1 ? "Keep this runner" : `Keep all ${formatCount(count)}`,
    takeOff: (count: number): string =>
      count === 1 ? "Take off the list" : `Take ${formatCount(count)} off the list`,
  },
  copy: {
    title: "Data on this computer",
    events: "List of events",
    registrations: (rows: number): string => `Registrations, ${formatCount(rows)}`,
    someRegistrations: "Registrations",
    lookStopped: "The last look for changes did not finish. The data before it is complete.",
    downloading: "Downloading",
    incomplete: "incomplete",
    absent: "not here",
    none: "No event is open.",
    openEvents: "Open Events",
    again: "Look for changes",
  },
  empty: "A walk-up is listed here until the organizer’s system has confirmed it.",
  failures: {
    "must-reconcile": {
      title: "It may have arrived",
      text: "The organizer’s list has to be searched first, which needs a connection. What you changed stays here.",
    },
    invalid: {
      title: "It cannot be sent like this",
      text: "Correct the fields marked in red. What you changed stays here.",
    },
    "bib-taken": {
      title: "Somebody has this bib by now",
      text: "Nothing was sent. The form offers the next free one.",
    },
    "wrong-state": {
      title: "It has changed in the meantime",
      text: "Nothing was lost. Look at it again.",
    },
    "not-connected": {
      title: "Not connected to an organization",
      text: "Everything stays here. Connect in Settings.",
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,
};
