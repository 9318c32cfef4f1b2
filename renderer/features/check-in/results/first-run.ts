import type { RunnerRow } from "#shared/contract/roster.ts";

/** The run that the card of a runner showed first. */
export type FirstRun = Pick<RunnerRow, "id" | "runId" | "runLabel">;

/**
 * Keeps the run that the card showed first, while it shows the same runner. If a download moves the runner to another run
 * meanwhile, the person has read the former one, so that Enter does not check in (C8).
 */
export function keepFirstRun(
  kept: FirstRun | null,
  runner: RunnerRow | undefined,
): FirstRun | null {
  if (runner === undefined) return null;
  return kept?.id === runner.id ? kept : runner;
}

/** The former run of a runner who was moved while the card was shown; else null. */
export const formerRunOf = (first: FirstRun | null, runner: RunnerRow | undefined): string | null =>
  first === null || runner === undefined || first.runId === runner.runId ? null : first.runLabel;
