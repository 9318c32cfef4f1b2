/** Longer waits are taken for a mistake of the server. */
const longestWaitMs = 24 * 60 * 60 * 1000;

/**
 * How long a `Retry-After` header asks to wait, in milliseconds; undefined when there is none, it cannot be read, or it asks
 * for no wait at all (O6): a server that has just said "too many" and means "at once" would be asked without end.
 * A date is measured against the answer's own `Date`, since this computer's clock may be wrong; without one, `nowMs`.
 */
export function readRetryAfter(
  retryAfter: string | null,
  date: string | null,
  nowMs: number,
): number | undefined {
  const value = retryAfter?.trim() ?? "";
  if (value === "") return undefined;
  if (/^\d+(?:\.\d+)?$/.test(value)) return wait(Number(value) * 1000);
  const until = readHttpDate(value);
  return until === undefined ? undefined : wait(until - (readHttpDate(date) ?? nowMs));
}

/** An HTTP date (RFC 9110) in milliseconds since the epoch; undefined when it is none. */
export function readHttpDate(value: string | null): number | undefined {
  if (value === null || !/^[A-Za-z]{3,9},? /.test(value.trim())) return undefined;
  const atMs = Date.parse(value.trim());
  return Number.isFinite(atMs) ? atMs : undefined;
}

const wait = (waitMs: number): number | undefined =>
  waitMs > 0 ? Math.min(longestWaitMs, Math.round(waitMs)) : undefined;
