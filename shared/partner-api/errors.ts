import { z } from "zod";

import { maybe } from "./common.ts";

/** Codes the API names, with the status each comes with. */
export const partnerErrorStatuses = {
  IDEMPOTENCY_KEY_REQUIRED: 400,
  NOT_FOUND: 404,
  CONFLICT: 409,
  IDEMPOTENCY_KEY_IN_PROGRESS: 409,
  VALIDATION_ERROR: 422,
  INVALID_PACE_GROUP: 422,
} as const;
export type PartnerErrorCode = keyof typeof partnerErrorStatuses;

/** Messages by field name, as the API sends them with VALIDATION_ERROR. */
const fieldMessagesSchema = z.record(
  z.string(),
  z.union([z.array(z.string()), z.string().transform((message) => [message])]),
);
export type FieldMessages = z.infer<typeof fieldMessagesSchema>;

/** A text that may be absent, null or of another type: then it is null. An empty one says nothing either. */
const textOrNull = z.string().min(1).nullable().catch(null).prefault(null);

/**
 * The error envelope. 401, 429 and the 422 of the results carry codes that the API does not name, so `code` stays open and
 * may be absent; what the server says is shown all the same (O8).
 */
const errorEnvelopeSchema = z.looseObject({
  error: z.looseObject({
    code: textOrNull,
    message: textOrNull,
    errors: maybe(fieldMessagesSchema.catch({})),
  }),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;

/** The error of an answer, or undefined when the body is not the error envelope. */
export function readErrorEnvelope(body: unknown): ErrorEnvelope["error"] | undefined {
  const error = errorEnvelopeSchema.safeParse(body).data?.error;
  const saysSomething =
    error !== undefined &&
    (error.code !== null || error.message !== null || Object.keys(error.errors ?? {}).length > 0);
  return saysSomething ? error : undefined;
}

/** What zod found, in the shape of the API: field name → messages. Nested fields are joined by dots. */
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

/** The field for what concerns the body as a whole. */
export const wholeBodyField = "body";

function fieldsOf(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => [...path, key].join("."));
  return [path.length === 0 ? wholeBodyField : path.join(".")];
}
