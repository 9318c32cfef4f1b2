import type { Clock } from "#core/ports.ts";

/** More reloads than this within a minute do not help. */
const mostReloads = 3;
const withinMs = 60_000;

/** Whether a crashed screen may be reloaded; false once it crashes too often. */
export function createCrashLimit(clock: Pick<Clock, "monotonic">): () => boolean {
  let recent: number[] = [];
  return () => {
    const now = clock.monotonic();
    recent = recent.filter((at) => now - at < withinMs);
    if (recent.length >= mostReloads) return false;
    recent.push(now);
    return true;
  };
}
