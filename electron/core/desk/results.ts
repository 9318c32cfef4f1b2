import type { ComparedSegment, Placed, PublicationView } from "#shared/contract/results.ts";
import type { ParsedInputOf, ReplyOf } from "#shared/contract/index.ts";
import { comparePodiums } from "#shared/domain/publication.ts";
import { placesByOrder } from "#shared/domain/ranking.ts";
import { readRaceTime } from "#shared/domain/race-time.ts";
import { compareSegmentIds } from "#shared/domain/segment.ts";
import type { Segment } from "#shared/partner-api/results.ts";
import { err, ok } from "#shared/result.ts";
import type { PodiumRecord } from "../db/stores/podium-store.ts";
import type { PublicationRecord } from "../db/stores/publication-store.ts";
import type { Slice } from "../handlers.ts";
import type { DeskContext } from "./context.ts";
import { readPlans } from "./podium-segments.ts";

const noRun = () => err("not-found", "The event has no such run");
const noVersion = () => err("not-found", "This version was never fetched");
const noEvent = () => err("not-found", "No such event");

/** One side of a comparison: who stands where, segment by segment. */
type Podium = ReadonlyMap<string, { readonly label: string; readonly people: readonly Placed[] }>;

export function createResultsService(
  context: DeskContext,
): Slice<
  "results.get" | "results.version" | "results.compare" | "results.refresh" | "awards.refresh"
> {
  const { stores, once, feed, sync } = context;

  /** Runs that the organizer has no more are still readable. */
  const hasRun = (eventId: string, runId: string): boolean =>
    stores.runs.get(runId)?.eventId === eventId;

  const announcedPodium = (eventId: string, runId: string): Podium =>
    new Map(
      stores.podium.ofRun(eventId, runId).flatMap((record) => {
        const people = announcedPeople(context, record);
        if (people === null) return [];
        const label = record.state.declared?.label ?? record.segmentId;
        return [[record.segmentId, { label, people }] as const];
      }),
    );

  const refresh = async (
    input: ParsedInputOf<"results.refresh">,
  ): Promise<ReplyOf<"results.refresh">> => {
    const { eventId, runId, segmentId } = input;
    if (stores.events.get(eventId) === null) return noEvent();
    if (runId !== undefined && !hasRun(eventId, runId)) return noRun();
    const runs = stores.runs.ofEvent(eventId).filter(({ gone }) => !gone);
    const runIds = runId === undefined ? runs.map(({ id }) => id) : [runId];
    const pulled = await sync.organizer.refreshResults({ eventId, runIds, segmentId });
    if (!pulled.ok) return pulled;
    return ok({
      runs: pulled.value.runs.map((run) => ({ ...run, newVersions: [...run.newVersions] })),
    });
  };

  const compare = ({
    eventId,
    runId,
    version,
    beforeVersion,
  }: ParsedInputOf<"results.compare">): ReplyOf<"results.compare"> => {
    const after = stores.publications.get(eventId, runId, version);
    if (after === null) return noVersion();
    const earlier =
      beforeVersion === undefined ? null : stores.publications.get(eventId, runId, beforeVersion);
    if (beforeVersion !== undefined && earlier === null) return noVersion();
    const before =
      earlier === null ? announcedPodium(eventId, runId) : publishedPodium(earlier.segments);
    const segments = comparePair(context, runId, before, publishedPodium(after.segments));
    const recalls = segments.reduce((sum, segment) => sum + segment.recalls, 0);
    return ok({ segments, recalls });
  };

  return {
    "results.get": ({ eventId, runId }) => {
      if (stores.events.get(eventId) === null || !hasRun(eventId, runId)) return noRun();
      const state = stores.publications.state(eventId, runId);
      return ok({
        state: state?.state ?? "never",
        fetchedAtMs: state?.fetchedAtMs ?? null,
        failure: state?.failure ?? null,
        publications: viewAll(stores.publications.ofRun(eventId, runId)),
      });
    },

    "results.version": ({ eventId, runId, version }) => {
      const all = stores.publications.ofRun(eventId, runId);
      const index = all.findIndex((each) => each.version === version);
      const publication = viewAll(all)[index];
      const record = all[index];
      if (publication === undefined || record === undefined) return noVersion();
      return ok({
        publication,
        segments: record.segments.map((segment) => ({
          segmentId: segment.segmentId,
          label: segment.label,
          podium: segment.podium.map(toPlaced),
        })),
      });
    },

    "results.compare": compare,

    "results.refresh": (input) => once.wait("results.refresh", input, () => refresh(input)),

    "awards.refresh": (input) =>
      once.wait("awards.refresh", input, async () => {
        const { eventId } = input;
        if (stores.events.get(eventId) === null) return noEvent();
        const pulled = await sync.organizer.refreshAwards(eventId);
        feed.publish("podium", eventId);
        if (!pulled.ok) return pulled;
        const state = stores.awards.list(eventId)?.state;
        return ok({
          state: state === "read" || state === "unrecognised" ? state : "none",
          segments: stores.awards.ofEvent(eventId).length,
        });
      }),
  };
}

/** Who was read out, in their places; null when nobody ever was. */
function announcedPeople(
  { stores }: Pick<DeskContext, "stores">,
  { eventId, state }: PodiumRecord,
): Placed[] | null {
  if (state.announced === null) return null;
  const { slots } = state.announced.sheet;
  const places = placesByOrder(slots.map(({ tie }) => tie));
  return slots.map(({ bib, runnerId, time }, index) => {
    const runner = runnerId === null ? null : stores.runners.get(eventId, runnerId);
    const read = time === null ? null : readRaceTime(time);
    return {
      place: places[index] ?? index + 1,
      participantId: runner?.registrationId ?? null,
      bib,
      name: runner?.name ?? null,
      hundredths: read?.ok === true ? read.value : null,
    };
  });
}

const publishedPodium = (segments: readonly Segment[]): Podium =>
  new Map(
    segments
      .toReversed()
      .map(({ segmentId, label, podium }) => [segmentId, { label, people: podium.map(toPlaced) }]),
  );

function toPlaced({
  place,
  participantId,
  bib,
  name,
  placingTime,
}: Segment["podium"][number]): Placed {
  return {
    place: Math.round(place),
    participantId,
    bib: bib ?? null,
    name: name ?? null,
    hundredths: placingTime === undefined ? null : hundredthsOf(placingTime),
  };
}

/** Rounded up, as road times are; what a float adds beyond a hundred-thousandth of a second is no time. */
const hundredthsOf = (seconds: number): number => Math.ceil(Math.round(seconds * 100_000) / 1_000);

/** Segments of either side, the later one's order first. */
function comparePair(
  { stores }: Pick<DeskContext, "stores">,
  runId: string,
  before: Podium,
  after: Podium,
): ComparedSegment[] {
  const depths = depthsOf({ stores }, runId);
  const knows = (id: string): boolean => stores.registrations.get(id) !== null;
  const ids = [...new Set([...after.keys(), ...before.keys()])].toSorted(compareSegmentIds);
  return ids.map((segmentId) => {
    const earlier = before.get(segmentId);
    const later = after.get(segmentId);
    const label = later?.label ?? earlier?.label ?? segmentId;
    if (earlier === undefined || later === undefined) {
      const lacks = earlier === undefined ? ("before" as const) : ("after" as const);
      return { segmentId, label, lacks, rows: [], recalls: 0 };
    }
    const depth = depths.get(segmentId) ?? null;
    const rows = comparePodiums(earlier.people, later.people, { depth, knows }).map((row) => ({
      ...row,
      before: row.before === null ? null : { ...row.before },
      after: row.after === null ? null : { ...row.after },
    }));
    const recalls = rows.filter(({ recall }) => recall).length;
    return { segmentId, label, lacks: null, rows, recalls };
  });
}

/** Award places by segment, as declared here or by the organizer; null where nobody says how many. */
function depthsOf(desk: Pick<DeskContext, "stores">, runId: string): Map<string, number | null> {
  const run = desk.stores.runs.get(runId);
  const plans = run === null ? [] : readPlans(desk, run).all();
  return new Map(plans.map(({ segmentId, depth }) => [segmentId, depth]));
}

/** Newest first, as they are kept: the first is current. */
const viewAll = (records: readonly PublicationRecord[]): PublicationView[] =>
  records.map((record, index) => ({
    version: record.version,
    publishedAt: publishedAtOf(record.record),
    fetchedAtMs: record.fetchedAtMs,
    current: index === 0,
    segments: record.segments.length,
    malformed: record.malformed.length,
    raw: record.record,
  }));

const momentFields = ["publishedAt", "published_at", "publishedOn", "date", "createdAt"] as const;

/** The API shows no field of the record but its version; a moment is found by its usual names. */
function publishedAtOf(record: string): string | null {
  const fields = JSON.parse(record) as Readonly<Record<string, unknown>>;
  const found = momentFields.map((name) => fields[name]).find((value) => typeof value === "string");
  return typeof found === "string" ? found : null;
}
