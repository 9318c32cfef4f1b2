import { words } from "#renderer/i18n/words.ts";
import type { RunnerCard } from "#shared/contract/roster.ts";
import type { Verdict } from "./verdict.ts";

export interface Heading {
  readonly title: string;
  readonly text: string;
}

/** The header of the orange card. */
export function headingOf(card: RunnerCard, verdict: Verdict, nowMs: number): Heading {
  const { runner } = card;
  const say = words.checkIn;
  const problem = problemOf(card);
  switch (verdict.kind) {
    case "already":
      return {
        title: problem === null ? say.alreadyTitle : say.hereDespite(problem),
        text: runner.checkedIn === null ? "" : say.alreadyText(runner.checkedIn, nowMs),
      };
    case "elsewhere":
      return {
        title: problem === null ? say.elsewhereTitle : say.elsewhereDespite(problem),
        text: say.elsewhereText,
      };
    case "taken-back":
      return { title: say.takenBackTitle, text: say.takenBackText };
    case "run-cancelled":
      return {
        title: say.runCancelledTitle(verdict.runLabel),
        text: say.runCancelledText(verdict.eventStatus),
      };
    case "not-confirmed":
      return {
        title: say.standingTitle[verdict.standing],
        text: say.standingText(runner.registrationStatus),
      };
    case "ready":
    case "careful":
      return { title: "", text: "" };
  }
}

/** Why a runner who is here should not be; null if there is no reason. The title says it first (C2). */
export function problemOf({
  runner,
  warnings,
}: Pick<RunnerCard, "runner" | "warnings">): string | null {
  const say = words.checkIn;
  if (runner.delivery === "refused") return say.refusedTitle;
  if (runner.delivery === "taken-back") return say.takenBackTitle;
  const run = warnings.find((warning) => warning.kind === "run-cancelled");
  if (run !== undefined) return say.runCancelledTitle(run.runLabel);
  if (runner.standing !== "confirmed") return say.standingTitle[runner.standing];
  return warnings.some(({ kind }) => kind === "gone-upstream") ? say.goneTitle : null;
}
