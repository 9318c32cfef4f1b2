import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Fetch } from "#core/ports.ts";
import type { SandboxApi } from "#sandbox/api.ts";
import type { Result } from "#shared/result.ts";
import type { Plant, Run } from "../computer.ts";
import { createComputer } from "../computer.ts";
import type { Draws } from "../draws.ts";
import { createDraws, randomOf } from "../draws.ts";
import { createNetwork } from "../network.ts";
import type { Order } from "../orders.ts";
import { createOrders } from "../orders.ts";
import { Violation } from "../violation.ts";
import type { VirtualLoop } from "../virtual-loop.ts";
import { createVirtualLoop } from "../virtual-loop.ts";
import type { VirtualTime } from "../virtual-time.ts";
import type { World } from "../world.ts";
import { createOrganizer, origin, storyFolder, watchKeys } from "../world.ts";
import type { Lines } from "./lines.ts";
import { createLines } from "./lines.ts";
import type { Station } from "./station.ts";
import { addressOf, fingerprintOf, openStation } from "./station.ts";
import { isFullDesk } from "./venue-look.ts";
import { makeTimeoutsVirtual } from "./virtual-timeouts.ts";

/** A computer at the venue, with the people at it. */
export interface Place {
  readonly index: number;
  readonly name: string;
  /** See `PlaceOptions`. */
  readonly hasIdentity: boolean;
  /** Orders at this computer, and its clock, which may be wrong. */
  readonly world: World;
  /** Registrations that it sent to the partner API. */
  readonly sent: number;
  start(): Promise<void>;
  shut(): Promise<void>;
}

export interface PlaceOptions {
  readonly name: string;
  readonly skewMs: number;
  /**
   * Whether the program is told on which computer it runs. A computer that crashes goes on with a copy of its folder,
   * which would then be taken for a cloned folder (S5).
   */
  readonly hasIdentity: boolean;
}

/** Everything one seed of three computers is played in. */
export interface Venue extends Pick<VirtualLoop, "settle" | "drive"> {
  readonly seed: number;
  readonly draws: Draws;
  readonly time: VirtualTime;
  readonly api: SandboxApi;
  readonly lines: Lines;
  readonly places: readonly Place[];
  readonly plant: Plant | undefined;
  readonly trace: readonly string[];
  /** `prepare` fills the data folder before the first start. */
  addPlace(options: PlaceOptions, prepare?: (folder: string) => void): Place;
  note(line: string): void;
  close(): Promise<void>;
}

export interface VenueOptions {
  readonly seed: number;
  readonly plant?: Plant | undefined;
  readonly onReply: (place: Place, order: Order, reply: Result<unknown>) => void;
  readonly onLost: (place: Place, order: Order) => void;
}

export function createVenue({ seed, plant, onReply, onLost }: VenueOptions): Venue {
  const draws = createDraws(`venue ${seed}`);
  const root = storyFolder();
  const trace: string[] = [];
  const note = (line: string): void => void trace.push(line);
  const places: Place[] = [];
  const stations = new Map<string, Station>();
  const loop = createVirtualLoop(() =>
    places.reduce((sum, { world }) => sum + world.network.atWork, 0),
  );
  const { time } = loop;
  const restoreTimeouts = makeTimeoutsVirtual(time);
  const api = createOrganizer({ seed, runners: draws.pick([12, 30]), loop });
  const mustNotHold = watchKeys(api, loop);
  const lines = createLines({
    draws: draws.split("lines"),
    time,
    note,
    stationAt: (address) => stations.get(address) ?? null,
    onText: mustNotHold,
  });
  const shared = { seed, plant, loop, api, lines, stations, trace, mustNotHold, root };

  return {
    seed,
    draws,
    time,
    api,
    lines,
    places,
    plant,
    trace,
    settle: loop.settle,
    drive: loop.drive,
    note,
    addPlace(options, prepare) {
      const index = places.length;
      const place = createPlace(
        { ...shared, index, draws: draws.split(`place ${index}`), prepare },
        options,
        {
          onReply: (order, reply) => onReply(place, order, reply),
          onLost: (order) => onLost(place, order),
        },
      );
      places.push(place);
      return place;
    },
    async close() {
      try {
        for (const { world } of places) await world.computer.close();
      } finally {
        restoreTimeouts();
        api.close();
        rmSync(root, { recursive: true, force: true });
      }
    },
  };
}

interface SharedParts {
  readonly index: number;
  readonly seed: number;
  readonly draws: Draws;
  readonly plant: Plant | undefined;
  readonly loop: VirtualLoop;
  readonly api: SandboxApi;
  readonly lines: Lines;
  readonly stations: Map<string, Station>;
  readonly trace: string[];
  readonly mustNotHold: (text: string, what: string) => void;
  readonly root: string;
  readonly prepare: ((folder: string) => void) | undefined;
}

interface PlaceListeners {
  readonly onReply: (order: Order, reply: Result<unknown>) => void;
  readonly onLost: (order: Order) => void;
}

function createPlace(
  shared: SharedParts,
  { name, skewMs, hasIdentity }: PlaceOptions,
  listeners: PlaceListeners,
): Place {
  const { index, draws, loop, api, lines, stations, trace, mustNotHold, plant } = shared;
  const note = (line: string): void => void trace.push(`${line}   @${index}`);
  // Numbers of walk-ups and orders are made of it, and each computer has its own.
  const seed = shared.seed * 10 + index;
  const time = skewed(loop.time, skewMs);
  const network = createNetwork({ draws: draws.split("network"), time, api, origin, note });
  const root = join(shared.root, String(index));
  mkdirSync(join(root, "0"), { recursive: true });
  shared.prepare?.(join(root, "0"));
  let sent = 0;

  /** A full desk never sends (M9). */
  const watchSending =
    (fetch: Fetch, isDead: () => boolean): Fetch =>
    (input, init) => {
      const url = String(input);
      if (init?.method === "POST" && !isDead()) {
        if (computer.isOn && isFullDesk(computer.run.reader)) {
          loop.fail(new Violation(`M9 ${name} is a full desk and sends`));
        }
        sent += 1;
      }
      // The hub is asked over its own port; what goes past it finds a certificate that nobody signed.
      if (/^https:\/\/192[.]168[.]/.test(url)) throw new TypeError("fetch failed");
      return fetch(input, init);
    };
  const computer = createComputer({
    root,
    hasStick: false,
    draws,
    time,
    network: { ...network, fetchFor: (isDead) => watchSending(network.fetchFor(isDead), isDead) },
    drive: loop.drive,
    note,
    onLog(line) {
      mustNotHold(line, "a line of the log");
      if (line.startsWith('{"level":"error"')) note(`  log ${line.slice(0, 400)}`);
    },
    onPortCall: () => loop.stir(),
    plant,
    morePorts: ({ isDead, touch }) => {
      const port = lines.portFor(index, isDead);
      return {
        lanEndpoint: () => ({
          addresses: [addressOf(index)],
          fingerprint: fingerprintOf(index),
        }),
        peer: {
          fingerprint: port.fingerprint,
          fetch: (hub, path, init) => {
            touch("peer.fetch");
            return port.fetch(hub, path, init);
          },
        },
        ...(hasIdentity ? { computer: { id: `computer ${index}` } } : {}),
      };
    },
  });
  const orders = createOrders({
    seed,
    draws,
    loop,
    run: () => computer.run,
    deskNow: time.deskNow,
    note,
    mustNotHold,
    ...listeners,
  });
  let starts = 0;
  const serve = (run: Run): void => {
    starts += 1;
    const random = randomOf(draws.split(`station ${starts}`));
    const station = openStation({ index, run, random, time: loop.time, onBug: loop.fail });
    stations.set(addressOf(index), station);
  };

  return {
    index,
    name,
    hasIdentity,
    get sent() {
      return sent;
    },
    world: {
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
      peer: null,
      plant,
      trace,
      note,
      settle: loop.settle,
      drive: loop.drive,
      close: () => computer.close(),
    },
    async start() {
      lines.breakAll(index);
      await computer.start();
      serve(computer.run);
    },
    async shut() {
      await computer.shut();
      lines.breakAll(index);
    },
  };
}

/** The time of a computer whose wall clock is wrong. */
const skewed = (time: VirtualTime, skewMs: number): VirtualTime => ({
  after: time.after,
  jump: time.jump,
  skip: time.skip,
  advance: time.advance,
  untilNextMs: time.untilNextMs,
  get elapsedMs() {
    return time.elapsedMs;
  },
  trueNow: time.trueNow,
  deskNow: () => time.trueNow() + skewMs,
});
