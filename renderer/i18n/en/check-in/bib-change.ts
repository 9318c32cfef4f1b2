import type { RunnerRow } from "#shared/contract/roster.ts";
import { formatTime } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import { someone } from "#renderer/i18n/en/people.ts";

const hasBib = ({ name, bib }: Pick<RunnerRow, "name" | "bib">): string =>
  `${someone(name)} has ${bib === null ? "no bib" : `bib ${bib}`}`;

const offerOf = (isOfTeam: boolean): string => (isOfTeam ? "Bib of the team" : "Next free");

/** Texts of check-in about the change and the swap of a bib. */
export const bibChangeTexts = {
  bibTitle: (name: string | null): string => `Bib for ${someone(name)}`,
  bibLabel: "Bib",
  bibOffer: (bib: string, isOfTeam: boolean): string => `${offerOf(isOfTeam)}: ${bib}`,
  bibUseOffer: (bib: string, isOfTeam: boolean): string => `${offerOf(isOfTeam)}, ${bib}`,
  bibGive: (bib: string): string => (bib === "" ? "Give" : `Give ${bib}`),
  bibGiving: "Giving",
  bibShowSwap: "Swap…",
  bibType: "Type a bib",
  bibTypeOther: "Type another bib",
  bibUnchanged: "That is the bib already",
  bibGiven: (bib: string, name: string | null, isHere: boolean): string =>
    `Bib ${bib} given to ${someone(name)}${isHere ? "" : ", not checked in yet"}`,
  bibTakenTitle: (bib: string): string => `Bib ${bib} is taken`,
  bibTakenText: (name: string | null, atMs: number | null): string =>
    atMs === null
      ? `${isolated(name ?? "Another runner")} has it, not checked in yet.`
      : `${isolated(name ?? "Another runner")} has it, checked in at ${formatTime(atMs)}.`,
  now: "Now",
  afterSwap: "After a swap",
  swapCare: (bib: string): string => `${bib} may be in use. Swap only with both bibs in hand.`,
  swapTwo: "Swap the two",
  keepBib: (bib: string | null): string => (bib === null ? "Keep no bib" : `Keep ${bib}`),
  swapped: (one: Pick<RunnerRow, "name" | "bib">, other: Pick<RunnerRow, "name" | "bib">): string =>
    `${hasBib(one)} now, ${hasBib(other)}`,
  swapOvertaken: "Nothing was swapped: the bibs are others by now. Look at them again.",
  bibFailed: "The bib was not changed",
  bibFailedMeanwhile: (name: string | null): string =>
    `The bib of ${isolated(name ?? "the runner")} was not changed`,
};
