import type { Database } from "better-sqlite3";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";
import { runnerTable } from "#core/db/stores/runners/runner-rows.ts";
import type { WalkUpRecord } from "#core/db/stores/walk-ups/walk-up-store.ts";
import { createWalkUpStore } from "#core/db/stores/walk-ups/walk-up-store.ts";
import { createJournalReader } from "#core/db/stores/journal/journal-reader.ts";
import { asideReasonOf } from "#core/db/stores/walk-ups/aside-reason.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import { outboxTable } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { ExportOrder } from "./export-row.ts";
import { exportSource, readRunLabels, timeOf } from "./export-row.ts";

interface Item extends WalkUpRecord {
  readonly runner: ExportedRunner;
  readonly run: string | null;
  /** Null in a damaged database that has lost the outbox. */
  readonly entry: OutboxRecord | null;
  readonly asideReason: string | null;
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
    serverMessage: ({ entry }) => (entry === null ? null : messagesOf(entry)),
    setAside: ({ entry }) => entry !== null && entry.asideFrom !== null,
    setAsideReason: ({ asideReason }) => asideReason,
    takenBack: ({ takenBack }) => takenBack,
    askOrganizerToCancel: ({ askOrganizer }) => askOrganizer,
    registrationId: ({ registrationId }) => registrationId,
    runnerId: ({ localId }) => localId,
  },
  readWalkUps,
);

function* readWalkUps(raw: Database, { eventId, runId }: ExportOrder): Generator<Item> {
  const runLabel = readRunLabels(raw, eventId);
  const entries = outboxTable.select<[string]>(raw, "WHERE id = ?");
  const journal = createJournalReader(raw);
  const runners = runnerTable.select<[string]>(raw, "WHERE runner_id = ?");
  for (const walkUp of createWalkUpStore({ raw }).ofEvent(eventId)) {
    const runner = runners.get(walkUp.localId) ?? typedRunner(walkUp);
    if (runId !== null && runner.runId !== runId) continue;
    const entry = entries.get(walkUp.outboxId);
    const asideReason = entry === null ? null : asideReasonOf(entry, journal);
    yield { ...walkUp, runner, run: runLabel(runner.runId), entry, asideReason };
  }
}

/** What the server said of the last attempt, and then of each field (O8). */
function messagesOf({ serverMessage, serverFields }: OutboxRecord): string | null {
  const ofFields = Object.entries(serverFields).map(
    ([field, messages]) => `${field}: ${messages.join(" ")}`,
  );
  const messages = serverMessage === null ? ofFields : [serverMessage, ...ofFields];
  return messages.length === 0 ? null : messages.join("\n");
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
