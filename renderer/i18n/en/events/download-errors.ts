import type { FailureMessage } from "#renderer/i18n/en/errors.ts";

/** Failures of every request that reads from the organizer's system. */
export const pullFailures = {
  "key-refused": {
    title: "The key was refused",
    text: "Everything on this computer is safe. Replace the key in Settings.",
  },
  "rate-limited": {
    title: "Too many requests just now",
    text: "Everything on this computer is safe. Try again in a minute.",
  },
  "server-error": {
    title: "The organizer’s system has a fault",
    text: "Everything on this computer is safe. Try again in a minute.",
  },
  "not-the-api": {
    title: "Something else answered",
    text: "Perhaps this network’s login page. Everything on this computer is safe.",
  },
  "request-refused": {
    title: "The organizer’s system refused the request",
    text: "Nothing was changed. Everything on this computer is safe. Try again later.",
  },
} as const satisfies Readonly<Record<string, FailureMessage>>;

/** `what` follows the words "may not read". */
export const mayNotRead = (what: string): FailureMessage => ({
  title: `The key may not read ${what}`,
  text: "Everything on this computer is safe. Ask the organizer for a key that may.",
});
