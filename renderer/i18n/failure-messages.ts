import type { Failure } from "#shared/result.ts";
import type { FailureMessage } from "./en/errors.ts";
import { words } from "./words.ts";

/** The messages of a screen for its failures, by error code. */
export type FailureMessages = Readonly<Record<string, FailureMessage>>;

const shared: FailureMessages = words.failures;

/**
 * The message for a failure: the screen's own message, else the shared one. An unknown code is shown as an internal error,
 * without the code. A command that was not sent, because there is no connection, has the key `not-sent` (M14).
 */
export function failureMessage(failure: Failure, own: FailureMessages = {}): FailureMessage {
  const find = (messages: FailureMessages): FailureMessage | undefined =>
    Object.hasOwn(messages, failure.code) ? messages[failure.code] : undefined;
  if (failure.details?.["isUnsent"] === true) return own["not-sent"] ?? words.notSent;
  const found = find(own) ?? find(shared) ?? words.failures.internal;
  const why = failure.details?.["why"];
  const reason = typeof why === "string" ? words.notSavedWhy[why] : undefined;
  return found === words.failures["not-saved"] && reason !== undefined
    ? { title: found.title, text: `${reason} ${found.text}` }
    : found;
}

/** What a message says of a refused command. Of a hub that did not answer, nobody knows whether it did it (M9). */
export const refusedText = (failure: Failure, refused: string): string =>
  failure.code === "hub-away" ? failureMessage(failure).text : refused;
