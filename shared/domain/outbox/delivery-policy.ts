/**
 * The state transitions of an outbox entry: a pure function of the entry, the outcome, the clock and a random number.
 * The rules are O1–O12 and W3 of `electron/core/sync/SPEC.md`.
 */

export const deliveryStates = [
  "pending",
  "sending",
  "waiting",
  "needs-attention",
  "done",
  "cancelled",
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Whether the entry arrived at the organizer (W3). */
export const certainties = ["never-sent", "maybe-sent", "confirmed", "refused"] as const;
export type Certainty = (typeof certainties)[number];

export type DeliveryReason =
  | "offline"
  | "timeout"
  | "captive-portal"
  | "server-error"
  | "rate-limited"
  | "in-progress"
  | "key-refused"
  | "forbidden"
  | "journal-follows"
  | "registered-twice"
  | "key-conflict"
  | "refused"
  | "set-aside"
  | "reconcile"
  | "several-matches"
  | "not-found-again"
  | "id-taken"
  | "parked";

/** The fields of an outbox entry that its next transition depends on. */
export interface Delivery {
  readonly state: DeliveryState;
  readonly certainty: Certainty;
  /** Whether the arrival was in doubt at any time; a later refusal does not change this value (W3). */
  readonly everMaybe: boolean;
  readonly reason: DeliveryReason | null;
  /** The number of tries, without those that got a 429 (O6). */
  readonly tries: number;
  /** Failures in a row, for the growing backoff. */
  readonly failuresInRow: number;
  /** Error answers in a row, a 5xx or an answer that is not from the API; 408 is none (O5). */
  readonly definiteErrors: number;
  readonly firstDefiniteErrorAtMs: number | null;
  readonly nextTryAtMs: number | null;
  /** The time of the first try that may have arrived; the window of blind replay begins at this time (O10). */
  readonly replayFromMs: number | null;
}

/** The outcome of one try. */
export type SendOutcome =
  | { readonly kind: "created" }
  | { readonly kind: "unknown-answer" }
  /** No byte left this computer. */
  | { readonly kind: "offline" }
  | { readonly kind: "broken" }
  | { readonly kind: "timeout" }
  | { readonly kind: "given-up" }
  /** `definite`: the answer had a status of 400 or more. 30 minutes of definite answers also park an entry. */
  | { readonly kind: "not-the-api"; readonly definite: boolean }
  | {
      readonly kind: "server-error";
      readonly definite: boolean;
      readonly retryAfterMs: number | null;
    }
  | { readonly kind: "rate-limited"; readonly waitMs: number }
  | { readonly kind: "in-progress" }
  | { readonly kind: "key-conflict" }
  | { readonly kind: "key-refused" }
  | { readonly kind: "forbidden" }
  | { readonly kind: "refused" };

/** The numbers of O5, O7 and O10. */
export const deliveryPolicy = {
  backoffFirstMs: 1_000,
  backoffLongestMs: 60_000,
  /** A request waits at most so long for the rest of its journal, which may say that it was sent (M9). */
  journalRestMs: 60_000,
  inProgressLongestMs: 30_000,
  parkAfterErrors: 8,
  parkAfterMs: 30 * 60_000,
  blindReplayMs: 60 * 60_000,
  /** If this computer's clock was set back by more than this, `replayFromMs` cannot be used (J7). */
  clockSlackMs: 5 * 60_000,
};

/** The wall clock, and a random number that is uniform in [0, 1). */
export interface Moment {
  readonly nowMs: number;
  readonly random: number;
  /** The start of the try, by default `nowMs`. A laptop may sleep between the start and the outcome (O10). */
  readonly sentAtMs?: number;
}

/**
 * Full jitter (M. Brooker, "Exponential Backoff and Jitter"): uniform between 0 and the doubled bound, so that many desks that
 * lost the network together do not return together. The minimum is a quarter of the first step, to limit the load.
 */
export function backoffMs(
  failuresInRow: number,
  random: number,
  longestMs: number = deliveryPolicy.backoffLongestMs,
): number {
  const bound = Math.min(
    longestMs,
    deliveryPolicy.backoffFirstMs * 2 ** Math.min(failuresInRow, 30),
  );
  return Math.round(Math.max(deliveryPolicy.backoffFirstMs / 4, random * bound));
}

/** The state that is committed before the request is sent: from now on the entry may have arrived (O3). */
export function markSending(before: Delivery, nowMs: number): Delivery {
  return {
    ...before,
    state: "sending",
    certainty: "maybe-sent",
    reason: null,
    nextTryAtMs: null,
    replayFromMs: before.replayFromMs ?? nowMs,
  };
}

/** Whether an entry may be sent with its stored key and bytes without searching the organizer's list (O10). */
export function mayReplay(
  entry: Pick<Delivery, "everMaybe" | "replayFromMs">,
  sameCredential: boolean,
  nowMs: number,
): boolean {
  if (!entry.everMaybe || entry.replayFromMs === null) return true;
  const sinceMs = nowMs - entry.replayFromMs;
  return (
    sameCredential &&
    sinceMs > -deliveryPolicy.clockSlackMs &&
    sinceMs < deliveryPolicy.blindReplayMs
  );
}

/**
 * The entry after a try. `before` is the entry before `markSending`.
 *
 * A failure that proves that the organizer accepted nothing (`offline`, 429, 401, 403) does not change the certainty; any other
 * failure makes the arrival doubtful, permanently.
 */
export function afterTry(before: Delivery, outcome: SendOutcome, moment: Moment): Delivery {
  const { nowMs, sentAtMs = nowMs } = moment;
  const counted = { ...before, tries: before.tries + 1 };
  switch (outcome.kind) {
    case "created":
      return {
        ...settled(counted),
        state: "done",
        certainty: "confirmed",
        replayFromMs: before.replayFromMs ?? sentAtMs,
      };
    case "unknown-answer":
      return {
        ...doubtful(settled(counted), sentAtMs),
        state: "waiting",
        reason: "reconcile",
        nextTryAtMs: nowMs,
      };
    case "offline":
      return retry(before, withoutErrors(counted), "offline", moment);
    case "given-up":
      return {
        ...doubtful(counted, sentAtMs),
        state: "waiting",
        reason: "timeout",
        nextTryAtMs: nowMs,
      };
    case "broken":
    case "timeout":
      return retry(before, doubtful(withoutErrors(counted), sentAtMs), "timeout", moment);
    case "not-the-api":
      return retryOrPark(before, counted, outcome, "captive-portal", moment);
    case "server-error":
      return outcome.definite
        ? retryOrPark(before, counted, outcome, "server-error", moment)
        : retry(before, doubtful(withoutErrors(counted), sentAtMs), "server-error", moment);
    case "rate-limited":
      return {
        ...before,
        state: "waiting",
        reason: "rate-limited",
        nextTryAtMs: nowMs + outcome.waitMs,
      };
    case "in-progress":
      return retry(
        before,
        doubtful(withoutErrors(counted), sentAtMs),
        "in-progress",
        moment,
        deliveryPolicy.inProgressLongestMs,
      );
    case "key-conflict":
      return {
        ...doubtful(settled(counted), sentAtMs),
        state: "needs-attention",
        reason: "key-conflict",
      };
    case "key-refused":
    case "forbidden":
      return { ...before, state: "waiting", reason: outcome.kind, nextTryAtMs: null };
    case "refused":
      return {
        ...settled(counted),
        state: "needs-attention",
        certainty: "refused",
        reason: "refused",
      };
  }
}

/** The program crashed while it sent the entry: the outcome is unknown, and the same bytes with the same key are due at once (O3). */
export function afterCrash(entry: Delivery, nowMs: number): Delivery {
  return {
    ...doubtful({ ...entry, tries: entry.tries + 1 }, entry.replayFromMs ?? nowMs),
    state: "waiting",
    reason: "timeout",
    nextTryAtMs: nowMs,
  };
}

const withoutErrors = (entry: Delivery): Delivery => ({
  ...entry,
  definiteErrors: 0,
  firstDefiniteErrorAtMs: null,
});

const settled = (entry: Delivery): Delivery => ({
  ...withoutErrors(entry),
  reason: null,
  failuresInRow: 0,
  nextTryAtMs: null,
});

const doubtful = (entry: Delivery, sinceMs: number): Delivery => ({
  ...entry,
  certainty: "maybe-sent",
  everMaybe: true,
  replayFromMs: entry.replayFromMs ?? sinceMs,
});

function retry(
  before: Delivery,
  entry: Delivery,
  reason: DeliveryReason,
  { nowMs, random }: Moment,
  longestMs: number = deliveryPolicy.backoffLongestMs,
  leastMs = 0,
): Delivery {
  const waitMs = Math.max(leastMs, backoffMs(before.failuresInRow, random, longestMs));
  return {
    ...entry,
    state: "waiting",
    reason,
    failuresInRow: before.failuresInRow + 1,
    nextTryAtMs: nowMs + waitMs,
  };
}

/**
 * After 8 error answers in a row, or 30 minutes of definite ones, the entry waits for a person, and other entries continue (O5).
 * An answer that is not the API's and has no error status counts but does not start the 30 minutes: it may be the sign-in
 * page of a network, for a whole morning.
 */
function retryOrPark(
  before: Delivery,
  counted: Delivery,
  outcome: { readonly definite: boolean; readonly retryAfterMs?: number | null },
  reason: DeliveryReason,
  moment: Moment,
): Delivery {
  const { nowMs, sentAtMs = nowMs } = moment;
  const firstAtMs = before.firstDefiniteErrorAtMs ?? (outcome.definite ? nowMs : null);
  const definiteErrors = before.definiteErrors + 1;
  const entry = {
    ...doubtful(counted, sentAtMs),
    definiteErrors,
    firstDefiniteErrorAtMs: firstAtMs,
  };
  const isLong = outcome.definite && nowMs - (firstAtMs ?? nowMs) >= deliveryPolicy.parkAfterMs;
  if (definiteErrors >= deliveryPolicy.parkAfterErrors || isLong) {
    return { ...settled(entry), state: "needs-attention", reason: "parked" };
  }
  return retry(
    before,
    entry,
    reason,
    moment,
    deliveryPolicy.backoffLongestMs,
    outcome.retryAfterMs ?? 0,
  );
}
