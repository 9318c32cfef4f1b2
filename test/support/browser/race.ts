import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { RunningSandbox } from "#test/support/processes/sandbox-client.ts";
import { startSandboxHere } from "#test/support/processes/sandbox-here.ts";
import type { Host } from "../hosts/host.ts";
import type { AnyHost, StationHost } from "../hosts/start-host.ts";
import { startHost, startStationHost } from "../hosts/start-host.ts";
import { temporaryFolder } from "#test/support/test-core.ts";
import type { SandboxState } from "#sandbox/control/control.ts";

/** A race whose host is the host of this run, or a station. */
export interface Race<H extends Host = AnyHost> {
  readonly sandbox: RunningSandbox;
  readonly host: H;
  readonly dataDir: string;
  readonly eventId: string;
}

export interface RaceOptions {
  /** The number of registrations of the big event. The difficult ones are the first 44. */
  readonly runners?: number;
  readonly dataDir?: string;
  /** The time zone of the venue, which decides the date of "today". */
  readonly timeZone?: string;
  /** More flags of the host's command line. */
  readonly flags?: readonly string[];
  /** Called before the host is connected with the partner API, which runs. */
  readonly beforeConnect?: (sandbox: RunningSandbox) => Promise<void>;
}

export const newCommandId = (): string => randomUUID();

/** Starts a partner API, and the host of this run in its own process; the big event is downloaded and open. */
export const startRace = (options?: RaceOptions): Promise<Race> => startRaceOn(startHost, options);

/** The same for tests of the station alone, whatever the host of this run is. */
export const startStationRace = (options?: RaceOptions): Promise<Race<StationHost>> =>
  startRaceOn(startStationHost, options);

/** The same on a host that the caller starts. */
export async function startRaceOn<H extends Host>(
  start: (dataDir: string, flags: readonly string[]) => Promise<H>,
  options: RaceOptions = {},
): Promise<Race<H>> {
  const { runners = 150, dataDir = temporaryFolder(), timeZone, flags = [] } = options;
  const { beforeConnect = async () => undefined } = options;
  const [sandbox, host] = await Promise.all([
    startSandboxHere({ runners, ...(timeZone === undefined ? {} : { timezone: timeZone }) }),
    start(dataDir, flags),
  ]);
  await beforeConnect(sandbox);
  const eventId = sandbox.mainEventId;
  const apiKey = sandbox.keys["all"] ?? "";
  await host.value("connection.save", {
    commandId: newCommandId(),
    baseUrl: sandbox.url,
    apiKey,
  });
  await host.value("event.refresh", { commandId: newCommandId() });
  await downloadEvent(host, eventId);
  await host.value("event.open", { commandId: newCommandId(), eventId });
  return { sandbox, host, dataDir, eventId };
}

/** Downloads an event and waits until its replica is complete. */
export async function downloadEvent(host: Host, eventId: string): Promise<void> {
  await host.value("download.start", { commandId: newCommandId(), eventIds: [eventId] });
  await expect
    .poll(async () => (await host.value("download.status", { eventId })).downloads[0]?.state, {
      timeout: 20_000,
    })
    .toBe("complete");
}

/** The requests and the data of the partner API, from its control port. */
export async function readSandbox(sandbox: RunningSandbox): Promise<SandboxState> {
  const answer = (await sandbox.control("/state")) as { readonly data: SandboxState };
  return answer.data;
}

/** Cuts the connection: the partner API refuses connections. */
export const cutConnection = (sandbox: RunningSandbox): Promise<unknown> =>
  sandbox.control("/faults", { offline: true });

export const restoreConnection = (sandbox: RunningSandbox): Promise<unknown> =>
  sandbox.control("/faults", { offline: false });
