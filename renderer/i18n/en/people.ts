import type { AlikeReason } from "#shared/contract/walk-up.ts";

export interface Who {
  readonly operator: string;
  readonly desk: string;
  readonly atMs: number;
}

export const by = (operator: string): string => (operator === "" ? "" : ` by ${operator}`);

export const someone = (name: string | null): string => name ?? "the runner";

const alikeReasons: Readonly<Record<AlikeReason, string>> = {
  email: "same e-mail",
  bib: "same bib",
  "listed-bib": "this bib in the organizer’s list",
  name: "similar name",
};

/** Why a runner may be the person who is looked for (W4). */
export const alikeWhy = (why: readonly AlikeReason[]): string =>
  why.map((reason) => alikeReasons[reason]).join(", ");
