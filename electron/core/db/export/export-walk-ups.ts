import type { Database } from "better-sqlite3";
import { createWalkUpStore } from "#core/db/stores/walk-ups/walk-up-store.ts";
import type { ExportOrder, ExportRow, ExportSource } from "./export-row.ts";
import { readRunLabels, timeOf } from "./export-row.ts";

export const walkUps: ExportSource = {
  columns: [
    "bib",
    "name",
    "email",
    "run",
    "eventRunId",
    "registrationType",
    "status",
    "paceGroup",
    "notes",
    "savedAt",
    "operator",
    "desk",
    "delivery",
    "takenBack",
    "askOrganizerToCancel",
    "registrationId",
    "runnerId",
  ],
  rows,
};

function* rows(raw: Database, { eventId, runId }: ExportOrder): Generator<ExportRow> {
  const runLabel = readRunLabels(raw, eventId);
  const bibOf = raw
    .prepare<[string], string | null>("SELECT bib FROM runner WHERE runner_id = ?")
    .pluck();
  for (const walkUp of createWalkUpStore({ raw }).ofEvent(eventId)) {
    const { form } = walkUp;
    if (runId !== null && form.eventRunId !== runId) continue;
    yield {
      bib: bibOf.get(walkUp.localId) ?? null,
      name: form.name ?? null,
      email: form.email,
      run: runLabel(form.eventRunId),
      eventRunId: form.eventRunId,
      registrationType: form.registrationType,
      status: form.status ?? null,
      paceGroup: form.paceGroup ?? null,
      notes: form.notes ?? null,
      savedAt: timeOf(walkUp.savedAtMs),
      operator: walkUp.savedBy,
      desk: walkUp.savedDesk,
      delivery: walkUp.delivery,
      takenBack: walkUp.takenBack,
      askOrganizerToCancel: walkUp.askOrganizer,
      registrationId: walkUp.registrationId,
      runnerId: walkUp.localId,
    };
  }
}
