import type { Clock } from "#core/ports.ts";

/** More than this often within a minute, and loading again does not help. */
const mostReloads = 3;
const withinMs = 60_000;

/** Whether a screen that stopped is to be loaded again; false once it stops too often. */
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
