import type { Clock } from "../ports.ts";

/** Applies to a shorter `Retry-After`, too, so that a faulty server does not get too many requests. */
const shortestPauseMs = 200;
const firstPauseMs = 5_000;
const longestPauseMs = 5 * 60_000;
const mostReads = 4;
/** Maximum number of parallel POSTs (O11). */
export const mostPosts = 3;

export type RequestKind = "post" | "get";

/** Permission to send one request; must be released. */
export interface Permit {
  release(): void;
}

interface Waiting {
  readonly kind: RequestKind;
  readonly admit: () => void;
}

/** The rate gate of one credential. It uses the monotonic clock, so changes of the wall clock have no effect. */
export function createRateGate(clock: Clock) {
  const waiting: Waiting[] = [];
  const inFlight = { post: 0, get: 0 };
  const pause = createPause(clock);
  /** After a 429 one request is sent alone; the others follow when it ends without another 429. */
  let cautious = false;
  let cancelTimer: (() => void) | null = null;

  const mayGo = (kind: RequestKind): boolean => {
    if (cautious && inFlight.post + inFlight.get > 0) return false;
    return inFlight[kind] < (kind === "post" ? mostPosts : mostReads);
  };

  const nextWaiting = (): Waiting | undefined => {
    const post = waiting.find(({ kind }) => kind === "post");
    if (post !== undefined && mayGo("post")) return post;
    if (post !== undefined && cautious) return undefined;
    return mayGo("get") ? waiting.find(({ kind }) => kind === "get") : undefined;
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

  const permitFor = (kind: RequestKind): Permit => {
    inFlight[kind] += 1;
    const pausesBefore = pause.count;
    let released = false;
    return {
      release() {
        if (released) return;
        released = true;
        inFlight[kind] -= 1;
        if (pause.count === pausesBefore) {
          cautious = false;
          pause.resetLength();
        }
        admitWaiting();
      },
    };
  };

  return {
    /**
     * Waits for a permit. While the gate is closed, all requests wait; when it opens, POSTs go before GETs (O6). Rejects
     * with the signal's reason if it is aborted.
     */
    async enter(kind: RequestKind, signal: AbortSignal): Promise<Permit> {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Permit>();
      const place = { kind, admit: () => resolve(permitFor(kind)) };
      const leave = (): void => {
        const index = waiting.indexOf(place);
        if (index >= 0) waiting.splice(index, 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", leave, { once: true });
      waiting.push(place);
      admitWaiting();
      return promise.finally(() => signal.removeEventListener("abort", leave));
    },
    /** A permit, or null if `enter` would wait. */
    tryEnter(kind: RequestKind): Permit | null {
      const overtakes = waiting.some((place) => place.kind === "post" || place.kind === kind);
      return pause.leftMs() > 0 || overtakes || !mayGo(kind) ? null : permitFor(kind);
    },
    /** Closes the gate after a 429: for `retryAfterMs`, or without one for 5 s, doubling each time. */
    close(retryAfterMs: number | null) {
      if (retryAfterMs === null && pause.leftMs() > 0) return;
      pause.begin(retryAfterMs);
      cautious = true;
      admitWaiting();
    },
    /** Opens the gate early for a person: one request is sent now, the others follow when it ends without a 429. */
    reopen() {
      if (pause.leftMs() === 0) return;
      pause.end();
      admitWaiting();
    },
    /** Time until the gate opens; 0 if it is open. */
    closedForMs: pause.leftMs,
  };
}

export type RateGate = ReturnType<typeof createRateGate>;

/** The time for which the gate is closed. */
function createPause(clock: Clock) {
  let until = 0;
  let nextMs = firstPauseMs;
  let count = 0;
  return {
    /** Increases with each change of the opening time. */
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
    /** The next pause without `Retry-After` is short again. */
    resetLength() {
      nextMs = firstPauseMs;
    },
  };
}
