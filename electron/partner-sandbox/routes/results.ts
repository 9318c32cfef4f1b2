import { requiredMessage } from "#shared/partner-api/common.ts";
import { invalid, notFound, respond, respondData } from "#sandbox/http/answers.ts";
import type { SandboxContext } from "../context.ts";
import type { SandboxApp } from "../env.ts";
import { requireScope } from "#sandbox/http/credentials.ts";
import type { AwardsDocument, ResultsDocument } from "../documents.ts";
import { resultsQuery, withQuery } from "#sandbox/http/queries.ts";
import type { StoredRun } from "../store.ts";
import { findEvent } from "./presented.ts";

/** GET /events/{id}/results, GET /events/{id}/awards */
export function routeResults(app: SandboxApp, context: SandboxContext): void {
  app.get("/events/:id/results", requireScope("read:events"), withQuery(resultsQuery), (c) => {
    const event = findEvent(c, context, c.req.param("id"));
    if (event === undefined) return respond(notFound("Event"));
    const { run: runId, segment, version } = c.req.valid("query");
    if (runId === undefined && event.runs.length > 1) {
      return respond(invalid({ run: [requiredMessage] }));
    }
    const run =
      runId === undefined
        ? event.runs[0]
        : event.runs.find(({ document }) => document._id === runId);
    if (run === undefined) return respond(notFound("Event run"));
    return respondResults(run, segment, version);
  });

  app.get("/events/:id/awards", (c) => {
    const event = findEvent(c, context, c.req.param("id"));
    if (event === undefined) return respond(notFound("Event"));
    const raw = context.rawAwards.get(event.document._id);
    if (raw !== undefined) return respondData(raw);
    const runs = event.runs.map(({ awards }) => awards).filter((awards) => awards !== undefined);
    return respondData({ runs } satisfies AwardsDocument);
  });
}

/** One version of a run's results; the current one if the request names none (X9). */
function respondResults(
  run: StoredRun,
  segmentId: string | undefined,
  version: number | undefined,
): Response {
  const published = run.isWithdrawn ? [] : run.publications;
  const publication =
    version === undefined
      ? published.at(-1)
      : published.find((candidate) => candidate.version === version);
  if (publication === undefined) {
    return version === undefined
      ? respondData({ publication: null, segments: [] } satisfies ResultsDocument)
      : respond(notFound("Publication version"));
  }
  const segments = publication.segments.filter(
    (segment) => segmentId === undefined || segment.segmentId === segmentId,
  );
  if (segmentId !== undefined && segments.length === 0) return respond(notFound("Segment"));
  const { publishedAt } = publication;
  return respondData({
    publication: { version: publication.version, publishedAt },
    segments,
  } satisfies ResultsDocument);
}
