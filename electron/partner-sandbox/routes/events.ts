import { createEventBodySchema } from "#shared/partner-api/event.ts";
import { fieldErrors } from "#shared/partner-api/errors.ts";
import { invalid, notFound, respond, respondData, successAnswer } from "#sandbox/http/answers.ts";
import type { SandboxContext } from "../context.ts";
import type { SandboxApp } from "../env.ts";
import { requireScope } from "#sandbox/http/credentials.ts";
import type { SingleEventDocument } from "../documents.ts";
import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import { respondShortList } from "#sandbox/http/paging.ts";
import { eventsQuery, withQuery } from "#sandbox/http/queries.ts";
import { deriveSlug } from "#sandbox/http/slug.ts";
import { unusedId } from "../store.ts";
import type { Outcome } from "./create-once.ts";
import { createOnce } from "./create-once.ts";
import { findEvent, presentEvent, presentRun, presentSingleEvent } from "./presented.ts";

/** GET /events, POST /events, GET /events/{id} */
export function routeEvents(app: SandboxApp, context: SandboxContext): void {
  const { store } = context;

  app.get("/events", withQuery(eventsQuery), (c) => {
    const { type, seriesId, dateFrom, dateTo, ...page } = c.req.valid("query");
    const { organizationId } = c.get("credential");
    const rows = store.events
      .filter(
        ({ document }) =>
          document.organizationId === organizationId &&
          (type === undefined || document.type === type) &&
          (seriesId === undefined || document.seriesId === seriesId) &&
          (dateFrom === undefined || document.date >= dateFrom) &&
          (dateTo === undefined || document.date <= dateTo),
      )
      .map((event) => presentEvent(context.baseUrl(), event));
    return respondShortList(c, context, "events", rows, page);
  });

  app.post("/events", requireScope("write:events"), async (c) =>
    createOnce(c, context, (body) =>
      createEvent(context, c.get("credential").organizationId, body),
    ),
  );

  app.get("/events/:id", (c) => {
    const event = findEvent(c, context, c.req.param("id"));
    if (event === undefined) return respond(notFound("Event"));
    return respondData({
      event: presentSingleEvent(context.baseUrl(), event),
      runs: event.runs.map((run) => presentRun(run, context.faults.settings)),
    });
  });
}

function createEvent(context: SandboxContext, organizationId: string, body: unknown): Outcome {
  const { store } = context;
  const parsed = createEventBodySchema.safeParse(body);
  if (!parsed.success) return { answer: invalid(fieldErrors(parsed.error)) };
  const { slug, startTime, endTime, endDate, seriesId, ...fields } = parsed.data;
  const series = store.series.find(
    (one) => one._id === seriesId && one.organizationId === organizationId,
  );
  if (seriesId !== undefined && series === undefined) {
    return { answer: invalid({ seriesId: ["No such series"] }) };
  }
  if (endDate !== undefined && endDate < fields.date) {
    return { answer: invalid({ endDate: ["Must not be before date"] }) };
  }
  const taken = new Set(
    store.events
      .filter((event) => event.document.organizationId === organizationId)
      .map((event) => event.document.slug),
  );
  const created: SingleEventDocument = withoutUndefined({
    ...fields,
    _id: unusedId(store, "events", (id) => store.eventsById.has(id)),
    organizationId,
    slug: deriveSlug(slug ?? fields.name, taken),
    seriesId,
    startTime: startTime?.slice(0, 5),
    endDate,
    endTime: endTime?.slice(0, 5),
    timezone: series?.timezone ?? store.timezone,
  });
  return {
    answer: successAnswer(201, { eventId: created._id }),
    created: { event: created },
  };
}
