import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createPeerPort } from "#station/host/peer-port.ts";
import type { Api } from "#test/bench/race.ts";
import type { Computer } from "./computer.ts";
import { startComputer } from "./computer.ts";

export interface Venue {
  readonly hub: Computer;
  readonly desks: readonly Computer[];
  /** Pairs further devices. */
  readonly code: string;
}

/** One hub with the organizer's event, and full desks that have its roster. */
export async function openVenue(scratch: string, api: Api, fullDesks: number): Promise<Venue> {
  const hub = await startHub(scratch, api);
  const { pairing } = await hub.value("hub.open", {});
  if (pairing === null) throw new Error("The hub shows no code");
  const desks: Computer[] = [];
  for (let number = 2; number < fullDesks + 2; number += 1) {
    desks.push(await joinDesk(scratch, hub, pairing.code, `Laptop ${number}`));
  }
  return { hub, desks, code: pairing.code };
}

async function startHub(scratch: string, api: Api): Promise<Computer> {
  const dataDir = join(scratch, "hub");
  mkdirSync(dataDir, { recursive: true });
  const hub = await startComputer({
    dataDir,
    flags: ["--host", "0.0.0.0", "--api-url", api.url],
    env: { CHUTE_API_KEY: api.key },
  });
  await hub.value("settings.save", { desk: "Hub" });
  await hub.value("event.refresh", {});
  await hub.value("download.start", { eventIds: [api.eventId] });
  await untilDownloaded(hub);
  await hub.value("event.open", { eventId: api.eventId });
  return hub;
}

async function joinDesk(
  scratch: string,
  hub: Computer,
  code: string,
  name: string,
): Promise<Computer> {
  const dataDir = join(scratch, name);
  mkdirSync(dataDir, { recursive: true });
  const desk = await startComputer({ dataDir });
  await desk.value("desk.join", { ...(await addressOf(hub)), code, name });
  await untilDownloaded(desk);
  return desk;
}

/** How computers of the venue reach the hub. */
export async function addressOf(hub: Computer) {
  const address = `https://127.0.0.1:${hub.port()}`;
  return { address, fingerprint: await createPeerPort().fingerprint(address) };
}

async function untilDownloaded(computer: Computer): Promise<void> {
  for (;;) {
    const { downloads } = await computer.value("download.status", {});
    if (downloads.some(({ state }) => state === "complete")) return;
    await wait(50);
  }
}
