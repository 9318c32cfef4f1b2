import { words } from "#renderer/i18n/words.ts";
import type { RunnerCard, RunnerWarning, Standing } from "#shared/contract/roster.ts";

/**
 * What Enter may do about the runner on the card.
 *
 * - `ready`: the yellow button; one keystroke checks in (C1).
 * - `careful`: something must be looked at first (007 is not 7): no yellow, a plain button, a
 *   deliberate key.
 * - the rest: an orange card; only a person's override with a reason passes (C1, C2).
 */
export type Verdict =
  | { readonly kind: "ready" }
  | { readonly kind: "careful" }
  | { readonly kind: "already" }
  | { readonly kind: "elsewhere" }
  | { readonly kind: "taken-back" }
  | {
      readonly kind: "run-cancelled";
      readonly runLabel: string;
      readonly eventStatus: string;
    }
  | { readonly kind: "not-confirmed"; readonly standing: Exclude<Standing, "confirmed"> };

/** Warnings that a person must look at before the runner may be checked in. */
const needsLook = new Set<RunnerWarning["kind"]>([
  "bib-conflict",
  "bib-look-alike",
  "bib-double",
  "gone-upstream",
]);

export function judgeCard({ runner, warnings }: RunnerCard): Verdict {
  // A retracted walk-up takes no part, also where somebody had checked it in before.
  if (runner.delivery === "taken-back") return { kind: "taken-back" };
  if (runner.checkedIn !== null) return { kind: "already" };
  if (runner.checkedInElsewhere) return { kind: "elsewhere" };
  for (const warning of warnings) {
    if (warning.kind === "run-cancelled") {
      return {
        kind: "run-cancelled",
        runLabel: warning.runLabel,
        eventStatus: warning.eventStatus,
      };
    }
  }
  if (runner.standing !== "confirmed") {
    return { kind: "not-confirmed", standing: runner.standing };
  }
  return warnings.some(({ kind }) => needsLook.has(kind)) ? { kind: "careful" } : { kind: "ready" };
}

/** Checked in already, here or elsewhere. */
export const isHere = ({ kind }: Verdict): boolean => kind === "already" || kind === "elsewhere";

/** What a person with a reason does about such a card. */
export const reasonWords = (verdict: Verdict): string =>
  isHere(verdict) ? words.checkIn.againWithReason : words.checkIn.withReason;
