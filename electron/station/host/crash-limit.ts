import type { Clock } from "#core/ports.ts";

/** More often than this within a minute, a fault does not go away by itself. */
const mostCrashes = 3;
const withinMs = 60_000;

/** Counts crashes; false once there were more than `most` of them within a minute. */
export function createCrashLimit(
  clock: Pick<Clock, "monotonic">,
  most: number = mostCrashes,
): () => boolean {
  let recent: number[] = [];
  return () => {
    const now = clock.monotonic();
    recent = recent.filter((at) => now - at < withinMs);
    if (recent.length >= most) return false;
    recent.push(now);
    return true;
  };
}
