/** Longer waits are limited to this, because they are probably a mistake of the server. */
const longestWaitMs = 24 * 60 * 60 * 1000;

/**
 * The wait of a `Retry-After` header in milliseconds; undefined if there is none, it is unreadable, or it is 0 (O6),
 * because retrying at once would repeat without end. A date is compared with the response's `Date` header, because this
 * computer's clock may be wrong; without that header with `nowMs`.
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

/** An HTTP date (RFC 9110) in milliseconds since the epoch; undefined for any other text. */
export function readHttpDate(value: string | null): number | undefined {
  if (value === null || !/^[A-Za-z]{3,9},? /.test(value.trim())) return undefined;
  const atMs = Date.parse(value.trim());
  return Number.isFinite(atMs) ? atMs : undefined;
}

const wait = (waitMs: number): number | undefined =>
  waitMs > 0 ? Math.min(longestWaitMs, Math.round(waitMs)) : undefined;
