import type { RunnerCard, RunnerRow } from "#shared/contract/roster.ts";

/** The run and the bib that the card of a runner showed first. */
export type FirstShown = Pick<RunnerRow, "id" | "runId" | "runLabel" | "bib">;

/**
 * Keeps the run and the bib that the card showed first, while it shows the same runner. If a download or another desk
 * changes one of them meanwhile, the person has read the former one, so that Enter does not check in (C8).
 */
export function keepFirstShown(
  kept: FirstShown | null,
  runner: RunnerRow | undefined,
): FirstShown | null {
  if (runner === undefined) return null;
  return kept?.id === runner.id ? kept : runner;
}

/** The former run of a runner who was moved while the card was shown; else null. */
export const formerRunOf = (
  first: FirstShown | null,
  runner: RunnerRow | undefined,
): string | null =>
  first === null || runner === undefined || first.runId === runner.runId ? null : first.runLabel;

const bibLines: ReadonlySet<string> = new Set(["bib-given", "bib-swapped", "bib-undone"]);

/** The bib was changed while the card was shown, and not at this desk, whose person knows of its own change. */
export const isBibNew = (
  first: FirstShown | null,
  card: Pick<RunnerCard, "runner" | "history"> | null,
  ownDesk: string | null,
): boolean =>
  first !== null &&
  card !== null &&
  first.id === card.runner.id &&
  first.bib !== card.runner.bib &&
  card.history.findLast(({ kind }) => bibLines.has(kind))?.actor.desk !== ownDesk;
