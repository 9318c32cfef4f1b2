/**
 * How an outbox entry goes from state to state: a function of the entry, what happened, the clock and a random number.
 * The rules are O1–O12 and W3 of `electron/core/sync/SPEC.md`.
 */

export type DeliveryState =
  | "pending"
  | "sending"
  | "waiting"
  | "needs-attention"
  | "done"
  | "cancelled";

/** What is known about arrival (W3). */
export type Certainty = "never-sent" | "maybe-sent" | "confirmed" | "refused";

export type DeliveryReason =
  | "no-line"
  | "timeout"
  | "captive-portal"
  | "server-error"
  | "rate-limited"
  | "in-progress"
  | "key-refused"
  | "forbidden"
  | "after-another"
  | "key-conflict"
  | "refused"
  | "set-aside"
  | "reconcile"
  | "several-matches"
  | "not-found-again"
  | "unknown-answer"
  | "parked";

/** What of an entry its next step depends on. */
export interface Delivery {
  readonly state: DeliveryState;
  readonly certainty: Certainty;
  /** Whether its arrival was ever in doubt; a later refusal does not take that back (W3). */
  readonly everMaybe: boolean;
  readonly reason: DeliveryReason | null;
  /** Tries that counted (a 429 does not, O6). */
  readonly tries: number;
  /** Failures in a row that wait with a growing backoff. */
  readonly failuresInRow: number;
  /** Definite error answers in a row (O5). */
  readonly definiteErrors: number;
  readonly firstDefiniteErrorAtMs: number | null;
  readonly nextTryAtMs: number | null;
  /** Since when it may have arrived; the window of blind replay is counted from it (O10). */
  readonly replayFromMs: number | null;
}

/** How one try ended, as far as delivery is concerned. */
export type SendOutcome =
  | { readonly kind: "created" }
  | { readonly kind: "unknown-answer" }
  /** Nothing left this computer. */
  | { readonly kind: "no-line" }
  | { readonly kind: "broken" }
  | { readonly kind: "timeout" }
  | { readonly kind: "given-up" }
  /** `definite` where a status of 400 or more came with it: 30 minutes of those park an entry too. */
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

export interface DeliveryPolicy {
  readonly backoffFirstMs: number;
  readonly backoffLongestMs: number;
  readonly inProgressLongestMs: number;
  readonly parkAfterErrors: number;
  readonly parkAfterMs: number;
  readonly blindReplayMs: number;
  /** How far this computer's clock may have gone back before "since when" means nothing any more (J7). */
  readonly clockSlackMs: number;
}

/** O5, O7 and O10 in figures. */
export const deliveryPolicy: DeliveryPolicy = {
  backoffFirstMs: 1_000,
  backoffLongestMs: 60_000,
  inProgressLongestMs: 30_000,
  parkAfterErrors: 8,
  parkAfterMs: 30 * 60_000,
  blindReplayMs: 60 * 60_000,
  clockSlackMs: 5 * 60_000,
};

export const newDelivery: Delivery = {
  state: "pending",
  certainty: "never-sent",
  everMaybe: false,
  reason: null,
  tries: 0,
  failuresInRow: 0,
  definiteErrors: 0,
  firstDefiniteErrorAtMs: null,
  nextTryAtMs: null,
  replayFromMs: null,
};

/** Where it happens: the wall clock and one random number, uniform in [0, 1). */
export interface Moment {
  readonly nowMs: number;
  readonly random: number;
  /** When the try left; `nowMs` unless told. A laptop may sleep in between (O10). */
  readonly sentAtMs?: number;
}

/**
 * Full jitter (M. Brooker, "Exponential Backoff and Jitter"): uniform between nothing and the doubled bound, so that many
 * desks that lost the line together do not come back together. Never below a quarter of the first step, against hammering.
 */
export function backoffMs(
  failuresInRow: number,
  random: number,
  longestMs: number,
  policy: DeliveryPolicy = deliveryPolicy,
): number {
  const bound = Math.min(longestMs, policy.backoffFirstMs * 2 ** Math.min(failuresInRow, 30));
  return Math.round(Math.max(policy.backoffFirstMs / 4, random * bound));
}

/** The entry as it is written down before its bytes leave: from here on it may have arrived (O3). */
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

/** Whether an entry may be sent with its old key and bytes without asking anybody (O10). */
export function mayReplay(
  entry: Pick<Delivery, "everMaybe" | "replayFromMs">,
  sameCredential: boolean,
  nowMs: number,
  policy: DeliveryPolicy = deliveryPolicy,
): boolean {
  if (!entry.everMaybe || entry.replayFromMs === null) return true;
  const sinceMs = nowMs - entry.replayFromMs;
  return sameCredential && sinceMs > -policy.clockSlackMs && sinceMs < policy.blindReplayMs;
}

/**
 * The entry after a try. `before` is the entry as it was before it was marked as being sent.
 *
 * A failure that proves that nothing was taken (`no-line`, 429, 401, 403) leaves the certainty what it was; any other
 * failure makes arrival doubtful, for good.
 */
export function afterTry(
  before: Delivery,
  outcome: SendOutcome,
  moment: Moment,
  policy: DeliveryPolicy = deliveryPolicy,
): Delivery {
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
    case "no-line":
      return retry(before, counted, "no-line", moment, policy);
    case "given-up":
      return {
        ...doubtful(counted, sentAtMs),
        state: "waiting",
        reason: "timeout",
        nextTryAtMs: nowMs,
      };
    case "broken":
    case "timeout":
      return retry(before, doubtful(withoutErrors(counted), sentAtMs), "timeout", moment, policy);
    case "not-the-api":
      return retryOrPark(before, counted, outcome, "captive-portal", moment, policy);
    case "server-error":
      return outcome.definite
        ? retryOrPark(before, counted, outcome, "server-error", moment, policy)
        : retry(before, doubtful(counted, sentAtMs), "server-error", moment, policy);
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
        policy,
        policy.inProgressLongestMs,
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

/** A crash while it was being sent: outcome unknown, due at once, same key, same bytes (O3). */
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
  policy: DeliveryPolicy,
  longestMs: number = policy.backoffLongestMs,
  leastMs = 0,
): Delivery {
  const waitMs = Math.max(leastMs, backoffMs(before.failuresInRow, random, longestMs, policy));
  return {
    ...entry,
    state: "waiting",
    reason,
    failuresInRow: before.failuresInRow + 1,
    nextTryAtMs: nowMs + waitMs,
  };
}

/**
 * O5: 8 error answers in a row, or 30 minutes of definite ones, and the entry waits for a person; others proceed. What is
 * not the API and came with no error status is counted, and not timed: it may be the sign-in page of a whole morning.
 */
function retryOrPark(
  before: Delivery,
  counted: Delivery,
  outcome: { readonly definite: boolean; readonly retryAfterMs?: number | null },
  reason: DeliveryReason,
  moment: Moment,
  policy: DeliveryPolicy,
): Delivery {
  const { nowMs, sentAtMs = nowMs } = moment;
  const firstAtMs = before.firstDefiniteErrorAtMs ?? (outcome.definite ? nowMs : null);
  const definiteErrors = before.definiteErrors + 1;
  const entry = {
    ...doubtful(counted, sentAtMs),
    definiteErrors,
    firstDefiniteErrorAtMs: firstAtMs,
  };
  const isLong = outcome.definite && nowMs - (firstAtMs ?? nowMs) >= policy.parkAfterMs;
  if (definiteErrors >= policy.parkAfterErrors || isLong) {
    return { ...settled(entry), state: "needs-attention", reason: "parked" };
  }
  return retry(
    before,
    entry,
    reason,
    moment,
    policy,
    policy.backoffLongestMs,
    outcome.retryAfterMs ?? 0,
  );
}
