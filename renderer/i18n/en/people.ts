import { isolated } from "#renderer/i18n/isolated.ts";
import type { AlikeReason } from "#shared/contract/walk-up.ts";

export const by = (operator: string): string =>
  operator === "" ? "" : ` by ${isolated(operator)}`;

export const someone = (name: string | null): string => isolated(name ?? "the runner");

/** "1 time, 1 bib and 1 gun time". */
export function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "the runner";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

/** "Amara, Chidi and Zoë". */
export const listNames = (names: readonly string[]): string => joined(names.map(isolated));

/** A runner who has a bib. */
export interface Holder {
  readonly name: string | null;
  readonly runLabel: string;
}

/** The holders of a bib with their runs: "Zoë Müller, 10K and Олена Шевченко, 5K". Of many, the first three. */
export function listHolders(holders: readonly Holder[]): string {
  const named = holders
    .slice(0, 3)
    .map(({ name, runLabel }) => `${isolated(name ?? "another runner")}, ${isolated(runLabel)}`);
  const more = holders.length - named.length;
  return joined(more === 0 ? named : [...named, `${more} more`]);
}

const reasonWords: Readonly<Record<AlikeReason, string>> = {
  email: "same e-mail",
  bib: "same bib",
  "listed-bib": "this bib in the organizer’s list",
  "same-name": "same name",
  name: "similar name",
};

/** Why a runner may be the person who is looked for (W4). */
export const listReasons = (why: readonly AlikeReason[]): string =>
  why.map((reason) => reasonWords[reason]).join(", ");
