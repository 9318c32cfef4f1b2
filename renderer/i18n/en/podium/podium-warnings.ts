import { isolated } from "#renderer/i18n/isolated.ts";
import type { SlotWarning } from "#shared/contract/podium.ts";
import { showRaceTime } from "#shared/domain/podium/race-time.ts";

/** "1st", "2nd", "3rd", "11th". */
export function ordinal(place: number): string {
  const lastTwo = place % 100;
  if (lastTwo >= 11 && lastTwo <= 13) return `${place}th`;
  return `${place}${{ 1: "st", 2: "nd", 3: "rd" }[place % 10] ?? "th"}`;
}

const nameOf = (name: string | null): string => isolated(name ?? "no name");

/** The warning of a podium line (P1, P4), short enough to fit into the line. */
export function podiumWarning(warning: SlotWarning): string {
  switch (warning.kind) {
    case "unknown-bib":
      return "Nobody here has this bib";
    case "ambiguous-bib":
      return `${warning.holders.length} wear this bib: ${warning.holders
        .map(({ name, runLabel }) => `${nameOf(name)} (${isolated(runLabel)})`)
        .join(", ")}`;
    case "other-run":
      return `Runs ${isolated(warning.runLabel)}`;
    case "not-checked-in":
      return "Not checked in";
    case "not-confirmed":
      return standingWords[warning.status] ?? `Registration is “${warning.status}”`;
    case "taken-back":
      return "Walk-up was retracted";
    case "gone-upstream":
      return "Gone from the organizer’s list";
    case "bib-swapped":
      return warning.bib === null ? "Has no bib now" : `Bib was changed, has ${warning.bib} now`;
    case "twice-in-segment":
      return `Also ${ordinal(warning.place)} here`;
    case "also-in-group":
      return `Also ${ordinal(warning.place)} in ${isolated(warning.segmentLabel)}`;
    case "time-contradicts":
      return `Time contradicts place ${warning.place}`;
    case "order-differs": {
      const who = isolated(warning.name ?? `bib ${warning.bib}`);
      if (warning.segmentLabel === null) return `Came in before ${who} in the finish log`;
      const where = isolated(warning.segmentLabel);
      if (warning.there === "ahead") return `Ahead of ${who} in ${where}`;
      return warning.there === "tied"
        ? `Ties with ${who} in ${where}`
        : `Does not tie with ${who} in ${where}`;
    }
    case "time-differs": {
      const time = showRaceTime(warning.hundredths);
      return warning.segmentLabel === null
        ? `The finish log has ${time}`
        : `${time} in ${isolated(warning.segmentLabel)}`;
    }
    case "time-unlikely":
      return "Nobody runs this time over this distance";
  }
}

const standingWords: Readonly<Record<string, string>> = {
  cancelled: "Registration cancelled",
  refunded: "Registration refunded",
  waitlist: "On the waiting list",
};
