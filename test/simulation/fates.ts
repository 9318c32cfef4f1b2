import type { Draws } from "./draws.ts";

/** How the way to the API is at the moment. */
export type Weather =
  | "clear"
  | "fair"
  | "rough"
  | "down"
  | "portal"
  | "failing"
  | "limited"
  | "cruel";

/** What changes during a story; it ends under a clear sky. */
export const weathers = ["fair", "rough", "down", "portal", "failing", "limited", "cruel"] as const;

/** What becomes of one request. `reaches`: the API has it and acts on it, whatever is answered. */
export type Fate =
  | { readonly kind: "answered" }
  /** No connection was made. */
  | { readonly kind: "no-connection"; readonly code: string }
  /** The connection broke. */
  | { readonly kind: "broken"; readonly reaches: boolean }
  /** Nothing ever comes back. What reaches the API may do so long after it was given up. */
  | { readonly kind: "silence"; readonly reaches: boolean; readonly lateMs: number }
  /** Somebody else answers, or the API's answer is lost on a proxy that says something of its own. */
  | { readonly kind: "instead"; readonly reaches: boolean; readonly reply: OtherReply }
  /** The API's answer, spoiled. */
  | { readonly kind: "spoiled"; readonly how: "truncated" | "stalled" | "without-id" | "empty" };

export interface OtherReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Happening =
  | "answered"
  | "refused"
  | "no-name"
  | "reset-before"
  | "lost-reply"
  | "silence"
  | "late"
  | "html-200"
  | "redirect"
  | "no-envelope"
  | "5xx"
  | "5xx-after"
  | "429"
  | "408"
  | "in-progress"
  | "key-conflict"
  | "401"
  | "403"
  | "400"
  | "truncated"
  | "stalled"
  | "without-id"
  | "empty";

const happenings: Readonly<Record<Weather, Partial<Record<Happening, number>>>> = {
  clear: { answered: 1 },
  fair: { answered: 60, "lost-reply": 1, "5xx": 1 },
  rough: {
    answered: 30,
    refused: 4,
    "reset-before": 5,
    "lost-reply": 8,
    silence: 2,
    late: 3,
    "5xx": 3,
    "5xx-after": 3,
    truncated: 3,
    stalled: 1,
  },
  down: { refused: 20, "no-name": 6, "reset-before": 3, silence: 2, "lost-reply": 1 },
  portal: { "html-200": 20, redirect: 8, "no-envelope": 4, refused: 6, answered: 1 },
  failing: { "5xx": 16, "5xx-after": 6, answered: 6, "in-progress": 2 },
  limited: { 429: 16, answered: 8 },
  cruel: {
    answered: 10,
    "lost-reply": 12,
    late: 8,
    silence: 4,
    truncated: 6,
    stalled: 4,
    "without-id": 3,
    empty: 3,
    "5xx-after": 6,
    408: 2,
    "in-progress": 4,
    "key-conflict": 1,
    401: 1,
    403: 1,
    400: 2,
    429: 2,
  },
};

const brokenCodes = { refused: "ECONNREFUSED", "no-name": "ENOTFOUND" } as const;

/** What happens to a request in this weather. */
export function drawFate(draws: Draws, weather: Weather, method: string): Fate {
  const drawn = draws.weigh(happenings[weather] as Record<Happening, number>);
  const isPost = method === "POST";
  switch (drawn) {
    case "answered":
      return { kind: "answered" };
    case "refused":
    case "no-name":
      return { kind: "no-connection", code: brokenCodes[drawn] };
    case "reset-before":
      return { kind: "broken", reaches: false };
    case "lost-reply":
      return { kind: "broken", reaches: true };
    case "silence":
      return { kind: "silence", reaches: draws.chance(0.5), lateMs: 0 };
    case "late":
      return { kind: "silence", reaches: true, lateMs: draws.between(1_000, 90_000) };
    case "truncated":
    case "stalled":
      return { kind: "spoiled", how: drawn };
    case "without-id":
    case "empty":
      // A list without its rows would be a lie that nobody can see through.
      return isPost ? { kind: "spoiled", how: drawn } : { kind: "answered" };
    case "in-progress":
    case "key-conflict":
      if (!isPost) return { kind: "answered" };
      return instead(409, envelope(conflictCodes[drawn]));
    case "5xx":
    case "5xx-after":
      return { ...serverError(draws), reaches: drawn === "5xx-after" };
    case "429":
      return instead(429, envelope("RATE_LIMITED"), retryAfter(draws));
    case "html-200":
      return instead(200, "<!doctype html><title>Sign in</title>", html);
    case "redirect":
      return instead(302, "", { Location: "https://portal.example/" });
    case "no-envelope":
      return instead(200, '{"status":"ok"}');
    case "408":
      return instead(408, "");
    case "401":
      return instead(401, envelope("UNAUTHORIZED"));
    case "403":
      return instead(403, envelope("FORBIDDEN"));
    case "400":
      return isPost ? instead(400, envelope("BAD_REQUEST")) : { kind: "answered" };
    default:
      throw new Error(`No such happening: ${String(drawn)}`);
  }
}

const json = { "Content-Type": "application/json" } as const;
const html = { "Content-Type": "text/html; charset=utf-8" } as const;
const conflictCodes = {
  "in-progress": "IDEMPOTENCY_KEY_IN_PROGRESS",
  "key-conflict": "CONFLICT",
} as const;

const envelope = (code: string): string => JSON.stringify({ error: { code, message: code } });

const instead = (
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = json,
): Extract<Fate, { kind: "instead" }> => ({
  kind: "instead",
  reaches: false,
  reply: { status, body, headers },
});

function serverError(draws: Draws): Extract<Fate, { kind: "instead" }> {
  const status = draws.pick([500, 502, 503, 504] as const);
  return draws.chance(0.5)
    ? instead(status, envelope("INTERNAL_ERROR"))
    : instead(status, "<html>Bad gateway</html>", html);
}

function retryAfter(draws: Draws): Readonly<Record<string, string>> {
  return draws.chance(0.3) ? json : { ...json, "Retry-After": String(draws.between(0, 20)) };
}
