import { randomUUID } from "node:crypto";
import { copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import type { ScriptedServer } from "#test/support/scripted-server.ts";
import { startScriptedServer } from "#test/support/scripted-server.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const apiKey = "rd_live_goes-nowhere-else";
const commandId = (): string => randomUUID();

async function startServer(): Promise<ScriptedServer> {
  const server = await startScriptedServer();
  onTestFinished(() => server.close());
  return server;
}

/** A data folder of a station that was connected to this organizer and then ended. */
async function connectedFolder(organizer: ScriptedServer): Promise<string> {
  const dataDir = temporaryFolder();
  const station = await startStationProcess(dataDir);
  await station.value("connection.save", {
    commandId: commandId(),
    baseUrl: organizer.url,
    apiKey,
  });
  await station.value("backup.make", { commandId: commandId() });
  await station.stop();
  return dataDir;
}

const databaseOf = (dataDir: string): string => join(dataDir, "live", "chute.sqlite");

function alter(path: string, sql: string, ...values: string[]): void {
  const raw = new Sqlite(path);
  raw.prepare(sql).run(...values);
  raw.close();
}

const moveTo = (path: string, url: string): void =>
  alter(path, "UPDATE credential SET base_url = ?", url);

/** Calls every command that a person can give on the screens and that sends a request to the organizer. */
async function pressEverything(station: StationProcess): Promise<string[]> {
  const codes: string[] = [];
  for (const [name, input] of [
    ["event.refresh", {}],
    ["outbox.tryNow", {}],
    ["sync.look", {}],
    ["series.find", { slug: "harbour" }],
    ["collection.refresh", {}],
  ] as const) {
    const reply = await station.call(name, { commandId: commandId(), ...input });
    codes.push(reply.ok ? "ok" : reply.error.code);
  }
  return codes;
}

describe("S6 the key goes only where it was saved for", () => {
  test("S6 another address in the database: the key is lost, and nobody is asked", async () => {
    const [organizer, thief] = [await startServer(), await startServer()];
    const dataDir = await connectedFolder(organizer);
    const before = organizer.seen.length;
    moveTo(databaseOf(dataDir), thief.url);
    const station = await startStationProcess(dataDir);
    // The form that asks for the key again offers the address for which the key was saved, not the changed address.
    expect(await station.value("connection.get", {})).toMatchObject({
      state: "key-lost",
      baseUrl: organizer.url,
    });
    expect(await pressEverything(station)).toContain("not-connected");
    await station.stop();
    expect(thief.seen).toEqual([]);
    expect(organizer.seen).toHaveLength(before);
  });

  test("S6 another organization in the database: the key is lost", async () => {
    const organizer = await startServer();
    const dataDir = await connectedFolder(organizer);
    const before = organizer.seen.length;
    alter(databaseOf(dataDir), "UPDATE credential SET organization_id = ?", "org_2");
    const station = await startStationProcess(dataDir);
    expect((await station.value("connection.get", {})).state).toBe("key-lost");
    await pressEverything(station);
    expect(organizer.seen).toHaveLength(before);
    await station.value("connection.save", {
      commandId: commandId(),
      baseUrl: organizer.url,
      apiKey,
    });
    expect((await station.value("connection.get", {})).state).toBe("connected");
  });

  test("S6 a key that an earlier version saved alone is bound to what its hash names", async () => {
    const [organizer, thief] = [await startServer(), await startServer()];
    const dataDir = await connectedFolder(organizer);
    const path = join(dataDir, "secrets.json");
    const [name = ""] = Object.keys(JSON.parse(readFileSync(path, "utf8")) as object);
    const asBefore = JSON.stringify({ [name]: apiKey });
    writeFileSync(path, asBefore);
    const station = await startStationProcess(dataDir);
    expect((await station.value("connection.get", {})).state).toBe("connected");
    await station.stop();
    expect(readFileSync(path, "utf8")).not.toBe(asBefore);

    writeFileSync(path, asBefore);
    moveTo(databaseOf(dataDir), thief.url);
    const again = await startStationProcess(dataDir);
    expect((await again.value("connection.get", {})).state).toBe("key-lost");
    await pressEverything(again);
    await again.stop();
    expect(thief.seen).toEqual([]);
  });
});

describe("S6 S5 no request goes out while a copy is held", () => {
  /** Replaces the database by its newest backup, after `change` has edited the backup. */
  function restore(dataDir: string, change: (path: string) => void): void {
    const live = join(dataDir, "live");
    const [backup = ""] = readdirSync(join(live, "backups"));
    for (const each of readdirSync(live)) {
      if (each.startsWith("chute.sqlite")) rmSync(join(live, each));
    }
    copyFileSync(join(live, "backups", backup), databaseOf(dataDir));
    change(databaseOf(dataDir));
  }

  test("S6 S5 a restored backup: not even its own organizer is asked before a person's word", async () => {
    const organizer = await startServer();
    const dataDir = await connectedFolder(organizer);
    const before = organizer.seen.length;
    restore(dataDir, () => undefined);
    const station = await startStationProcess(dataDir);
    expect(await station.value("sync.status", {})).toMatchObject({
      copied: { why: "backup" },
      activity: "held-as-copy",
    });
    expect(await pressEverything(station)).toContain("held-as-copy");
    expect(organizer.seen).toHaveLength(before);
    await station.value("outbox.confirmCopy", { commandId: commandId() });
    await expect.poll(() => organizer.seen.length).toBeGreaterThan(before);
    expect((await station.value("connection.get", {})).state).toBe("connected");
  });

  test("S6 S5 a restored backup with another address: nobody is asked, held or not", async () => {
    const [organizer, thief] = [await startServer(), await startServer()];
    const dataDir = await connectedFolder(organizer);
    const before = organizer.seen.length;
    restore(dataDir, (path) => moveTo(path, thief.url));
    const station = await startStationProcess(dataDir);
    await pressEverything(station);
    await station.value("outbox.confirmCopy", { commandId: commandId() });
    await pressEverything(station);
    expect((await station.value("connection.get", {})).state).toBe("key-lost");
    await station.stop();
    expect(thief.seen).toEqual([]);
    expect(organizer.seen).toHaveLength(before);
  });
});

test("S6 the key store of one folder opens nothing for another folder's database", async () => {
  const [organizer, thief] = [await startServer(), await startServer()];
  const dataDir = await connectedFolder(organizer);
  const elsewhere = await connectedFolder(thief);
  const asked = [organizer.seen.length, thief.seen.length];
  copyFileSync(databaseOf(elsewhere), databaseOf(dataDir));
  const station = await startStationProcess(dataDir);
  expect((await station.value("connection.get", {})).state).toBe("key-lost");
  await pressEverything(station);
  await station.stop();
  expect([organizer.seen.length, thief.seen.length]).toEqual(asked);
});
