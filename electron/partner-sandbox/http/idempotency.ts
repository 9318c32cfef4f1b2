import { createHash } from "node:crypto";

import type { Answer } from "./answers.ts";

/** What happened to one key so far. */
export interface KeyHistory {
  readonly credential: string;
  readonly key: string;
  /** Hash of path and body bytes of the first request. */
  readonly fingerprint: string;
  /** The answer, once there is one. */
  answer: Answer | undefined;
  /** All requests with this key, the first included. */
  sends: number;
  replays: number;
  conflicts: number;
  inProgress: number;
}

/** What to do with a request that carries a key. */
type Claim =
  | { readonly kind: "first"; readonly history: KeyHistory }
  | { readonly kind: "replay"; readonly answer: Answer }
  | { readonly kind: "conflict" }
  | { readonly kind: "in-progress" };

/** The five rules of the API, per credential (X6). */
export interface Idempotency {
  claim(credential: string, key: string, fingerprint: string): Claim;
  complete(history: KeyHistory, answer: Answer): void;
  /** The request failed without an answer of its own: the key is as new. */
  abandon(history: KeyHistory): void;
  /** Puts an answer back that was given before a restart. */
  restore(credential: string, key: string, fingerprint: string, answer: Answer): void;
  /** Forgets every finished key, as a service does when its retention is over. */
  forget(): void;
  histories(): readonly Readonly<KeyHistory>[];
}

/** A body is "the same" when its bytes are (X5). */
export const fingerprintOf = (path: string, body: string): string =>
  createHash("sha256").update(path).update("\n").update(body).digest("base64url");

export function createIdempotency(): Idempotency {
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
    claim(credential, key, fingerprint) {
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
    complete(history, answer) {
      history.answer = answer;
    },
    abandon(history) {
      histories.delete(slot(history.credential, history.key));
    },
    restore(credential, key, fingerprint, answer) {
      histories.set(slot(credential, key), { ...begin(credential, key, fingerprint), answer });
    },
    forget() {
      for (const [at, history] of histories) {
        if (history.answer !== undefined) histories.delete(at);
      }
    },
    histories: () => [...histories.values()],
  };
}
