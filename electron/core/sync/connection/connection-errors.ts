import { assertNever } from "#shared/result.ts";
import type { FailedOutcome } from "#core/partner/classify-response.ts";
import type { PullError, ConnectionCheckError } from "#core/sync/sync-interface.ts";

/** Maps a failed outcome to the error codes of `connection.check`. */
export function connectionCheckErrorOf(outcome: FailedOutcome): ConnectionCheckError {
  switch (outcome.kind) {
    case "offline":
    case "broken":
    case "timeout":
    case "given-up":
      return "offline";
    case "key-refused":
    case "forbidden":
      return "wrong-key";
    case "rate-limited":
      return "rate-limited";
    case "server-error":
      return "server-error";
    case "not-the-api":
      return outcome.seen === "no-envelope" || outcome.seen === "redirect"
        ? "not-the-api"
        : "not-json";
    case "refused":
    case "unknown-answer":
    case "in-progress":
    case "key-conflict":
      return "not-the-api";
    default:
      return assertNever(outcome);
  }
}

/** Maps a failed outcome to the error codes of a list download. */
export function pullErrorOf(outcome: FailedOutcome): PullError {
  switch (outcome.kind) {
    case "offline":
    case "broken":
    case "timeout":
    case "given-up":
      return "offline";
    case "refused":
      return outcome.words.status === 400 || outcome.words.status === 422
        ? "request-refused"
        : "not-the-api";
    case "unknown-answer":
    case "in-progress":
    case "key-conflict":
      return "not-the-api";
    case "key-refused":
    case "forbidden":
    case "rate-limited":
    case "server-error":
    case "not-the-api":
      return outcome.kind;
    default:
      return assertNever(outcome);
  }
}
