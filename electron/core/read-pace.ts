import type { Clock } from "./ports.ts";

/** How fast a paired device is shown people (S10): as fast as a desk needs, and no faster. */
export interface ReadPace {
  /** Settles once this reply may go out. */
  pace(deviceId: string, reply: unknown): Promise<void>;
  /** Devices that were slowed down in this run, and when first. */
  slowed(): { readonly deviceId: string; readonly atMs: number }[];
  /** Lets everything go that waits. */
  close(): void;
}

/** People whom a device has not been shown before: so many at once, an hour's arrivals at a busy desk and more. */
const atOnce = 1_500;
/** So many more each second. */
const perSecond = 15;
/** Nobody waits longer for one reply. */
const longestMs = 60_000;

interface Reader {
  readonly seen: Set<string>;
  /** Below zero: the device is ahead of its pace. */
  left: number;
  countedAt: number;
}

/**
 * A desk is shown a dozen new people for each arrival, and mostly the same ones again. Whoever reads a whole roster through
 * search is slowed down to the pace of a desk, and the owner is told. `onSlowed` is called the first time for each device.
 */
export function createReadPace(clock: Clock, onSlowed: (deviceId: string) => void): ReadPace {
  const readers = new Map<string, Reader>();
  const slowedAt = new Map<string, number>();
  const waiting = new Set<() => void>();

  const readerOf = (deviceId: string): Reader => {
    const now = clock.monotonic();
    const known = readers.get(deviceId);
    if (known === undefined) {
      const made = { seen: new Set<string>(), left: atOnce, countedAt: now };
      readers.set(deviceId, made);
      return made;
    }
    known.left = Math.min(atOnce, known.left + ((now - known.countedAt) / 1_000) * perSecond);
    known.countedAt = now;
    return known;
  };

  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        cancel();
        waiting.delete(go);
        resolve();
      };
      const cancel = clock.after(ms, go);
      waiting.add(go);
    });

  return {
    async pace(deviceId, reply) {
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
      await wait(Math.min(longestMs, (-reader.left / perSecond) * 1_000));
    },
    slowed: () => [...slowedAt].map(([deviceId, atMs]) => ({ deviceId, atMs })),
    close() {
      for (const go of waiting) go();
    },
  };
}

/** Ids of whatever in a reply has an e-mail address. */
function collectPeople(value: unknown, found: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  if ("email" in value && "id" in value && typeof value.id === "string") found.add(value.id);
  for (const part of Object.values(value)) collectPeople(part, found);
}
