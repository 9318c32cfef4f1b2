import { mkdtempSync, existsSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxApi } from "#sandbox/api.ts";
import { createSandboxApi } from "#sandbox/api.ts";
import type { Computer, Plant } from "./computer.ts";
import { createComputer } from "./computer.ts";
import type { Draws } from "./draws.ts";
import { createDraws } from "./draws.ts";
import type { Network } from "./network.ts";
import { createNetwork } from "./network.ts";
import type { Orders, OrdersOptions } from "./orders.ts";
import { createOrders } from "./orders.ts";
import type { Peer } from "./peer.ts";
import { createPeer } from "./peer.ts";
import { Violation } from "./violation.ts";
import type { VirtualLoop } from "./virtual-loop.ts";
import { createVirtualLoop } from "./virtual-loop.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** Everything one seed is played in. */
export interface World extends Orders, Pick<VirtualLoop, "settle" | "drive"> {
  readonly seed: number;
  readonly draws: Draws;
  readonly time: VirtualTime;
  readonly api: SandboxApi;
  readonly origin: string;
  readonly network: Network;
  readonly computer: Computer;
  /** A second laptop; null in most stories. */
  readonly peer: Peer | null;
  readonly plant: Plant | undefined;
  readonly trace: readonly string[];
  note(line: string): void;
  close(): Promise<void>;
}

export interface WorldOptions extends Pick<OrdersOptions, "onReply" | "onLost"> {
  readonly seed: number;
  readonly plant?: Plant | undefined;
}

/** The address of the partner API in every story. */
export const origin = "http://127.0.0.1:8080";

/** A folder in memory, if the system has one. */
export const storyFolder = (): string =>
  mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "chute-sim-"));

export interface OrganizerOptions {
  readonly seed: number;
  readonly runners: number;
  readonly loop: VirtualLoop;
}

/** The organizer's server, in virtual time. */
export const createOrganizer = ({ seed, runners, loop }: OrganizerOptions): SandboxApi =>
  createSandboxApi(
    {
      seed: 1 + (seed % 7),
      runners,
      today: "2026-05-17",
      now: () => loop.time.trueNow(),
      controlToken: "none",
      reportBug: (error) => loop.fail(error),
    },
    () => ({ url: origin, open: async () => undefined, cut: async () => undefined }),
  );

/** Fails the story if a text has one of the organizer's keys (K1). */
export function watchKeys(api: SandboxApi, loop: VirtualLoop) {
  const keys = Object.values(api.context.credentials.keys);
  return (text: string, what: string): void => {
    if (keys.some((key) => text.includes(key))) {
      loop.fail(new Violation(`K1 a key is in ${what}`));
    }
  };
}

export function createWorld({ seed, plant, onReply, onLost }: WorldOptions): World {
  const draws = createDraws(seed);
  const root = storyFolder();
  const trace: string[] = [];
  const note = (line: string): void => void trace.push(line);
  const loop = createVirtualLoop(() => network.atWork);
  const { time, drive } = loop;
  const api = createOrganizer({ seed, runners: draws.pick([12, 30, 30, 30, 230]), loop });
  const mustNotHold = watchKeys(api, loop);
  const network = createNetwork({ draws: draws.split("network"), time, api, origin, note });
  const peerDraws = draws.split("peer");
  const hasPeer = peerDraws.chance(0.3);
  const computer = createComputer({
    root,
    hasStick: hasPeer,
    draws,
    time,
    network,
    drive,
    note,
    onLog(line) {
      mustNotHold(line, "a line of the log");
      if (line.startsWith('{"level":"error"')) note(`  log ${line.slice(0, 400)}`);
    },
    onPortCall: () => loop.stir(),
    plant,
  });
  const peer = hasPeer
    ? createPeer({ root, seed, draws: peerDraws, time, api, origin, drive, note })
    : null;
  const orders = createOrders({
    seed,
    draws,
    loop,
    run: () => computer.run,
    deskNow: time.deskNow,
    note,
    mustNotHold,
    onReply,
    onLost,
  });

  return {
    ...orders,
    get pending() {
      return orders.pending;
    },
    seed,
    draws,
    time,
    api,
    origin,
    network,
    computer,
    peer,
    plant,
    trace,
    note,
    settle: loop.settle,
    drive,
    async close() {
      try {
        await computer.close();
        await peer?.close();
      } finally {
        api.close();
        rmSync(root, { recursive: true, force: true });
      }
    },
  };
}
