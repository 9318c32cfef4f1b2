import { z } from "zod";

import { maybe } from "./common.ts";

/** The error codes of the API with their status. */
export const partnerErrorStatuses = {
  IDEMPOTENCY_KEY_REQUIRED: 400,
  NOT_FOUND: 404,
  CONFLICT: 409,
  IDEMPOTENCY_KEY_IN_PROGRESS: 409,
  VALIDATION_ERROR: 422,
  INVALID_PACE_GROUP: 422,
} as const;
export type PartnerErrorCode = keyof typeof partnerErrorStatuses;

/** Messages by field name, which the API sends with VALIDATION_ERROR. */
const fieldMessagesSchema = z.record(
  z.string(),
  z.union([z.array(z.string()), z.string().transform((message) => [message])]),
);
export type FieldMessages = z.infer<typeof fieldMessagesSchema>;

/** Null for an absent or empty text, and for a value of another type. */
const textOrNull = z.string().min(1).nullable().catch(null).prefault(null);

/**
 * The error envelope. 401, 429 and the 422 of the results have codes that the API does not specify, so `code` may be any text or
 * absent; screens show the server's message in any case (O8).
 */
const errorEnvelopeSchema = z.looseObject({
  error: z.looseObject({
    code: textOrNull,
    message: textOrNull,
    errors: maybe(fieldMessagesSchema.catch({})),
  }),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;

/** The error of an answer; undefined if the body is not an error envelope. */
export function readErrorEnvelope(body: unknown): ErrorEnvelope["error"] | undefined {
  const error = errorEnvelopeSchema.safeParse(body).data?.error;
  const saysSomething =
    error !== undefined &&
    (error.code !== null || error.message !== null || Object.keys(error.errors ?? {}).length > 0);
  return saysSomething ? error : undefined;
}

/** The errors of zod in the shape of the API: field name → messages. Nested fields are joined by dots. */
export function fieldErrors(error: z.ZodError): FieldMessages {
  const messages = new Map<string, string[]>();
  for (const issue of error.issues) {
    for (const field of fieldsOf(issue)) {
      const known = messages.get(field);
      if (known === undefined) messages.set(field, [issue.message]);
      else known.push(issue.message);
    }
  }
  return Object.fromEntries(messages);
}

/** The field name for errors of the whole body. */
export const wholeBodyField = "body";

function fieldsOf(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => [...path, key].join("."));
  return [path.length === 0 ? wholeBodyField : path.join(".")];
}
