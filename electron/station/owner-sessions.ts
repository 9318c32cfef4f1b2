import { createHash } from "node:crypto";
import type { Clock, Random } from "#core/ports.ts";

/** Sessions of the owner's browser, for one run of the station: a stopped station leaves none that is good. */
export interface OwnerSessions {
  /** The given session if it is still good, else a new one. */
  open(known: string): string;
  check(session: string): boolean;
}

/** Nobody used the browser for so long. */
const idleMs = 12 * 3_600_000;
/** More browsers than one owner has; the one that was idle longest goes first. */
const mostSessions = 20;

/** @param ports Sessions are kept by their hash, in memory alone. */
export function createOwnerSessions({
  clock,
  random,
}: {
  readonly clock: Pick<Clock, "monotonic">;
  readonly random: Pick<Random, "bytes">;
}): OwnerSessions {
  const lastUsed = new Map<string, number>();

  const check = (session: string): boolean => {
    const hash = hashOf(session);
    const usedMs = lastUsed.get(hash);
    if (usedMs === undefined) return false;
    lastUsed.delete(hash);
    if (clock.monotonic() - usedMs >= idleMs) return false;
    lastUsed.set(hash, clock.monotonic());
    return true;
  };

  return {
    check,
    open(known) {
      if (check(known)) return known;
      const session = Buffer.from(random.bytes(32)).toString("base64url");
      lastUsed.set(hashOf(session), clock.monotonic());
      const [oldest] = lastUsed.keys();
      if (lastUsed.size > mostSessions && oldest !== undefined) lastUsed.delete(oldest);
      return session;
    },
  };
}

const hashOf = (session: string): string => createHash("sha256").update(session).digest("hex");
