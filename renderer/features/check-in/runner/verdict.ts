import { words } from "#renderer/i18n/words.ts";
import { mostTogether } from "#shared/contract/in-screens.ts";
import type { RunnerCard, RunnerRow } from "#shared/contract/roster.ts";
import { mustBeLookedAt } from "#shared/domain/check-in/warnings.ts";
import type { Standing } from "#shared/domain/registrations/registration.ts";

/**
 * What Enter may do for the runner on the card.
 *
 * - `ready`: the yellow button; Enter checks in (C1).
 * - `careful`: a warning needs a look (007 is not 7): a plain button, and Ctrl+Enter checks in.
 * - the rest: an orange card; only an override with a reason checks in (C1, C2).
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

export function judgeCard({ runner, warnings }: RunnerCard): Verdict {
  // A retracted walk-up takes no part, also if it was checked in before.
  if (runner.delivery === "taken-back") return { kind: "taken-back" };
  if (runner.checkedIn !== null) return { kind: "already" };
  if (runner.checkedInElsewhere) return { kind: "elsewhere" };
  const cancelled = warnings.find((warning) => warning.kind === "run-cancelled");
  if (cancelled !== undefined) return cancelled;
  if (runner.standing !== "confirmed") {
    return { kind: "not-confirmed", standing: runner.standing };
  }
  return mustBeLookedAt(warnings) ? { kind: "careful" } : { kind: "ready" };
}

/** Confirmed, not checked in anywhere, and no retracted walk-up. */
export const isReadyToCheckIn = (runner: RunnerRow): boolean =>
  runner.checkedIn === null &&
  !runner.checkedInElsewhere &&
  runner.standing === "confirmed" &&
  runner.delivery !== "taken-back";

/** The runners beside the one on the card, each once: those with the same e-mail (C4), then those of the relay team (B2). */
export const companionsOf = ({
  family,
  team,
}: Pick<RunnerCard, "family" | "team">): RunnerRow[] => [
  ...family,
  ...team.filter(({ id }) => !family.some((other) => other.id === id)),
];

/**
 * Whom "Check in all" checks in (C4): the runner on the card and the companions, without those who must be looked at first.
 * Nobody if the runner on the card is not ready.
 */
export function readyTogether(card: RunnerCard): RunnerRow[] {
  if (judgeCard(card).kind !== "ready") return [];
  return [
    card.runner,
    ...companionsOf(card).filter((one) => isReadyToCheckIn(one) && !mustLookAt(card, one)),
  ].slice(0, mostTogether);
}

/** A companion has a warning that a person must look at before the check-in (C4). */
export const mustLookAt = (
  { companionWarnings }: Pick<RunnerCard, "companionWarnings">,
  { id }: RunnerRow,
): boolean => mustBeLookedAt(companionWarnings[id] ?? []);

/** Checked in already, here or elsewhere. */
export const isHere = ({ kind }: Verdict): boolean => kind === "already" || kind === "elsewhere";

/** The text of the button that asks for a reason. */
export const reasonText = (verdict: Verdict): string =>
  isHere(verdict) ? words.checkIn.againWithReason : words.checkIn.withReason;
