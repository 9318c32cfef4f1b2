import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { RouterError } from "#shared/contract/index.ts";
import type { Result } from "#shared/result.ts";
import { err } from "#shared/result.ts";

/** Why the station itself refuses a request before the core is called. */
export type WireError =
  | "no-access"
  | "foreign-request"
  | "not-found"
  | "wrong-method"
  | "wrong-content-type"
  | "too-large"
  | "not-json"
  | "not-a-peer"
  | "invalid-input";

/** The core's errors for a wrong pairing request. */
type PairError = "wrong-code" | "invalid-name" | "name-taken" | "too-many-attempts";

const statuses: Readonly<Record<WireError | RouterError | PairError, ContentfulStatusCode>> = {
  "no-access": 401,
  "foreign-request": 403,
  "not-a-peer": 403,
  "hub-away": 503,
  "not-found": 404,
  "wrong-method": 405,
  "wrong-content-type": 415,
  "too-large": 413,
  "not-json": 400,
  "wrong-code": 403,
  "invalid-name": 400,
  "name-taken": 409,
  "too-many-attempts": 429,
  "unknown-procedure": 404,
  "invalid-input": 400,
  "not-allowed": 403,
  internal: 500,
  closing: 503,
  "transport-down": 502,
};

/** A failure that a procedure declares was understood and refused: 422. */
const declaredFailure: ContentfulStatusCode = 422;

/** The HTTP status for a reply. */
function statusOf(reply: Result<unknown>): ContentfulStatusCode {
  if (reply.ok) return 200;
  const { code } = reply.error;
  return isKnown(code) ? statuses[code] : declaredFailure;
}

const isKnown = (code: string): code is keyof typeof statuses => Object.hasOwn(statuses, code);

/** Answers a request with a reply and its HTTP status. */
export const sendReply = (c: Context, reply: Result<unknown>): Response =>
  c.json(reply, statusOf(reply));

/** Refuses a request in the station itself, in the same envelope as every reply. */
export const refuse = (c: Context, code: WireError, message: string): Response =>
  sendReply(c, err(code, message));
