import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { SandboxProcess } from "#test/support/processes/sandbox-client.ts";
import { startSandboxProcess } from "#test/support/processes/sandbox-process.ts";
import type { Host } from "../hosts/host.ts";
import type { AnyHost, StationHost } from "../hosts/start-host.ts";
import { startHost, startStationHost } from "../hosts/start-host.ts";
import { temporaryFolder } from "#test/support/test-core.ts";
import type { SandboxState } from "#sandbox/control/control.ts";

/** A race whose host is the one of this run, or the station's. */
export interface Race<H extends Host = AnyHost> {
  readonly sandbox: SandboxProcess;
  readonly host: H;
  readonly dataDir: string;
  readonly eventId: string;
}

export interface RaceOptions {
  /** Registrations of the big event; the hard cases are the first 44. */
  readonly runners?: number;
  readonly dataDir?: string;
  /** The venue's, which decides what "today" is. */
  readonly timeZone?: string;
  /** More of the host's command line. */
  readonly flags?: readonly string[];
  /** Called before the host is connected with the partner API, which runs. */
  readonly beforeConnect?: (sandbox: SandboxProcess) => Promise<void>;
}

export const newCommandId = (): string => randomUUID();

/** A partner API and this run's host, each in a process of its own; the big event is here and open. */
export const startRace = (options?: RaceOptions): Promise<Race> => startRaceOn(startHost, options);

/** The same for what is the station's alone, on whichever host this runs. */
export const startStationRace = (options?: RaceOptions): Promise<Race<StationHost>> =>
  startRaceOn(startStationHost, options);

/** The same on a host that the caller starts. */
export async function startRaceOn<H extends Host>(
  start: (dataDir: string, flags: readonly string[]) => Promise<H>,
  options: RaceOptions = {},
): Promise<Race<H>> {
  const { runners = 150, dataDir = temporaryFolder(), timeZone, flags = [] } = options;
  const { beforeConnect = async () => undefined } = options;
  const venue = timeZone === undefined ? [] : ["--timezone", timeZone];
  const [sandbox, host] = await Promise.all([
    startSandboxProcess(["--runners", String(runners), ...venue]),
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

/** Downloads an event and waits until its copy is complete. */
export async function downloadEvent(host: Host, eventId: string): Promise<void> {
  await host.value("download.start", { commandId: newCommandId(), eventIds: [eventId] });
  await expect
    .poll(async () => (await host.value("download.status", { eventId })).downloads[0]?.state, {
      timeout: 20_000,
    })
    .toBe("complete");
}

/** What the partner API saw and did, from its control port. */
export async function readSandbox(sandbox: SandboxProcess): Promise<SandboxState> {
  const answer = (await sandbox.control("/state")) as { readonly data: SandboxState };
  return answer.data;
}

/** Pulls the cable: connections to the partner API are refused. */
export const cutLine = (sandbox: SandboxProcess): Promise<unknown> =>
  sandbox.control("/faults", { offline: true });

export const mendLine = (sandbox: SandboxProcess): Promise<unknown> =>
  sandbox.control("/faults", { offline: false });
