import { mkdtempSync, existsSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { owner } from "#core/handlers.ts";
import type { SandboxApi } from "#sandbox/api.ts";
import { createSandboxApi } from "#sandbox/api.ts";
import type { InputOf, ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import type { Result } from "#shared/result.ts";
import type { Computer, Plant } from "./computer.ts";
import { createComputer } from "./computer.ts";
import type { Draws } from "./draws.ts";
import { createDraws } from "./draws.ts";
import type { Network } from "./network.ts";
import { createNetwork } from "./network.ts";
import type { Peer } from "./peer.ts";
import { createPeer } from "./peer.ts";
import { Violation } from "./violation.ts";
import type { VirtualTime } from "./virtual-time.ts";
import { createVirtualTime } from "./virtual-time.ts";

/** An order that somebody at the desk gave. */
export interface Order {
  readonly name: ProcedureName;
  readonly input: { readonly commandId: string } & Readonly<Record<string, unknown>>;
}

/** Everything one seed is played in. */
export interface World {
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
  /** Orders whose reply nobody read: whether they were performed is not known. */
  readonly lost: Order[];
  /** When an order was first given, by the desk's clock. */
  givenAtMs(order: Order): number;
  /** Orders that wait for something. */
  readonly pending: number;
  note(line: string): void;
  settle(): Promise<void>;
  /** Goes on in virtual time until it comes true. */
  drive<T>(promise: Promise<T>): Promise<T>;
  /** Gives an order, perhaps twice at once as an impatient finger does. */
  give(order: Order, times?: number): void;
  order<Name extends ProcedureName>(name: Name, input: Omit<InputOf<Name>, "commandId">): Order;
  /** Null where the program died over it. */
  ask<Name extends ProcedureName>(name: Name, input: InputOf<Name>): Promise<ReplyOf<Name> | null>;
  /** Those whose reply nobody will read any more, since the program died. */
  loseReplies(): void;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly seed: number;
  readonly plant?: Plant | undefined;
  /** A reply was read by whoever gave the order. */
  readonly onReply: (order: Order, reply: Result<unknown>) => void;
  readonly onLost: (order: Order) => void;
}

/** Turns of the event loop in which nothing happened: then nothing will before the clock goes on. */
const calmTurns = 5;
const patienceMs = 60 * 60_000;
const origin = "http://127.0.0.1:8080";

/** Files are asked for beside the loop: how many turns that takes is up to the machine, so they are waited for. */
const waitsForFiles = (): boolean =>
  process.getActiveResourcesInfo().some((resource) => resource.startsWith("FSReq"));

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

export function createWorld({ seed, plant, onReply, onLost }: WorldOptions): World {
  const draws = createDraws(seed);
  const root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "chute-sim-"));
  const trace: string[] = [];
  const lost: Order[] = [];
  const givenAt = new Map<string, number>();
  const pending = new Map<symbol, Order>();
  let activity = 0;
  let orders = 0;
  let failure: unknown = null;

  const note = (line: string): void => void trace.push(line);

  const settle = async (): Promise<void> => {
    for (let calm = 0; calm < calmTurns;) {
      const before = activity;
      await turn();
      const isQuiet = activity === before && network.atWork === 0;
      calm = isQuiet && !(calm === calmTurns - 1 && waitsForFiles()) ? calm + 1 : 0;
    }
    if (failure !== null) throw failure;
  };
  const time = createVirtualTime(settle);

  const drive = async <T>(promise: Promise<T>): Promise<T> => {
    let isOver = false;
    const watched = promise.finally(() => {
      isOver = true;
    });
    watched.catch(() => undefined);
    const until = time.elapsedMs + patienceMs;
    for (;;) {
      await settle();
      if (isOver) return await watched;
      const waitMs = time.untilNextMs();
      if (waitMs === null || time.elapsedMs > until) throw new Violation("This never ends");
      await time.advance(waitMs);
    }
  };

  const api = createSandboxApi(
    {
      seed: 1 + (seed % 7),
      runners: draws.pick([12, 30, 30, 30, 230]),
      today: "2026-05-17",
      now: () => time.trueNow(),
      controlToken: "none",
      reportBug: (error) => {
        failure ??= error;
      },
    },
    () => ({ url: origin, open: async () => undefined, cut: async () => undefined }),
  );
  const keys = Object.values(api.context.credentials.keys);

  const mustNotHold = (text: string, what: string): void => {
    if (keys.some((key) => text.includes(key))) failure ??= new Violation(`K1 a key is in ${what}`);
  };

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
    onPortCall: () => {
      activity += 1;
    },
    plant,
  });

  const peer = hasPeer
    ? createPeer({ root, seed, draws: peerDraws, time, api, origin, drive, note })
    : null;

  const dispatch = async (order: Order): Promise<void> => {
    const { run } = computer;
    const ticket = Symbol(order.name);
    pending.set(ticket, order);
    const reply = await run.core.dispatch(order.name, order.input, owner);
    activity += 1;
    // Given up by then: the program died, and somebody else counted it as lost.
    if (!pending.delete(ticket)) return;
    mustNotHold(JSON.stringify(reply), `the reply to ${order.name}`);
    if (run.isDead) {
      lose(order);
      return;
    }
    note(`  ${order.name} ${reply.ok ? "ok" : `refused: ${reply.error.code}`}`);
    if (replyDraws.chance(0.03)) {
      note("  nobody read the reply");
      lose(order);
    } else onReply(order, reply);
  };
  const replyDraws = draws.split("replies");

  const lose = (order: Order): void => {
    lost.push(order);
    onLost(order);
  };

  return {
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
    lost,
    givenAtMs: ({ input }) => givenAt.get(input.commandId) ?? 0,
    note,
    settle,
    drive,
    get pending() {
      return pending.size;
    },
    order: (name, input) => {
      orders += 1;
      const commandId = `order-${seed}-${orders}`;
      givenAt.set(commandId, time.deskNow());
      return { name, input: { ...input, commandId } };
    },
    give(order, times = 1) {
      note(`  ${order.name} ${briefly(order.input)}${times > 1 ? ` ×${times}` : ""}`);
      for (let time = 0; time < times; time += 1) {
        dispatch(order).catch((cause: unknown) => {
          failure ??= cause;
        });
      }
    },
    async ask(name, input) {
      const { run } = computer;
      const reply = await run.core.dispatch(name, input, owner);
      activity += 1;
      if (run.isDead) return null;
      mustNotHold(JSON.stringify(reply), `the reply to ${name}`);
      return reply as ReplyOf<typeof name>;
    },
    loseReplies() {
      const given = [...pending.values()];
      pending.clear();
      for (const order of given) lose(order);
    },
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

/** An order's input for the trace, without what may hold a key. */
function briefly(input: Readonly<Record<string, unknown>>): string {
  const told = Object.entries(input).filter(
    ([name]) => name !== "apiKey" && name !== "eventId" && name !== "baseUrl",
  );
  return JSON.stringify(Object.fromEntries(told)).slice(0, 240);
}
