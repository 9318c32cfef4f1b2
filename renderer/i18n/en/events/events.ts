import {
  countOf,
  formatCount,
  formatShortDay,
  formatSpan,
  formatTimeWithSeconds,
} from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import type { FailureMessage } from "#renderer/i18n/en/errors.ts";
import { mayNotRead, pullFailures } from "./download-errors.ts";

type NoteFacts = Readonly<Record<string, string | number | boolean | null>>;

const said = (facts: NoteFacts, key: string): string | undefined => {
  const value = facts[key];
  if (typeof value === "number") return formatCount(value);
  return typeof value === "string" && value !== "" ? value : undefined;
};

const typeNames: Readonly<Record<string, string>> = {
  race: "race",
  runClub: "run club",
  timeTrial: "time trial",
  other: "other",
};

/** Texts of the Events screen. */
export const events = {
  title: "Events",
  find: "Find an event",
  refresh: "Look for changes",
  refreshing: "Looking",
  listedAt: (time: string): string => `List from ${time}`,
  neverListed: "The list has not been fetched yet",
  list: "Events of the organization",
  filters: {
    series: "Series",
    allSeries: "All series",
    type: "Type",
    allTypes: "All types",
    from: "From",
    fromToday: "From today",
    fromMonth: "Last 30 days",
    fromEver: "Any date",
  },
  types: typeNames,
  eyebrow: (date: string, type: string): string =>
    `${formatShortDay(date)}, ${typeNames[type] ?? type}`,
  pick: (name: string): string => `Pick ${isolated(name)}`,
  unpick: "Pick none",
  downloadPicked: (count: number): string =>
    count === 1 ? "Download 1 event" : `Download ${count} events`,
  copy: {
    absent: "Not on this computer",
    downloading: (percent: number | null): string =>
      percent === null ? "Downloading" : `Downloading, ${percent} %`,
    paused: "Stopped part way",
    incomplete: "Incomplete",
    complete: (time: string): string => `Complete since ${time}`,
    completeAgo: (span: string): string => `Complete, ${span} ago`,
    old: (span: string): string => `Copy is ${span} old`,
    lookingAgain: (time: string): string => `Complete since ${time}, looking again`,
    lookStopped: (time: string): string => `Complete since ${time}, last look stopped`,
  },
  checks: {
    copy: "Registrations on this computer",
    runs: "Runs of the event",
    counts: "Counts compared with the organizer’s",
    key: "Key for the organizer’s system",
    clock: "Clock of this computer",
    zone: "Time zone of the venue",
    awards: "Award segments and depths",
    write: "Permission to add walk-ups",
    disk: "Space on the disk",
    folder: "Folder of the data",
    backup: "Last backup",
    "journal-mirror": "Second copy of the journal",
    desks: "Registrations on the other computers",
    queue: "Entries waiting to be sent",
    cancel: "Retracted walk-ups",
  },
  check: {
    waiting: "waiting",
    notYet: "not yet",
    rows: (rows: number, expected: number | null): string =>
      expected === null
        ? `${formatCount(rows)} so far. The organizer gives no total.`
        : rows > expected
          ? `${formatCount(rows)} so far. The organizer counts ${formatCount(expected)} confirmed ones.`
          : `${formatCount(rows)} of about ${formatCount(expected)}.`,
    pages: (pages: number): string => countOf(pages, "page.", "pages."),
    remaining: (durationMs: number): string => `about ${formatSpan(durationMs)} left`,
    goesOn: "goes on by itself",
    allRows: (rows: number): string => countOf(rows, "registration"),
    absent: "Nothing of it is on this computer yet.",
    lookingAgain: (rows: number): string =>
      `All registrations are here. Looking for changes: ${formatCount(rows)} so far.`,
    lookStopped: "All registrations are here. The last look for changes did not finish.",
    paused: (rows: number): string =>
      `Stopped after ${countOf(rows, "registration")}. The download resumes from there.`,
    incomplete: (rows: number): string =>
      `${countOf(rows, "registration")}, but there may be more.`,
    countsWait: "Compared when the download is complete.",
    countsWaitForLook: "Compared when a look for changes is complete.",
    countsAgree: "They agree in every run that has a count.",
    countsUnknown: "The organizer’s system gives no counts to compare.",
    keyWorks: (organization: string): string => `${organization}. It may read the registrations.`,
    keyAccepted: (organization: string): string =>
      `${organization}. Reading registrations was not tried yet with this key.`,
    keyOfOther: (organization: string): string =>
      `${organization}. This event belongs to another organization: enter its key in Settings.`,
    keyLost: "It is not here or cannot be read. Enter it again in Settings.",
    keyRefused: "The organizer’s system refused it. Replace it in Settings.",
    keyForbidden: "It may not read registrations. Ask the organizer for a key that may.",
    keyNone: "No organization is connected.",
    clockRight: (seconds: string): string => `${seconds} seconds from the server`,
    clockWrong: (seconds: string): string =>
      `${seconds} seconds from the server. Set this computer’s clock.`,
    clockUnknown: "No answer from the server yet.",
    zoneKnown: (zone: string, from: string): string => `${zone}, ${from}`,
    zoneFrom: {
      event: "from the event",
      series: "from its series",
      asked: "as entered here",
      none: "",
    },
    zoneNone: "Neither the event nor its series says. Dates and times are the venue’s local clock.",
    zoneChoose: "Time zone of the venue",
    zoneSave: "Keep it",
    count: (done: number, of: number): string => `${done} of ${of} checks are fine`,
  },
  download: "Download to this computer",
  resume: "Go on downloading",
  again: "Download again",
  cancelTooLate: "Nothing was cancelled. The download was already complete.",
  asking: "Asking",
  open: "Open for check-in",
  opening: "Opening",
  goToCheckIn: "Go to Check-in",
  downloadingLabel: "Downloading registrations",
  place: (place: string | null, start: string | null): string =>
    [start, place].filter((part) => part !== null && part !== "").join(", "),
  chooseOne: {
    title: "Choose an event",
    text: "Shows what is on this computer and whether it is complete.",
  },
  empty: {
    title: "No events here yet",
    text: "Ask the organizer’s system for the list.",
  },
  emptyFiltered: {
    title: "No event fits",
    text: "Change the text, take a filter away, or look further back.",
    action: "Show all",
  },
  /** Why a copy is incomplete, stopped or doubtful; the values come from the download. */
  notes: {
    "no-cursor": () =>
      "The organizer’s system gave a full page but no way to the next one. There may be more.",
    "repeated-cursor": () => "The organizer’s system sent the same page twice. There may be more.",
    "nothing-new": () => "Five pages in a row brought nothing new. There may be more.",
    "unknown-link": () =>
      "The organizer’s system names a next page that Chute cannot ask for. There may be more.",
    "sweep-held": (facts) =>
      facts["rows"] === 1
        ? `1 of ${said(facts, "of") ?? "the"} runners was missing from the last list and stays here until you decide in Sync.`
        : `${said(facts, "rows") ?? "Some"} of ${said(facts, "of") ?? "the"} runners were missing from the last list. They stay here until you decide in Sync.`,
    "counts-differ": (facts) =>
      `${said(facts, "run") ?? "One run"}: ${said(facts, "listed") ?? "some"} here, ${said(facts, "confirmed") ?? "some"} of them confirmed; the organizer counts ${said(facts, "expected") ?? "others"}.`,
    "cannot-compare": (facts) =>
      facts["runs"] === 1
        ? "For 1 run the organizer gives no count to compare."
        : `For ${said(facts, "runs") ?? "some"} runs the organizer gives no count to compare.`,
    "malformed-rows": (facts) =>
      facts["rows"] === 1
        ? "1 registration could not be read and was set aside."
        : `${said(facts, "rows") ?? "Some"} registrations could not be read and were set aside.`,
    cancelled: () => "It was stopped by hand. What came stays.",
    offline: () => "The connection broke. What came stays.",
    "rate-limited": ({ untilMs }) =>
      typeof untilMs === "number"
        ? `The organizer’s system asks Chute to wait until ${formatTimeWithSeconds(untilMs)}.`
        : "The organizer’s system asks Chute to wait.",
    "key-refused": () => "The key was refused. What came stays.",
    forbidden: () => "The key may not read this. Ask the organizer for a key that may.",
    "not-found": () => "The organizer’s system does not know this event any more.",
    "server-error": (facts) => {
      const status = said(facts, "status");
      return status === undefined
        ? "The organizer’s system has a fault. What came stays."
        : `The organizer’s system has a fault (${status}). What came stays.`;
    },
    "not-the-api": () =>
      "Something else answered, perhaps this network’s login page. What came stays.",
    "time-zone-unknown": () => "The venue’s time zone is not known.",
  } satisfies Readonly<Record<string, (facts: NoteFacts) => string>> as Readonly<
    Record<string, (facts: NoteFacts) => string>
  >,
  failures: {
    ...pullFailures,
    offline: {
      title: "No connection to the internet",
      text: "The list below is the last one fetched. Try again when the connection is back.",
    },
    forbidden: mayNotRead("events"),
    "unknown-time-zone": {
      title: "This time zone is not known",
      text: "Nothing was changed. Choose one from the list.",
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,
};
