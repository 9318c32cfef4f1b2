import type { Clock } from "../ports.ts";

/** Also under a `Retry-After` of a few milliseconds, so that a mistaken server is never hammered. */
const shortestPauseMs = 200;
const firstPauseMs = 5_000;
const longestPauseMs = 5 * 60_000;
const mostReads = 4;
/** POSTs on their way at a time (O11). */
export const mostPosts = 3;

export type Lane = "post" | "get";

export interface RateGate {
  /**
   * Waits for leave to send. At most `mostPosts` POSTs are on their way at a time; while the gate is closed everybody
   * waits, and when it opens POSTs go before GETs (O6). Rejects with the signal's reason when given up.
   */
  enter(lane: Lane, signal: AbortSignal): Promise<Permit>;
  /** Leave to send at once, or null where `enter` would wait. */
  tryEnter(lane: Lane): Permit | null;
  /** A 429 came: closed for `retryAfterMs`, or for 5 s doubling when the server does not say. */
  close(retryAfterMs: number | null): void;
  /** A person does not want to wait: one request goes now, the others follow if it fared well. */
  reopen(): void;
  /** How much longer it is closed; 0 when open. */
  closedForMs(): number;
}

/** Leave to send one request; given back once.  */
export interface Permit {
  release(): void;
}

interface Waiting {
  readonly lane: Lane;
  readonly admit: () => void;
}

/** The gate of one credential (O6). Measures on the monotonic clock, so a jumping wall clock changes nothing. */
export function createRateGate(clock: Clock): RateGate {
  const waiting: Waiting[] = [];
  const inFlight = { post: 0, get: 0 };
  const pause = createPause(clock);
  /** After a 429 one request goes ahead alone; the crowd follows when it fared well. */
  let cautious = false;
  let cancelTimer: (() => void) | null = null;

  const mayGo = (lane: Lane): boolean => {
    if (cautious && inFlight.post + inFlight.get > 0) return false;
    return inFlight[lane] < (lane === "post" ? mostPosts : mostReads);
  };

  const nextWaiting = (): Waiting | undefined => {
    const post = waiting.find(({ lane }) => lane === "post");
    if (post !== undefined && mayGo("post")) return post;
    if (post !== undefined && cautious) return undefined;
    return mayGo("get") ? waiting.find(({ lane }) => lane === "get") : undefined;
  };

  const admitWaiting = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    const waitMs = pause.leftMs();
    if (waitMs > 0) {
      if (waiting.length > 0) cancelTimer = clock.after(waitMs, admitWaiting);
      return;
    }
    for (let next = nextWaiting(); next !== undefined; next = nextWaiting()) {
      waiting.splice(waiting.indexOf(next), 1);
      next.admit();
    }
  };

  const permitFor = (lane: Lane): Permit => {
    inFlight[lane] += 1;
    const pausesBefore = pause.count;
    let released = false;
    return {
      release() {
        if (released) return;
        released = true;
        inFlight[lane] -= 1;
        if (pause.count === pausesBefore) {
          cautious = false;
          pause.forgetDoubling();
        }
        admitWaiting();
      },
    };
  };

  return {
    async enter(lane, signal) {
      signal.throwIfAborted();
      const place = placeFor(lane, () => permitFor(lane));
      waiting.push(place);
      admitWaiting();
      return untilAborted(place.admitted, signal, () => {
        const index = waiting.indexOf(place);
        if (index >= 0) waiting.splice(index, 1);
      });
    },
    tryEnter(lane) {
      const overtakes = waiting.some((place) => place.lane === "post" || place.lane === lane);
      return pause.leftMs() > 0 || overtakes || !mayGo(lane) ? null : permitFor(lane);
    },
    close(retryAfterMs) {
      if (retryAfterMs === null && pause.leftMs() > 0) return;
      pause.begin(retryAfterMs);
      cautious = true;
      admitWaiting();
    },
    reopen() {
      if (pause.leftMs() === 0) return;
      pause.end();
      admitWaiting();
    },
    closedForMs: pause.leftMs,
  };
}

/** For how long the gate is closed. */
function createPause(clock: Clock) {
  let until = 0;
  let nextMs = firstPauseMs;
  let count = 0;
  return {
    /** Grows with each change of the time until which the gate is closed. */
    get count() {
      return count;
    },
    leftMs: () => Math.max(0, Math.ceil(until - clock.monotonic())),
    begin(retryAfterMs: number | null) {
      const pauseMs = Math.max(shortestPauseMs, retryAfterMs ?? nextMs);
      if (retryAfterMs === null) nextMs = Math.min(longestPauseMs, nextMs * 2);
      const end = clock.monotonic() + pauseMs;
      if (end > until) {
        until = end;
        count += 1;
      }
    },
    end() {
      until = clock.monotonic();
      count += 1;
    },
    /** The API answers again: the next pause without `Retry-After` is a short one. */
    forgetDoubling() {
      nextMs = firstPauseMs;
    },
  };
}

function placeFor(
  lane: Lane,
  take: () => Permit,
): Waiting & { readonly admitted: Promise<Permit> } {
  const { promise: admitted, resolve } = Promise.withResolvers<Permit>();
  return { lane, admit: () => resolve(take()), admitted };
}

/** Rejects with the signal's reason, after `giveUp`, if the signal is aborted first. */
async function untilAborted<T>(
  waited: Promise<T>,
  signal: AbortSignal,
  giveUp: () => void,
): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => {
    giveUp();
    reject(signal.reason as Error);
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([waited, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
