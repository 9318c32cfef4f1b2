import type { Invalidation } from "#shared/contract/invalidations.ts";
import type { Transport } from "./transport.ts";

/**
 * About two frames. The invalidation of a command mostly comes before the command's reply, and the queries that it causes
 * must not delay the drawing of that reply.
 */
const restMs = 40;

/**
 * Five times a second is as often as a person reads a count. With twenty desks at work, each desk would else repeat its
 * queries at every check-in of the others, and the hub and the tablets would do little else.
 */
const betweenMs = 200;

/** The same transport, with invalidations collected for a moment and each passed on once. */
export function gatherInvalidations(transport: Transport): Transport {
  return {
    ...transport,
    listen(listener) {
      const waiting = new Map<string, Invalidation>();
      let timer: ReturnType<typeof setTimeout> | undefined;
      let flushedAt = -Infinity;
      const flush = (): void => {
        const gathered = [...waiting.values()];
        waiting.clear();
        timer = undefined;
        flushedAt = performance.now();
        for (const invalidation of gathered) listener.invalidation(invalidation);
      };
      const stop = transport.listen({
        invalidation(invalidation) {
          waiting.set(`${invalidation.topic} ${invalidation.eventId ?? ""}`, invalidation);
          const earliestMs = flushedAt + betweenMs - performance.now();
          timer ??= setTimeout(flush, Math.max(restMs, earliestMs));
        },
        state: (state, isInPractice) => listener.state(state, isInPractice),
      });
      return () => {
        clearTimeout(timer);
        stop();
      };
    },
  };
}
