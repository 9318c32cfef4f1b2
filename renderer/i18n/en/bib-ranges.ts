import { countOf, formatCount } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import type { FailureMessage } from "./errors.ts";

/** The first and the last bib of a range. */
export interface Ends {
  readonly first: string;
  readonly last: string;
}

const ends = ({ first, last }: Ends): string => (first === last ? first : `${first} to ${last}`);

const nothingChanged = "Nothing was changed.";

/** Texts of the bibs that each desk gives out (M12). */
export const bibRanges = {
  title: "Bibs of each desk",
  lead: "Each desk proposes its own bibs only, so that two desks without a connection never give the same one.",
  none: "No desk has bibs of its own: all desks count on in the same block.",
  atHub: "The owner sets the bibs at the hub.",
  range: ends,
  left: (left: number, size: number): string =>
    left === 0 ? "none left" : `${formatCount(left)} of ${formatCount(size)} left`,
  overlaps: (name: string): string => `${isolated(name)} has some of these numbers`,
  add: "Give a desk its bibs…",
  change: "Change…",
  changeLabel: (desk: string, run: string): string =>
    `Change the bibs of ${isolated(desk)}, ${isolated(run)}…`,

  dialogTitle: "Bibs of a desk",
  desk: "Desk",
  thisComputer: (name: string): string => `${isolated(name)} (this computer)`,
  browser: (name: string): string => `${isolated(name)} (browser)`,
  run: "Run",
  choose: "Choose",
  first: "First bib",
  last: "Last bib",
  fillDesk: "Choose the desk",
  fillRun: "Choose the run",
  fillEnds: "Type the first and the last bib",
  away: "A desk that is away goes on with the bibs that it knows until it is back.",
  save: "Set the bibs",
  saveUsedUp: "Set them all the same",
  saving: "Setting",
  end: "No bibs of its own",
  overlapsText: (name: string, range: Ends): string =>
    `${isolated(name)} has ${ends(range)}. Choose other numbers, or change those first.`,

  /** Below the field of a bib. */
  hubAway:
    "No connection to the hub, and this desk has no bibs of its own: another desk may give the same bib. Type one of the pile at this desk.",
  usedUp: (range: Ends): string =>
    `This desk’s bibs ${ends(range)} are used up. Ask for more at the hub.`,
  few: (left: number, range: Ends): string =>
    `${countOf(left, "bib")} left of this desk’s ${ends(range)}. Ask for more at the hub.`,

  failures: {
    "not-found": {
      title: "This run is not here any more",
      text: `${nothingChanged} Open the event again.`,
    },
    "unknown-desk": {
      title: "There is no such desk any more",
      text: `${nothingChanged} Look at the desks again.`,
    },
    "is-full-desk": {
      title: "The bibs of desks are set at the hub",
      text: `${nothingChanged} Do it on the hub’s computer.`,
    },
    "range-invalid": {
      title: "This is no range of bibs",
      text: `Type two numbers, the lower one first, with the same letters before them: 501 and 600, or A001 and A100. ${nothingChanged}`,
    },
    "range-too-long": {
      title: "This range is too long",
      text: `A desk gets at most 10,000 bibs of one run. ${nothingChanged}`,
    },
    "range-used-up": {
      title: "No bib of this range is free",
      text: `Each one is given to a runner already, so this desk would have none to give. Choose other numbers, or set them all the same. ${nothingChanged}`,
    },
    "range-overlaps": {
      title: "Another desk has some of these numbers",
      text: `Choose other numbers. ${nothingChanged}`,
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,
};
