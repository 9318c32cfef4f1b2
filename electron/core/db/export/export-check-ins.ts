import type { Database } from "better-sqlite3";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { voidedIn } from "#shared/domain/registrations/runner-projection.ts";
import { createJournalReader } from "#core/db/stores/journal/journal-reader.ts";
import { runnerTable } from "#core/db/stores/runners/runner-rows.ts";
import type { SqlRow } from "#core/db/table.ts";
import type { ExportOrder, ExportRow, ExportSource } from "./export-row.ts";
import { readRunLabels, timeOf } from "./export-row.ts";

export const checkIns: ExportSource = {
  columns: [
    "bib",
    "name",
    "email",
    "run",
    "status",
    "checkedInAt",
    "operator",
    "desk",
    "reason",
    "claim",
    "claims",
    "paceGroup",
    "team",
    "bibAtOrganizer",
    "registrationId",
    "runnerId",
    "entryId",
  ],
  rows,
};

/** One row per valid check-in; a runner whom two desks checked in has two rows (J4). */
function* rows(raw: Database, { eventId, runId }: ExportOrder): Generator<ExportRow> {
  const journal = createJournalReader(raw);
  const runLabel = readRunLabels(raw, eventId);
  const runners = raw.prepare<{ eventId: string; runId: string | null }, SqlRow>(
    `SELECT ${runnerTable.columns} FROM runner
     WHERE event_id = @eventId AND checked_in_at_ms IS NOT NULL AND (@runId IS NULL OR run_id = @runId)
     ORDER BY checked_in_at_ms, rowid`,
  );
  for (const stored of runners.iterate({ eventId, runId })) {
    const runner = runnerTable.read(stored);
    const facts = journal.ofRunner([runner.runnerId, runner.registrationId ?? runner.runnerId]);
    const voided = voidedIn(facts);
    const claims = facts.flatMap((entry) => {
      const fact = parseFact(entry);
      const isValid = fact?.kind === "check-in.made" && !voided.has(entryIdOf(entry));
      return isValid ? [{ ...entry, reason: fact.payload.reason ?? null }] : [];
    });
    for (const [index, claim] of claims.entries()) {
      yield {
        bib: runner.bib,
        name: runner.name,
        email: runner.email,
        run: runLabel(runner.runId),
        status: runner.status,
        checkedInAt: timeOf(claim.wallAtMs),
        operator: claim.operator,
        desk: claim.desk,
        reason: claim.reason,
        claim: index + 1,
        claims: claims.length,
        paceGroup: runner.paceGroup,
        team: runner.teamId,
        bibAtOrganizer: runner.apiBib,
        registrationId: runner.registrationId,
        runnerId: runner.runnerId,
        entryId: entryIdOf(claim),
      };
    }
  }
}
