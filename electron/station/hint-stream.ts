import type { ChangeHint } from "#shared/contract/hints.ts";
import type { ServedCore } from "./served-core.ts";

/** Well below the 45 s after which a screen takes silence for a broken line. */
export const heartbeatMs = 10_000;

export interface HintStreams {
  /** A stream of server-sent events; it ends when `isAllowed` no longer holds. */
  open(isAllowed: () => boolean): ReadableStream<Uint8Array>;
  /** Ends every stream. */
  closeAll(): void;
}

/**
 * Hints to any number of screens. A hint is never data, so one that was not read yet is not said
 * twice: a screen that is slow or asleep holds at most one hint of each kind in memory.
 */
export function createHintStreams(core: Pick<ServedCore, "subscribe">): HintStreams {
  const ends = new Set<() => void>();
  return {
    open: (isAllowed) => openStream(core, isAllowed, ends),
    closeAll() {
      for (const end of ends) end();
    },
  };
}

function openStream(
  core: Pick<ServedCore, "subscribe">,
  isAllowed: () => boolean,
  ends: Set<() => void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const waiting = new Map<string, ChangeHint>();
  let stop: () => void = () => undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const flush = (): void => {
        if ((controller.desiredSize ?? 0) <= 0) return;
        const text = [...waiting.values()].map((hint) => `data: ${JSON.stringify(hint)}\n\n`);
        waiting.clear();
        if (text.length > 0) controller.enqueue(encoder.encode(text.join("")));
      };
      const unsubscribe = core.subscribe((hint) => {
        if (hint.topic === "devices" && !isAllowed()) return end();
        waiting.set(`${hint.topic} ${hint.eventId ?? ""}`, hint);
        flush();
      });
      const heartbeat = setInterval(() => {
        if (!isAllowed()) return end();
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(": ping\n\n"));
        flush();
      }, heartbeatMs);
      stop = () => {
        clearInterval(heartbeat);
        unsubscribe();
        ends.delete(end);
      };
      function end(): void {
        stop();
        controller.close();
      }
      ends.add(end);
      controller.enqueue(encoder.encode(": open\n\n"));
    },
    pull(controller) {
      for (const hint of waiting.values()) {
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(hint)}\n\n`));
      }
      waiting.clear();
    },
    cancel: () => stop(),
  });
}
