import type { RunnerCard } from "#shared/contract/roster.ts";
import type { Verdict } from "../runner/verdict.ts";
import { judgeCard } from "../runner/verdict.ts";

/** What Enter acts on: the rows in the list and the runner who is chosen. */
export interface EnterTarget {
  readonly rows: readonly { readonly id: string }[];
  /** Whether the rows fit what was typed, or are guesses: names that are near, people who are alike. */
  readonly kind: "matches" | "near" | "alike";
  /** The rows belong to what is in the box now. */
  readonly isFresh: boolean;
  readonly chosenId: string | null;
  readonly card: RunnerCard | null;
  /** All of the chosen runner's card has come. */
  readonly isWhole: boolean;
  readonly exactBibs: number;
  readonly exactNames: number;
}

/** How Enter was pressed. Times are those of `performance.now()`. */
export interface EnterPress {
  /** With Ctrl. */
  readonly isDeliberate: boolean;
  readonly atMs: number;
  /** When an earlier Enter chose the first row; null when something else was done since. */
  readonly enteredListAtMs: number | null;
  readonly text: string;
}

/** What Enter does (C8). */
export type EnterAction =
  | { readonly kind: "nothing" }
  /** The answer is still to come; the Enter waits for it. */
  | { readonly kind: "wait" }
  /** An Enter too soon after the one that chose the first row: nobody can have seen the card. */
  | { readonly kind: "bounce" }
  | { readonly kind: "enter-list"; readonly runnerId: string }
  | { readonly kind: "check-in"; readonly card: RunnerCard }
  | { readonly kind: "ask-reason" }
  /** Enter does nothing here, and the screen says which keys do. */
  | { readonly kind: "refuse" };

/** A double press or a worn key repeats within this time; a person who looks at the card needs longer. */
export const bounceMs = 400;

/** Only a person with a reason brings this runner in. A walk-up that was taken back stays out. */
export const takesReason = ({ kind }: Verdict): boolean =>
  kind !== "ready" && kind !== "careful" && kind !== "taken-back";

/** What Enter does about what is on the screen. It never checks in one of several runners. */
export function decideEnter(target: EnterTarget, press: EnterPress): EnterAction {
  const { isDeliberate, text } = press;
  if (isBounce(press)) return { kind: "bounce" };
  if (!target.isFresh || (target.chosenId !== null && !target.isWhole)) {
    const isIdle = text.trim() === "" && target.chosenId === null;
    return { kind: isDeliberate || isIdle ? "nothing" : "wait" };
  }
  if (target.chosenId === null) return isDeliberate ? { kind: "nothing" } : enterList(target, text);
  if (target.card === null) return { kind: "nothing" };
  return isUnseenGuess(target, press.enteredListAtMs) && !isDeliberate
    ? { kind: "refuse" }
    : actOnCard(target.card, isDeliberate);
}

/**
 * A guess that Enter alone chose: nobody has moved to it or pressed it, so another Enter does not check it in (C8). Ctrl
 * says that somebody looked.
 */
export const isUnseenGuess = (
  { kind }: Pick<EnterTarget, "kind">,
  enteredListAtMs: number | null,
): boolean => kind !== "matches" && enteredListAtMs !== null;

/** An Enter that came before its answer. */
export interface EarlyEnter {
  /** Whose card was on the screen. */
  readonly shownId: string | null;
  /** The list had its answer; only the card was still to come. */
  readonly hadAnswer: boolean;
  readonly text: string;
}

/**
 * What an early Enter does now that the answer is here. It checks in the runner whose card was on the screen already,
 * or the only holder of the typed bib or whole name. Any other runner's card only opens: nobody has seen it.
 */
export function decideEarlyEnter(target: EnterTarget, early: EarlyEnter): EnterAction {
  if (target.chosenId === null) return enterList(target, early.text);
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
  return { kind: takesReason(verdict) ? "ask-reason" : "refuse" };
}
