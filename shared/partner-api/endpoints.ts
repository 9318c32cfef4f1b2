import type { PartnerErrorCode } from "./errors.ts";

/** The scopes that the API names. Which of them a key has cannot be asked; only a call shows it (K5). */
export const scopes = [
  "write:events",
  "write:participants",
  "read:events",
  "read:collections",
] as const;
export type Scope = (typeof scopes)[number];

/** A query parameter of an endpoint. */
export interface QueryParameter {
  readonly name: string;
  readonly required: boolean | "conditional";
}

/** An error of an endpoint. `code` is null if the API does not name one. */
export interface EndpointError {
  readonly status: number;
  readonly code: PartnerErrorCode | null;
}

/** One endpoint of the partner API. */
export interface Endpoint {
  readonly id: EndpointId;
  readonly method: "GET" | "POST";
  /** The path below the base address, with parameters in braces. */
  readonly path: string;
  /** The scope that a key needs; null if the API names none. */
  readonly scope: Scope | null;
  readonly query: readonly QueryParameter[];
  readonly successStatus: 200 | 201;
  readonly errors: readonly EndpointError[];
  /** A list with `limit` and `after`. */
  readonly paged: boolean;
  /** Requires an `Idempotency-Key`. */
  readonly idempotent: boolean;
  /** The first release of the API with this endpoint. */
  readonly since: "v1" | "v1.1" | "v1.5";
  /** The parts that the API does not specify: they are parsed tolerantly; an endpoint without a path is not called. */
  readonly unspecified: readonly ("path" | "request" | "response")[];
}

export type EndpointId =
  | "organization.read"
  | "series.list"
  | "events.list"
  | "events.create"
  | "events.read"
  | "registration.list"
  | "registration.create"
  | "results.read"
  | "awards.read"
  | "collections.list"
  | "collections.read"
  | "collections.events"
  | "recurrences.list"
  | "recurrences.read";

const optional = (name: string): QueryParameter => ({ name, required: false });
const required = (name: string): QueryParameter => ({ name, required: true });
const failing = (status: number, code: PartnerErrorCode | null = null): EndpointError => ({
  status,
  code,
});

const unauthorized = failing(401);
const limited = failing(429);
const notFound = failing(404, "NOT_FOUND");
const common = [unauthorized, limited];
const ofPost = [
  failing(400, "IDEMPOTENCY_KEY_REQUIRED"),
  unauthorized,
  failing(409, "CONFLICT"),
  failing(409, "IDEMPOTENCY_KEY_IN_PROGRESS"),
  failing(422, "VALIDATION_ERROR"),
  limited,
];
const page = [optional("limit"), optional("after")];

const reading = {
  method: "GET",
  scope: null,
  query: [],
  successStatus: 200,
  errors: common,
  paged: false,
  idempotent: false,
  since: "v1",
  unspecified: [],
} as const satisfies Partial<Endpoint>;

const creating = {
  ...reading,
  method: "POST",
  successStatus: 201,
  errors: ofPost,
  idempotent: true,
} as const satisfies Partial<Endpoint>;

/** All endpoints of the partner API. The table in this folder's README has a row for each. */
export const endpoints: readonly Endpoint[] = [
  { ...reading, id: "organization.read", path: "/organization" },
  {
    ...reading,
    id: "series.list",
    path: "/series",
    query: [optional("slug"), ...page],
    paged: true,
  },
  {
    ...reading,
    id: "events.list",
    path: "/events",
    query: [
      ...page,
      optional("type"),
      optional("seriesId"),
      optional("dateFrom"),
      optional("dateTo"),
    ],
    paged: true,
  },
  { ...creating, id: "events.create", path: "/events", scope: "write:events" },
  {
    ...reading,
    id: "events.read",
    path: "/events/{id}",
    errors: [unauthorized, notFound, limited],
  },
  {
    ...reading,
    id: "registration.list",
    path: "/registration",
    query: [required("eventId"), ...page],
    errors: [unauthorized, notFound, limited],
    paged: true,
  },
  {
    ...creating,
    id: "registration.create",
    path: "/registration",
    scope: "write:participants",
    errors: [...ofPost, notFound, failing(422, "INVALID_PACE_GROUP")],
  },
  {
    ...reading,
    id: "results.read",
    path: "/events/{id}/results",
    scope: "read:events",
    query: [{ name: "run", required: "conditional" }, optional("segment"), optional("version")],
    errors: [unauthorized, notFound, failing(422), limited],
    since: "v1.5",
  },
  {
    ...reading,
    id: "awards.read",
    path: "/events/{id}/awards",
    since: "v1.5",
    unspecified: ["request", "response"],
  },
  {
    ...reading,
    id: "collections.list",
    path: "/collections",
    scope: "read:collections",
    query: page,
    paged: true,
    since: "v1.1",
    unspecified: ["request", "response"],
  },
  {
    ...reading,
    id: "collections.read",
    path: "/collections/{slug}",
    scope: "read:collections",
    since: "v1.1",
    unspecified: ["request", "response"],
  },
  {
    ...reading,
    id: "collections.events",
    path: "/collections/{slug}/events",
    scope: "read:collections",
    query: page,
    paged: true,
    since: "v1.1",
    unspecified: ["request", "response"],
  },
  {
    ...reading,
    id: "recurrences.list",
    path: "/recurrences",
    query: page,
    paged: true,
    unspecified: ["path", "request", "response"],
  },
  {
    ...reading,
    id: "recurrences.read",
    path: "/recurrences/{id}",
    unspecified: ["path", "request", "response"],
  },
];

const later: ReadonlySet<EndpointId> = new Set(
  endpoints.filter(({ since }) => since !== "v1").map(({ id }) => id),
);

/** Whether an endpoint came after the first release: an old server does not have its path. */
export const cameLater = (id: EndpointId): boolean => later.has(id);
