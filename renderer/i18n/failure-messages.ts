import type { Failure } from "#shared/result.ts";
import type { FailureMessage } from "./en/errors.ts";
import { words } from "./words.ts";

/** A screen's own words for its failures, by code. */
export type FailureMessages = Readonly<Record<string, FailureMessage>>;

const shared: FailureMessages = words.failures;

/**
 * The words for a failure: the screen's own, else those every screen shares. A code nobody knows reads as a mistake of
 * the program; its code is never shown alone.
 */
export function failureMessage(failure: Failure, own: FailureMessages = {}): FailureMessage {
  if (Object.hasOwn(own, failure.code)) return own[failure.code] ?? words.failures.internal;
  if (failure.code === "not-saved") {
    const why = failure.details?.["why"];
    const reason = typeof why === "string" ? words.notSavedWhy[why] : undefined;
    return reason === undefined
      ? words.failures["not-saved"]
      : {
          title: words.failures["not-saved"].title,
          text: `${reason} ${words.failures["not-saved"].text}`,
        };
  }
  return (
    (Object.hasOwn(shared, failure.code) ? shared[failure.code] : undefined) ??
    words.failures.internal
  );
}
