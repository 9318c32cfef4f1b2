import { err, ok } from "#shared/result.ts";
import type { Answers } from "./scene.ts";

const range = (desk: string, runId: string, first: string, last: string, left: number) => ({
  desk,
  name: desk,
  runId,
  first,
  last,
  size: 100,
  left,
  overlaps: null,
});

/** Three desks have their own bib ranges (M12). */
export const deskBibs: Answers = {
  "bibRange.list": () =>
    ok({
      ranges: [
        range("Start tent", "r-half", "2501", "2600", 88),
        range("Desk 2", "r-half", "2601", "2700", 4),
        { ...range("Tablet by the door", "r-10k", "A001", "A100", 0), overlaps: "Desk 2" },
      ],
      desks: [
        { desk: "Start tent", name: "Start tent", kind: "computer", isThis: true },
        { desk: "Desk 2", name: "Desk 2", kind: "computer", isThis: false },
        { desk: "Tablet by the door", name: "Tablet by the door", kind: "browser", isThis: false },
      ],
      canSet: true,
    }),
  "bibRange.set": () =>
    err("range-overlaps", "", {
      details: { range: { name: "Start tent", runId: "r-half", first: "2501", last: "2600" } },
    }),
};

/** A full desk without a range, whose hub does not answer (M12). */
export const noBibOfHub: Answers = {
  "bib.nextFree": () => ok({ bib: null, range: null, isHubAway: true }),
};

/** This desk's range has this many bibs left. */
export const bibsLeft = (left: number): Answers => ({
  "bib.nextFree": () =>
    ok({ bib: left === 0 ? null : "2597", range: { first: "2501", last: "2600", left } }),
});
