import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "#test/support/test-core.ts";
import { browserPath, launchBrowser } from "../browser/launch-browser.ts";
import { startStationHost } from "../hosts/start-host.ts";
import { carry } from "./carry.ts";
import {
  addNamespace,
  inNamespace,
  ip,
  nameOf,
  removeLeftovers,
  removeNamespace,
} from "./namespaces.ts";
import type { Relay } from "./start-relay.ts";
import { startRelay } from "./start-relay.ts";
import type { VenueComputer, VenueNetwork } from "./venue-network.ts";
import { venueComputers } from "./venue-network.ts";

const loopback = "127.0.0.1";
const network = "192.168.77";
const routerAddress = `${network}.254`;
const bridge = "lan";

/** A computer of its own, as far as the network is concerned. */
interface Computer {
  readonly namespace: string;
  readonly address: string;
  /** The router's end of the computer's cable. */
  readonly cable: string;
}

/**
 * A network namespace for each computer and for the router, whose bridge joins them; nothing of it is in the machine's own
 * network. Of a packet that is on a cable while that fails, nobody hears again.
 *
 * @throws Error if this user or this machine cannot make namespaces.
 */
export function openNamespaceNetwork(): VenueNetwork {
  removeLeftovers();
  const cables = layCables();
  const relays = new Map<string, Relay>();
  const sockets = temporaryFolder();
  let pipes = 0;
  let tablets: Promise<Browser> | null = null;

  const relayIn = (namespace: string): Relay => {
    const running = relays.get(namespace) ?? startRelay(inNamespace(namespace));
    relays.set(namespace, running);
    return running;
  };
  /** Carries what comes at a port of this process's loopback interface; 0 takes a free one. */
  const carryHere = async (...ends: Parameters<typeof carry>): Promise<number> => {
    const carried = await carry(...ends);
    onTestFinished(() => carried.close());
    return carried.port;
  };
  const newPipe = () => ({ path: join(sockets, `${(pipes += 1)}.sock`) });

  const ports = new Map<VenueComputer, number>();
  /** The owner's port of a station: the same here, for the test and the owner's windows, as at its computer. */
  const ownersPort = async (computer: VenueComputer): Promise<number> => {
    const pipe = newPipe();
    const port = ports.get(computer) ?? (await carryHere({ host: loopback, port: 0 }, pipe));
    if (ports.has(computer)) return port;
    ports.set(computer, port);
    await relayIn(cables.of(computer).namespace).carry(pipe, { host: loopback, port });
    return port;
  };

  return {
    kind: "network namespaces",
    async startStation(computer, dataDir) {
      const { namespace, address } = cables.of(computer);
      const flags = ["--host", address, "--port", String(await ownersPort(computer))];
      return startStationHost(dataDir, flags, { within: inNamespace(namespace) });
    },
    addressOf(station) {
      const port = Number(new URL(station.url).port);
      const [computer] = [...ports].find(([, known]) => known === port) ?? [];
      if (computer === undefined) throw new Error("No station of this network");
      return `${cables.of(computer).address}:${port}`;
    },
    async reachOrganizer(url) {
      const here = { host: loopback, port: Number(new URL(url).port) };
      const atRouter = { host: routerAddress, port: here.port };
      const pipe = newPipe();
      await carryHere(pipe, here);
      await relayIn(cables.router).carry(atRouter, pipe);
      const namespaces = venueComputers.map((computer) => cables.of(computer).namespace);
      await Promise.all(namespaces.map((name) => relayIn(name).carry(here, atRouter)));
    },
    tabletBrowser: () => (tablets ??= launchIn(cables.of("tablets").namespace)),
    failRouter: () => void ip("-n", cables.router, "link", "set", bridge, "down"),
    mendRouter: () => void ip("-n", cables.router, "link", "set", bridge, "up"),
    cut: (computer) => cables.put(computer, "down"),
    heal: (computer) => cables.put(computer, "up"),
  };
}

/** The namespaces and their cables, which are removed when the test is over. */
function layCables() {
  const made: string[] = [];
  const add = (computer: string): string => {
    const name = nameOf(computer);
    made.push(name);
    addNamespace(name);
    return name;
  };
  onTestFinished(() => {
    const failures: unknown[] = [];
    for (const name of made) {
      try {
        removeNamespace(name);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, "Network namespaces are left");
  });
  const router = add("router");
  ip("-n", router, "link", "add", bridge, "type", "bridge");
  ip("-n", router, "addr", "add", `${routerAddress}/24`, "dev", bridge);
  ip("-n", router, "link", "set", bridge, "up");
  const computers = new Map<string, Computer>();
  for (const [at, name] of [...venueComputers, "tablets"].entries()) {
    const namespace = add(name);
    const address = `${network}.${at + 1}`;
    ip(
      "-n",
      router,
      "link",
      "add",
      name,
      "type",
      "veth",
      "peer",
      "name",
      "lan0",
      "netns",
      namespace,
    );
    ip("-n", router, "link", "set", name, "master", bridge, "up");
    ip("-n", namespace, "addr", "add", `${address}/24`, "dev", "lan0");
    ip("-n", namespace, "link", "set", "lan0", "up");
    computers.set(name, { namespace, address, cable: name });
  }
  const of = (name: VenueComputer | "tablets"): Computer => {
    const computer = computers.get(name);
    if (computer === undefined) throw new Error(`There is no computer ${name}`);
    return computer;
  };
  return {
    router,
    of,
    put: (name: VenueComputer, state: "up" | "down") =>
      void ip("-n", router, "link", "set", of(name).cable, state),
  };
}

/** A browser that runs in a namespace, until the test is over. */
async function launchIn(namespace: string): Promise<Browser> {
  const program = join(temporaryFolder(), "browser");
  const words = [...inNamespace(namespace), browserPath()];
  writeFileSync(program, `#!/bin/sh\nexec ${words.map(quoted).join(" ")} "$@"\n`);
  chmodSync(program, 0o700);
  const browser = await launchBrowser([], program);
  onTestFinished(() => browser.close());
  return browser;
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
