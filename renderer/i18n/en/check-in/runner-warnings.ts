import type { Actor } from "#shared/domain/journal/journal.ts";
import { formatTime } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import type { Holder } from "#renderer/i18n/en/people.ts";
import { by, listHolders } from "#renderer/i18n/en/people.ts";

/** The warnings on a runner's card. */
export const runnerWarnings = {
  lookAlike: (bib: string, other: string): string => `Look at the bib: ${bib} is not ${other}.`,
  lookAlikeText: (other: string, name: string | null, run: string): string =>
    `Bib ${other} belongs to ${isolated(name ?? "another runner")}, ${isolated(run)}.`,
  double: (bib: string): string => `Bib ${bib} is on the list more than once.`,
  doubleText: (holders: readonly Holder[]): string => `Also ${listHolders(holders)}.`,
  conflict: "Different bibs were given, and nobody knew of the other.",
  conflictText: (
    bibs: readonly { readonly bib: string | null; readonly actor: Actor }[],
  ): string => {
    const [first = "", ...others] = bibs.map(
      ({ bib, actor }) =>
        `${bib === null ? "no bib" : `bib ${bib}`}, ${formatTime(actor.atMs)} at ${isolated(actor.desk)}${by(actor.operator)}`,
    );
    return `What counts now: ${first}. The other: ${others.join("; ")}. Look which bib the runner wears, and give that one once more.`;
  },
  drift: (there: string | null): string =>
    there === null ? "The organizer has no bib." : "The organizer has another bib.",
  driftText: (here: string | null, there: string | null): string =>
    `Bib here: ${here ?? "none"}. At the organizer: ${there ?? "none"}. The bib that the runner has here counts.`,
  told: "The note to the organizer names another bib.",
  toldText: (here: string | null, told: string): string =>
    `Bib here: ${here ?? "none"}. In the note of this walk-up: ${told}. The bib given here counts: tell the organizer.`,
  askOrganizer: "The organizer still has this registration, or may have it.",
  askOrganizerText: "Ask the organizer to cancel it: Chute cannot.",
  gone: "Gone from the organizer’s list.",
  goneText: (atMs: number): string =>
    `The download of ${formatTime(atMs)} no longer has this registration. It is kept here.`,
  unseen: "Missing from the organizer’s last list.",
  unseenText: (atMs: number): string =>
    `The download of ${formatTime(atMs)} did not bring this registration. It stays here until somebody decides in Sync.`,
  pair: "Probably the same as a registration that was downloaded.",
  pairText: "Run, e-mail and name agree. Sync shows both.",
  cancelledAfter: (word: string): string => `The organizer set this to “${word}” after check-in.`,
  cancelledAfterText: (atMs: number): string => `The download of ${formatTime(atMs)} says so.`,
} as const;
