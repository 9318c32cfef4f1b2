import type { InvalidationTopic } from "#shared/contract/invalidations.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/** Faster updates cannot be read. */
const shortestMs = 100;
const topics: readonly InvalidationTopic[] = ["outbox", "sync", "roster"];

/** Sends invalidations for the outbox, at most ten per second while it drains. */
export function createOutboxInvalidations({ ports: { clock }, invalidate }: SyncDeps) {
  let saidAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  const now = (): void => {
    cancel?.();
    cancel = null;
    saidAt = clock.monotonic();
    for (const topic of topics) invalidate(topic);
  };

  return {
    /** Sends now, including what is delayed. */
    now,
    /** Sends now, or together with the next change. */
    soon() {
      if (cancel !== null) return;
      const waitMs = saidAt + shortestMs - clock.monotonic();
      if (waitMs <= 0) now();
      else cancel = clock.after(waitMs, now);
    },
    close: () => cancel?.(),
  };
}

export type OutboxInvalidations = ReturnType<typeof createOutboxInvalidations>;
