import type { Invalidation, HintTopic } from "#shared/contract/invalidations.ts";
import type { Logger } from "./ports.ts";

/** Tells screens what to ask again. A hint is never data, so losing or repeating one is harmless. */
export interface ChangeFeed {
  /** `eventId` null, or left out: for any event. */
  publish(topic: HintTopic, eventId?: string | null): void;
  subscribe(listener: (hint: Invalidation) => void): () => void;
}

/**
 * Collects the hints of one turn of the event loop and tells each of them once, after the turn: a page of a thousand
 * rows is one hint. A listener that throws is logged and neither hurts nor delays the others; listeners return at once,
 * since a slow wire keeps its own buffer.
 */
export function createChangeFeed(logger: Logger): ChangeFeed {
  const listeners = new Set<(hint: Invalidation) => void>();
  let waiting = new Map<string, Invalidation>();

  const tell = (): void => {
    const hints = waiting;
    waiting = new Map();
    for (const listener of listeners) {
      for (const hint of hints.values()) {
        try {
          listener(hint);
        } catch (error) {
          logger.log("error", "change-feed.listener-threw", { topic: hint.topic, error });
        }
      }
    }
  };

  return {
    publish(topic, eventId = null) {
      if (waiting.size === 0) setImmediate(tell);
      waiting.set(`${topic} ${eventId ?? ""}`, { topic, eventId });
    },
    subscribe(listener) {
      // A listener given twice is two subscriptions.
      const own = (hint: Invalidation): void => listener(hint);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
