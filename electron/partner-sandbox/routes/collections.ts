import type { Context } from "hono";
import { notFound, respond, respondData } from "#sandbox/http/answers.ts";
import type { SandboxContext } from "../context.ts";
import type { SandboxApp, SandboxEnv } from "../env.ts";
import { requireScope } from "#sandbox/http/credentials.ts";
import type { CollectionDocument } from "../documents.ts";
import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import { respondShortList } from "#sandbox/http/paging.ts";
import { pageQuery, withQuery } from "#sandbox/http/queries.ts";
import type { StoredCollection } from "../store.ts";
import { imagesOf, presentEvent } from "./presented.ts";

/** GET /collections, GET /collections/{slug}, GET /collections/{slug}/events (X10) */
export function routeCollections(app: SandboxApp, context: SandboxContext): void {
  const { store } = context;
  const ofCaller = (c: Context<SandboxEnv>): readonly StoredCollection[] =>
    c.get("credential").organizationId === store.organizations.main._id ? store.collections : [];

  app.use("/collections/*", requireScope("read:collections"));

  app.get("/collections", withQuery(pageQuery), (c) => {
    const rows = ofCaller(c).map((one) => presentCollection(context, one));
    return respondShortList(c, context, "collections", rows, c.req.valid("query"));
  });

  app.get("/collections/:slug", (c) => {
    const found = ofCaller(c).find((one) => one.slug === c.req.param("slug"));
    return found === undefined
      ? respond(notFound("Collection"))
      : respondData(presentCollection(context, found));
  });

  app.get("/collections/:slug/events", withQuery(pageQuery), (c) => {
    const found = ofCaller(c).find((one) => one.slug === c.req.param("slug"));
    if (found === undefined) return respond(notFound("Collection"));
    const rows = found.eventIds
      .map((id) => store.eventsById.get(id))
      .filter((event) => event !== undefined)
      .map((event, displayOrder) => ({ ...presentEvent(context.baseUrl(), event), displayOrder }));
    const list = `collections/${found.slug}/events`;
    return respondShortList(c, context, list, rows, c.req.valid("query"));
  });
}

function presentCollection(
  context: SandboxContext,
  { _id, slug, name, description }: StoredCollection,
): CollectionDocument {
  const images = imagesOf(context.baseUrl(), _id);
  return withoutUndefined({ _id, slug, name, description, ...images });
}
