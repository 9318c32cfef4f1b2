import type { RunAwards } from "#shared/partner-api/awards.ts";
import { readAwards } from "#shared/partner-api/awards.ts";
import { readPrizes } from "#shared/partner-api/prizes.ts";
import type { AwardListRecord, AwardRecord } from "#core/db/stores/award-store.ts";
import { isMissingPath } from "#core/partner/classify-response.ts";
import type { Outcome } from "#core/partner/classify-response.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

type Failed = Exclude<Outcome, { readonly kind: "success" }>;

/**
 * Reads the event's award segments into the copy, whatever their shape (D6). Returns why it could not, or null. What is
 * known stays as it is when they cannot be had or understood, so that neither costs a ceremony anything (D7).
 */
export async function pullAwards(
  { db, stores, ports }: SyncDeps,
  client: PartnerClient,
  eventId: string,
  signal: AbortSignal,
): Promise<Failed | null> {
  const { outcome } = await client.get(
    { endpoint: "awards.read", segments: ["events", eventId, "awards"] },
    signal,
  );
  const fetchedAtMs = ports.clock.now();
  if (outcome.kind !== "success") {
    if (outcome.kind === "given-up" || stores.awards.list(eventId) !== null) return outcome;
    const state = isAbsent(outcome) ? "none" : "failed";
    db.transaction(() => stores.awards.note({ eventId, state, fetchedAtMs, raw: null }));
    return outcome;
  }
  const { data } = outcome.body as { readonly data: unknown };
  const { runs, recognised } = readAwards(data);
  const present = stores.runs.ofEvent(eventId).filter(({ gone }) => !gone);
  const awards = runs.flatMap((run, index) => toAwards(eventId, run, index));
  // Segments of no run say nothing sure where there are several.
  const unplaced = awards.some(({ runId }) => runId === "") && present.length > 1;
  const state: AwardListRecord["state"] =
    !recognised || unplaced ? "unrecognised" : awards.length === 0 ? "none" : "read";
  const raw = JSON.stringify(data) ?? "null";
  const list: AwardListRecord = { eventId, state, fetchedAtMs, raw };
  const keepsKnown = state === "unrecognised" && stores.awards.ofEvent(eventId).length > 0;
  db.transaction(() => {
    if (keepsKnown) stores.awards.note(list);
    else stores.awards.replace(list, awards);
  });
  return null;
}

/** The API has no awards of this event, or had none yet in its release. */
const isAbsent = (outcome: Failed): boolean =>
  (outcome.kind === "refused" && outcome.words.status === 404) ||
  isMissingPath("awards.read", outcome);

/** Of a segment that is named twice the first is taken. */
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

/** As many as can be declared here. */
const mostPlaces = 1_000;

/** A depth that is no number of places is none: somebody declares one here. */
const asDepth = (depth: number | undefined): number | null =>
  depth !== undefined && depth >= 1 && depth <= mostPlaces ? Math.trunc(depth) : null;
