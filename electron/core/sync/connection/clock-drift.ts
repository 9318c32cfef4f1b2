import type { Answered } from "#core/partner/classify-response.ts";
import { readHttpDate } from "#core/partner/retry-after.ts";

/** Milliseconds; the resolution of the `Date` header. */
const dateStepMs = 1_000;

/**
 * This computer's clock minus the server's, in milliseconds, as an answer shows it (J7); null if it has no `Date`. The
 * server wrote its whole seconds at some moment between the request and its answer, so a slow answer fits many drifts:
 * the known one stays, and until one is known, none is told.
 */
export function readClockDrift(
  { date, atMs, tookMs }: Answered,
  knownMs: number | null,
): number | null {
  const serverMs = readHttpDate(date);
  if (serverMs === undefined) return null;
  const mostMs = atMs - serverMs;
  const leastMs = mostMs - tookMs - dateStepMs;
  const likelyMs = knownMs ?? 0;
  const isPossible = leastMs <= likelyMs && likelyMs <= mostMs;
  return isPossible ? likelyMs : Math.round((leastMs + mostMs) / 2);
}
