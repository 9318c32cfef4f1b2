import type { Database } from "better-sqlite3";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";
import { runnerTable } from "#core/db/stores/runners/runner-rows.ts";
import type { WalkUpRecord } from "#core/db/stores/walk-ups/walk-up-store.ts";
import { createWalkUpStore } from "#core/db/stores/walk-ups/walk-up-store.ts";
import type { ExportOrder } from "./export-row.ts";
import { exportSource, readRunLabels, timeOf } from "./export-row.ts";

interface Item extends WalkUpRecord {
  readonly runner: ExportedRunner;
  readonly run: string | null;
}

/** The fields that the organizer may have changed after the walk-up was sent. */
type ExportedRunner = Pick<
  RunnerRecord,
  "bib" | "name" | "email" | "runId" | "status" | "paceGroup"
>;

export const walkUps = exportSource<Item>(
  {
    bib: ({ runner }) => runner.bib,
    name: ({ runner }) => runner.name,
    email: ({ runner }) => runner.email,
    run: ({ run }) => run,
    eventRunId: ({ runner }) => runner.runId,
    registrationType: ({ form }) => form.registrationType,
    status: ({ runner }) => runner.status,
    paceGroup: ({ runner }) => runner.paceGroup,
    notes: ({ form }) => form.notes ?? null,
    savedAt: ({ savedAtMs }) => timeOf(savedAtMs),
    operator: ({ savedBy }) => savedBy,
    desk: ({ savedDesk }) => savedDesk,
    delivery: ({ delivery }) => delivery,
    takenBack: ({ takenBack }) => takenBack,
    askOrganizerToCancel: ({ askOrganizer }) => askOrganizer,
    registrationId: ({ registrationId }) => registrationId,
    runnerId: ({ localId }) => localId,
  },
  readWalkUps,
);

function* readWalkUps(raw: Database, { eventId, runId }: ExportOrder): Generator<Item> {
  const runLabel = readRunLabels(raw, eventId);
  const runners = runnerTable.select<[string]>(raw, "WHERE runner_id = ?");
  for (const walkUp of createWalkUpStore({ raw }).ofEvent(eventId)) {
    const runner = runners.get(walkUp.localId) ?? typedRunner(walkUp);
    if (runId !== null && runner.runId !== runId) continue;
    yield { ...walkUp, runner, run: runLabel(runner.runId) };
  }
}

/** The runner as it was typed, for a damaged database that has no row of the runner. */
const typedRunner = ({ form, typedBib }: WalkUpRecord): ExportedRunner => ({
  bib: typedBib,
  name: form.name ?? null,
  email: form.email,
  runId: form.eventRunId,
  status: form.status ?? "confirmed",
  paceGroup: form.paceGroup ?? null,
});
