import type { Actor } from "#shared/domain/journal/journal.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import type { RunRecord, RunStore } from "#core/db/stores/event-stores.ts";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";

/** Maps a runner to what every screen shows. */
export function runnerRow(runner: RunnerRecord, run: RunRecord | null): RunnerRow {
  const checkedIn = shownCheckIn(runner);
  return {
    id: runner.runnerId,
    source: runner.source,
    runId: runner.runId,
    runLabel: run?.label ?? "",
    runPosition: run?.position ?? -1,
    runStartTime: run?.startTime ?? null,
    name: runner.name,
    email: runner.email,
    bib: runner.bib,
    standing: runner.standing,
    registrationStatus: runner.status,
    paceGroup: runner.paceGroup,
    teamId: runner.teamId,
    checkedIn,
    checkedInElsewhere: runner.apiCheckedIn && checkedIn === null,
    delivery: runner.delivery,
  };
}

/** The earliest check-in claim (J4); null if nobody checked the runner in with Chute. */
function shownCheckIn(runner: RunnerRecord): Actor | null {
  if (runner.checkInEntry === null || runner.checkedInAtMs === null) return null;
  return {
    operator: runner.checkedInBy ?? "",
    desk: runner.checkedInDesk ?? "",
    atMs: runner.checkedInAtMs,
  };
}

/** Maps runners to rows. */
export const rowReader =
  (runs: RunStore) =>
  (runner: RunnerRecord): RunnerRow =>
    runnerRow(runner, runs.get(runner.runId));
