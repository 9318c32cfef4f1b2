import type { HintTopic } from "#shared/contract/invalidations.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/** Tells screens that the queue moved, ten times a second at most while it drains. */
export interface QueueHints {
  /** Something changed; said now, or with what changes next. */
  soon(): void;
  /** Said now, with everything that waits to be said. */
  now(): void;
  close(): void;
}

/** As fast as anybody reads. */
const shortestMs = 100;
const topics: readonly HintTopic[] = ["outbox", "sync", "roster"];

export function createQueueHints({ ports: { clock }, hint }: SyncDeps): QueueHints {
  let saidAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  const now = (): void => {
    cancel?.();
    cancel = null;
    saidAt = clock.monotonic();
    for (const topic of topics) hint({ topic, eventId: null });
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
