import type { Context } from "hono";
import type { Answer } from "#sandbox/http/answers.ts";
import { errorAnswer, invalid, respond, respondError } from "#sandbox/http/answers.ts";
import type { SandboxContext } from "../context.ts";
import type { SandboxEnv } from "../env.ts";
import { fingerprintOf } from "#sandbox/http/idempotency.ts";
import { addCreated } from "#sandbox/control/restore.ts";
import type { CommittedPost } from "#sandbox/control/state-file.ts";

/** The answer to a POST, and the document that it creates, if any. */
export interface Outcome {
  readonly answer: Answer;
  readonly created?: NonNullable<CommittedPost["created"]>;
}

const maxBodyBytes = 1_000_000;
const maxKeyLength = 255;
const jsonContentType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/**
 * Answers a POST by the API's idempotency rules: the first request with a key acts, a repetition gets the same bytes,
 * another body is a conflict, and a request that arrives while the first one is in progress gets 409.
 */
export async function createOnce(
  c: Context<SandboxEnv>,
  context: SandboxContext,
  act: (body: unknown) => Outcome,
): Promise<Response> {
  const key = c.req.header("idempotency-key")?.trim() ?? "";
  if (key === "") {
    return respondError("IDEMPOTENCY_KEY_REQUIRED", "The Idempotency-Key header is required.");
  }
  if (key.length > maxKeyLength) {
    return respond(invalid({ "Idempotency-Key": [`Must be at most ${maxKeyLength} characters`] }));
  }
  if (!jsonContentType.test(c.req.header("content-type") ?? "")) {
    return respondError("UNSUPPORTED_MEDIA_TYPE", "Content-Type must be application/json.");
  }
  const announcedBytes = Number(c.req.header("content-length") ?? 0);
  const body = announcedBytes > maxBodyBytes ? undefined : await c.req.text();
  if (body === undefined || Buffer.byteLength(body) > maxBodyBytes) {
    return respondError("PAYLOAD_TOO_LARGE", "The body is too large.");
  }
  return respond(await answerOnce(c, context, key, body, act));
}

async function answerOnce(
  c: Context<SandboxEnv>,
  context: SandboxContext,
  key: string,
  body: string,
  act: (body: unknown) => Outcome,
): Promise<Answer> {
  const { idempotency, stateFile } = context;
  const credential = c.get("credential").name;
  const fingerprint = fingerprintOf(c.req.path, body);
  const claim = idempotency.claim(credential, key, fingerprint);
  if (claim.kind === "replay") return claim.answer;
  if (claim.kind === "conflict") {
    return errorAnswer("CONFLICT", "This Idempotency-Key was used with a different body.");
  }
  if (claim.kind === "in-progress") {
    return errorAnswer(
      "IDEMPOTENCY_KEY_IN_PROGRESS",
      "The first request with this Idempotency-Key is still in progress.",
    );
  }
  try {
    await context.faults.pause();
    const { answer, created } = actOn(body, act);
    stateFile?.append({
      credential,
      key,
      fingerprint,
      ...answer,
      ...(created === undefined ? {} : { created }),
    });
    idempotency.complete(claim.history, answer);
    // Not before the append: a POST that a full disk refuses creates nothing.
    if (created !== undefined) addCreated(context, created, key);
    return answer;
  } catch (cause) {
    idempotency.abandon(claim.history);
    throw cause;
  }
}

function actOn(body: string, act: (body: unknown) => Outcome): Outcome {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return { answer: invalid({ body: ["Must be valid JSON"] }) };
  }
  return act(parsed);
}
