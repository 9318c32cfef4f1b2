import { randomUUID } from "node:crypto";
import { closeSync, cpSync, fsyncSync, openSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as turn } from "node:timers/promises";
import { createCore, type Core } from "#core/core.ts";
import { owner } from "#core/handlers.ts";
import type { Fetch, Ports } from "#core/ports.ts";
import type { InputOf, OutputOf, ProcedureName } from "#shared/contract/index.ts";
import { systemClock, systemFetch, systemRandom } from "#station/host/host-ports.ts";
import type { Race } from "./race.ts";

/** The core as a host runs it, with the clock and the network of this machine. */
export interface Desk {
  readonly core: Core;
  /** Calls as the owner. An error ends the benchmark. */
  call<Name extends ProcedureName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>;
  close(): Promise<void>;
}

const workerUrl = new URL("../../out/main/db-worker.js", import.meta.url);

export async function openDesk(dataDir: string, fetch: Fetch = systemFetch): Promise<Desk> {
  const kept = new Map<string, string>();
  const ports: Ports = {
    clock: systemClock,
    random: systemRandom,
    fetch,
    secrets: {
      kind: "memory",
      read: async (name) => kept.get(name) ?? null,
      write: async (name, value) => void kept.set(name, value),
      remove: async (name) => void kept.delete(name),
    },
    logger: { log: () => undefined },
    workerUrl,
  };
  const opened = await createCore({ ports, dataDir, host: "station", version: "0.0.0-bench" });
  if (!opened.ok) throw new Error(`The core did not open: ${opened.error.code}`);
  const core = opened.value;
  return {
    core,
    async call(name, input) {
      const reply = await core.dispatch(name, input, owner);
      if (!reply.ok) throw new Error(`${name} answered ${JSON.stringify(reply.error)}`);
      return reply.value as OutputOf<typeof name>;
    },
    close: () => core.close(),
  };
}

/** A new command id (J8), in the form that screens use. */
export const newCommandId = (): string => randomUUID();

/**
 * Waits until the work of every start on a `copyRace` is done: the check of the whole file, and the first backup some
 * seconds later.
 */
export async function settle(desk: Pick<Desk, "call">): Promise<void> {
  while ((await desk.call("backup.list", {})).backups.length === 0) await turn(100);
}

let copies = 0;

/**
 * Makes a new data folder with the event in it and no backup. The folder is flushed to the disk, so that no later
 * commit waits for it.
 */
export function copyRace(race: Race): string {
  const folder = join(race.scratch, `copy-${process.pid}-${(copies += 1)}`);
  const filter = (path: string): boolean => basename(path) !== "backups";
  cpSync(race.dataDir, folder, { recursive: true, filter });
  const file = openSync(join(folder, "live", "chute.sqlite"), "r+");
  fsyncSync(file);
  closeSync(file);
  return folder;
}

/** Connects and lists the events, so that a download can start. */
export async function connect(desk: Pick<Desk, "call">, race: Race): Promise<void> {
  const { url, key } = race.api;
  await desk.call("connection.save", { commandId: newCommandId(), baseUrl: url, apiKey: key });
  await desk.call("event.refresh", { commandId: newCommandId() });
}

export interface DownloadEnd {
  readonly state: string;
  readonly rows: number;
  readonly notes: readonly unknown[];
}

/** Starts the download of the big event and waits until it ends; `until` may stop it earlier. */
export async function download(
  desk: Pick<Desk, "call">,
  race: Race,
  until: (rows: number) => boolean = () => false,
): Promise<DownloadEnd> {
  const { eventId } = race.api;
  const status = async () => {
    const { downloads } = await desk.call("download.status", { eventId });
    const found = downloads.find((each) => each.eventId === eventId);
    if (found === undefined) throw new Error("The event has no download.");
    return found;
  };
  await desk.call("download.start", { commandId: newCommandId(), eventIds: [eventId] });
  for (;;) {
    const now = await status();
    if (now.state !== "downloading") return now;
    if (until(now.rows)) {
      await desk.call("download.cancel", { commandId: newCommandId(), eventId });
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
