import type { ConflictValue, DeskConflict } from "#shared/contract/conflicts.ts";
import {
  capitalized,
  countOf,
  countWord,
  formatCount,
  formatRecent,
  formatTimeWithTenths,
} from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import type { FailureMessage } from "#renderer/i18n/en/errors.ts";
import { listNames } from "#renderer/i18n/en/people.ts";

type About = DeskConflict["about"];

const inRun = ({ runLabel }: About): string => (runLabel === null ? "" : `, ${isolated(runLabel)}`);
const moved = (isMoved: boolean): string => (isMoved ? ", at another position" : "");

/** What a conflict is about; `count`: how many sides it has. */
const what: Readonly<
  Record<
    DeskConflict["kind"],
    (about: About, count: number, sides: DeskConflict["sides"]) => string
  >
> = {
  bib: (_about, count, sides) =>
    sides.some(({ value: side }) => side.kind === "bib" && side.bib === null)
      ? "A bib was given and taken away"
      : `${capitalized(countWord(count))} bibs were given`,
  "bib-twice": ({ bib }, count) => `Bib ${bib ?? ""} was given to ${countWord(count)} runners`,
  "check-in": (_about, count) => `Checked in at ${countWord(count)} desks`,
  "walk-up": (_about, count) =>
    `This walk-up was written ${count === 2 ? "twice" : `${countWord(count)} times`}`,
  "time-zone": (_about, count) => `The event has ${countWord(count)} time zones`,
  groups: (about) => `Segments that may not share a winner${inRun(about)}`,
  segment: (about) => `Segment ${about.segmentLabel ?? ""}${inRun(about)}`,
  gun: (about) => `Start time${inRun(about)}`,
  "finish-item": () => "A row of the finish log",
  sheet: (about) => `Podium of ${about.segmentLabel ?? ""}${inRun(about)}`,
  hub: (_about, count) => `${capitalized(countWord(count))} laptops became the hub`,
  "finish-log": (_about, count) => `${capitalized(countWord(count))} finish logs`,
};

const whatIs = ({ kind, about, sides }: DeskConflict): string =>
  what[kind](about, sides.length, sides);

/** What a side says, in one line; null if it is drawn instead. */
function value(side: ConflictValue): string | null {
  switch (side.kind) {
    case "bib":
      return side.bib === null ? "No bib" : null;
    case "check-in":
      return "Check-in";
    case "walk-up":
      return [side.name, side.email, side.runLabel, side.paceGroup, side.notes]
        .filter((part) => part !== null && part !== "")
        .join(", ");
    case "time-zone":
      return side.timeZone;
    case "groups":
      return side.groups.length === 0
        ? "No groups"
        : side.groups.map((group) => group.join(" + ")).join("; ");
    case "segment":
      return `${isolated(side.label)}: ${countOf(side.depth, "place")}, ${side.clock === "gun" ? "gun time" : "chip time"}`;
    case "gun":
      return side.atMs === null ? "No start time" : formatTimeWithTenths(side.atMs);
    case "finish-time":
      return `${side.atMs === null ? "No time" : formatTimeWithTenths(side.atMs)}${moved(side.isMoved)}`;
    case "finish-bib":
      return `${side.bib === null ? "Bib not readable" : `Bib ${side.bib}`}${moved(side.isMoved)}`;
    case "removed":
      return "Removed";
    case "hub":
      return side.name;
    case "finish-log":
      return `${isolated(side.name)}: ${countOf(side.stamps, "time")}, ${countOf(side.bibs, "bib")}`;
    case "sheet":
      return side.slots.length === 0 ? "Nobody" : null;
    case "bib-twice":
      return null;
  }
}

function keep(side: ConflictValue): string {
  switch (side.kind) {
    case "bib":
      return side.bib === null ? "Keep no bib" : `Keep bib ${side.bib}`;
    case "bib-twice":
      return `Keep bib ${side.runner.bib ?? ""} here`;
    case "check-in":
      return "Keep this check-in";
    case "sheet":
      return "Keep this sheet";
    case "removed":
      return "Remove it";
    case "finish-log":
      return "Keep this log";
    default:
      return "Keep this";
  }
}

const failures: Readonly<Record<string, FailureMessage>> = {
  "settled-meanwhile": {
    title: "This was settled meanwhile",
    text: "Nothing was changed now. What was chosen first counts.",
  },
  "settle-elsewhere": {
    title: "This is not settled here",
    text: "Nothing was changed. Settle it on the screen that the button opens, or ask the person at the hub.",
  },
  "bib-taken": {
    title: "Somebody else has this bib now",
    text: "Nothing was changed. Keep the other bib, or give a new one on the runner’s card.",
  },
  "reason-needed": {
    title: "This podium was announced already",
    text: "Nothing was changed. Open Podium, choose the sheet there, and say why it changes.",
  },
};

/** Texts of the conflicts between desks (M11). */
export const conflicts = {
  title: (count: number): string => `${countOf(count, "conflict")} between desks`,
  count: (count: number): string => countOf(count, "conflict"),
  lookAtSync: ", look at Sync",
  lead: "These desks did different things and did not know of each other. Nothing is lost. Find out what is true, and keep that side.",
  what: whatIs,
  settledMeanwhile: (conflict: DeskConflict): string => {
    const { runner } = conflict.about;
    const whose = runner === null ? "" : `, ${isolated(runner.name ?? "no name")}`;
    return `${whatIs(conflict)}${whose}: settled meanwhile. What was chosen first counts.`;
  },
  value,
  place: (place: number): string => `${place}.`,
  countsNow: "Counts now",
  who: ({ atMs, desk, operator }: DeskConflict["sides"][number]): string =>
    `${formatRecent(atMs)} at ${isolated(desk)}${operator === "" ? "" : `, by ${isolated(operator)}`}`,
  keep,
  /** One desk, or two with one name, may have several sides, so the position tells them apart. */
  keepLabel: (
    text: string,
    desk: string,
    { at, count }: { readonly at: number; readonly count: number },
  ): string => `${text}, of ${isolated(desk)}, ${formatCount(at + 1)} of ${formatCount(count)}`,
  bibTwice: "Whoever does not keep it has no bib then, and needs a new one.",
  needsBib: (names: readonly string[]): string =>
    `${listNames(names)} ${names.length === 1 ? "needs a new bib" : "need new bibs"}.`,
  openRunner: "Open the runner",
  withoutBib: {
    title: (count: number): string => `${countOf(count, "runner")} here without a bib`,
    count: (count: number): string => `${formatCount(count)} without a bib`,
    section: "Runners without a bib",
    lead: "Their bib was given to somebody else. Open the runner and give a bib.",
    openLabel: (name: string): string => `Open the runner ${isolated(name)}`,
  },
  openDesks: "Open Desks",
  owner: "The person at the hub settles this.",
  failures,
};
