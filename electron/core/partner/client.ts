import type { EndpointId } from "#shared/partner-api/endpoints.ts";
import type { Clock, Fetch, Logger } from "../ports.ts";
import type { Query } from "./base-address.ts";
import { joinAddress } from "./base-address.ts";
import type { Answered, CreatedField, Exchange, Outcome, Unanswered } from "./classify-response.ts";
import { classifyExchange } from "./classify-response.ts";
import type { Credential } from "./credential.ts";
import { createDeadline } from "./deadline.ts";
import type { Permit, RateGate } from "./rate-gate.ts";
import { readBody } from "./read-body.ts";
import { readTransportFailure } from "./transport-failure.ts";

export interface Reply {
  readonly exchange: Exchange;
  readonly outcome: Outcome;
}

/** Client of the partner API with one credential. Problems of the network or the server are outcomes, never exceptions. */
export interface PartnerClient {
  readonly credential: Credential;
  readonly gate: RateGate;
  get(question: Question, signal: AbortSignal): Promise<Reply>;
  /**
   * Sends exactly these bytes with this idempotency key (O2). The caller takes the permit, because it must record the
   * attempt before sending.
   */
  post(message: Message, permit: Permit, signal: AbortSignal): Promise<Reply>;
  /**
   * Another key, or none, is in use now: GETs that wait at the closed gate, now or later, end as `given-up`. Other requests
   * go on.
   */
  retire(): void;
}

export interface Question {
  readonly endpoint: EndpointId;
  /** The segments of the path; the client encodes them. */
  readonly segments: readonly string[];
  readonly query?: Query;
}

export interface Message {
  readonly endpoint: "registration.create" | "events.create";
  readonly path: string;
  readonly body: Uint8Array;
  readonly idempotencyKey: string;
}

export interface ClientOptions {
  readonly ports: { readonly clock: Clock; readonly fetch: Fetch; readonly logger: Logger };
  readonly credential: Credential;
  readonly gate: RateGate;
  /** Called for every exchange, to update connectivity, clock drift and permissions. */
  readonly onReply: (endpoint: EndpointId, reply: Reply) => void;
}

/** Time limit for the response headers, including name look-up, connection and TLS. */
const headTimeoutMs = 20_000;
/** Time limit between two chunks of the body. */
const idleTimeoutMs = 10_000;
/** Time limit for a whole exchange, against a server that sends very slowly. */
const wholeTimeoutMs = 60_000;

export function createPartnerClient(options: ClientOptions): PartnerClient {
  const { credential, gate, ports, onReply } = options;
  const retired = new AbortController();
  const headers = {
    Accept: "application/json",
    Authorization: `Bearer ${credential.apiKey}`,
  };

  const finish = (endpoint: EndpointId, exchange: Exchange): Reply => {
    const outcome = classifyExchange(exchange);
    if (outcome.kind === "rate-limited") gate.close(outcome.retryAfterMs);
    const status = exchange.kind === "answered" ? exchange.status : null;
    ports.logger.log("debug", "partner.exchange", {
      endpoint,
      status,
      outcome: outcome.kind,
      tookMs: Math.round(exchange.tookMs),
    });
    const reply = { exchange, outcome };
    try {
      onReply(endpoint, reply);
    } catch (error) {
      // A listener that fails must not lose the reply.
      ports.logger.log("error", "partner.listener-failed", { endpoint, error });
    }
    return reply;
  };

  const send = async (
    endpoint: EndpointId,
    address: string,
    request: Request,
    permit: Permit,
    signal: AbortSignal,
  ): Promise<Reply> => {
    try {
      return finish(endpoint, await exchange(ports, address, request, credential.apiKey, signal));
    } finally {
      permit.release();
    }
  };

  return {
    credential,
    gate,
    async get({ endpoint, segments, query }, signal) {
      const address = joinAddress(credential.baseUrl, segments, query);
      let permit = await enterOrNull(gate, AbortSignal.any([signal, retired.signal]));
      // What need not wait is sent with a former key too, because a question may need several requests.
      if (permit === null && gate.closedForMs() === 0) permit = await enterOrNull(gate, signal);
      if (permit === null) return finish(endpoint, givenUp(ports.clock));
      return send(endpoint, address, { method: "GET", headers, creates: null }, permit, signal);
    },
    post(message, permit, signal) {
      const address = joinAddress(credential.baseUrl, message.path.split("/").filter(Boolean));
      const request = {
        method: "POST" as const,
        headers: {
          ...headers,
          "Content-Type": "application/json",
          "Idempotency-Key": message.idempotencyKey,
        },
        body: message.body,
        creates:
          message.endpoint === "events.create" ? ("eventId" as const) : ("participantId" as const),
      };
      return send(message.endpoint, address, request, permit, signal);
    },
    retire: () => retired.abort(),
  };
}

const givenUp = (clock: Clock): Unanswered => ({
  kind: "unanswered",
  why: "given-up",
  atMs: clock.now(),
  tookMs: 0,
});

interface Request {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly creates: CreatedField | null;
}

/** Sends a request and reads the response within the time limits. Redirects are not followed, because of the key (O5). */
async function exchange(
  { clock, fetch }: { readonly clock: Clock; readonly fetch: Fetch },
  address: string,
  request: Request,
  apiKey: string,
  signal: AbortSignal,
): Promise<Exchange> {
  const startedAt = clock.monotonic();
  const unanswered = (why: Unanswered["why"]): Unanswered => ({
    kind: "unanswered",
    why,
    atMs: clock.now(),
    tookMs: clock.monotonic() - startedAt,
  });
  if (signal.aborted) return unanswered("given-up");
  const deadline = createDeadline(clock, signal, wholeTimeoutMs);
  deadline.allow(headTimeoutMs);
  try {
    const response = await fetch(address, {
      method: request.method,
      headers: { ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body as Uint8Array<ArrayBuffer> }),
      redirect: "manual",
      signal: deadline.signal,
    });
    const head = {
      kind: "answered" as const,
      creates: request.creates,
      status: response.status,
      contentType: response.headers.get("content-type") ?? "",
      retryAfter: response.headers.get("retry-after"),
      date: response.headers.get("date"),
      link: response.headers.get("link"),
      atMs: clock.now(),
    };
    const body = await readBody(response, deadline, idleTimeoutMs, apiKey);
    if (signal.aborted) return unanswered("given-up");
    return { ...head, body, tookMs: clock.monotonic() - startedAt } satisfies Answered;
  } catch (cause) {
    if (signal.aborted) return unanswered("given-up");
    if (deadline.passed()) return unanswered("timeout");
    return unanswered(readTransportFailure(cause));
  } finally {
    deadline.end();
  }
}

/** Null if the signal was aborted first. */
async function enterOrNull(gate: RateGate, signal: AbortSignal): Promise<Permit | null> {
  try {
    return await gate.enter("get", signal);
  } catch (cause) {
    if (signal.aborted) return null;
    throw cause;
  }
}
