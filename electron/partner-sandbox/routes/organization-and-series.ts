import type { SandboxContext } from "../context.ts";
import type { SandboxApp } from "../env.ts";
import { notFound, respond, respondData } from "#sandbox/http/answers.ts";
import { respondShortList } from "#sandbox/http/paging.ts";
import { pageQuery, seriesQuery, withQuery } from "#sandbox/http/queries.ts";

/** GET /organization, GET /series, and the recurrences of series, whose path the API does not define (X11). */
export function routeOrganizationAndSeries(app: SandboxApp, context: SandboxContext): void {
  const { series, recurrences, organizations } = context.store;
  const { main, other } = organizations;

  app.get("/organization", (c) =>
    respondData(c.get("credential").organizationId === main._id ? main : other),
  );

  app.get("/series", withQuery(seriesQuery), (c) => {
    const { slug, ...page } = c.req.valid("query");
    const rows = series.filter(
      (one) =>
        one.organizationId === c.get("credential").organizationId &&
        (slug === undefined || one.slug === slug),
    );
    return respondShortList(c, context, "series", rows, page);
  });

  app.get("/recurrences", withQuery(pageQuery), (c) => {
    const own = c.get("credential").organizationId === main._id ? recurrences : [];
    return respondShortList(c, context, "recurrences", own, c.req.valid("query"));
  });

  app.get("/recurrences/:id", (c) => {
    const found = recurrences.find((one) => one._id === c.req.param("id"));
    const isOwn = c.get("credential").organizationId === main._id;
    return found === undefined || !isOwn ? respond(notFound("Recurrence")) : respondData(found);
  });
}
