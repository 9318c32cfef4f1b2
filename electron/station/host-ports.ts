import { randomBytes, randomUUID } from "node:crypto";
import type { Clock, Fetch, Logger, Random } from "#core/ports.ts";

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

/** The operating system's randomness. */
export const systemRandom: Random = {
  uuid: () => randomUUID(),
  number: () => randomBytes(6).readUIntBE(0, 6) / uniform,
  bytes: (length) => new Uint8Array(randomBytes(length)),
};

export const systemFetch: Fetch = (input, init) => fetch(input, init);

/** Warnings and errors as one JSON line each; stdout belongs to the program's answer. */
export const stderrLogger: Logger = {
  log(level, event, facts = {}) {
    if (level === "debug" || level === "info") return;
    const line = JSON.stringify({ at: new Date().toISOString(), level, event, ...facts });
    process.stderr.write(`${line}\n`);
  },
};
