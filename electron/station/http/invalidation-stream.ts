import type { Invalidation } from "#shared/contract/invalidations.ts";
import { heartbeatMs, tooManyStreams } from "#shared/contract/channels.ts";
import type { ServedCore } from "./served-core.ts";

/** Windows and tabs that one browser may have open at once; more than a person uses. */
export const streamsPerScreen = 20;

export interface InvalidationStreams {
  /**
   * A stream of server-sent events; it ends when `isAllowed` returns false. If a key has more than
   * `streamsPerScreen` streams, the oldest ends and tells why (S12).
   */
  open(key: string, isAllowed: () => boolean): ReadableStream<Uint8Array>;
  /** Ends every stream. */
  closeAll(): void;
}

/**
 * Sends invalidations to any number of screens. An invalidation carries no data, so one that is still unread
 * is not queued twice: a slow or sleeping screen has at most one invalidation of each kind in memory.
 */
export function createInvalidationStreams(
  core: Pick<ServedCore, "subscribe">,
): InvalidationStreams {
  const ends = new Map<(why?: string) => void, string>();
  return {
    open(key, isAllowed) {
      const own = [...ends].filter(([, of]) => of === key);
      if (own.length >= streamsPerScreen) own[0]?.[0](tooManyStreams);
      return openStream(core, isAllowed, {
        add: (end) => void ends.set(end, key),
        remove: (end) => void ends.delete(end),
      });
    },
    closeAll() {
      for (const end of ends.keys()) end();
    },
  };
}

interface OpenStreams {
  add(end: (why?: string) => void): void;
  remove(end: (why?: string) => void): void;
}

function openStream(
  core: Pick<ServedCore, "subscribe">,
  isAllowed: () => boolean,
  streams: OpenStreams,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const waiting = new Map<string, Invalidation>();
  let stop: () => void = () => undefined;
  const sendWaiting = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    const events = [...waiting.values()].map((each) => `data: ${JSON.stringify(each)}\n\n`);
    waiting.clear();
    if (events.length > 0) controller.enqueue(encoder.encode(events.join("")));
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const flush = (): void => {
        if ((controller.desiredSize ?? 0) > 0) sendWaiting(controller);
      };
      const unsubscribe = core.subscribe((invalidation) => {
        if (invalidation.topic === "devices" && !isAllowed()) return end();
        waiting.set(`${invalidation.topic} ${invalidation.eventId ?? ""}`, invalidation);
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
        streams.remove(end);
      };
      function end(why?: string): void {
        stop();
        if (why !== undefined) controller.enqueue(encoder.encode(`event: ${why}\ndata:\n\n`));
        controller.close();
      }
      streams.add(end);
      controller.enqueue(encoder.encode(": open\n\n"));
    },
    pull: sendWaiting,
    cancel: () => stop(),
  });
}
