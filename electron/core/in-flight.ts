import type { Clock } from "./ports.ts";

/** Counts running calls, so that a workspace closes only when its calls are finished. */
export interface InFlight {
  /** Runs a call; waits while an exclusive one runs. Null after `finish` was called. */
  run<T>(call: () => Promise<T>): Promise<T | null>;
  /** Runs a call that may use `runExclusive`, one at a time. Null after `finish` was called. */
  runSerial<T>(call: () => Promise<T>): Promise<T | null>;
  /** Delays new calls until `exclusive` is finished; `drained` resolves when the running calls are finished. */
  runExclusive<T>(exclusive: (drained: () => Promise<void>) => Promise<T>): Promise<T>;
  /**
   * Accepts no more calls. Waits for the serial calls without a limit, ends the waits for the network with `stopWaits`,
   * then waits at most 2 s for the other calls.
   */
  finish(stopWaits: () => Promise<void>): Promise<void>;
}

/** A call that waits longer than this for another system must not prevent the switch to practice. */
const patienceMs = 10_000;
/** The same when the program closes; shorter than the hosts' limits, so that the workspace is closed in time. */
const closingPatienceMs = 2_000;

export function createInFlight(clock: Clock): InFlight {
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
    run,

    async runSerial(call) {
      if (finishing) return null;
      const result = lastSerial.then(() => (finishing ? null : call()));
      lastSerial = result.catch(() => undefined);
      return result;
    },

    async runExclusive(exclusive) {
      const result = exclusive(() => drained(patienceMs));
      exclusiveCall = result.catch(() => undefined);
      try {
        return await result;
      } finally {
        exclusiveCall = null;
      }
    },

    async finish(stopWaits) {
      finishing = true;
      await lastSerial;
      await stopWaits();
      await drained(closingPatienceMs);
    },
  };
}
