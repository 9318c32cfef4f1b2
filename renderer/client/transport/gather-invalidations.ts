import type { Invalidation } from "#shared/contract/invalidations.ts";
import type { Transport } from "./transport.ts";

/**
 * About two frames: the hint of one's own order mostly comes before its reply, and what it makes the screens ask must
 * not stand between that reply and the eye.
 */
const restMs = 40;

/** The same wire, its hints gathered for a moment and each told once. */
export function gatherInvalidations(wire: Transport): Transport {
  return {
    ...wire,
    listen(listener) {
      const waiting = new Map<string, Invalidation>();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tell = (): void => {
        const hints = [...waiting.values()];
        waiting.clear();
        timer = undefined;
        for (const hint of hints) listener.hint(hint);
      };
      const stop = wire.listen({
        hint(hint) {
          waiting.set(`${hint.topic} ${hint.eventId ?? ""}`, hint);
          timer ??= setTimeout(tell, restMs);
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
