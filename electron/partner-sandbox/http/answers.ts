import type { FieldMessages, PartnerErrorCode } from "#shared/partner-api/errors.ts";
import { partnerErrorStatuses } from "#shared/partner-api/errors.ts";

/** Codes of errors for which the API defines a status only (X2). */
const sandboxErrorStatuses = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  INSUFFICIENT_STORAGE: 507,
} as const;

type SandboxErrorCode = PartnerErrorCode | keyof typeof sandboxErrorStatuses;

const statuses: Readonly<Record<SandboxErrorCode, number>> = {
  ...partnerErrorStatuses,
  ...sandboxErrorStatuses,
};

/** Status and exact bytes of an answer, so that it can be stored and replayed. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

export const successAnswer = (status: 200 | 201, data: unknown): Answer => ({
  status,
  body: JSON.stringify({ data }),
});

export const errorAnswer = (
  code: SandboxErrorCode,
  message: string,
  errors?: FieldMessages,
): Answer => ({
  status: statuses[code],
  body: errorBody(code, message, errors),
});

export const errorBody = (code: string, message: string, errors?: FieldMessages): string =>
  JSON.stringify({ error: { code, message, errors } });

/** The HTTP response for an answer. */
export const respond = (answer: Answer, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(answer.body, {
    status: answer.status,
    headers: { "Content-Type": "application/json", ...headers },
  });

export const respondData = (data: unknown): Response => respond(successAnswer(200, data));

export const respondError = (code: SandboxErrorCode, message: string): Response =>
  respond(errorAnswer(code, message));

export const notFound = (what: string): Answer => errorAnswer("NOT_FOUND", `${what} not found.`);

export const invalid = (errors: FieldMessages): Answer =>
  errorAnswer("VALIDATION_ERROR", "The request is not valid.", errors);
