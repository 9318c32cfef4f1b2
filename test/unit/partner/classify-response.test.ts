import { describe, expect, test } from "vitest";
import type { Answered, Outcome } from "#core/partner/classify-response.ts";
import { classifyExchange } from "#core/partner/classify-response.ts";
import { readBodyBytes } from "#core/partner/read-body.ts";

const nowMs = Date.UTC(2026, 4, 17, 7, 0, 0);

const answer = (
  method: "GET" | "POST",
  status: number,
  text: string,
  contentType = "application/json",
  more: Partial<Answered> = {},
): Answered => ({
  kind: "answered",
  creates: method === "POST" ? "participantId" : null,
  status,
  contentType,
  retryAfter: null,
  date: null,
  link: null,
  body: readBodyBytes(new TextEncoder().encode(text), contentType),
  atMs: nowMs,
  tookMs: 3,
  ...more,
});

const refusal = (code: string, message: string, errors?: Record<string, string[]>): string =>
  JSON.stringify({ error: { code, message, ...(errors === undefined ? {} : { errors }) } });

const page = "<!doctype html><title>Hotel</title>";
const created = '{"data":{"participantId":"reg_1"}}';
const coded = refusal("SOMETHING", "words");

interface Row {
  readonly title: string;
  readonly of: Answered;
  readonly is: Outcome["kind"];
}

const post = (title: string, status: number, text: string, is: Outcome["kind"], type?: string) => ({
  title,
  of: answer("POST", status, text, type),
  is,
});
const get = (title: string, status: number, text: string, is: Outcome["kind"], type?: string) => ({
  title,
  of: answer("GET", status, text, type),
  is,
});

const table: readonly Row[] = [
  post("O4 201 with a participantId", 201, created, "success"),
  post("O4 200 with a participantId", 200, created, "success"),
  post("O4 201 with another thing's id", 201, '{"data":{"eventId":"evt_1"}}', "unknown-answer"),
  post("O4 JSON under a wrong content type", 201, created, "success", "text/plain"),
  post("O4 JSON under no content type", 201, created, "success", ""),
  post("O4 201 without an id", 201, '{"data":{}}', "unknown-answer"),
  post("O4 201 with an id that is no text", 201, '{"data":{"participantId":7}}', "unknown-answer"),
  post("O4 201 with an empty id", 201, '{"data":{"participantId":""}}', "unknown-answer"),
  post("O4 201 with a blank id", 201, '{"data":{"participantId":" "}}', "unknown-answer"),
  post(
    "O4 201 with an id that no journal keeps",
    201,
    JSON.stringify({ data: { participantId: "r".repeat(201) } }),
    "unknown-answer",
  ),
  post("O4 204 with nothing", 204, "", "unknown-answer", ""),
  post("O5 200 HTML", 200, page, "not-the-api", "text/html"),
  post("O5 200 HTML that calls itself JSON", 200, page, "not-the-api"),
  post("O5 200 JSON without the envelope", 200, '{"ok":true}', "not-the-api"),
  post("O5 200 a list", 200, "[]", "not-the-api"),
  post("O5 200 half a JSON", 200, '{"data":{"partici', "not-the-api"),
  post("O5 200 plain text", 200, "hello", "not-the-api", "text/plain"),
  post("O5 301", 301, "", "not-the-api"),
  post("O5 302 with HTML", 302, page, "not-the-api", "text/html"),
  post("O5 307", 307, "", "not-the-api"),
  post("O5 404 HTML of something in between", 404, page, "not-the-api", "text/html"),
  post("O5 407", 407, "", "not-the-api"),
  post("O5 511", 511, page, "not-the-api", "text/html"),
  post("O5 408", 408, "", "server-error"),
  post("O5 500 with the envelope", 500, coded, "server-error"),
  post("O5 502 HTML", 502, page, "server-error", "text/html"),
  post("O5 503 with nothing", 503, "", "server-error"),
  post("O5 504 HTML", 504, page, "server-error", "text/html"),
  post("O6 429 with the envelope", 429, coded, "rate-limited"),
  post("O6 429 HTML", 429, page, "rate-limited", "text/html"),
  post("O7 409 in progress", 409, refusal("IDEMPOTENCY_KEY_IN_PROGRESS", "busy"), "in-progress"),
  post("O7 409 CONFLICT", 409, refusal("CONFLICT", "no"), "key-conflict"),
  post("O7 409 without a code", 409, "", "key-conflict"),
  post("O8 400", 400, refusal("IDEMPOTENCY_KEY_REQUIRED", "no key"), "refused"),
  post("O8 402", 402, coded, "refused"),
  post("O8 404", 404, refusal("NOT_FOUND", "no run"), "refused"),
  post("O8 405 with nothing", 405, "", "refused"),
  post("O8 413 JSON without the envelope", 413, '{"message":"too big"}', "refused"),
  post("O8 418", 418, coded, "refused"),
  post("O8 422 with errors", 422, refusal("VALIDATION_ERROR", "x", { email: ["Bad"] }), "refused"),
  post("O8 422 without errors", 422, refusal("INVALID_PACE_GROUP", "x"), "refused"),
  post("O8 451", 451, coded, "refused"),
  post("O9 401", 401, coded, "key-refused"),
  post("O9 401 with nothing", 401, "", "key-refused"),
  post("O9 403", 403, coded, "forbidden"),
  get("D6 200 with the envelope", 200, '{"data":[]}', "success"),
  get("D7 200 with nothing", 200, "", "not-the-api"),
  get("D7 200 HTML", 200, page, "not-the-api", "text/html"),
  get("D7 200 half a JSON", 200, '{"data":[', "not-the-api"),
  get("D7 304", 304, "", "not-the-api"),
  get("D7 404", 404, refusal("NOT_FOUND", "no event"), "refused"),
  get("D7 503", 503, "", "server-error"),
];

describe("the table of answers", () => {
  test.each(table)("$title → $is", ({ of, is }) => {
    expect(classifyExchange(of).kind).toBe(is);
  });

  test.each([
    ["unreachable", "offline"],
    ["broken", "broken"],
    ["timeout", "timeout"],
    ["given-up", "given-up"],
  ] as const)("O5 no answer: %s → %s", (why, kind) => {
    const outcome = classifyExchange({
      kind: "unanswered",
      why,
      atMs: 0,
      tookMs: 0,
    });
    expect(outcome.kind).toBe(kind);
  });

  test.each([
    ["UTF-16", Buffer.from("\uFEFF" + created, "utf16le")],
    ["UTF-16 without its mark", Buffer.from(created, "utf16le")],
    ["Latin-1", Buffer.from('{"error":{"message":"Größe"}}', "latin1")],
    ["a text that calls itself JSON", Buffer.from("hello")],
    ["a whole answer that ends within a letter", Buffer.from('{"data":"ö').subarray(0, -1)],
  ])("O5 D7 %s is not the API's, and is no broken connection", (_what, bytes) => {
    const body = readBodyBytes(bytes, "application/json");
    const said = { kind: "not-the-api", status: 200, seen: "not-json" };
    for (const method of ["GET", "POST"] as const) {
      expect(classifyExchange(answer(method, 200, "", "", { body }))).toEqual(said);
    }
    expect(classifyExchange(answer("POST", 422, "", "", { body })).kind).toBe("refused");
  });

  test("O5 an answer larger than the limit is not the API's", () => {
    const outcome = classifyExchange(answer("GET", 200, "", "", { body: { kind: "too-large" } }));
    expect(outcome).toEqual({ kind: "not-the-api", status: 200, seen: "too-large" });
  });

  test("O8 the server's words are kept verbatim, by field", () => {
    const text = refusal("VALIDATION_ERROR", "Nope", { email: ["Bad", "Worse"], name: [] });
    expect(classifyExchange(answer("POST", 422, text))).toEqual({
      kind: "refused",
      words: {
        status: 422,
        code: "VALIDATION_ERROR",
        message: "Nope",
        fields: { email: ["Bad", "Worse"], name: [] },
      },
    });
  });

  test("O8 `errors` of another shape do not cost the message", () => {
    const text = JSON.stringify({ error: { code: "X", message: "Nope", errors: ["?"] } });
    expect(classifyExchange(answer("POST", 422, text))).toMatchObject({
      words: { message: "Nope", fields: {} },
    });
  });

  test("O6 Retry-After as a date is measured against the answer's own Date", () => {
    const limited = answer("POST", 429, "", "", {
      retryAfter: "Sun, 17 May 2026 05:00:30 GMT",
      date: "Sun, 17 May 2026 05:00:00 GMT",
    });
    expect(classifyExchange(limited)).toEqual({ kind: "rate-limited", retryAfterMs: 30_000 });
  });
});

test("O8 J9 the server's words are cut to what a person can read", () => {
  const long = "x".repeat(3_000_000);
  const outcome = classifyExchange(answer("POST", 422, refusal(long, long, { email: [long] })));
  expect(outcome.kind).toBe("refused");
  expect(JSON.stringify(outcome).length).toBeLessThan(10_000);
});
