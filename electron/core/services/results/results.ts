import type { PublicationView } from "#shared/contract/results.ts";
import { err, ok } from "#shared/result.ts";
import type { PublicationBrief } from "#core/db/stores/publication-store.ts";
import { findRun } from "#core/services/podium/podium-sheet.ts";
import type { DeskContext } from "#core/services/context.ts";
import {
  announcedPodium,
  compareSegments,
  publishedPodium,
  toPlaced,
} from "./results-comparison.ts";
import type { AsyncUseCase, UseCase } from "#core/services/use-case.ts";
import { bindUseCases, noEvent, noRun } from "#core/services/use-case.ts";

const noVersion = () => err("not-found", "This version was never fetched");

export const createResultsService = (context: DeskContext) =>
  bindUseCases(context, {
    "results.get": (context, { eventId, runId }) => {
      const { stores } = context;
      if (stores.events.get(eventId) === null || findRun(context, eventId, runId) === null)
        return noRun();
      const state = stores.publications.state(eventId, runId);
      return ok({
        state: state?.state ?? "never",
        fetchedAtMs: state?.fetchedAtMs ?? null,
        failure: state?.failure ?? null,
        publications: viewsOf(context, eventId, runId),
      });
    },

    "results.version": (context, { eventId, runId, version, edition }) => {
      const { stores } = context;
      const record = stores.publications.get(eventId, runId, version, edition);
      const publication = viewsOf(context, eventId, runId).find(
        (each) => each.version === version && each.edition === record?.edition,
      );
      if (publication === undefined || record === null) return noVersion();
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

    "results.refresh": (context, input, caller) =>
      context.commands.wait("results.refresh", input, () => refresh(context, input, caller)),

    "awards.refresh": ({ stores, commands, feed, sync }, input) =>
      commands.wait("awards.refresh", input, async () => {
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
  });

/** Newest first, as stored. A publication that the organizer withdrew stays readable, but is not current. */
function viewsOf({ stores }: DeskContext, eventId: string, runId: string): PublicationView[] {
  const briefs = stores.publications.briefs(eventId, runId);
  const current = stores.publications.currentVersion(eventId, runId);
  return briefs.map(({ record, ...brief }, index) => ({
    ...brief,
    publishedAt: publishedAtOf(record),
    standing: standingOf(briefs, index, current),
    raw: record,
  }));
}

const refresh: AsyncUseCase<"results.refresh"> = async (context, input) => {
  const { stores, sync } = context;
  const { eventId, runId } = input;
  if (stores.events.get(eventId) === null) return noEvent();
  if (runId !== undefined && findRun(context, eventId, runId) === null) return noRun();
  const runs = stores.runs.ofEvent(eventId).filter(({ gone }) => !gone);
  const runIds = runId === undefined ? runs.map(({ id }) => id) : [runId];
  return sync.organizer.refreshResults({ eventId, runIds });
};

const compare: UseCase<"results.compare"> = (
  context,
  { eventId, runId, version, edition, beforeVersion, beforeEdition },
) => {
  const { stores } = context;
  const after = stores.publications.get(eventId, runId, version, edition);
  if (after === null) return noVersion();
  const earlier =
    beforeVersion === undefined
      ? null
      : stores.publications.get(eventId, runId, beforeVersion, beforeEdition);
  if (beforeVersion !== undefined && earlier === null) return noVersion();
  const before =
    earlier === null ? announcedPodium(context, eventId, runId) : publishedPodium(earlier.segments);
  const segments = compareSegments(context, runId, before, publishedPodium(after.segments));
  const recalls = segments.reduce((sum, segment) => sum + segment.recalls, 0);
  return ok({ segments, recalls });
};

function standingOf(
  briefs: readonly PublicationBrief[],
  index: number,
  current: number | null,
): PublicationView["standing"] {
  const version = briefs[index]?.version ?? 0;
  if (briefs[index - 1]?.version === version) return "replaced";
  if (version === current) return "current";
  // While nothing is published, the newest version is the one that was withdrawn last.
  const isWithdrawn = current === null ? index === 0 : version > current;
  return isWithdrawn ? "withdrawn" : "superseded";
}

const momentFields = ["publishedAt", "published_at", "publishedOn", "date", "createdAt"] as const;

/** The API documents only the version of a publication, so the time is searched under its usual names. */
function publishedAtOf(record: string): string | null {
  const fields = JSON.parse(record) as Readonly<Record<string, unknown>>;
  const found = momentFields.map((name) => fields[name]).find((value) => typeof value === "string");
  return typeof found === "string" ? found : null;
}
