import type { SegmentForm } from "#shared/domain/podium/segment.ts";
import { formatRecent } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";

const sexes: Readonly<Record<string, string>> = {
  female: "Women",
  f: "Women",
  women: "Women",
  male: "Men",
  m: "Men",
  men: "Men",
  nonbinary: "Non-binary",
  "non-binary": "Non-binary",
  x: "Non-binary",
};

const sexLabel = (sex: string): string => sexes[sex.toLowerCase()] ?? sex;

/** The default name of a segment. */
function segmentLabel(form: SegmentForm): string {
  switch (form.kind) {
    case "overall":
      return "Overall";
    case "sex":
      return sexLabel(form.sex);
    case "sex-age":
      return form.toAge >= 99
        ? `${sexLabel(form.sex)} ${form.fromAge}+`
        : `${sexLabel(form.sex)} ${form.fromAge}–${form.toAge}`;
    case "special":
      return form.name;
    case "unknown":
      return form.id;
  }
}

/** Texts of segments: their source, the builder, and exclusion groups. */
export const podiumSetup = {
  segments: "Segments…",
  groups: "Double awards…",
  segmentLabel,

  awards: {
    never: "The organizer’s award segments were not fetched yet",
    neverText: "A download brings them. Or build the segments of this run here.",
    none: "The organizer gives no award segments for this run",
    noneText: "Build the segments you want to award. They stay on this computer.",
    failed: "The organizer’s award segments could not be fetched",
    failedText: "What was fetched before stays. Or build the segments here.",
    unrecognised: "The organizer’s answer about awards has an unknown form",
    unrecognisedText: "It is kept as it came. Read the segments from it, and build them here.",
    raw: "What the organizer’s system answered",
    fetched: (atMs: number): string => `Asked ${formatRecent(atMs)}`,
    fetch: "Fetch awards",
    fetching: "Fetching",
    build: "Build segments…",
  },
  fetchFailures: {
    offline: {
      title: "No connection to the internet",
      text: "Nothing changed. Fetch again when the connection is back, or build the segments here.",
    },
  },

  builderTitle: (run: string): string => `Segments of ${isolated(run)}`,
  overall: "Overall",
  sexes: "By sex",
  sexesHint: "as the organizer writes them",
  sexesPlaceholder: "female, male",
  bands: "Age bands",
  bandChoices: { none: "none", five: "5 years", ten: "10 years", own: "own" },
  ownBands: "Own bands",
  ownBandsHint: "from-to, with commas",
  ownBandsPlaceholder: "13-17, 18-39, 40-49, 50-99",
  ownBandsFault: "Write bands as 40-49, with commas between them",
  specials: "Special awards",
  specialsHint: "with commas",
  specialsPlaceholder: "First local, Best costume",
  depth: "Award places",
  depthFault: "1 to 1000",
  clock: "Clock",
  clocks: { usual: "usual", gun: "gun", chip: "chip" },
  clockHint: "usual: overall by gun, age by chip",
  add: (count: number): string => (count === 1 ? "Add 1 segment" : `Add ${count} segments`),
  adding: "Adding",
  nothingNew: "Nothing new to add",
  preview: "Will be added",
  alreadyHere: (count: number): string =>
    count === 1 ? "1 is here already and stays." : `${count} are here already and stay.`,
  tooMany: "At most 200 at once",

  fromOrganizer: "From the organizer",
  builtHere: "Built here",
  label: "Name",
  labelNeeded: "Give it a name",
  save: "Save",
  saving: "Saving",
  remove: "Remove this segment",
  changesAnnounced:
    "Saved like this it counts as changed after the announcement, until it is announced again.",
  prizes: "Prizes",
  prizeFor: (place: number | null): string => (place === null ? "" : `${place}.`),
  history: "History",
  failures: {
    "from-organizer": {
      title: "It comes from the organizer",
      text: "It cannot be removed here. Leave it empty if nobody is awarded.",
    },
    "has-places": {
      title: "Runners are placed on it",
      text: "Remove the bibs first, then the segment.",
    },
  },

  groupsTitle: (run: string): string => `Double awards, ${isolated(run)}`,
  groupsText:
    "Segments of one group may not share a winner. A runner placed in two of them gets a warning. By default there are no groups.",
  group: (index: number): string => `Group ${index}`,
  newGroup: "New group",
  noGroups: "No groups. Nobody is warned of a double award.",
  removeGroup: (index: number): string => `Remove group ${index}`,
  groupNeedsTwo: "A group needs two segments",
};
