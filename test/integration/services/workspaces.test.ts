import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { createCore } from "#core/core.ts";
import type { Ports } from "#core/ports.ts";
import { startPractice } from "#station/start-up/practice-race.ts";
import { settle, until } from "#test/support/clock.ts";
import { memorySecrets } from "#core/workspace.ts";
import { newCommandId, openRace, openTestCore, temporaryFolder } from "#test/support/test-core.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { tinyEventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

/** Live uses the tiny partner; practice uses the sandbox over real HTTP. */
async function openBoth(ports: Partial<Ports> = {}): Promise<TestCore> {
  const live = await openRace(harbourRun);
  const { partner, dataDir } = live;
  await live.value("checkIn.perform", {
    commandId: newCommandId(),
    eventId: tinyEventId,
    runnerId: "ana",
  });
  await live.value("settings.save", { commandId: newCommandId(), operator: "Maria" });
  await live.core.close();
  return openTestCore({
    dataDir,
    clock: live.clock,
    ports: {
      startPractice,
      secrets: memorySecrets(),
      fetch: (input, init) =>
        String(input).startsWith(partner.baseUrl) ? partner.fetch(input, init) : fetch(input, init),
      ...ports,
    },
  });
}

const bytesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted((one, other) => one.localeCompare(other))
    .map((path) => `${path} ${readFileSync(path).toString("base64")}`);

test("K3 practice has its own folder, queue and desk; live stays as it was, to the byte", async () => {
  const desk = await openBoth();
  const liveFolder = join(desk.dataDir, "live");
  const started = await desk.value("practice.start", { commandId: newCommandId() });
  expect(started).toMatchObject({ mode: "practice", state: "connected", keyStore: "memory" });
  const before = bytesOf(liveFolder);

  const state = await desk.value("desk.get", {});
  expect(state.settings.operator).toBe("Maria");
  const eventId = state.currentEventId ?? "";
  expect(eventId).not.toBe(tinyEventId);
  const runs = async () => (await desk.value("event.get", { eventId })).runs;
  for (let turn = 0; turn < 500 && (await runs()).length === 0; turn += 1) {
    await desk.clock.advance(10);
  }
  await desk.value("walkUp.save", {
    commandId: newCommandId(),
    eventId,
    form: {
      eventRunId: (await runs())[0]?.id ?? "",
      email: "practice@example.org",
      registrationType: "free",
    },
    checkIn: true,
  });
  expect(await desk.call("event.get", { eventId: tinyEventId })).toMatchObject({
    error: { code: "not-found" },
  });
  expect(
    await desk.call("connection.save", {
      commandId: newCommandId(),
      baseUrl: "https://partner.example.org",
      apiKey: "a-live-key",
    }),
  ).toMatchObject({ error: { code: "practice" } });
  expect(await desk.call("practice.start", { commandId: newCommandId() })).toMatchObject({
    error: { code: "already-practising" },
  });
  expect(bytesOf(liveFolder)).toEqual(before);

  const left = await desk.value("practice.leave", { commandId: newCommandId() });
  expect(left.mode).toBe("live");
  expect((await desk.value("outbox.list", { show: "all" })).total).toBe(0);
  const ana = await desk.value("roster.get", { eventId: tinyEventId, runnerId: "ana" });
  expect(ana.runner.checkedIn).not.toBeNull();
});

test("K3 practice goes on where it was left, or starts anew when asked", async () => {
  const desk = await openBoth();
  const practise = (fresh?: boolean) =>
    desk.value("practice.start", {
      commandId: newCommandId(),
      ...(fresh === undefined ? {} : { fresh }),
    });
  await practise();
  await desk.value("settings.save", { commandId: newCommandId(), desk: "Trial" });
  await desk.value("practice.leave", { commandId: newCommandId() });
  const deskName = async () => (await desk.value("desk.get", {})).settings.desk;
  expect(await deskName()).toBe("Desk 1");
  await practise();
  expect(await deskName()).toBe("Trial");
  await desk.value("practice.leave", { commandId: newCommandId() });
  await practise(true);
  expect(await deskName()).toBe("Desk 1");
});

test("K3 S4 damaged practice goes on with its backup, because its copy can reach no organizer", async () => {
  const desk = await openBoth();
  await desk.value("practice.start", { commandId: newCommandId() });
  await desk.value("settings.save", { commandId: newCommandId(), desk: "Trial" });
  await desk.value("backup.make", { commandId: newCommandId() });
  await desk.value("practice.leave", { commandId: newCommandId() });
  await desk.core.close();
  writeFileSync(join(desk.dataDir, "practice", "chute.sqlite"), "x".repeat(8_192));

  const { dataDir, clock, ports } = desk;
  const again = await openTestCore({ dataDir, clock, ports, onDamaged: "restore-backup" });
  expect(await again.value("practice.start", { commandId: newCommandId() })).toMatchObject({
    mode: "practice",
    state: "connected",
  });
  expect((await again.value("desk.get", {})).settings.desk).toBe("Trial");
  expect((await again.value("sync.status", {})).copied).toBeNull();
});

test("K3 calls that come while the folders are exchanged wait and are answered by the new one", async () => {
  const desk = await openBoth();
  const order = { commandId: newCommandId() };
  const first = desk.value("practice.start", order);
  await settle();
  const [started, state, again] = await Promise.all([
    first,
    desk.value("connection.get", {}),
    desk.value("practice.start", order),
  ]);
  expect([started.mode, state.mode, again.mode]).toEqual(["practice", "practice", "practice"]);
  expect(await desk.value("practice.start", order)).toEqual(started);
});

test("K3 practice that cannot start leaves the desk in live, as it was", async () => {
  const live = await openRace(harbourRun, {
    ports: {
      startPractice: async () => {
        throw new Error("No port is free");
      },
    },
  });
  expect(await live.call("practice.start", { commandId: newCommandId() })).toMatchObject({
    error: { code: "practice-unavailable", details: { why: "sandbox-failed" } },
  });
  expect((await live.value("desk.get", {})).about.findings).toEqual([]);
  expect((await live.value("connection.get", {})).mode).toBe("live");
  expect(
    await live.call("checkIn.perform", {
      commandId: newCommandId(),
      eventId: tinyEventId,
      runnerId: "ana",
    }),
  ).toMatchObject({ ok: true });
});

test("K3 a file in the place of the practice folder leaves the desk in live", async () => {
  const desk = await openBoth();
  const place = join(desk.dataDir, "practice");
  writeFileSync(place, "not a folder");
  expect(await desk.call("practice.start", { commandId: newCommandId() })).toMatchObject({
    error: { code: "practice-unavailable" },
  });
  expect((await desk.value("desk.get", {})).currentEventId).toBe(tinyEventId);
  expect(
    await desk.call("practice.start", { commandId: newCommandId(), fresh: true }),
  ).toMatchObject({ ok: true });
});

/** A disk that refuses while `isFull`: reading the place of a database with entries throws. */
function fullDisk() {
  const disk = { isFull: false };
  const refuse = (): void => {
    if (disk.isFull) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
  };
  const computer = {
    get id() {
      refuse();
      return "this computer";
    },
  };
  const start: typeof startPractice = async (folder, fresh) => {
    refuse();
    return startPractice(folder, fresh);
  };
  return { disk, computer, start };
}

test("K3 live that does not open leaves the desk in practice, and opens when it can", async () => {
  const { disk, computer } = fullDisk();
  const desk = await openBoth({ computer });
  await desk.value("practice.start", { commandId: newCommandId() });
  disk.isFull = true;
  const left = await desk.call("practice.leave", { commandId: newCommandId() });
  expect(left).toMatchObject({ error: { code: "live-unavailable" } });
  expect((await desk.value("connection.get", {})).mode).toBe("practice");
  disk.isFull = false;
  const again = await desk.value("practice.leave", { commandId: newCommandId() });
  expect(again.mode).toBe("live");
});

test("K3 if neither folder opens, the one that was open is tried again until it opens, whatever the screens ask", async () => {
  const { disk, computer, start } = fullDisk();
  const desk = await openBoth({ computer, startPractice: start });
  await desk.value("practice.start", { commandId: newCommandId() });
  disk.isFull = true;
  const left = await desk.call("practice.leave", { commandId: newCommandId() });
  expect(left.ok).toBe(false);
  // The failed press itself is told to the screens.
  await desk.clock.advance(1_000);
  const told: string[] = [];
  desk.core.subscribe(({ topic }) => void told.push(topic));
  for (let asked = 0; asked < 3; asked += 1) {
    expect(await desk.call("desk.get", {})).toMatchObject({ error: { code: "closing" } });
  }
  await desk.clock.advance(5_000);
  expect(told).not.toContain("roster");
  disk.isFull = false;
  await desk.clock.advance(5_000);
  await expect.poll(() => told).toContain("roster");
  expect((await desk.value("connection.get", {})).mode).toBe("practice");
});

test("K3 practice that holds its race opens although the disk refuses its new key", async () => {
  let refusedIn: string | null = null;
  const desk = await openBoth({
    startPractice: async (folder, fresh) => {
      const server = await startPractice(folder, fresh);
      // The database is open when the server is asked for the first time.
      return {
        ...server,
        get baseUrl() {
          return lock(folder, server.baseUrl);
        },
      };
    },
  });
  const lock = (folder: string, baseUrl: string): string => {
    if (refusedIn !== folder) return baseUrl;
    const other = new Sqlite(join(folder, "chute.sqlite"));
    onTestFinished(() => void other.close());
    other.exec("BEGIN IMMEDIATE");
    return baseUrl;
  };
  await desk.value("practice.start", { commandId: newCommandId() });
  await desk.value("practice.leave", { commandId: newCommandId() });
  refusedIn = join(desk.dataDir, "practice");
  const again = await desk.value("practice.start", { commandId: newCommandId() });
  expect(again.mode).toBe("practice");
  expect((await desk.value("desk.get", {})).currentEventId).not.toBeNull();
});

test("K1 the key is in no answer, no log, no invalidation and no file of the data folder", async () => {
  const apiKey = "key-of-the-tiny-partner";
  const logged: string[] = [];
  const desk = await openRace(harbourRun, {
    ports: {
      logger: { log: (...facts) => void logged.push(JSON.stringify(facts)) },
    },
  });
  const baseUrl = desk.partner.baseUrl;
  const answers = [
    await desk.call("connection.get", {}),
    await desk.call("connection.check", { baseUrl, apiKey }),
    await desk.call("connection.save", { commandId: newCommandId(), baseUrl, apiKey }),
    await desk.call("connection.save", { commandId: newCommandId(), baseUrl: "ftp://x", apiKey }),
    await desk.call("connection.save", {
      commandId: newCommandId(),
      baseUrl: 7 as unknown as string,
      apiKey,
    }),
    await desk.call("desk.get", {}),
    await desk.call("backup.make", { commandId: newCommandId() }),
    await desk.call("export.make", {
      commandId: newCommandId(),
      eventId: tinyEventId,
      what: "journal",
      format: "json",
    }),
  ];
  expect(JSON.stringify([answers, desk.invalidations, logged])).not.toContain(apiKey);
  for (const path of readdirSync(desk.dataDir, { recursive: true, withFileTypes: true })) {
    if (!path.isFile()) continue;
    const bytes = readFileSync(join(path.parentPath, path.name));
    expect(bytes.includes(apiKey), path.name).toBe(false);
  }
});

test("S3 a second core on the same folder is refused, and may have it once the first has closed", async () => {
  const desk = await openTestCore();
  const { dataDir, ports } = desk;
  const again = () => createCore({ ports, dataDir, host: "station", version: "0" });
  expect(await again()).toMatchObject({
    error: { code: "folder-in-use", details: { pid: process.pid } },
  });
  await desk.core.close();
  const second = await again();
  expect(second.ok).toBe(true);
  if (second.ok) await second.value.close();
});

test("a data folder is made where its parent is, and not where that is missing, unless the way is asked for", async () => {
  const folder = temporaryFolder();
  const { ports } = await openTestCore();
  const open = (dataDir: string, createsParents = false) =>
    createCore({ ports, dataDir, createsParents, host: "station", version: "0" });
  const far = join(folder, "not-there", "data");
  expect(await open(far)).toMatchObject({ error: { code: "folder-missing" } });
  expect(existsSync(join(folder, "not-there"))).toBe(false);
  for (const made of [await open(join(folder, "data")), await open(far, true)]) {
    expect(made.ok).toBe(true);
    if (made.ok) await made.value.close();
  }
});

test("closing lets calls at work finish, answers later ones as closing, and may be asked twice", async () => {
  const desk = await openRace(harbourRun);
  const order = (runnerId: string) => ({
    commandId: newCommandId(),
    eventId: tinyEventId,
    runnerId,
  });
  const atWork = desk.call("checkIn.perform", order("ana"));
  const closed = Promise.all([desk.core.close(), desk.core.close()]);
  const late = await desk.call("checkIn.perform", order("rui"));
  expect(await atWork).toMatchObject({ ok: true });
  expect(late).toMatchObject({ error: { code: "closing" } });
  await closed;
  await settle();
  expect(desk.core.access.check("device")).toBeNull();
  expect(await desk.call("practice.start", { commandId: newCommandId() })).toMatchObject({
    error: { code: "closing" },
  });
  const again = await desk.reopen();
  const { runs } = await again.value("roster.runCounts", { eventId: tinyEventId });
  expect(runs[0]?.arrived).toBe(1);
});

test("S3 closing ends a call that waits for the network at once, so that the folder is free", async () => {
  const desk = await openRace(harbourRun);
  await desk.core.close();
  let isAsked = false;
  const { dataDir, clock, ports } = desk;
  const again = await openTestCore({
    dataDir,
    clock,
    ports: {
      ...ports,
      fetch: (_input, init) => {
        isAsked = true;
        const { promise, reject } = Promise.withResolvers<Response>();
        init?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
        return promise;
      },
    },
  });
  const asked = again.call("event.refresh", { commandId: newCommandId() });
  await until(() => isAsked, "the request");
  let isClosed = false;
  void again.core.close().then(() => (isClosed = true));
  // The clock stands still: no time limit ends the call.
  await until(() => isClosed, "the end");
  expect((await asked).ok).toBe(false);
});

test("S4 a damaged database is set aside whole; a person says what comes next, and is told", async () => {
  const desk = await openRace(harbourRun);
  await desk.value("backup.make", { commandId: newCommandId() });
  await desk.core.close();

  writeFileSync(join(desk.dataDir, "live", "chute.sqlite"), "no database at all".repeat(500));
  const { dataDir, ports } = desk;
  const options = { ports, dataDir, host: "station", version: "0" } as const;
  expect(await createCore(options)).toMatchObject({
    error: { code: "database-damaged", details: { lastBackup: { name: expect.any(String) } } },
  });
  const restored = await openTestCore({ ...options, onDamaged: "restore-backup" });
  const { about } = await restored.value("desk.get", {});
  expect(about.findings).toMatchObject([{ code: "database-set-aside" }]);
  const { rows } = await restored.value("roster.search", { eventId: tinyEventId, text: "ana" });
  expect(rows).toHaveLength(1);
});
