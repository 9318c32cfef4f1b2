import type { Invalidation } from "#shared/contract/invalidations.ts";
import type { Transport } from "./transport.ts";

/**
 * About two frames. The invalidation of a command mostly comes before the command's reply, and the queries that it causes
 * must not delay the drawing of that reply.
 */
const restMs = 40;

/** The same transport, with invalidations collected for a moment and each passed on once. */
export function gatherInvalidations(transport: Transport): Transport {
  return {
    ...transport,
    listen(listener) {
      const waiting = new Map<string, Invalidation>();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const flush = (): void => {
        const gathered = [...waiting.values()];
        waiting.clear();
        timer = undefined;
        for (const invalidation of gathered) listener.invalidation(invalidation);
      };
      const stop = transport.listen({
        invalidation(invalidation) {
          waiting.set(`${invalidation.topic} ${invalidation.eventId ?? ""}`, invalidation);
          timer ??= setTimeout(flush, restMs);
        },
        state: (state) => listener.state(state),
      });
      return () => {
        clearTimeout(timer);
        stop();
      };
    },
  };
}
