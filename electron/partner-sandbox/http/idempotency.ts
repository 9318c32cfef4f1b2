import { createHash } from "node:crypto";
import type { Answer } from "./answers.ts";

/** The requests that came with one key. */
export interface KeyHistory {
  readonly credential: string;
  readonly key: string;
  /** Hash of path and body bytes of the first request. */
  readonly fingerprint: string;
  /** Undefined while the first request is in progress. */
  answer: Answer | undefined;
  /** All requests with this key, including the first. */
  sends: number;
  replays: number;
  conflicts: number;
  inProgress: number;
}

/** How a request with a key is answered. */
type Claim =
  | { readonly kind: "first"; readonly history: KeyHistory }
  | { readonly kind: "replay"; readonly answer: Answer }
  | { readonly kind: "conflict" }
  | { readonly kind: "in-progress" };

/** Two bodies are the same if their bytes are (X5). */
export const fingerprintOf = (path: string, body: string): string =>
  createHash("sha256").update(path).update("\n").update(body).digest("base64url");

/** The API's idempotency rules, per credential (X6). */
export type Idempotency = ReturnType<typeof createIdempotency>;

export function createIdempotency() {
  const histories = new Map<string, KeyHistory>();
  const slot = (credential: string, key: string): string => `${credential}\n${key}`;
  const begin = (credential: string, key: string, fingerprint: string): KeyHistory => ({
    credential,
    key,
    fingerprint,
    answer: undefined,
    sends: 1,
    replays: 0,
    conflicts: 0,
    inProgress: 0,
  });
  return {
    claim(credential: string, key: string, fingerprint: string): Claim {
      const history = histories.get(slot(credential, key));
      if (history === undefined) {
        const first = begin(credential, key, fingerprint);
        histories.set(slot(credential, key), first);
        return { kind: "first", history: first };
      }
      history.sends += 1;
      if (history.fingerprint !== fingerprint) {
        history.conflicts += 1;
        return { kind: "conflict" };
      }
      if (history.answer === undefined) {
        history.inProgress += 1;
        return { kind: "in-progress" };
      }
      history.replays += 1;
      return { kind: "replay", answer: history.answer };
    },
    complete(history: KeyHistory, answer: Answer): void {
      history.answer = answer;
    },
    /** Call when the request failed without an answer: the key counts as unused. */
    abandon(history: KeyHistory): void {
      histories.delete(slot(history.credential, history.key));
    },
    /** Restores an answer from before a restart. */
    restore(credential: string, key: string, fingerprint: string, answer: Answer): void {
      histories.set(slot(credential, key), { ...begin(credential, key, fingerprint), answer });
    },
    /** Forgets every finished key, like a service at the end of its retention time. */
    forget(): void {
      for (const [at, history] of histories) {
        if (history.answer !== undefined) histories.delete(at);
      }
    },
    histories: (): readonly Readonly<KeyHistory>[] => [...histories.values()],
  };
}
