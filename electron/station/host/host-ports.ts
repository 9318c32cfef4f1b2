import { randomBytes, randomFillSync, randomUUID } from "node:crypto";
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

/**
 * Random bytes are fetched in blocks and each byte is used once, because a system call costs more than a
 * commit's hashes.
 */
const pool = new Uint8Array(4_096);
let given = pool.length;

function takeBytes(length: number): Uint8Array {
  if (length > pool.length) return new Uint8Array(randomBytes(length));
  if (given + length > pool.length) {
    randomFillSync(pool);
    given = 0;
  }
  const taken = pool.slice(given, given + length);
  pool.fill(0, given, given + length);
  given += length;
  return taken;
}

/** The operating system's random number generator. */
export const systemRandom: Random = {
  uuid: () => randomUUID(),
  number: () => randomBytes(6).readUIntBE(0, 6) / uniform,
  bytes: takeBytes,
};

export const systemFetch: Fetch = (input, init) => fetch(input, init);
