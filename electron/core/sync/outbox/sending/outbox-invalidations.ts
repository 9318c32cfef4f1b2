import type { InvalidationTopic } from "#shared/contract/invalidations.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/** Sends invalidations for the outbox, at most ten per second while it drains. */
export interface OutboxInvalidations {
  /** Sends now, or together with the next change. */
  soon(): void;
  /** Sends now, including what is delayed. */
  now(): void;
  close(): void;
}

/** Faster updates cannot be read. */
const shortestMs = 100;
const topics: readonly InvalidationTopic[] = ["outbox", "sync", "roster"];

export function createOutboxInvalidations({
  ports: { clock },
  invalidate,
}: SyncDeps): OutboxInvalidations {
  let saidAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  const now = (): void => {
    cancel?.();
    cancel = null;
    saidAt = clock.monotonic();
    for (const topic of topics) invalidate(topic);
  };

  return {
    now,
    soon() {
      if (cancel !== null) return;
      const waitMs = saidAt + shortestMs - clock.monotonic();
      if (waitMs <= 0) now();
      else cancel = clock.after(waitMs, now);
    },
    close: () => cancel?.(),
  };
}
