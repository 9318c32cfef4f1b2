/** The requests in flight of one drain, and the event that the drain waits for. */
export function createRequestsInFlight() {
  const ends = new Map<string, Promise<void>>();
  const passed = new Set<string>();
  let wake = (): void => undefined;
  return {
    get size() {
      return ends.size;
    },
    /** Requests that block others: all except those that `letOthersPass` named. */
    get blocking() {
      return ends.size - passed.size;
    },
    has: (entryId: string) => ends.has(entryId),
    /** Keeps the request until `end` settles, and then wakes the waiting drain. `end` must not reject. */
    add(entryId: string, end: Promise<void>) {
      const gone = end.finally(() => {
        ends.delete(entryId);
        passed.delete(entryId);
        wake();
      });
      ends.set(entryId, gone);
    },
    /** The request is slow although connectivity is proven, so it no longer blocks others (O11). */
    letOthersPass(entryId: string) {
      passed.add(entryId);
      wake();
    },
    /** Ends the current `wait`. */
    wake: () => wake(),
    /** Resolves at the next `wake`. */
    wait() {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      return promise;
    },
    /** Resolves when all requests have ended. */
    allEnded: () => Promise.all(ends.values()),
  };
}

export type RequestsInFlight = ReturnType<typeof createRequestsInFlight>;
