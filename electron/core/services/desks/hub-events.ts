import type { Clock } from "#core/ports.ts";
import { createSleeper } from "#core/sleep.ts";
import type { HubClient } from "./hub-client.ts";

/** The hub's stream says something every few seconds; after a longer silence the connection is lost. */
const hubSilenceMs = 25_000;
const reopenMs = 1_000;
/** The stream has no end of its own. */
const streamTimeoutMs = 24 * 3_600_000;

/** Heartbeats of the desks change only who is there. */
const isAboutData = /"topic":"(?!devices")/;

/** Reads the hub's stream of invalidations until `closed`. Opens the stream again after it ends. */
export function listenToHub(
  client: Pick<HubClient, "request">,
  closed: AbortSignal,
  clock: Clock,
  onInvalidation: () => void,
) {
  let lost = new AbortController();

  const readStream = async (): Promise<void> => {
    lost = new AbortController();
    const { signal } = lost;
    const abort = (): void => lost.abort();
    let cancel = clock.after(hubSilenceMs, abort);
    try {
      const answer = await client.request("/events", {
        signal: AbortSignal.any([closed, signal]),
        timeoutMs: streamTimeoutMs,
      });
      const reader = answer.body?.getReader();
      for (;;) {
        const part = await reader?.read();
        if (part === undefined || part.done) return;
        cancel();
        cancel = clock.after(hubSilenceMs, abort);
        if (isAboutData.test(Buffer.from(part.value).toString("utf8"))) onInvalidation();
      }
    } catch {
      // The link itself tells why the hub does not answer.
    } finally {
      cancel();
    }
  };

  const sleeper = createSleeper(clock);
  closed.addEventListener("abort", () => sleeper.wake(), { once: true });
  const run = async (): Promise<void> => {
    while (!closed.aborted) {
      await readStream();
      if (closed.aborted) return;
      await sleeper.sleep(reopenMs);
    }
  };

  return {
    /** The hub did not answer: the connection of the stream is lost as well. */
    reopen: () => lost.abort(),
    /** Resolves after the stream ended for good. */
    ended: run(),
  };
}

export type HubEvents = ReturnType<typeof listenToHub>;
