import type { Database } from "better-sqlite3";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { standingCheckIns } from "#shared/domain/check-in/check-in.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { createJournalReader } from "#core/db/stores/journal/journal-reader.ts";
import { runnerTable } from "#core/db/stores/runners/runner-rows.ts";
import type { SqlRow } from "#core/db/table.ts";
import type { ExportOrder } from "./export-row.ts";
import { exportSource, readRunLabels, timeOf } from "./export-row.ts";

interface Item {
  readonly runner: ReturnType<typeof runnerTable.read>;
  readonly run: string | null;
  readonly claim: JournalEntry;
  /** The number of this check-in among the runner's check-ins, from 1 to `claims`. */
  readonly number: number;
  readonly claims: number;
}

export const checkIns = exportSource<Item>(
  {
    bib: ({ runner }) => runner.bib,
    name: ({ runner }) => runner.name,
    email: ({ runner }) => runner.email,
    run: ({ run }) => run,
    status: ({ runner }) => runner.status,
    delivery: ({ runner }) => runner.delivery,
    takenBack: ({ runner }) => runner.takenBack,
    checkedInAt: ({ claim }) => timeOf(claim.wallAtMs),
    operator: ({ claim }) => claim.operator,
    desk: ({ claim }) => claim.desk,
    reason: ({ claim }) => reasonOf(claim),
    claim: ({ number }) => number,
    claims: ({ claims }) => claims,
    paceGroup: ({ runner }) => runner.paceGroup,
    team: ({ runner }) => runner.teamId,
    bibAtOrganizer: ({ runner }) => runner.apiBib,
    registrationId: ({ runner }) => runner.registrationId,
    runnerId: ({ runner }) => runner.runnerId,
    entryId: ({ claim }) => entryIdOf(claim),
  },
  readCheckIns,
);

function reasonOf(claim: JournalEntry): string | null {
  const fact = parseFact(claim);
  return (fact?.kind === "check-in.made" ? fact.payload.reason : null) ?? null;
}

/** One row per valid check-in; a runner whom two desks checked in has two rows (J4). */
function* readCheckIns(raw: Database, { eventId, runId }: ExportOrder): Generator<Item> {
  const journal = createJournalReader(raw);
  const runLabel = readRunLabels(raw, eventId);
  const runners = raw.prepare<{ eventId: string; runId: string | null }, SqlRow>(
    `SELECT ${runnerTable.columns} FROM runner
     WHERE event_id = @eventId AND checked_in_at_ms IS NOT NULL AND (@runId IS NULL OR run_id = @runId)
     ORDER BY checked_in_at_ms, rowid`,
  );
  for (const stored of runners.iterate({ eventId, runId })) {
    const runner = runnerTable.read(stored);
    const facts = journal.ofSubjects([runner.runnerId, runner.registrationId ?? runner.runnerId]);
    const claims = standingCheckIns(facts);
    const run = runLabel(runner.runId);
    for (const [index, claim] of claims.entries()) {
      yield { runner, run, claim, number: index + 1, claims: claims.length };
    }
  }
}
