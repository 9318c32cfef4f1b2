import type { SandboxContext } from "../context.ts";
import type { SandboxApp } from "../env.ts";
import { pageQuery, readQuery, seriesQuery } from "#sandbox/http/queries.ts";
import { respondShortList } from "./short-list.ts";
import { notFound, respond, respondData } from "#sandbox/http/answers.ts";

/** GET /series, and the recurrences of series at a path the API leaves open (X11). */
export function routeSeries(app: SandboxApp, context: SandboxContext): void {
  const { series, recurrences, organizations } = context.store;

  app.get("/series", (c) => {
    const asked = readQuery(c, seriesQuery);
    if (!asked.ok) return asked.response;
    const { slug } = asked.query;
    const rows = series.filter(
      (one) =>
        one.organizationId === c.get("credential").organizationId &&
        (slug === undefined || one.slug === slug),
    );
    return respondShortList(c, context, "series", rows, asked.query, (one) => one._id);
  });

  app.get("/recurrences", (c) => {
    const asked = readQuery(c, pageQuery);
    if (!asked.ok) return asked.response;
    const own = c.get("credential").organizationId === organizations.main._id ? recurrences : [];
    return respondShortList(c, context, "recurrences", own, asked.query, (one) => one._id);
  });

  app.get("/recurrences/:id", (c) => {
    const found = recurrences.find((one) => one._id === c.req.param("id"));
    const isOwn = c.get("credential").organizationId === organizations.main._id;
    return found === undefined || !isOwn ? respond(notFound("Recurrence")) : respondData(found);
  });
}
