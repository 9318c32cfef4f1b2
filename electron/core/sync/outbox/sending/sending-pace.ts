import { mostPosts } from "#core/partner/rate-gate.ts";

/** Maximum number of entries marked as `sending` in one commit: a crash leaves them in doubt (O3). */
const mostMarked = 16;

/** How many requests may be in flight, and how many entries are marked ahead (O11). */
export function createSendingPace() {
  let width = 1;
  let setbacks = 0;
  /**
   * Estimated response time in milliseconds. A fast answer counts at once and a slow one only gradually,
   * because a slow one may have waited for this computer's own disk.
   */
  let paceMs = Number.POSITIVE_INFINITY;

  const reset = (): void => {
    width = 1;
    paceMs = Number.POSITIVE_INFINITY;
  };

  return {
    /** Maximum requests in flight that block others. One until a request has succeeded. */
    get width() {
      return width;
    },
    /** Failed attempts so far. A success that started before the last of them proves nothing. */
    get setbacks() {
      return setbacks;
    },
    /** How many entries can start within `withinMs` at the current response time; at least one. */
    markable: (withinMs: number) =>
      Math.min(mostMarked, Math.max(1, Math.floor((width * withinMs) / paceMs))),
    /** Back to one request: connectivity is unknown. */
    reset,
    failed() {
      setbacks += 1;
      reset();
    },
    /** `setbacksBefore` is the value of `setbacks` when the request started. */
    succeeded(tookMs: number, setbacksBefore: number) {
      if (setbacks !== setbacksBefore) return;
      width = mostPosts;
      paceMs = Math.min(tookMs, 2 * paceMs);
    },
  };
}

export type SendingPace = ReturnType<typeof createSendingPace>;
