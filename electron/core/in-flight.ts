import type { Clock } from "./ports.ts";

/** A call that waits longer than this for another system must not prevent the switch to practice. */
const patienceMs = 10_000;
/** The same when the program closes; shorter than the hosts' limits, so that the workspace is closed in time. */
const closingPatienceMs = 2_000;

/** Counts running calls, so that a workspace closes only when its calls are finished. */
export type InFlight = ReturnType<typeof createInFlight>;

export function createInFlight(clock: Clock) {
  const running = new Set<Promise<unknown>>();
  let exclusiveCall: Promise<unknown> | null = null;
  let lastSerial: Promise<unknown> = Promise.resolve();
  let finishing = false;

  const track = async <T>(call: () => Promise<T>): Promise<T> => {
    const started = call();
    running.add(started);
    try {
      return await started;
    } finally {
      running.delete(started);
    }
  };

  const drained = async (limitMs: number): Promise<void> => {
    if (running.size === 0) return;
    const { promise: patience, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(limitMs, resolve);
    await Promise.race([Promise.allSettled(running), patience]);
    cancel();
  };

  const run = async <T>(call: () => Promise<T>): Promise<T | null> => {
    if (finishing) return null;
    if (exclusiveCall === null) return track(call);
    await exclusiveCall;
    return run(call);
  };

  return {
    /** Runs a call; waits while an exclusive one runs. Null after `finish` was called. */
    run,

    /** Runs a call that may use `runExclusive`, one at a time. Null after `finish` was called. */
    async runSerial<T>(call: () => Promise<T>): Promise<T | null> {
      if (finishing) return null;
      const result = lastSerial.then(() => (finishing ? null : call()));
      lastSerial = result.catch(() => undefined);
      return result;
    },

    /** Delays new calls until `exclusive` is finished; `drained` resolves when the running calls are finished. */
    async runExclusive<T>(exclusive: (drained: () => Promise<void>) => Promise<T>): Promise<T> {
      const result = exclusive(() => drained(patienceMs));
      exclusiveCall = result.catch(() => undefined);
      try {
        return await result;
      } finally {
        exclusiveCall = null;
      }
    },

    /**
     * Accepts no more calls. Waits for the serial calls without a limit, ends the waits for the network with `stopWaits`,
     * then waits at most 2 s for the other calls.
     */
    async finish(stopWaits: () => Promise<void>): Promise<void> {
      finishing = true;
      await lastSerial;
      await stopWaits();
      await drained(closingPatienceMs);
    },
  };
}
