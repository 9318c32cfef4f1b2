import { isolated } from "#renderer/i18n/isolated.ts";
import { countOf, formatCount, shorten } from "../format.ts";
import type { Holder } from "./people.ts";
import { listReasons, listHolders } from "./people.ts";

/** Texts of the walk-up form. */
export const walkUp = {
  title: "Walk-up",
  hint: "Someone who is not on the list",
  name: "Name",
  email: "E-mail",
  run: "Run",
  placesAsOf: (time: string): string =>
    `Places as of ${time}, the last download, own walk-ups counted`,
  paceGroup: "Pace group",
  noPaceGroup: "None",
  paceGroupAfterRun: "Choose the run first",
  noPaceGroups: (run: string): string => `${isolated(run)} has none`,
  paceGroupFree: "as the organizer writes it",
  entry: "Entry",
  entryLabels: { paid: "Paid", free: "Free" },
  bib: "Bib",
  nextFree: (bib: string): string => `Next free: ${bib}`,
  use: (text: string): string => `Use ${text}`,
  bibOfOtherRun: (former: string, now: string, free: string | null): string =>
    `Free, but it was typed for ${former}${free === null ? "" : `. Next free for ${now}: ${free}`}`,
  isItProvider: (typed: string, meant: string): string => `${typed}: is it ${meant}?`,
  note: "Note to the organizer",
  noteHint: (bib: string): string => `Saving adds “Bib ${bib}”`,
  noteExample: "For example: paid 35 in cash",
  rules:
    "All fields follow the organizer’s rules. Only the organizer knows if a place is still free.",
  stays: "Not saved yet. It stays on the form until the connection is back.",
  willBeSaved: {
    now: "Will be saved at once, then sent to the organizer.",
    later: "Will be saved at once, and sent when the connection is back.",
    paused: "Will be saved at once. Sending is paused in Sync.",
    "at-hub": "Will be saved at once. The hub sends it to the organizer.",
    "hub-away":
      "Will be saved at once. The hub sends it to the organizer when this desk has a connection to it again.",
    "hub-refuses": "Will be saved at once. It is not sent now: Desks says why.",
    // Who sends it is not known before the first answer.
    unknown: "Will be saved at once.",
    "two-hubs":
      "Will be saved at once, and sent when a person has chosen one of the two hubs on Desks.",
  },
  scanDoubt: (code: string, instead: string): string =>
    `Scanned ${code} or ${instead}: a key was pressed with it. Scan again.`,
  scanTooEarly: (code: string): string =>
    `Scanned ${code} while the walk-up was being saved. Scan it again.`,
  back: "Back",
  saveOnly: "Save only",
  saveAndCheckIn: "Save and check in",
  saving: "Saving",
  saved: {
    now: (what: string): string => `Saved: ${what}. On its way to the organizer.`,
    later: (what: string): string => `Saved: ${what}. Will be sent when the connection is back.`,
    paused: (what: string): string => `Saved: ${what}. Sending is paused in Sync.`,
    "at-hub": (what: string): string => `Saved: ${what}. The hub sends it to the organizer.`,
    "hub-away": (what: string): string =>
      `Saved: ${what}. The hub sends it to the organizer when this desk has a connection to it again.`,
    "hub-refuses": (what: string): string => `Saved: ${what}. It is not sent now: Desks says why.`,
    unknown: (what: string): string => `Saved: ${what}.`,
    "two-hubs": (what: string): string =>
      `Saved: ${what}. It is sent when a person has chosen one of the two hubs on Desks.`,
  },
  startOver: "Start over",
  kept: (name: string): string =>
    name === ""
      ? "Kept from before: a form without a name"
      : `Kept from before: the form of ${isolated(shorten(name))}`,
  newForm: "New form",
  replaced: (name: string): string =>
    name === "" ? "The former form was emptied" : `The form of ${isolated(name)} was emptied`,
  putBack: "Put it back",
  chooseRun: "Choose a run",
  /** What a press of the button that saves lacks. */
  notYet: {
    missing: {
      name: "Type the name",
      email: "Type the e-mail",
      eventRunId: "Choose a run",
      registrationType: "Choose paid or free",
    } as Readonly<Record<string, string>>,
    email: "Correct the e-mail",
    fields: "Correct what is marked",
  },
  /** Shown at an empty required field. */
  missing: {
    name: "The name is needed.",
    email: "The e-mail is needed.",
    eventRunId: "Choose a run.",
    registrationType: "Choose paid or free.",
  } as Readonly<Record<string, string>>,
  state: {
    open: "Open",
    soldOut: "Sold out",
    closed: "Closed",
    full: "Full",
    cancelled: "Cancelled",
    postponed: "Postponed",
    unknown: "Not known",
    placesLeft: (places: number): string => countOf(places, "place left", "places left"),
  },
  count: (taken: number, of: number): string => `${formatCount(taken)} of ${formatCount(of)}`,
  countOnly: (taken: number): string => `${formatCount(taken)} registered`,
  facts: {
    paceGroup: (label: string): string => `pace group ${isolated(label)}`,
    paid: "paid",
    free: "free",
  },
  warnings: {
    "run-full":
      "This run is full, with those who were added here since the last count. The organizer may refuse.",
    "run-closed": "Registration for this run is closed. The organizer may refuse.",
    "run-sold-out": "This run was sold out at the last download. The organizer may refuse.",
    "run-cancelled": "This run is cancelled.",
    "pace-groups-unrecognised":
      "The pace groups of this event are not known here. Write one exactly as the organizer does.",
    "email-unlikely": "This e-mail address looks unusual. Check it letter by letter.",
    "same-email-same-run":
      "This e-mail is already on the list for this run. Is it the same person?",
  },
  /** The messages for the errors of a field. */
  fields: {
    name: "The name cannot be taken like this.",
    email: "This is not a whole e-mail address.",
    eventRunId: "Choose a run.",
    registrationType: "Choose paid or free.",
    paceGroup: "This event has no such pace group.",
    notes: "The note is too long.",
    status: "The status cannot be taken like this.",
  } as Readonly<Record<string, string>>,
  isRegistered: (name: string | null): string =>
    `${isolated(name ?? "Somebody")} is registered for this run with this e-mail. Nothing was saved. Register again only if these are two people.`,
  anyway: { again: "Register again", nameless: "Save without a name" },
  bibTaken: (bib: string, holders: readonly Holder[]): string =>
    `Bib ${bib} is taken by ${listHolders(holders)}.`,
  notSaved: {
    title: "NOT SAVED",
    safe: "What you typed stays here. Do not hand over a bib yet. If it fails again, write it on paper and move to another desk.",
    again: "Try again",
    elsewhere: "Walk-up NOT SAVED. It is still on the form.",
  },
  noEvent: {
    title: "No event is open",
    text: "Open one for check-in first.",
    open: "Open Events",
  },
  duplicates: {
    title: "Is it one of these?",
    hint: "Open the card and check in there. What you typed stays on this form.",
    why: listReasons,
    here: (time: string): string => `here since ${time}`,
    hereElsewhere: "here already, elsewhere",
    notHere: "not here yet",
    notConfirmed: "not confirmed",
  },
};
