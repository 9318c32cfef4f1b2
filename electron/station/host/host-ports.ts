import { randomBytes, randomUUID } from "node:crypto";
import type { Clock, Fetch, Random } from "#core/ports.ts";

/** This computer's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
};

const uniform = 2 ** 48;

/** The operating system's random number generator. */
export const systemRandom: Random = {
  uuid: () => randomUUID(),
  number: () => randomBytes(6).readUIntBE(0, 6) / uniform,
  bytes: (length) => randomBytes(length),
};

export const systemFetch: Fetch = (input, init) => fetch(input, init);
