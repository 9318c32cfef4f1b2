import { Violation } from "./violation.ts";
import type { VirtualTime } from "./virtual-time.ts";
import { createVirtualTime } from "./virtual-time.ts";

/** The event loop of a story: everything that is ready runs before the virtual clock goes on. */
export interface VirtualLoop {
  readonly time: VirtualTime;
  /** Something happened, so that more may follow before the clock goes on. */
  stir(): void;
  /** The next `settle` throws the first of these. */
  fail(cause: unknown): void;
  settle(): Promise<void>;
  /** Goes on in virtual time until it comes true. */
  drive<T>(promise: Promise<T>): Promise<T>;
}

/** Turns of the event loop in which nothing happened: then nothing will before the clock goes on. */
const calmTurns = 5;
const patienceMs = 60 * 60_000;

/** Files are asked for beside the loop: how many turns that takes is up to the machine, so they are waited for. */
const waitsForFiles = (): boolean =>
  process.getActiveResourcesInfo().some((resource) => resource.startsWith("FSReq"));

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** `atWork`: how many requests a server is working on this very moment. */
export function createVirtualLoop(atWork: () => number): VirtualLoop {
  let activity = 0;
  let failure: unknown = null;

  const settle = async (): Promise<void> => {
    for (let calm = 0; calm < calmTurns;) {
      const before = activity;
      await turn();
      const isQuiet = activity === before && atWork() === 0;
      calm = isQuiet && !(calm === calmTurns - 1 && waitsForFiles()) ? calm + 1 : 0;
    }
    if (failure !== null) throw failure;
  };
  const time = createVirtualTime(settle);

  return {
    time,
    settle,
    stir() {
      activity += 1;
    },
    fail(cause) {
      failure ??= cause;
    },
    async drive<T>(promise: Promise<T>): Promise<T> {
      let isOver = false;
      const watched = promise.finally(() => {
        isOver = true;
      });
      watched.catch(() => undefined);
      const until = time.elapsedMs + patienceMs;
      for (;;) {
        await settle();
        if (isOver) return await watched;
        const waitMs = time.untilNextMs();
        if (waitMs === null || time.elapsedMs > until) throw new Violation("This never ends");
        await time.advance(waitMs);
      }
    },
  };
}
