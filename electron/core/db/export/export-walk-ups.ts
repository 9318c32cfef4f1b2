import type { Database } from "better-sqlite3";
import type { WalkUpRecord } from "#core/db/stores/walk-ups/walk-up-store.ts";
import { createWalkUpStore } from "#core/db/stores/walk-ups/walk-up-store.ts";
import type { ExportOrder } from "./export-row.ts";
import { exportSource, readRunLabels, timeOf } from "./export-row.ts";

interface Item extends WalkUpRecord {
  readonly bib: string | null;
  readonly run: string | null;
}

export const walkUps = exportSource<Item>(
  {
    bib: ({ bib }) => bib,
    name: ({ form }) => form.name ?? null,
    email: ({ form }) => form.email,
    run: ({ run }) => run,
    eventRunId: ({ form }) => form.eventRunId,
    registrationType: ({ form }) => form.registrationType,
    status: ({ form }) => form.status ?? null,
    paceGroup: ({ form }) => form.paceGroup ?? null,
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
  const bibOf = raw
    .prepare<[string], string | null>("SELECT bib FROM runner WHERE runner_id = ?")
    .pluck();
  for (const walkUp of createWalkUpStore({ raw }).ofEvent(eventId)) {
    const { eventRunId } = walkUp.form;
    if (runId !== null && eventRunId !== runId) continue;
    yield { ...walkUp, bib: bibOf.get(walkUp.localId) ?? null, run: runLabel(eventRunId) };
  }
}
