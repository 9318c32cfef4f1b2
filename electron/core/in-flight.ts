import type { Clock } from "./ports.ts";

/** Calls at work, so that the workspace under them is only taken away when they are through. */
export interface InFlight {
  /** Runs a call, after an exchange that is going on; null once finishing began. */
  run<T>(call: () => Promise<T>): Promise<T | null>;
  /** Runs a call that may itself ask to be alone, one such at a time. */
  aside<T>(call: () => Promise<T>): Promise<T | null>;
  /** Keeps new calls waiting while the ones at work finish and `between` runs. */
  alone<T>(between: (drained: () => Promise<void>) => Promise<T>): Promise<T>;
  /** Takes no more calls; returns when those at work are through. */
  finish(): Promise<void>;
}

/** A call that hangs longer than this on something outside must not keep the program from closing. */
const patienceMs = 10_000;

export function createInFlight(clock: Clock): InFlight {
  const atWork = new Set<Promise<unknown>>();
  let exchange: Promise<unknown> | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let finishing = false;

  const track = async <T>(call: () => Promise<T>): Promise<T> => {
    const working = call();
    atWork.add(working);
    try {
      return await working;
    } finally {
      atWork.delete(working);
    }
  };

  const drained = async (): Promise<void> => {
    if (atWork.size === 0) return;
    const { promise: patience, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(patienceMs, resolve);
    await Promise.race([Promise.allSettled(atWork), patience]);
    cancel();
  };

  const run = async <T>(call: () => Promise<T>): Promise<T | null> => {
    if (finishing) return null;
    if (exchange === null) return track(call);
    await exchange;
    return run(call);
  };

  return {
    run,

    async aside(call) {
      if (finishing) return null;
      const before = turn;
      const { promise, resolve } = Promise.withResolvers<void>();
      turn = promise;
      await before;
      try {
        return finishing ? null : await call();
      } finally {
        resolve();
      }
    },

    async alone(between) {
      const { promise, resolve } = Promise.withResolvers<void>();
      exchange = promise;
      try {
        return await between(drained);
      } finally {
        exchange = null;
        resolve();
      }
    },

    async finish() {
      finishing = true;
      await turn;
      await drained();
    },
  };
}
