import type { PartnerClient, Question, Reply } from "#core/partner/client.ts";
import type { RateGate } from "#core/partner/rate-gate.ts";

/** A person's requests that wait because the API rate-limits this key (O6). */
export function createRateLimitWaits(onChange: () => void) {
  const waiting = new Set<{ readonly gate: RateGate }>();
  let stopping = new AbortController();

  const askOnceOpen = async (
    client: PartnerClient,
    question: Question,
    { signal, stopped }: { readonly signal: AbortSignal; readonly stopped: AbortSignal },
  ): Promise<Reply> => {
    if (client.gate.closedForMs() === 0) return client.get(question, signal);
    const wait = { gate: client.gate };
    waiting.add(wait);
    onChange();
    const reply = await client.get(question, AbortSignal.any([signal, stopped]));
    waiting.delete(wait);
    onChange();
    return reply;
  };

  return {
    /**
     * The same client, but a request waits until the rate gate opens and is sent then. `stop` also holds for its later
     * requests, which belong to the same question of a person.
     */
    of(client: PartnerClient): PartnerClient {
      const { signal: stopped } = stopping;
      return {
        ...client,
        async get(question, signal) {
          for (;;) {
            const reply = await askOnceOpen(client, question, { signal, stopped });
            if (signal.aborted) return reply;
            // A person stopped the wait, or saved another key.
            if (reply.outcome.kind === "given-up") return rateLimited(reply);
            if (reply.outcome.kind !== "rate-limited" || stopped.aborted) return reply;
          }
        },
      };
    },
    /** How much longer the current requests wait, in milliseconds; null if none waits. */
    waitMs() {
      const [wait] = waiting;
      return wait === undefined ? null : wait.gate.closedForMs() || null;
    },
    /** A person does not want to wait: each waiting request ends as `rate-limited`. */
    stop() {
      stopping.abort();
      stopping = new AbortController();
    },
  };
}

const rateLimited = (reply: Reply): Reply => ({
  ...reply,
  outcome: { kind: "rate-limited", retryAfterMs: null },
});

export type RateLimitWaits = ReturnType<typeof createRateLimitWaits>;
