import type { PublicationView } from "#shared/contract/results.ts";
import {
  countOf,
  formatCount,
  formatDayAndTime,
  formatTime,
  formatTimeWithSeconds,
} from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import type { FailureMessage } from "#renderer/i18n/en/errors.ts";
import { ordinal } from "./podium-warnings.ts";
import { mayNotRead, pullFailures } from "#renderer/i18n/en/events/download-errors.ts";

const who = (name: string | null, bib: string | null): string =>
  name === null ? (bib === null ? "somebody without a name" : `bib ${bib}`) : name;

const standings = {
  current: "Current",
  withdrawn: "Withdrawn by the organizer",
  superseded: "Superseded",
  replaced: "Changed since",
} satisfies Readonly<Record<PublicationView["standing"], string>>;

/** Places before and after; null for a runner without a place. */
type LostWords = (
  name: string | null,
  bib: string | null,
  before: number,
  after: number | null,
  label: string,
) => { readonly lead: string; readonly who: string; readonly tail: string };

const nameAndBib = (name: string | null, bib: string | null, why: string) => ({
  who: who(name, bib),
  tail: `${name === null || bib === null ? "" : ` (${bib})`}: ${why}`,
});

const officially = (place: number | null): string =>
  place === null ? "official not placed" : `official ${ordinal(place)}`;

/** "Sat 3 Oct 2026, 14:04" by this computer's clock for an ISO time; any other text stays as it is. */
function readableTime(when: string): string {
  const atMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/.test(when)
    ? Date.parse(when)
    : Number.NaN;
  return Number.isNaN(atMs) ? when : formatDayAndTime(atMs);
}

/** Texts of the official results. */
export const official = {
  fetch: "Fetch results",
  fetching: "Fetching",
  state: {
    never: "Official results have not been fetched yet.",
    unpublished: "Not published yet.",
    published: (version: number): string => `Published, version ${formatCount(version)}.`,
    withdrawn: "The organizer withdrew the publication.",
    failed: "The last try failed.",
    gone: "The organizer no longer has this event or run.",
  },
  stateNext: {
    never: "Fetch them when there is a signal. What was announced here is compared with them.",
    unpublished: "The organizer has published nothing for this run. Fetch again later.",
    published: "What was announced here is compared with it.",
    withdrawn: "What was published stays readable here. Fetch again later.",
    failed: "Everything fetched before is kept.",
    gone: "Everything fetched before is kept and stays readable.",
  },
  askedAt: (atMs: number): string => `Asked ${formatTime(atMs)}.`,
  newVersions: (versions: readonly number[]): string =>
    versions.length === 1
      ? `Version ${versions.join("")} is new`
      : `Versions ${versions.join(", ")} are new`,
  changedVersions: (versions: readonly number[]): string =>
    versions.length === 1
      ? `Version ${versions.join("")} says something else now`
      : `Versions ${versions.join(", ")} say something else now`,
  takenBack: "The organizer withdrew the publication",
  nothingNew: "Nothing new",

  versions: "Versions",
  /** A publication whose content changed later is named with the time of its last fetch. */
  edition: ({
    version,
    standing,
    fetchedAtMs,
  }: Pick<PublicationView, "version" | "standing" | "fetchedAtMs">): string =>
    standing === "replaced"
      ? `Version ${formatCount(version)} as of ${formatTimeWithSeconds(fetchedAtMs)}`
      : `Version ${formatCount(version)}`,
  standing: standings,
  publishedAt: (when: string): string => `Published ${readableTime(when)}`,
  fetchedAt: (atMs: number): string => `Fetched ${formatTime(atMs)}`,
  segments: (count: number): string => countOf(count, "segment"),
  malformed: (count: number): string =>
    `${countOf(count, "segment")} could not be read and ${count === 1 ? "is" : "are"} kept as it came.`,
  record: "Publication record, as it came",

  show: "What to show",
  compareWith: "Compare with",
  announcedHere: "Announced",
  view: { compare: "Compare", read: "Read" },
  compareTitle: (before: string, after: string): string => `${before} → ${after}`,
  /** Only for paper; on the screen, the list of versions tells the state. */
  paperTitle: (title: string, standing: PublicationView["standing"]): string =>
    standing === "current" ? title : `${isolated(title)} (${standings[standing]})`,
  heads: { announced: "Announced", official: "Official" },
  print: "Print",

  noRecalls: "No medal must come back.",
  /** For a publication that is not in force. */
  asksNothing: (medals: number): string =>
    medals === 0
      ? "No medal comes back by it."
      : `No medal comes back by it. In force, it would call back ${countOf(medals, "medal")}:`,
  noneLost: "Nobody lost an award between the two.",
  allSame: (compared: number, segments: number): string =>
    compared === segments
      ? "Every place agrees."
      : `Every place agrees in ${countOf(compared, "segment")} of ${formatCount(segments)}.`,
  nothingAnnounced: "No segment of this run was announced here, so there is nothing to compare.",
  nothingPublished: "No segment that was announced here is in this publication.",
  nothingCommon: "The two versions have no segment in common.",
  readInstead: "Read shows the official places.",
  recallsTitle: (count: number): string =>
    countOf(count, "medal must come back", "medals must come back"),
  lowerTitle: (count: number): string => countOf(count, "award is lost", "awards are lost"),
  changedTitle: (count: number): string =>
    countOf(count, "award changed its place", "awards changed their places"),
  changedText: "They keep an award. Exchange what differs between the places.",
  changedQuietly: "They have an award in both.",
  changedMark: "keeps an award",
  /** Who must return an award, and why. */
  lost: {
    medal: (name, bib, before, after, label) => ({
      lead: "Take the medal back from ",
      ...nameAndBib(
        name,
        bib,
        `announced ${ordinal(before)} in ${isolated(label)}, ${officially(after)}.`,
      ),
    }),
    "not-in-force": (name, bib, before, after, label) => ({
      lead: "",
      ...nameAndBib(
        name,
        bib,
        `announced ${ordinal(before)} in ${isolated(label)}, ${officially(after)}.`,
      ),
    }),
    award: (name, bib, before, after, label) => ({
      lead: "",
      ...nameAndBib(
        name,
        bib,
        `was ${ordinal(before)} in ${isolated(label)}, ${after === null ? "is not placed" : `is ${ordinal(after)}`} now.`,
      ),
    }),
  } satisfies Readonly<Record<string, LostWords>>,
  what: "What changed",
  runner: "Runner",
  bib: "Bib",
  outcomes: {
    same: "Same",
    up: "Moved up",
    down: "Moved down",
    new: "New",
    missing: "Missing",
  },
  timeDiffers: "another time",
  recallMark: { medal: "medal back", "not-in-force": "award lost", award: "award lost" },
  /** The head of the former column, and the bib and name that stand there. */
  namedBefore: (head: string, bib: string | null, name: string | null): string =>
    `${head}: ${[bib, name === null ? null : isolated(name)].filter((text) => text !== null).join(" ")}`,
  place: ordinal,
  noPlace: "not placed",
  noTime: "no time",
  lacks: {
    announced: "Not announced here.",
    beforeVersion: "Not in the earlier version.",
    after: "Not in this publication.",
  },
  segmentEmpty: "Nobody is placed.",
  nothingPlaced: "Nobody is placed in this publication.",
  counts: (same: number, moved: number, fresh: number, missing: number): string =>
    [
      `${formatCount(same)} same`,
      ...(moved > 0 ? [`${formatCount(moved)} moved`] : []),
      ...(fresh > 0 ? [`${formatCount(fresh)} new`] : []),
      ...(missing > 0 ? [`${formatCount(missing)} missing`] : []),
    ].join(", "),
  announcedColumn: "Before",
  officialColumn: "After",

  emptyTitle: {
    never: "No official results on this computer",
    unpublished: "The organizer has not published yet",
    published: "Published, but no version could be read",
    failed: "No official results on this computer",
    gone: "The organizer no longer has this event or run",
  },
  emptyText: {
    never: "Press Fetch results when there is a signal. Announced podiums stay as they are.",
    unpublished: "Press Fetch results again later. Announced podiums stay as they are.",
    published: "Press Fetch results to try again.",
    failed: "Press Fetch results to try again. Announced podiums stay as they are.",
    gone: "Announced podiums stay as they are. Ask the organizer what happened.",
  },

  failures: {
    ...pullFailures,
    offline: {
      title: "No connection to the internet",
      text: "Everything fetched before is kept. Try again when the connection is back.",
    },
    forbidden: mayNotRead("results"),
    "not-found": {
      title: "The organizer no longer has this event or run",
      text: "Everything fetched before is kept and stays readable.",
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,
};
