import type { Ports } from "#core/ports.ts";
import type { Plant } from "./computer.ts";

const onPorts = (ports: (ports: Ports) => Ports): Plant => ({ ports });

/** Faults that are planted on purpose, to see that the simulator catches them. */
export const faults = {
  /** Each try goes out under a key of its own: a lost reply becomes a second registration. */
  newKeyPerTry: onPorts((ports) => {
    let tries = 0;
    return {
      ...ports,
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        if (headers.has("idempotency-key")) headers.set("idempotency-key", `try-${(tries += 1)}`);
        return ports.fetch(input, { ...init, headers: Object.fromEntries(headers) });
      },
    };
  }),

  /** What was refused is called done. */
  refusalsAreSuccesses: onPorts((ports) => ({
    ...ports,
    fetch: async (input, init) => {
      const response = await ports.fetch(input, init);
      if (init?.method !== "POST" || response.status !== 422) return response;
      return Response.json({ data: { participantId: "0".repeat(24) } }, { status: 201 });
    },
  })),

  /** The list ends early and says so. */
  halfLists: onPorts((ports) => ({
    ...ports,
    fetch: async (input, init) => {
      const response = await ports.fetch(input, init);
      if (!String(input).includes("/registration?") || response.status !== 200) return response;
      const { data } = (await response.json()) as { readonly data: readonly unknown[] };
      return Response.json({ data: data.slice(0, data.length >> 1) });
    },
  })),

  /** The key is told to the log. */
  keyInTheLog: onPorts((ports) => ({
    ...ports,
    fetch: (input, init) => {
      const authorization = new Headers(init?.headers).get("authorization");
      ports.logger.log("info", "partner.request", { authorization });
      return ports.fetch(input, init);
    },
  })),

  /** A timer that never comes: what waits is never tried again. Shorter than a request may take (O5), which ends. */
  timersNeverCome: onPorts((ports) => ({
    ...ports,
    clock: {
      ...ports.clock,
      after: (delayMs, call) =>
        delayMs >= 1_000 && delayMs < 10_000 ? () => undefined : ports.clock.after(delayMs, call),
    },
  })),

  /** A journal file arrives without its end. */
  linesLost: { losesLines: true } satisfies Plant,

  /** What was called saved was not on the disk. */
  savedTooEarly: { losesCommits: true } satisfies Plant,
} as const;
