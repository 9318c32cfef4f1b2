import type { FaultChanges } from "#sandbox/faults/fault-schema.ts";
import type { Answerer } from "#test/support/scripted-server.ts";
import { errorAnswer, text } from "#test/support/scripted-server.ts";
import type { ManualClock } from "#test/support/clock.ts";

type SandboxRule = NonNullable<FaultChanges["rules"]>[number];

/** How a fault is produced, once, at one request. */
export interface Fault {
  /** The sandbox produces it, in place of the API or after the API has done its work. */
  readonly rule?: SandboxRule;
  /** A separate server produces it, and the request is sent there. */
  readonly answer?: (clock: ManualClock) => Answerer;
  /** The request is sent to an address without a server. */
  readonly nowhere?: "refused" | "no-such-name";
  /** The caller waits until a time limit is over. */
  readonly hangs?: true;
  /** The wall clock is changed by this many milliseconds while the request is in flight. */
  readonly jumpMs?: number;
}

const dayMs = 24 * 60 * 60_000;
const gatewayPage = "<!doctype html><title>Bad gateway</title>";

const bareStatus = (status: number): Fault => ({
  answer: () => text(status, gatewayPage, "text/html"),
});
const saidStatus = (status: number, code?: string): Fault => ({
  rule: { kind: "status", status, ...(code === undefined ? {} : { code }) },
});

/** Sends the head at once, and then one space every five seconds without end. */
const trickle =
  (clock: ManualClock): Answerer =>
  (_request, response, socket) => {
    response.writeHead(200, { "content-type": "application/json" });
    const drip = (): void => {
      if (socket.destroyed) return;
      response.write(" ");
      clock.after(5_000, drip);
    };
    drip();
  };

export const faults = {
  "connection refused": { nowhere: "refused" },
  "DNS failure": { nowhere: "no-such-name" },
  "reset before read": { rule: { kind: "reset" } },
  "reset after commit": { rule: { kind: "lost-reply" } },
  timeout: { rule: { kind: "silence" }, hangs: true },
  "slow trickle": { answer: trickle, hangs: true },
  "500 JSON": saidStatus(500),
  "500 page": bareStatus(500),
  "502 JSON": saidStatus(502),
  "502 page": bareStatus(502),
  "503 JSON": saidStatus(503),
  "503 page": bareStatus(503),
  "504 JSON": saidStatus(504),
  "504 page": bareStatus(504),
  "HTML 200": { rule: { kind: "captive-portal", mode: "html" } },
  "302 elsewhere": { rule: { kind: "captive-portal", mode: "redirect" } },
  "truncated JSON": { rule: { kind: "truncated" } },
  "gzip garbage": { rule: { kind: "gzip-garbage" } },
  "50 MB body": { rule: { kind: "huge", bytes: 50_000_000 } },
  "wrong content type": { rule: { kind: "wrong-content-type" } },
  "201 without id": { rule: { kind: "without-id" } },
  "429 seconds": { rule: { kind: "rate-limited", retryAfter: "seconds", seconds: 7 } },
  "429 date": { rule: { kind: "rate-limited", retryAfter: "date", seconds: 9 } },
  "429 nothing": { rule: { kind: "rate-limited", retryAfter: "none" } },
  "409 in progress": saidStatus(409, "IDEMPOTENCY_KEY_IN_PROGRESS"),
  "409 other code": saidStatus(409, "CONFLICT"),
  "409 uncoded": { answer: () => text(409, "", "text/plain") },
  "401 midway": saidStatus(401),
  "403": saidStatus(403),
  "404": saidStatus(404),
  "422 with errors": {
    answer: () => errorAnswer(422, "VALIDATION_ERROR", {}, { email: ["Bad address"] }),
  },
  "422 without": saidStatus(422, "INVALID_PACE_GROUP"),
  "clock +1 day": { rule: { kind: "lost-reply" }, jumpMs: dayMs },
  "clock −1 day": { rule: { kind: "lost-reply" }, jumpMs: -dayMs },
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof faults;
