import type { AlikeReason } from "#shared/contract/walk-up.ts";

export interface Who {
  readonly operator: string;
  readonly desk: string;
  readonly atMs: number;
}

export const by = (operator: string): string => (operator === "" ? "" : ` by ${operator}`);

export const someone = (name: string | null): string => name ?? "the runner";

/** "Amara, Chidi and Zoë". */
export function listNames(names: readonly string[]): string {
  const last = names.at(-1) ?? "the runner";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

/** A runner who has a bib. */
export interface Holder {
  readonly name: string | null;
  readonly runLabel: string;
}

/** The holders of a bib with their runs: "Zoë Müller, 10K and Олена Шевченко, 5K". Of many, the first three. */
export function listHolders(holders: readonly Holder[]): string {
  const named = holders
    .slice(0, 3)
    .map(({ name, runLabel }) => `${name ?? "another runner"}, ${runLabel}`);
  const more = holders.length - named.length;
  return listNames(more === 0 ? named : [...named, `${more} more`]);
}

const alikeReasons: Readonly<Record<AlikeReason, string>> = {
  email: "same e-mail",
  bib: "same bib",
  "listed-bib": "this bib in the organizer’s list",
  name: "similar name",
};

/** Why a runner may be the person who is looked for (W4). */
export const alikeWhy = (why: readonly AlikeReason[]): string =>
  why.map((reason) => alikeReasons[reason]).join(", ");
