import type { Clock } from "#core/ports.ts";

/** The requests in flight of one drain, and the event that the drain waits for. */
export interface RequestsInFlight {
  readonly size: number;
  /** Requests that block others: all except those that `letOthersPass` named. */
  readonly blocking: number;
  has(entryId: string): boolean;
  /** Keeps the request until `end` settles, and then wakes the waiting drain. `end` must not reject. */
  add(entryId: string, end: Promise<void>): void;
  /** The request is slow although connectivity is proven, so it no longer blocks others (O11). */
  letOthersPass(entryId: string): void;
  /** Ends the current `wait`. */
  wake(): void;
  /** Resolves at the next `wake`, or after `longestMs` if that is not null. */
  wait(longestMs: number | null): Promise<void>;
  /** Resolves when all requests have ended. */
  allEnded(): Promise<unknown>;
}

export function createRequestsInFlight(clock: Clock): RequestsInFlight {
  const ends = new Map<string, Promise<void>>();
  const passed = new Set<string>();
  let wake = (): void => undefined;
  return {
    get size() {
      return ends.size;
    },
    get blocking() {
      return ends.size - passed.size;
    },
    has: (entryId) => ends.has(entryId),
    add(entryId, end) {
      const gone = end.finally(() => {
        ends.delete(entryId);
        passed.delete(entryId);
        wake();
      });
      ends.set(entryId, gone);
    },
    letOthersPass(entryId) {
      passed.add(entryId);
      wake();
    },
    wake: () => wake(),
    async wait(longestMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const cancel = longestMs === null ? null : clock.after(longestMs, resolve);
      await promise;
      cancel?.();
    },
    allEnded: () => Promise.all(ends.values()),
  };
}
