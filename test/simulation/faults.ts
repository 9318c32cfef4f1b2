import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { PeerPort, Ports } from "#core/ports.ts";
import type { Push } from "#shared/contract/peer.ts";
import { chainOf } from "#shared/domain/desks/version-vector.ts";
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

  /** The hub says that it has an entry, and does not. */
  entryDropped: onPorts((ports) => {
    const { peer } = ports;
    if (peer === undefined) return ports;
    return { ...ports, peer: { ...peer, fetch: dropping(peer) } };
  }),

  takesOverBlindly: takesOverBlindly(),
} as const;

/** The sixth entry of each chain never reaches the hub, whose answer counts it. */
const dropping =
  (peer: PeerPort): PeerPort["fetch"] =>
  async (hub, path, init) => {
    if (path !== "/peer/entries" || typeof init?.body !== "string") {
      return await peer.fetch(hub, path, init);
    }
    const push = JSON.parse(init.body) as Push;
    const entries = push.entries.filter(({ sequence }) => sequence !== 6);
    const response = await peer.fetch(hub, path, {
      ...init,
      body: JSON.stringify({ ...push, entries }),
    });
    const reply = (await response.json()) as {
      readonly value?: { vector: Record<string, number> };
    };
    for (const entry of push.entries) {
      if (reply.value === undefined) break;
      const chain = chainOf(entry);
      reply.value.vector[chain] = Math.max(entry.sequence, reply.value.vector[chain] ?? 0);
    }
    return Response.json(reply, { status: response.status });
  };

/** A full desk that takes over sends what it has, without a look at the organizer's list. */
function takesOverBlindly(): Plant {
  let isTakingOver = false;
  return {
    ports: (ports) => ({
      ...ports,
      fetch: async (input, init) => {
        if (isTakingOver && String(input).includes("/registration?")) {
          throw new TypeError("fetch failed");
        }
        return await ports.fetch(input, init);
      },
    }),
    takeOver: {
      before() {
        isTakingOver = true;
      },
      after(folder) {
        isTakingOver = false;
        const database = new Sqlite(join(folder, "live", "chute.sqlite"));
        database.exec(
          `UPDATE outbox SET state = 'pending', certainty = 'never-sent', reason = NULL,
             first_sent_at_ms = NULL, next_try_at_ms = NULL, replay_from_ms = NULL
           WHERE state IN ('pending', 'waiting')`,
        );
        database.close();
      },
    },
  };
}
