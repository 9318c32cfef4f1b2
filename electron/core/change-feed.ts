import type { Invalidation, InvalidationTopic } from "#shared/contract/invalidations.ts";
import type { Logger } from "./ports.ts";

/**
 * Collects the invalidations of one turn of the event loop and sends each one once, after the turn: a page of a thousand
 * rows is one invalidation. If a listener throws, it is logged and the others are still called. Listeners must return at
 * once; a slow transport has its own buffer.
 */
export function createChangeFeed(logger: Logger) {
  const listeners = new Set<(invalidation: Invalidation) => void>();
  let waiting = new Map<string, Invalidation>();

  const send = (): void => {
    const invalidations = [...waiting.values()];
    waiting = new Map();
    for (const listener of listeners) {
      for (const invalidation of invalidations) {
        try {
          listener(invalidation);
        } catch (error) {
          const { topic } = invalidation;
          logger.log("error", "change-feed.listener-threw", { topic, error });
        }
      }
    }
  };

  return {
    /** Without `eventId`: for all events. */
    publish(topic: InvalidationTopic, eventId: string | null = null) {
      if (waiting.size === 0) setImmediate(send);
      waiting.set(`${topic} ${eventId ?? ""}`, { topic, eventId });
    },
    subscribe(listener: (invalidation: Invalidation) => void): () => void {
      // The same listener may subscribe twice.
      const own = (invalidation: Invalidation): void => listener(invalidation);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/** Tells screens which data to query again. An invalidation carries no data, so a lost or repeated one is harmless. */
export type ChangeFeed = ReturnType<typeof createChangeFeed>;
