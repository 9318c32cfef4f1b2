import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Core } from "#core/core.ts";
import { createCore } from "#core/core.ts";
import { owner } from "#core/handlers.ts";
import type { Clock, LanEndpoint, Ports, Secrets } from "#core/ports.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import type { InputOf, OutputOf, ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import { openCertificate } from "#station/http/certificate.ts";
import type { StationServer } from "#station/http/server.ts";
import { startStationServer } from "#station/http/server.ts";
import { createPeerPort } from "#station/host/peer-port.ts";
import { systemClock, systemFetch, systemRandom } from "#station/host/host-ports.ts";
import { memorySecrets } from "#core/workspace.ts";
import { temporaryFolder } from "#test/support/test-core.ts";
import { shellFolder } from "./shell-folder.ts";

type StartPractice = NonNullable<Ports["startPractice"]>;

/** A computer at the venue: a core with a real database, served over TLS on the loopback address. */
export interface VenueDesk {
  readonly core: Core;
  readonly dataDir: string;
  /** Addresses that were asked outside of the venue: the partner API's. */
  readonly asked: readonly string[];
  /** `https://127.0.0.1:port`, while the server runs. */
  address(): string;
  fingerprint(): string;
  call<Name extends ProcedureName>(name: Name, input: Input<Name>): Promise<ReplyOf<Name>>;
  value<Name extends ProcedureName>(name: Name, input: Input<Name>): Promise<OutputOf<Name>>;
  /** The router at the venue fails for this computer, and works again. */
  unplug(): Promise<void>;
  plug(): Promise<void>;
  close(): Promise<void>;
}

/** The input; a command gets an id of its own if none is given. */
type Input<Name extends ProcedureName> = Omit<InputOf<Name>, "commandId"> & {
  readonly commandId?: string;
};

export interface VenueOptions {
  readonly dataDir?: string;
  readonly name?: string;
  /** Milliseconds by which the computer's clock is wrong. */
  readonly clockOffsetMs?: number;
  /** The key store of a computer that is opened again. */
  readonly secrets?: Secrets;
  readonly startPractice?: StartPractice;
  /** The folder that a person chooses in a folder dialog of this computer. */
  readonly stick?: string;
}

const shifted = (offsetMs: number): Clock => ({
  ...systemClock,
  now: () => systemClock.now() + offsetMs,
});

export async function openVenueDesk(options: VenueOptions = {}): Promise<VenueDesk> {
  const { stick } = options;
  const dataDir = options.dataDir ?? temporaryFolder();
  const asked: string[] = [];
  const door: { open: LanEndpoint | null } = { open: null };
  const clock = shifted(options.clockOffsetMs ?? 0);
  const opened = await createCore({
    ports: {
      clock,
      random: systemRandom,
      fetch: (input, init) => {
        asked.push(String(input));
        return systemFetch(input, init);
      },
      secrets: options.secrets ?? memorySecrets(),
      ...(options.startPractice === undefined ? {} : { startPractice: options.startPractice }),
      logger: { log: () => undefined },
      peer: createPeerPort(),
      lanEndpoint: () => door.open,
      ...(stick === undefined ? {} : { chooseFolder: async () => stick }),
    },
    dataDir,
    host: "station",
    version: "0.0.0-test",
    checkOutputs: true,
  });
  if (!opened.ok) throw new Error(`The core did not open: ${opened.error.code}`);
  const core = opened.value;
  let server: StationServer | null = null;
  let port = 0;

  const plug = async (): Promise<void> => {
    const started = await startStationServer({
      core,
      owner: null,
      host: "0.0.0.0",
      port,
      certificate: () => openCertificate(join(dataDir, "tls.json"), systemClock.now()),
      shellDir: shellFolder(),
      reportBug: (error) => {
        throw error;
      },
    });
    if (!started.ok) throw new Error(started.error.code);
    server = started.value;
    ({ port } = server);
    const { fingerprint } = server;
    door.open = { addresses: [`https://127.0.0.1:${port}`], fingerprint: fingerprint ?? "" };
  };
  const unplug = async (): Promise<void> => {
    await server?.close();
    server = null;
  };
  await plug();

  const call = async <Name extends ProcedureName>(name: Name, input: Input<Name>) =>
    (await core.dispatch(name, { commandId: randomUUID(), ...input }, owner)) as ReplyOf<Name>;

  const desk: VenueDesk = {
    core,
    dataDir,
    asked,
    address: () => `https://127.0.0.1:${port}`,
    fingerprint: () => door.open?.fingerprint ?? "",
    call,
    async value(name, input) {
      const reply = await call(name, input);
      if (!reply.ok) throw new Error(`${name} answered ${JSON.stringify(reply.error)}`);
      return reply.value;
    },
    unplug,
    plug,
    async close() {
      await unplug();
      await core.close();
    },
  };
  onTestFinished(() => desk.close());
  if (options.name !== undefined) await desk.value("settings.save", { desk: options.name });
  return desk;
}

/** A sandbox of the partner API that ends with the test. */
export async function openOrganizer(runners = 30): Promise<Sandbox> {
  const sandbox = await startSandbox({ runners });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** A hub with the organizer's event, and the code that pairs desks with it. */
export async function openHub(
  sandbox: Sandbox,
  options: VenueOptions = {},
): Promise<{ readonly hub: VenueDesk; readonly code: string }> {
  const hub = await openVenueDesk({ name: "Hub", ...options });
  await hub.value("connection.save", { baseUrl: sandbox.url, apiKey: sandbox.keys.all });
  await hub.value("event.refresh", {});
  await hub.value("download.start", { eventIds: [sandbox.mainEventId] });
  await until(async () => {
    const { downloads } = await hub.value("download.status", { eventId: sandbox.mainEventId });
    return downloads[0]?.state === "complete";
  });
  await hub.value("event.open", { eventId: sandbox.mainEventId });
  const { pairing } = await hub.value("hub.open", {});
  if (pairing === null) throw new Error("The hub shows no code");
  return { hub, code: pairing.code };
}

/** Another computer that joined the hub and has its roster. */
export async function joinHub(
  hub: VenueDesk,
  code: string,
  options: VenueOptions & { readonly name: string },
): Promise<VenueDesk> {
  const { name, ...rest } = options;
  const desk = await openVenueDesk(rest);
  const { fingerprint } = await desk.value("desk.look", { address: hub.address() });
  await desk.value("desk.join", { address: hub.address(), fingerprint, code, name });
  await until(async () => {
    const { downloads } = await desk.value("download.status", {});
    return downloads.some(({ state }) => state === "complete");
  });
  return desk;
}

/** Waits until something is so; fails after `mostMs`. */
export async function until(check: () => Promise<boolean>, mostMs = 15_000): Promise<void> {
  const end = performance.now() + mostMs;
  while (!(await check())) {
    if (performance.now() > end) throw new Error("It did not become so in time");
    await new Promise((resolve) => void setTimeout(resolve, 20));
  }
}
