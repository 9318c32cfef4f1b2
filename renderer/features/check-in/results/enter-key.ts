import { bounceMs } from "#renderer/client/input/second-press.ts";
import type { RunnerCard, RunnerRow } from "#shared/contract/roster.ts";
import type { EarlyEnter } from "../check-in-store.ts";
import type { Results } from "./use-results.ts";
import type { Verdict } from "../runner/verdict.ts";
import { judgeCard } from "../runner/verdict.ts";

/** The part of the results that Enter depends on. */
export type EnterTarget = Pick<
  Results,
  | "isFresh"
  | "chosenId"
  | "isLookAlike"
  | "formerRun"
  | "isBibNew"
  | "card"
  | "isWhole"
  | "exactBibs"
  | "exactNames"
> & { readonly rows: readonly Pick<RunnerRow, "id">[] };

/** Times are those of `performance.now()`. */
export interface EnterPress {
  /** With Ctrl. */
  readonly isDeliberate: boolean;
  readonly atMs: number;
  /** Time at which an earlier Enter chose the first row; null after any other action. */
  readonly enteredListAtMs: number | null;
  readonly text: string;
}

/** The action of an Enter (C8). */
export type EnterAction =
  | { readonly kind: "nothing" }
  /** The search has not answered; the Enter is kept until it does. */
  | { readonly kind: "wait" }
  /** Enter came too soon after the Enter that chose the first row: nobody can have seen the card. */
  | { readonly kind: "bounce" }
  | { readonly kind: "enter-list"; readonly runnerId: string }
  | { readonly kind: "check-in"; readonly card: RunnerCard }
  | { readonly kind: "ask-reason" }
  /** Enter does nothing here, and the screen names the keys that do something. */
  | { readonly kind: "refuse" };

/** Whether a reason overrides the refusal. The screen offers no check-in of a retracted walk-up. */
export const canBeOverridden = ({ kind }: Verdict): boolean =>
  kind !== "ready" && kind !== "careful" && kind !== "taken-back";

/** Decides what Enter does. It never checks in one of several runners. */
export function decideEnter(target: EnterTarget, press: EnterPress): EnterAction {
  const { isDeliberate, text } = press;
  if (isBounce(press)) return { kind: "bounce" };
  const isUnseen = isUnseenChoice(target, press.enteredListAtMs);
  if (isUnseen && !isDeliberate) return { kind: "refuse" };
  if (!target.isFresh || (target.chosenId !== null && !target.isWhole)) {
    const isIdle = text.trim() === "" && target.chosenId === null;
    return { kind: isDeliberate || isIdle ? "nothing" : "wait" };
  }
  if (target.chosenId === null) return isDeliberate ? { kind: "nothing" } : enterList(target, text);
  if (target.card === null) return { kind: "nothing" };
  return actOnCard(target.card, isDeliberate);
}

/**
 * Whether no person chose the runner as the card is now: Enter alone chose the row, the scanned bib only looks like the
 * runner's, or the run or the bib was changed since the card was read. Enter does not check in this runner, because
 * the person may not have told the runners, the bibs or the runs apart; Ctrl+Enter does.
 */
export const isUnseenChoice = (
  target: Pick<EnterTarget, "chosenId" | "isLookAlike" | "formerRun" | "isBibNew">,
  enteredListAtMs: number | null,
): boolean =>
  target.isLookAlike || isChanged(target) || (enteredListAtMs !== null && target.chosenId !== null);

/** The run or the bib was changed since the card was read. */
export const isChanged = ({
  formerRun,
  isBibNew,
}: Pick<EnterTarget, "formerRun" | "isBibNew">): boolean => formerRun !== null || isBibNew;

/**
 * Decides what a kept Enter does after the answer. It checks in the runner whose card was already on the screen, or the
 * only holder of the typed bib or full name. Any other runner's card only opens, because nobody has seen it.
 */
export function decideEarlyEnter(target: EnterTarget, early: EarlyEnter): EnterAction {
  if (target.chosenId === null) return enterList(target, early.text);
  if (isChanged(target)) return { kind: "refuse" };
  const isExact = target.exactBibs > 0 || target.exactNames > 0;
  const isMeant = early.shownId === target.chosenId || (!early.hadAnswer && isExact);
  return isMeant && target.card !== null ? actOnCard(target.card, false) : { kind: "nothing" };
}

const isBounce = ({ atMs, enteredListAtMs }: EnterPress): boolean =>
  enteredListAtMs !== null && atMs - enteredListAtMs < bounceMs;

function enterList({ rows: [first] }: EnterTarget, text: string): EnterAction {
  if (first !== undefined) return { kind: "enter-list", runnerId: first.id };
  return { kind: text.trim() === "" ? "nothing" : "refuse" };
}

function actOnCard(card: RunnerCard, isDeliberate: boolean): EnterAction {
  const verdict = judgeCard(card);
  if (verdict.kind === "ready") return { kind: "check-in", card };
  if (!isDeliberate) return { kind: "refuse" };
  if (verdict.kind === "careful") return { kind: "check-in", card };
  return { kind: canBeOverridden(verdict) ? "ask-reason" : "refuse" };
}
