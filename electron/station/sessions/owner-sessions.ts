import type { Clock, OwnerSessionsPort, Random } from "#core/ports.ts";
import { dropOldest, hashOf, makeSecret } from "./secret-memory.ts";

/** The owner's sessions, for one run of the station: none is valid after the station stops (S7). */
export interface OwnerSessions extends OwnerSessionsPort {
  /** A code that gives one browser access, once, within a minute. */
  makeLaunchCode(): string;
  /**
   * A session for the browser that has the code: its known session if that is still valid, else a new one.
   * Null for a code that is used, expired or unknown.
   */
  exchange(launchCode: string, known: string, browser: string): string | null;
  openForScript(): string;
  /**
   * The session's id, which is not secret; null for an invalid session. Counts as use, except with
   * `only-look`.
   */
  check(session: string, look?: "only-look"): string | null;
}

interface OwnerSession {
  readonly browser: string | null;
  readonly sinceMs: number;
  readonly lastUsedAtMs: number;
  /** Monotonic clock. */
  readonly usedMs: number;
}

const launchCodeMs = 60_000;
/** One code per displayed link; above this limit the oldest is dropped. */
const mostLaunchCodes = 20;
/** A session expires when its browser was not used for this long. */
const idleMs = 12 * 3_600_000;
/** More browsers than one owner has; above this limit the longest idle session is dropped. */
const mostSessions = 20;
/** Characters of the hash: enough to distinguish twenty sessions, too few to guess one. */
const idLength = 16;

/** @param ports Codes and sessions are stored as hashes, only in memory. */
export function createOwnerSessions({
  clock,
  random,
}: {
  readonly clock: Pick<Clock, "monotonic" | "now">;
  readonly random: Pick<Random, "bytes">;
}): OwnerSessions {
  const launchCodes = new Map<string, number>();
  /** By hash, in order of last use. */
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
