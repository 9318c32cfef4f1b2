import type { Invalidation } from "#shared/contract/invalidations.ts";
import { tooManyStreams } from "#shared/contract/channels.ts";
import { streamHeartbeatMs } from "#shared/contract/stream-timing.ts";
import type { ServedCore } from "./served-core.ts";

/** Windows and tabs that one browser may have open at once; more than a person uses. */
export const streamsPerScreen = 20;

/**
 * The first invalidation goes out at once, those of the next moment together: with twenty desks at work, each screen
 * asks again a few times a second and not after each check-in.
 */
const gatherMs = 150;

/**
 * Sends invalidations to any number of screens. An invalidation carries no data, so one that is still unread
 * is not queued twice: a slow or sleeping screen has at most one invalidation of each kind in memory.
 */
export function createInvalidationStreams(core: Pick<ServedCore, "subscribe">) {
  const ends = new Map<(why?: string) => void, string>();
  return {
    /**
     * A stream of server-sent events; it ends when `isAllowed` returns false. If a key has more than
     * `streamsPerScreen` streams, the oldest ends and tells why (S12).
     */
    open(key: string, isAllowed: () => boolean): ReadableStream<Uint8Array> {
      const own = [...ends].filter(([, of]) => of === key);
      if (own.length >= streamsPerScreen) own[0]?.[0](tooManyStreams);
      return openStream(core, isAllowed, {
        add: (end) => void ends.set(end, key),
        remove: (end) => void ends.delete(end),
      });
    },
    /** Ends every stream. */
    closeAll() {
      for (const end of ends.keys()) end();
    },
  };
}

export type InvalidationStreams = ReturnType<typeof createInvalidationStreams>;

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
  let sentAt = Number.NEGATIVE_INFINITY;
  let gathering: NodeJS.Timeout | null = null;
  const sendWaiting = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    if (waiting.size === 0 || gathering !== null) return;
    const waitMs = sentAt + gatherMs - performance.now();
    if (waitMs > 0) {
      gathering = setTimeout(() => {
        gathering = null;
        if ((controller.desiredSize ?? 0) > 0) sendWaiting(controller);
      }, waitMs);
      return;
    }
    sentAt = performance.now();
    const events = [...waiting.values()].map((each) => `data: ${JSON.stringify(each)}\n\n`);
    waiting.clear();
    controller.enqueue(encoder.encode(events.join("")));
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
      }, streamHeartbeatMs);
      stop = () => {
        clearInterval(heartbeat);
        if (gathering !== null) clearTimeout(gathering);
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
