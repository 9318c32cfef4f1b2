import { cameLater } from "#shared/partner-api/endpoints.ts";
import type { EndpointId } from "#shared/partner-api/endpoints.ts";
import { readErrorEnvelope } from "#shared/partner-api/errors.ts";
import { dataOf } from "#shared/partner-api/envelope.ts";
import type { FieldMessages } from "#shared/partner-api/errors.ts";
import type { BodyRead } from "./read-body.ts";
import { readRetryAfter } from "./retry-after.ts";
import type { TransportFailure } from "./transport-failure.ts";

/** A request and its response, or the lack of one. */
export type Exchange = Answered | Unanswered;

export interface Answered {
  readonly kind: "answered";
  /** The field that names what a POST created; null for a GET. */
  readonly creates: CreatedField | null;
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string | null;
  readonly date: string | null;
  readonly link: string | null;
  readonly body: BodyRead;
  /** Wall clock time when the response headers arrived. */
  readonly atMs: number;
  readonly tookMs: number;
}

export type CreatedField = "participantId" | "eventId";

export interface Unanswered {
  readonly kind: "unanswered";
  readonly why: TransportFailure;
  readonly atMs: number;
  readonly tookMs: number;
}

/** The server's error message, verbatim. */
export interface ServerMessage {
  readonly status: number;
  readonly code: string | null;
  readonly message: string | null;
  readonly fields: FieldMessages;
}

/** The classified result of a request; all decisions depend only on this. */
export type Outcome =
  /** 2xx with the envelope. `id` is the id of the created object for a POST. */
  | {
      readonly kind: "success";
      readonly status: number;
      readonly body: unknown;
      readonly id: string | null;
    }
  /** 2xx to a POST without a readable id of the created object (O4). */
  | { readonly kind: "unknown-answer"; readonly status: number }
  /** Nothing was sent. */
  | { readonly kind: "offline" }
  /** The connection or the response was interrupted (O5). */
  | { readonly kind: "broken"; readonly status: number | null }
  | { readonly kind: "timeout"; readonly status: number | null }
  | { readonly kind: "given-up" }
  /** The response is not from the API: HTML, a redirect, JSON without the envelope. */
  | { readonly kind: "not-the-api"; readonly status: number; readonly seen: NotTheApi }
  /** 408 and 5xx. */
  | {
      readonly kind: "server-error";
      readonly words: ServerMessage;
      readonly retryAfterMs: number | null;
    }
  /** 429 (O6). */
  | { readonly kind: "rate-limited"; readonly retryAfterMs: number | null }
  /** 409 with the code IDEMPOTENCY_KEY_IN_PROGRESS (O7). */
  | { readonly kind: "in-progress" }
  /** Any other 409. */
  | { readonly kind: "key-conflict"; readonly words: ServerMessage }
  /** 401 (O9). */
  | { readonly kind: "key-refused"; readonly words: ServerMessage }
  /** 403. */
  | { readonly kind: "forbidden"; readonly words: ServerMessage }
  /** 400, 404, 422 and every other 4xx (O8). */
  | { readonly kind: "refused"; readonly words: ServerMessage };

export type FailedOutcome = Exclude<Outcome, { readonly kind: "success" }>;

export type NotTheApi = "html" | "redirect" | "no-envelope" | "not-json" | "too-large" | "empty";

/**
 * Classifies a response. The API never sends HTML: a page with 2xx, 3xx or 4xx comes from a proxy or captive portal, and
 * the request is retried. For 5xx and 429 only the status counts, because gateways send pages with them.
 */
export function classifyExchange(exchange: Exchange): Outcome {
  if (exchange.kind === "unanswered") {
    if (exchange.why === "unreachable") return { kind: "offline" };
    if (exchange.why === "given-up") return { kind: "given-up" };
    return { kind: exchange.why, status: null };
  }
  const { status } = exchange;
  if (status === 429) return { kind: "rate-limited", retryAfterMs: retryAfterOf(exchange) };
  if (status === 511) return { kind: "not-the-api", status, seen: "html" };
  if (status >= 500 || status === 408) {
    return {
      kind: "server-error",
      words: wordsOf(exchange),
      retryAfterMs: retryAfterOf(exchange),
    };
  }
  if (status >= 300 && status < 400) return { kind: "not-the-api", status, seen: "redirect" };
  if (exchange.body.kind === "html") return { kind: "not-the-api", status, seen: "html" };
  return status >= 200 && status < 300 ? classifySuccess(exchange) : classifyRefusal(exchange);
}

/**
 * Whether an older release of the API lacks the endpoint, so that its web server sends an error page. Such a page says
 * nothing about the connectivity.
 */
export const isMissingPath = (endpoint: EndpointId, outcome: Outcome): boolean =>
  outcome.kind === "not-the-api" && outcome.status === 404 && cameLater(endpoint);

function classifySuccess({ creates, status, body }: Answered): Outcome {
  switch (body.kind) {
    case "broken":
    case "timeout":
      return { kind: body.kind, status };
    case "json":
      break;
    case "empty":
      return creates === null
        ? { kind: "not-the-api", status, seen: "empty" }
        : { kind: "unknown-answer", status };
    case "too-large":
      return { kind: "not-the-api", status, seen: "too-large" };
    case "html":
    case "text":
      return { kind: "not-the-api", status, seen: "not-json" };
  }
  const data = dataOf(body.value);
  if (data === undefined) return { kind: "not-the-api", status, seen: "no-envelope" };
  if (creates === null) return { kind: "success", status, body: body.value, id: null };
  const id = createdIdOf(data, creates);
  return id === null
    ? { kind: "unknown-answer", status }
    : { kind: "success", status, body: body.value, id };
}

function classifyRefusal(exchange: Answered): Outcome {
  const { status, body } = exchange;
  const words = wordsOf(exchange);
  if (status === 401) return { kind: "key-refused", words };
  if (status === 403) return { kind: "forbidden", words };
  if (status === 407) return { kind: "not-the-api", status, seen: "html" };
  if (status === 409) {
    if (words.code === "IDEMPOTENCY_KEY_IN_PROGRESS") return { kind: "in-progress" };
    return { kind: "key-conflict", words };
  }
  if (status < 200) return { kind: "not-the-api", status, seen: "empty" };
  return body.kind === "broken" || body.kind === "timeout"
    ? { kind: body.kind, status }
    : { kind: "refused", words };
}

const retryAfterOf = ({ retryAfter, date, atMs }: Answered): number | null =>
  readRetryAfter(retryAfter, date, atMs) ?? null;

/** A person reads these words, and the journal keeps them; a line of its second copy must not become too long (J9). */
const mostWords = 4_000;
const mostFields = 50;
/** Of a code, of the name of a field, and of an id. */
const mostNameChars = 200;

const shortened = (errors: ServerMessage["fields"]): ServerMessage["fields"] =>
  Object.fromEntries(
    Object.entries(errors)
      .slice(0, mostFields)
      .map(([field, texts]) => [
        field.slice(0, mostNameChars),
        texts.slice(0, 10).map((text) => text.slice(0, mostWords / 10)),
      ]),
  );

function wordsOf({ status, body }: Answered): ServerMessage {
  const error = body.kind === "json" ? readErrorEnvelope(body.value) : undefined;
  if (error !== undefined) {
    const { errors = {} } = error;
    const code = error.code?.slice(0, mostNameChars) ?? null;
    const message = error.message?.slice(0, mostWords) ?? null;
    return { status, code, message, fields: shortened(errors) };
  }
  const message =
    body.kind === "text"
      ? body.excerpt
      : body.kind === "json"
        ? JSON.stringify(body.value).slice(0, 500)
        : null;
  return { status, code: null, message, fields: {} };
}

function createdIdOf(data: unknown, field: CreatedField): string | null {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, field)) return null;
  const id = (data as Readonly<Record<string, unknown>>)[field];
  return typeof id === "string" && id.trim() !== "" && id.length <= mostNameChars ? id : null;
}
