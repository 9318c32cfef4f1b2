import type { Clock } from "./ports.ts";
import { createSleeper } from "./sleep.ts";

/** People that a device may read for the first time without delay; more than an hour's arrivals at a busy desk. */
const burst = 1_500;
/** Further people per second. */
const perSecond = 15;
/** Maximum delay of one reply. */
const longestMs = 60_000;

interface Reader {
  readonly seen: Set<string>;
  /** Negative if the device must wait. */
  left: number;
  countedAt: number;
}

/**
 * A token bucket per device. A desk reads about a dozen new people per arrival, and mostly the same ones again. A device
 * that reads the whole roster through search is slowed down; `onSlowed` is called the first time for each device.
 */
export function createReadPace(clock: Clock, onSlowed: (deviceId: string) => void) {
  const readers = new Map<string, Reader>();
  const slowedAt = new Map<string, number>();
  const sleeper = createSleeper(clock);

  const readerOf = (deviceId: string): Reader => {
    const now = clock.monotonic();
    const known = readers.get(deviceId);
    if (known === undefined) {
      const made = { seen: new Set<string>(), left: burst, countedAt: now };
      readers.set(deviceId, made);
      return made;
    }
    known.left = Math.min(burst, known.left + ((now - known.countedAt) / 1_000) * perSecond);
    known.countedAt = now;
    return known;
  };

  return {
    /** Resolves when this reply may be sent. */
    async pace(deviceId: string, reply: unknown) {
      const people = new Set<string>();
      collectPeople(reply, people);
      if (people.size === 0) return;
      const reader = readerOf(deviceId);
      for (const id of people) {
        if (reader.seen.has(id)) continue;
        reader.seen.add(id);
        reader.left -= 1;
      }
      if (reader.left >= 0) return;
      if (!slowedAt.has(deviceId)) {
        slowedAt.set(deviceId, clock.now());
        onSlowed(deviceId);
      }
      await sleeper.sleep(Math.min(longestMs, (-reader.left / perSecond) * 1_000));
    },
    /** Devices that were slowed down since the program started, each with the time when that first happened. */
    slowed: (): { readonly deviceId: string; readonly atMs: number }[] =>
      [...slowedAt].map(([deviceId, atMs]) => ({ deviceId, atMs })),
    /** Releases all waiting replies. */
    close: () => sleeper.wake(),
  };
}

/** Slows a paired device that reads more runners than a desk needs (S10). */
export type ReadPace = ReturnType<typeof createReadPace>;

/** Collects the ids of all objects in a reply that have an e-mail address. */
function collectPeople(value: unknown, found: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  if ("email" in value && "id" in value && typeof value.id === "string") found.add(value.id);
  for (const part of Object.values(value)) collectPeople(part, found);
}
