import type { EndpointId } from "#shared/partner-api/endpoints.ts";
import type { Clock, Fetch, Logger } from "../ports.ts";
import type { Query } from "./base-address.ts";
import { joinAddress } from "./base-address.ts";
import type { Answered, CreatedField, Exchange, Outcome, Unanswered } from "./classify-response.ts";
import { classifyExchange } from "./classify-response.ts";
import type { Credential } from "./credential.ts";
import { createDeadline } from "./deadline.ts";
import type { Permit, RateGate } from "./rate-gate.ts";
import { readBody } from "./read-stream.ts";
import { readTransportFailure } from "./transport-failure.ts";

export interface Reply {
  readonly exchange: Exchange;
  readonly outcome: Outcome;
}

/**
 * The partner API under one credential, and the only caller of fetch. Never throws for what a network or a server can do:
 * every end is an `Outcome`.
 */
export interface PartnerClient {
  readonly credential: Credential;
  readonly gate: RateGate;
  get(question: Question, signal: AbortSignal): Promise<Reply>;
  /**
   * Sends these very bytes under this key (O2). The permit was taken by the caller, who writes down that it sends before
   * it does.
   */
  post(message: Message, permit: Permit, signal: AbortSignal): Promise<Reply>;
}

export interface Question {
  readonly endpoint: EndpointId;
  /** Parts of the path; each is encoded. */
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
  /** Hears of every exchange: the line, the clock's drift and the rights are learned from it. */
  readonly onReply: (endpoint: EndpointId, reply: Reply) => void;
}

/** Until the head of the answer; covers name look-up, connection and TLS too. */
const headTimeoutMs = 20_000;
/** Between two pieces of the body. */
const idleTimeoutMs = 10_000;
/** For a whole exchange, against a server that drips. */
const wholeTimeoutMs = 60_000;

export function createPartnerClient(options: ClientOptions): PartnerClient {
  const { credential, gate, ports, onReply } = options;
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
    } catch (cause) {
      // What a listener cannot write down must not cost the answer itself.
      const what = cause instanceof Error ? cause.name : typeof cause;
      ports.logger.log("error", "partner.listener-failed", { endpoint, what });
    }
    return reply;
  };

  return {
    credential,
    gate,
    async get({ endpoint, segments, query }, signal) {
      const permit = await enterOrNull(gate, signal);
      if (permit === null) return finish(endpoint, notStarted("GET", ports.clock));
      try {
        const address = joinAddress(credential.baseUrl, segments, query);
        const request = { method: "GET" as const, headers, creates: null };
        return finish(endpoint, await exchange(ports, address, request, credential.apiKey, signal));
      } finally {
        permit.release();
      }
    },
    async post(message, permit, signal) {
      const address = joinAddress(credential.baseUrl, message.path.split("/").filter(Boolean));
      const init = {
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
      try {
        const ended = await exchange(ports, address, init, credential.apiKey, signal);
        return finish(message.endpoint, ended);
      } finally {
        permit.release();
      }
    },
  };
}

interface Request {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly creates: CreatedField | null;
}

/** One request and its whole answer, within its time limits. Redirects are never followed with the key (O5). */
async function exchange(
  { clock, fetch }: { readonly clock: Clock; readonly fetch: Fetch },
  address: string,
  request: Request,
  apiKey: string,
  signal: AbortSignal,
): Promise<Exchange> {
  const startedAt = clock.monotonic();
  const deadline = createDeadline(clock, signal, wholeTimeoutMs);
  const unanswered = (why: Unanswered["why"]): Unanswered => ({
    kind: "unanswered",
    method: request.method,
    why,
    atMs: clock.now(),
    tookMs: clock.monotonic() - startedAt,
  });
  if (signal.aborted) return unanswered("given-up");
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
      method: request.method,
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

async function enterOrNull(gate: RateGate, signal: AbortSignal): Promise<Permit | null> {
  try {
    return await gate.enter("get", signal);
  } catch (cause) {
    if (signal.aborted) return null;
    throw cause;
  }
}

const notStarted = (method: "GET" | "POST", clock: Clock): Unanswered => ({
  kind: "unanswered",
  method,
  why: "given-up",
  atMs: clock.now(),
  tookMs: 0,
});
