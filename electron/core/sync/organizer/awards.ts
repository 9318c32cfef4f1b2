import type { RunAwards } from "#shared/partner-api/awards.ts";
import { readAwards } from "#shared/partner-api/awards.ts";
import { readPrizes } from "#shared/partner-api/prizes.ts";
import type { AwardListRecord, AwardRecord } from "#core/db/stores/award-store.ts";
import { isMissingPath } from "#core/partner/classify-response.ts";
import type { FailedOutcome } from "#core/partner/classify-response.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/**
 * Reads the event's award segments into the replica, whatever their shape (D6). Returns why that failed, or
 * null. If the awards cannot be read or parsed, the known ones stay, so that a failure does not affect a
 * ceremony (D7).
 */
export async function pullAwards(
  { db, stores, ports, closing }: SyncDeps,
  client: PartnerClient,
  eventId: string,
): Promise<FailedOutcome | null> {
  const { outcome } = await client.get(
    { endpoint: "awards.read", segments: ["events", eventId, "awards"] },
    closing,
  );
  const fetchedAtMs = ports.clock.now();
  if (outcome.kind !== "success") {
    if (outcome.kind === "given-up" || stores.awards.list(eventId) !== null) return outcome;
    const state = isAbsent(outcome) ? "none" : "failed";
    db.transaction(() => stores.awards.putList({ eventId, state, fetchedAtMs, raw: null }));
    return outcome;
  }
  const { data } = outcome.body as { readonly data: unknown };
  const { runs, recognised } = readAwards(data);
  const present = stores.runs.ofEvent(eventId).filter(({ gone }) => !gone);
  const awards = runs.flatMap((run, index) => toAwards(eventId, run, index));
  // Segments without a run are ambiguous if the event has several runs.
  const unplaced = awards.some(({ runId }) => runId === "") && present.length > 1;
  const state: AwardListRecord["state"] =
    !recognised || unplaced ? "unrecognised" : awards.length === 0 ? "none" : "read";
  const raw = JSON.stringify(data) ?? "null";
  const list: AwardListRecord = { eventId, state, fetchedAtMs, raw };
  const keepsKnown = state === "unrecognised" && stores.awards.ofEvent(eventId).length > 0;
  db.transaction(() => {
    if (keepsKnown) stores.awards.putList(list);
    else stores.awards.replace(list, awards);
  });
  return null;
}

/** The API has no awards for this event, or this release of the API does not have awards yet. */
const isAbsent = (outcome: FailedOutcome): boolean =>
  (outcome.kind === "refused" && outcome.words.status === 404) ||
  isMissingPath("awards.read", outcome);

/** If a segment is listed twice, the first one wins. */
function toAwards(
  eventId: string,
  { eventRunId, segments }: RunAwards,
  run: number,
): AwardRecord[] {
  const runId = eventRunId ?? "";
  const seen = new Set<string>();
  return segments.flatMap((segment, index) => {
    if (seen.has(segment.segmentId)) return [];
    seen.add(segment.segmentId);
    return [
      {
        eventId,
        runId,
        segmentId: segment.segmentId,
        position: run * 10_000 + index,
        label: segment.label?.trim() === "" ? null : (segment.label ?? null),
        depth: asDepth(segment.depth),
        prizes: readPrizes(segment.prizes),
        raw: JSON.stringify(segment),
      },
    ];
  });
}

/** The same limit as for a depth that is entered here. */
const mostPlaces = 1_000;

/** Null for a depth that is not a valid number of places: a person then enters one here. */
const asDepth = (depth: number | undefined): number | null =>
  depth !== undefined && depth >= 1 && depth <= mostPlaces ? Math.trunc(depth) : null;
