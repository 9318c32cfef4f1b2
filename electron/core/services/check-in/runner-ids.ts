import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";

/** Every id under which the journal may name the runner (W2). */
export const idsOf = (runner: RunnerRecord): string[] =>
  runner.registrationId === null || runner.registrationId === runner.runnerId
    ? [runner.runnerId]
    : [runner.runnerId, runner.registrationId];
