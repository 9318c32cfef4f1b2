import type { RunnerCard, RunnerRow } from "#shared/contract/roster.ts";

/** The run and the bib that the card of a runner showed first. */
export type FirstShown = Pick<RunnerRow, "id" | "runId" | "runLabel" | "bib">;

/**
 * Keeps the run and the bib that the card showed first, while it shows the same runner. If a download or another desk
 * changes one of them meanwhile, the person has read the former one, so that Enter does not check in (C8). A bib that
 * this desk changed is known to its person, and takes the place of the first one.
 */
export function keepFirstShown(
  kept: FirstShown | null,
  card: Shown | null,
  ownDesk: string,
): FirstShown | null {
  if (card === null) return null;
  const { runner } = card;
  if (kept?.id !== runner.id) return runner;
  return kept.bib !== runner.bib && isOfDesk(card, ownDesk) ? { ...kept, bib: runner.bib } : kept;
}

type Shown = Pick<RunnerCard, "runner" | "history">;

const bibLines: ReadonlySet<string> = new Set(["bib-given", "bib-swapped", "bib-undone"]);

/** The runner has the bib because of what this desk did last. */
function isOfDesk({ runner, history }: Shown, desk: string): boolean {
  const last = history.findLast(({ kind }) => bibLines.has(kind));
  return last?.actor.desk === desk && last?.bib === runner.bib;
}

/** The former run of a runner who was moved while the card was shown; else null. */
export const formerRunOf = (
  first: FirstShown | null,
  runner: RunnerRow | undefined,
): string | null =>
  first === null || runner === undefined || first.runId === runner.runId ? null : first.runLabel;

/** The bib was changed while the card was shown, and not at this desk. */
export const isBibNew = (first: FirstShown | null, runner: RunnerRow | undefined): boolean =>
  first !== null && runner?.id === first.id && runner.bib !== first.bib;
