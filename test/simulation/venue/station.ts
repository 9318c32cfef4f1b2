import { TLSSocket } from "node:tls";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Random } from "#core/ports.ts";
import { createApp } from "#station/http/app.ts";
import type { InvalidationStreams } from "#station/http/invalidation-stream.ts";
import type { ServedCore } from "#station/http/served-core.ts";
import { createDeviceSessions } from "#station/sessions/device-sessions.ts";
import type { Run } from "../computer.ts";
import type { VirtualTime } from "../virtual-time.ts";

/** What one run of a computer's program serves to the others: the station's own routes, without a socket. */
export interface Station {
  /** Which computer. */
  readonly index: number;
  readonly fingerprint: string;
  isDead(): boolean;
  handle(path: string, init: RequestInit): Promise<Response>;
}

export interface StationOptions {
  readonly index: number;
  readonly run: Run;
  readonly random: Random;
  readonly time: VirtualTime;
  readonly onBug: (error: unknown) => void;
}

const port = 4319;

/** Every computer has an address of its own at the venue. */
const hostOf = (index: number): string => `192.168.1.${10 + index}`;
export const addressOf = (index: number): string => `https://${hostOf(index)}:${port}`;
export const fingerprintOf = (index: number): string => `AA:BB:0${index}`;

export function openStation({ index, run, random, time, onBug }: StationOptions): Station {
  const { core } = run;
  const clock = { monotonic: () => time.elapsedMs };
  const app = createApp({
    core,
    access: { owner: null, devices: createDeviceSessions(core.access, { clock, random }) },
    host: hostOf(index),
    port: () => port,
    renderer: new Hono(),
    invalidations: createVirtualStreams(core, time),
    reportBug: onBug,
  });
  return {
    index,
    fingerprint: fingerprintOf(index),
    isDead: () => run.isDead,
    handle: async (path, { method = "GET", headers, body = null }) => {
      const sent = new Headers(headers);
      sent.set("host", `${hostOf(index)}:${port}`);
      const request = new Request(addressOf(index) + path, { method, headers: sent, body });
      return await app.fetch(request, bindings);
    },
  };
}

/** The station asks a connection whether it is encrypted, and from where it comes. */
const socket = Object.create(TLSSocket.prototype, {
  remoteAddress: { value: "192.168.1.99" },
  remotePort: { value: 50_000 },
  remoteFamily: { value: "IPv4" },
}) as TLSSocket;
const bindings = { incoming: { socket } } as unknown as HttpBindings;

/** As the station's own streams, which measure real time. */
const gatherMs = 150;
/** Less often than the station says something, since a full desk waits 25 s for it. */
const pingMs = 8_000;

function createVirtualStreams(
  core: Pick<ServedCore, "subscribe">,
  time: VirtualTime,
): InvalidationStreams {
  const encoder = new TextEncoder();
  const open = (isAllowed: () => boolean): ReadableStream<Uint8Array> => {
    const waiting = new Set<string>();
    let isOver = false;
    let unsubscribe = (): void => undefined;
    const stop = (): void => {
      isOver = true;
      unsubscribe();
    };
    return new ReadableStream({
      start(controller) {
        const write = (text: string): void => {
          if (!isOver) controller.enqueue(encoder.encode(text));
        };
        const flush = (): void => {
          write([...waiting].map((each) => `data: ${each}\n\n`).join(""));
          waiting.clear();
        };
        const ping = (): void => {
          write(": ping\n\n");
          if (!isOver) time.after(pingMs, ping);
        };
        unsubscribe = core.subscribe((invalidation) => {
          if (isOver) return;
          if (invalidation.topic === "devices" && !isAllowed()) {
            stop();
            controller.close();
            return;
          }
          if (waiting.size === 0) time.after(gatherMs, flush);
          waiting.add(JSON.stringify(invalidation));
        });
        write(": open\n\n");
        time.after(pingMs, ping);
      },
      cancel: stop,
    });
  };
  return { open: (_key, isAllowed) => open(isAllowed), closeAll: () => undefined };
}
