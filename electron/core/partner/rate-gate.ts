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
  let closedUntil = 0;
  let nextPauseMs = firstPauseMs;
  /** After a 429 one request goes ahead alone; the crowd follows when it fared well. */
  let cautious = false;
  let cancelTimer: (() => void) | null = null;

  const closedForMs = (): number => Math.max(0, Math.ceil(closedUntil - clock.monotonic()));

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
    const waitMs = closedForMs();
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
    const closedWhenEntered = closedUntil;
    let released = false;
    return {
      release() {
        if (released) return;
        released = true;
        inFlight[lane] -= 1;
        if (closedUntil === closedWhenEntered) {
          cautious = false;
          nextPauseMs = firstPauseMs;
        }
        admitWaiting();
      },
    };
  };

  return {
    enter(lane, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason as Error);
          return;
        }
        const giveUp = (): void => {
          const index = waiting.indexOf(place);
          if (index >= 0) waiting.splice(index, 1);
          reject(signal.reason as Error);
        };
        const place: Waiting = {
          lane,
          admit: () => {
            signal.removeEventListener("abort", giveUp);
            resolve(permitFor(lane));
          },
        };
        signal.addEventListener("abort", giveUp, { once: true });
        waiting.push(place);
        admitWaiting();
      });
    },
    tryEnter(lane) {
      const overtakes = waiting.some((place) => place.lane === "post" || place.lane === lane);
      return closedForMs() > 0 || overtakes || !mayGo(lane) ? null : permitFor(lane);
    },
    close(retryAfterMs) {
      if (retryAfterMs === null && closedForMs() > 0) return;
      const pauseMs = Math.max(shortestPauseMs, retryAfterMs ?? nextPauseMs);
      if (retryAfterMs === null) nextPauseMs = Math.min(longestPauseMs, nextPauseMs * 2);
      closedUntil = Math.max(closedUntil, clock.monotonic() + pauseMs);
      cautious = true;
      admitWaiting();
    },
    reopen() {
      if (closedForMs() === 0) return;
      closedUntil = clock.monotonic();
      admitWaiting();
    },
    closedForMs,
  };
}
