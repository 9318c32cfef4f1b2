import type { SeriesView } from "#shared/contract/organizer.ts";
import type { FailureMessage } from "#renderer/i18n/en/errors.ts";
import { countOf, formatCount } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const frequencies: Readonly<Record<string, string>> = {
  weekly: "every week",
  biweekly: "every second week",
  monthly: "every month",
  custom: "on its own days",
};

const seriesTypes: Readonly<Record<string, string>> = {
  runClub: "run club",
  raceSeries: "race series",
  parkrun: "parkrun",
  timeTrial: "time trial",
};

/** Texts of series, collections, teams and pictures. */
export const organizer = {
  listing: "What to list",
  listings: { events: "Events", series: "Series", collections: "Collections" },
  series: {
    find: "Find a series by its slug",
    findExample: "harbour-loop",
    ask: "Ask",
    asking: "Asking",
    notThere: (slug: string): string => `The organizer has no series with the slug ${slug}.`,
    eyebrow: (type: string, status: string): string => `${seriesTypes[type] ?? type}, ${status}`,
    events: (count: number): string => countOf(count, "event here", "events here"),
    showEvents: "Show its events",
    facts: { schedule: "When", place: "Where", zone: "Time zone", slug: "Slug", events: "Events" },
    recurrences: "Recurs",
    schedule: (of: NonNullable<SeriesView["schedule"]>): string =>
      [
        frequencies[of.frequency] ?? of.frequency,
        of.dayOfWeek === null ? null : `on ${weekdays[of.dayOfWeek] ?? String(of.dayOfWeek)}`,
        of.dayOfMonth === null ? null : `on day ${of.dayOfMonth}`,
        of.startTime === "" ? null : `at ${of.startTime}`,
        of.durationMinutes === null ? null : `for ${of.durationMinutes} min`,
      ]
        .filter((part) => part !== null)
        .join(" "),
    empty: {
      title: "No series here yet",
      text: "Look for changes, or ask for one by its slug.",
    },
  },
  collections: {
    refresh: "Look for changes",
    refreshing: "Looking",
    listedAt: (time: string): string => `List from ${time}`,
    never: "The list has not been fetched yet",
    notAsked: "Its events have not been fetched yet",
    events: (count: number): string => countOf(count, "event"),
    inOrder: "In the organizer’s order",
    ask: "Fetch its events",
    asking: "Asking",
    forbidden: {
      title: "This key may not read collections",
      text: "Everything else goes on. Whoever gave you the key can add the right to read collections.",
    },
    failed: {
      title: "The collections could not be fetched",
      text: "Everything else goes on. Try again when the connection is back.",
    },
    empty: {
      title: "No collections",
      text: "The organizer has put no events together, or they were not fetched yet.",
    },
  },
  teams: {
    open: (run: string): string => `Teams of ${isolated(run)}`,
    title: (run: string): string => `Teams, ${isolated(run)}`,
    count: (here: number, entries: number | null): string =>
      [
        countOf(here, "team here", "teams here"),
        entries === null
          ? ". The organizer gives no total."
          : `, ${formatCount(entries)} registered at the organizer.`,
      ].join(""),
    size: (size: number): string => `A team has ${size} runners.`,
    team: (id: string): string => `Team ${id}`,
    members: (count: number, size: number | null): string =>
      size === null ? String(count) : `${count} of ${size}`,
    alone: "Without a team",
    bib: (bib: string): string => `bib ${bib}`,
    none: "Nobody of this run is on this computer yet.",
  },
  about: {
    description: "About the event",
    website: "Website",
    registration: "Registration",
    picture: (name: string): string => `Picture of ${isolated(name)}`,
  },
  made: {
    status: {
      "not-sent": "Saved on this computer. Sync shows when it is sent.",
      "maybe-sent": "It may have arrived. The same one goes again, so it cannot count twice.",
      confirmed: "The organizer’s system has it.",
      refused: "The organizer’s system refused it. Correct it in Sync.",
      "taken-back":
        "Retracted. Nothing more is sent; what the organizer has already, only the organizer can cancel.",
    },
    row: {
      "not-sent": "Waits to be sent",
      "maybe-sent": "May have arrived",
      confirmed: "Made here, confirmed",
      refused: "Refused, see Sync",
      "taken-back": "Retracted",
    },
    addRuns: "Add runs in the organizer’s portal before check-in.",
    addRunsWhy:
      "The organizer’s system takes the event from here, but its runs can only be added there.",
    openSync: "Open Sync",
    takeBack: "Retract…",
    takeBackTitle: "Retract this event?",
    takeBackText: "What was not sent yet is not sent. The journal keeps that it was saved.",
    takeBackArrived:
      "The organizer’s system has it already, and only the organizer can cancel it there. Chute stops here, and the journal keeps that it was saved.",
    takeBackNow: "Retract",
    takingBack: "Retracting",
    askOrganizer: "The organizer’s system has it already: ask the organizer to cancel it.",
    kept: "Keep it",
  },
  failures: {
    "must-reconcile": {
      title: "It may have arrived",
      text: "The organizer’s list has to be searched first, which needs a connection. Nothing was changed.",
    },
    "wrong-state": {
      title: "It has changed in the meantime",
      text: "Nothing was lost. Look at it again.",
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,
};
