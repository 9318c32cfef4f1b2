import type { CopyNote } from "#shared/contract/events.ts";
import type { RegistrationCounts } from "#shared/domain/registrations/replica-checks.ts";
import { compareCounts } from "#shared/domain/registrations/replica-checks.ts";
import { readEventDetail } from "#shared/partner-api/event.ts";
import type { FailedOutcome } from "#core/partner/classify-response.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import { addMalformed, idsOf, toListedEvent, toRuns } from "./replica-rows.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import { registrationList } from "#core/db/stores/download/download-stores.ts";

const runList = "runs";

/** Reads the event and its runs into the replica. Returns why that failed, or null. */
export async function pullEvent(
  deps: SyncDeps,
  client: PartnerClient,
  eventId: string,
): Promise<FailedOutcome | null> {
  const { db, stores, ports, closing } = deps;
  const { outcome } = await client.get(
    { endpoint: "events.read", segments: ["events", eventId] },
    closing,
  );
  if (outcome.kind !== "success") return outcome;
  const read = readEventDetail(outcome.body);
  if (!read.ok || read.value.event._id !== eventId) {
    return { kind: "not-the-api", status: outcome.status, seen: "no-envelope" };
  }
  const { event, malformed } = read.value;
  db.transaction(() => {
    const detail = { ...toListedEvent(event), endDate: event.endDate ?? null };
    stores.events.upsertDetail(detail, ports.clock.now());
    stores.runs.replace(eventId, toRuns(read.value), idsOf(malformed));
    stores.malformed.clear(eventId, runList);
    addMalformed(deps, { eventId, list: runList, offset: 0 }, malformed);
  });
  return null;
}

export interface CountComparison {
  readonly differs: boolean;
  readonly notes: CopyNote[];
}

const noRows: RegistrationCounts = { all: 0, confirmed: 0 };

/**
 * Compares the row counts after a pass with the API's own counts, run by run (D4). `unseen` counts the rows
 * that the pass did not return.
 */
export function compareRuns(
  { stores }: SyncDeps,
  eventId: string,
  unseen: ReadonlyMap<string, RegistrationCounts>,
): CountComparison {
  const counted = new Map(
    stores.registrations.countsByRun(eventId).map((each) => [each.runId, each]),
  );
  const notes: CopyNote[] = [];
  let uncounted = 0;
  for (const run of stores.runs.ofEvent(eventId)) {
    if (run.gone) continue;
    const here = counted.get(run.id) ?? noRows;
    const missing = unseen.get(run.id) ?? noRows;
    const all = here.all - missing.all;
    const confirmed = here.confirmed - missing.confirmed;
    const verdict = compareCounts({ all, confirmed }, run.registrationCount);
    if (verdict === "cannot-compare") uncounted += 1;
    if (verdict !== "differ") continue;
    const facts = { run: run.label, listed: all, confirmed, expected: run.registrationCount };
    notes.push({ code: "counts-differ", facts });
  }
  const differs = notes.length > 0;
  if (uncounted > 0) notes.push({ code: "cannot-compare", facts: { runs: uncounted } });
  return { differs, notes };
}

export const malformedNotes = ({ stores }: SyncDeps, eventId: string): CopyNote[] => {
  const rows =
    stores.malformed.count(eventId, registrationList) + stores.malformed.count(eventId, runList);
  return rows === 0 ? [] : [{ code: "malformed-rows", facts: { rows } }];
};
