import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { SandboxProcess } from "#test/support/processes/sandbox-client.ts";
import { startSandboxProcess } from "#test/support/processes/sandbox-process.ts";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";
import type { SandboxState } from "#sandbox/control.ts";

export interface Race {
  readonly sandbox: SandboxProcess;
  readonly station: StationProcess;
  readonly dataDir: string;
  readonly eventId: string;
}

export interface RaceOptions {
  /** Registrations of the big event; the hard cases are the first 44. */
  readonly runners?: number;
  readonly dataDir?: string;
  /** The venue's, which decides what "today" is. */
  readonly timeZone?: string;
}

export const newCommandId = (): string => randomUUID();

/** A partner API and a station, each in a process of its own; the big event is here and open. */
export async function startRace(options: RaceOptions = {}): Promise<Race> {
  const { runners = 150, dataDir = temporaryFolder(), timeZone } = options;
  const venue = timeZone === undefined ? [] : ["--timezone", timeZone];
  const [sandbox, station] = await Promise.all([
    startSandboxProcess(["--runners", String(runners), ...venue]),
    startStationProcess(dataDir),
  ]);
  const eventId = sandbox.mainEventId;
  const apiKey = sandbox.keys["all"] ?? "";
  await station.value("connection.save", {
    commandId: newCommandId(),
    baseUrl: sandbox.url,
    apiKey,
  });
  await station.value("event.refresh", { commandId: newCommandId() });
  await downloadEvent(station, eventId);
  await station.value("event.open", { commandId: newCommandId(), eventId });
  return { sandbox, station, dataDir, eventId };
}

/** Downloads an event and waits until its copy is complete. */
export async function downloadEvent(station: StationProcess, eventId: string): Promise<void> {
  await station.value("download.start", { commandId: newCommandId(), eventIds: [eventId] });
  await expect
    .poll(async () => (await station.value("download.status", { eventId })).downloads[0]?.state, {
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
