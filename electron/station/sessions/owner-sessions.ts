import type { Clock, OwnerSessionsPort, Random } from "#core/ports.ts";
import { dropOldest, hashOf, makeSecret } from "./secret-memory.ts";

/** Sessions of the owner, for one run of the station: a stopped station leaves none that is good (S7). */
export interface OwnerSessions extends OwnerSessionsPort {
  /** A code that lets one browser in, once, within a minute. */
  makeLaunchCode(): string;
  /**
   * A session for the browser that has the code: the one it knows if that is still good, else a new one. Null for a
   * code that was used, is too old or was never made.
   */
  exchange(launchCode: string, known: string, browser: string): string | null;
  openForScript(): string;
  /** The session's id, which is no secret; null for a session that is not good. Counts as use unless it only looks. */
  check(session: string, look?: "only-look"): string | null;
}

interface OwnerSession {
  readonly browser: string | null;
  readonly sinceMs: number;
  readonly lastUsedAtMs: number;
  /** On the clock that never jumps. */
  readonly usedMs: number;
}

const launchCodeMs = 60_000;
/** A link is shown for each; the oldest one gives way. */
const mostLaunchCodes = 20;
/** Nobody used the browser for so long. */
const idleMs = 12 * 3_600_000;
/** More browsers than one owner has; the one that was idle longest goes first. */
const mostSessions = 20;
/** Of the hash: enough to tell twenty sessions apart, too little to find one. */
const idLength = 16;

/** @param ports Codes and sessions are kept by their hash, in memory alone. */
export function createOwnerSessions({
  clock,
  random,
}: {
  readonly clock: Pick<Clock, "monotonic" | "now">;
  readonly random: Pick<Random, "bytes">;
}): OwnerSessions {
  const launchCodes = new Map<string, number>();
  /** By hash; the one used last stands last. */
  const sessions = new Map<string, OwnerSession>();

  const find = (hash: string): OwnerSession | null => {
    const found = sessions.get(hash);
    if (found === undefined) return null;
    if (clock.monotonic() - found.usedMs < idleMs) return found;
    sessions.delete(hash);
    return null;
  };

  const check: OwnerSessions["check"] = (session, look) => {
    const hash = hashOf(session);
    const found = find(hash);
    if (found === null) return null;
    if (look === undefined) {
      sessions.delete(hash);
      const used = { usedMs: clock.monotonic(), lastUsedAtMs: clock.now() };
      sessions.set(hash, { ...found, ...used });
    }
    return hash.slice(0, idLength);
  };

  const open = (browser: string | null): string => {
    const session = makeSecret(random);
    const nowMs = clock.now();
    const times = { sinceMs: nowMs, lastUsedAtMs: nowMs, usedMs: clock.monotonic() };
    sessions.set(hashOf(session), { browser, ...times });
    dropOldest(sessions, mostSessions);
    return session;
  };

  return {
    check,
    makeLaunchCode() {
      const code = makeSecret(random);
      launchCodes.set(hashOf(code), clock.monotonic());
      dropOldest(launchCodes, mostLaunchCodes);
      return code;
    },
    exchange(launchCode, known, browser) {
      const hash = hashOf(launchCode);
      const madeMs = launchCodes.get(hash);
      launchCodes.delete(hash);
      if (madeMs === undefined || clock.monotonic() - madeMs >= launchCodeMs) return null;
      return check(known) === null ? open(browser) : known;
    },
    openForScript: () => open(null),
    list: () =>
      [...sessions.keys()].flatMap((hash) => {
        const session = find(hash);
        if (session === null) return [];
        const { browser, sinceMs, lastUsedAtMs } = session;
        return [{ id: hash.slice(0, idLength), browser, sinceMs, lastUsedAtMs }];
      }),
    endOthers(currentId) {
      launchCodes.clear();
      for (const hash of sessions.keys()) {
        if (hash.slice(0, idLength) !== currentId) sessions.delete(hash);
      }
    },
  };
}
