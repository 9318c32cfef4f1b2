import type { RouteConfig } from "@hono/zod-openapi";
import { z } from "@hono/zod-openapi";
import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import type { Endpoint, EndpointId } from "#shared/partner-api/endpoints.ts";
import { endpoints } from "#shared/partner-api/endpoints.ts";
import { createEventBodySchema } from "#shared/partner-api/event.ts";
import { createRegistrationBodySchema } from "#shared/partner-api/registration.ts";
import type { SandboxApp } from "./env.ts";
import {
  awardsDocument,
  collectionDocument,
  collectionEventDocument,
  errorDocument,
  eventDocument,
  organizationDocument,
  recurrenceDocument,
  registrationDocument,
  resultsDocument,
  runDocument,
  seriesDocument,
  singleEventDocument,
} from "./documents.ts";
import {
  eventsQuery,
  pageQuery,
  registrationQuery,
  resultsQuery,
  seriesQuery,
} from "./http/queries.ts";

/** The schemas of an endpoint, which the table of endpoints does not contain. */
interface EndpointSchemas {
  readonly summary: string;
  readonly data: z.ZodType;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
}

const schemas: Readonly<Record<EndpointId, EndpointSchemas>> = {
  "organization.read": { summary: "Who the key belongs to", data: organizationDocument },
  "series.list": { summary: "List series", data: z.array(seriesDocument), query: seriesQuery },
  "events.list": { summary: "List events", data: z.array(eventDocument), query: eventsQuery },
  "events.create": {
    summary: "Create an event",
    data: z.object({ eventId: z.string() }),
    body: createEventBodySchema,
  },
  "events.read": {
    summary: "Read an event with its runs",
    data: z.object({ event: singleEventDocument, runs: z.array(runDocument) }),
  },
  "registration.list": {
    summary: "List the registrations of an event",
    data: z.array(registrationDocument),
    query: registrationQuery,
  },
  "registration.create": {
    summary: "Register a participant for a run",
    data: z.object({ participantId: z.string() }),
    body: createRegistrationBodySchema,
  },
  "results.read": {
    summary: "Read published results of a run",
    data: resultsDocument,
    query: resultsQuery,
  },
  "awards.read": { summary: "Read the award segments of an event", data: awardsDocument },
  "collections.list": {
    summary: "List collections",
    data: z.array(collectionDocument),
    query: pageQuery,
  },
  "collections.read": { summary: "Read a collection", data: collectionDocument },
  "collections.events": {
    summary: "List the events of a collection in display order",
    data: z.array(collectionEventDocument),
    query: pageQuery,
  },
  "recurrences.list": {
    summary: "List recurrences",
    data: z.array(recurrenceDocument),
    query: pageQuery,
  },
  "recurrences.read": { summary: "Read a recurrence", data: recurrenceDocument },
};

const json = <Schema extends z.ZodType>(schema: Schema) => ({
  "application/json": { schema },
});

/** Describes every endpoint of the shared table, and serves the document at /openapi.json without authentication. */
export function serveOpenApi(app: SandboxApp, baseUrl: () => string): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "apiKey", {
    type: "http",
    scheme: "bearer",
  });
  for (const endpoint of endpoints) app.openAPIRegistry.registerPath(describe(endpoint));
  app.doc31("/openapi.json", () => ({
    openapi: "3.1.0",
    info: { title: "Event and Registration Partner API (sandbox)", version: "1.0.0" },
    servers: [{ url: baseUrl() }],
    security: [{ apiKey: [] }],
  }));
}

const stringFields = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, z.string()]));

function describe(endpoint: Endpoint): RouteConfig {
  const { summary, data, query, body } = schemas[endpoint.id];
  const parameters = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const names = new Map<number, string[]>();
  for (const { status, code } of endpoint.errors) {
    names.set(status, [...(names.get(status) ?? []), ...(code === null ? [] : [code])]);
  }
  return {
    method: endpoint.method === "GET" ? "get" : "post",
    path: endpoint.path,
    operationId: endpoint.id,
    summary,
    ...(endpoint.scope === null ? {} : { description: `Scope: ${endpoint.scope}` }),
    request: withoutUndefined({
      params: parameters.length === 0 ? undefined : z.object(stringFields(parameters)),
      query,
      headers: endpoint.idempotent ? z.object({ "Idempotency-Key": z.string().min(1) }) : undefined,
      body: body && { required: true, content: json(body) },
    }),
    responses: {
      [endpoint.successStatus]: { description: "Success", content: json(z.object({ data })) },
      ...Object.fromEntries(
        [...names].map(([status, codes]) => [
          status,
          { description: codes.join(", ") || "Error", content: json(errorDocument) },
        ]),
      ),
    },
  };
}
