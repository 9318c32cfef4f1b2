import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sync as say } from "#renderer/i18n/en/sync/sync.ts";
import { projectRoot } from "#test/support/processes/programs.ts";
import type { SandboxProcess } from "#test/support/processes/sandbox-client.ts";
import { startSandboxProcess } from "#test/support/processes/sandbox-process.ts";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import { startStationChild, startStationProcess } from "#test/support/processes/station-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const patient = { timeout: 15_000 };
const commandId = (): string => randomUUID();

const readme = readFileSync(join(projectRoot, "electron", "station", "README.md"), "utf8");
const [, chapter = ""] = readme.split("\n## Going back to a backup\n");

interface Desk {
  readonly sandbox: SandboxProcess;
  readonly dataDir: string;
  start(flags?: readonly string[]): Promise<StationProcess>;
  save(station: StationProcess, email: string): Promise<void>;
  knows(station: StationProcess, email: string): Promise<boolean>;
  created(): Promise<string[]>;
}

/** A desk that has downloaded a race and whose sending is paused. */
async function openDesk(): Promise<Desk & { readonly station: StationProcess }> {
  const sandbox = await startSandboxProcess(["--runners", "30"]);
  const dataDir = temporaryFolder();
  const eventId = sandbox.mainEventId;
  const start = (flags: readonly string[] = []): Promise<StationProcess> =>
    startStationProcess(dataDir, ["--api-url", sandbox.url, ...flags], {
      env: { CHUTE_API_KEY: sandbox.keys["all"] ?? "" },
    });
  const station = await start();
  await station.value("event.refresh", { commandId: commandId() });
  await station.value("download.start", { commandId: commandId(), eventIds: [eventId] });
  const state = async () =>
    (await station.value("download.status", { eventId })).downloads[0]?.state;
  await expect.poll(state, patient).toBe("complete");
  await station.value("outbox.pause", { commandId: commandId() });
  const { runs } = await station.value("event.get", { eventId });
  const run = runs.find(
    ({ registrationStatus, isRelay }) => registrationStatus === "open" && !isRelay,
  );
  return {
    sandbox,
    dataDir,
    station,
    start,
    async save(desk, email) {
      const form = { eventRunId: run?.id ?? "", email, registrationType: "free" };
      await desk.value("walkUp.save", { commandId: commandId(), eventId, form, checkIn: true });
    },
    async knows(desk, text) {
      return (await desk.value("roster.search", { eventId, text })).total === 1;
    },
    async created() {
      const { data } = (await sandbox.control("/state")) as { data: { created: unknown[] } };
      return data.created.map((post) => JSON.stringify(post));
    },
  };
}

/** Nothing is sent before a person confirms the copy; after that everything unsent is sent. */
async function confirmAndSend(desk: Desk, station: StationProcess): Promise<void> {
  await station.value("outbox.resume", { commandId: commandId() });
  const status = () => station.value("sync.status", {});
  expect(await status()).toMatchObject({ copied: { why: "backup" }, activity: "held-as-copy" });
  expect(await desk.created()).toEqual([]);
  await station.value("outbox.confirmCopy", { commandId: commandId() });
  await expect.poll(async () => (await status()).waiting, patient).toBe(0);
  const created = await desk.created();
  expect(created.filter((post) => post.includes("before@example.org"))).toHaveLength(1);
  expect(created).toHaveLength(1);
}

describe("S5 going back to a backup, as the station's README tells it", () => {
  test("S5 the station's README says what Sync says", () => {
    const words = chapter.replaceAll("'", "’");
    expect(words).toContain(`"${say.copied.title.backup}"`);
    expect(words).toContain(`"${say.copied.title.elsewhere}"`);
    expect(words).toContain(`"${say.copied.confirm}"`);
  });

  test("S4 S5 its lines, one after the other", async () => {
    const desk = await openDesk();
    await desk.save(desk.station, "before@example.org");
    await desk.station.value("backup.make", { commandId: commandId() });
    await desk.save(desk.station, "after@example.org");
    await desk.station.stop();

    const [, script = ""] = /```sh\n([^]*?)```/.exec(chapter) ?? [];
    const lines = script.trim().replaceAll("~/race", desk.dataDir).split("\n");
    const command = lines.pop() ?? "";
    execFileSync("sh", ["-e", "-c", lines.join("\n")]);
    expect(command).toBe(`npm run station -- --data-dir ${desk.dataDir} --restore-backup`);
    const station = await desk.start(["--restore-backup"]);

    expect(await desk.knows(station, "before@example.org")).toBe(true);
    expect(await desk.knows(station, "after@example.org")).toBe(false);
    await confirmAndSend(desk, station);
    await station.stop();
    const again = await desk.start();
    expect((await again.value("sync.status", {})).copied).toBeNull();
    expect(readdirSync(join(desk.dataDir, "before"))).toContain("chute.sqlite");
  });

  test("S4 S5 a damaged database: what it says, and going on with the last backup", async () => {
    const desk = await openDesk();
    await desk.save(desk.station, "before@example.org");
    await desk.station.value("backup.make", { commandId: commandId() });
    await desk.station.stop();
    writeFileSync(join(desk.dataDir, "live", "chute.sqlite"), "x".repeat(50_000));

    const refused = await startStationChild(["--port", "0", "--data-dir", desk.dataDir]).ended();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("--restore-backup");
    expect(chapter).toContain("`live/set-aside`");
    const [place = ""] = readdirSync(join(desk.dataDir, "live", "set-aside"));
    const kept = join(desk.dataDir, "live", "set-aside", place, "chute.sqlite");
    expect(readFileSync(kept, "utf8")).toBe("x".repeat(50_000));

    const station = await desk.start(["--restore-backup"]);
    expect(await desk.knows(station, "before@example.org")).toBe(true);
    await confirmAndSend(desk, station);
  });

  test("S5 an older backup put in by hand", async () => {
    const desk = await openDesk();
    await desk.save(desk.station, "before@example.org");
    const older = await desk.station.value("backup.make", { commandId: commandId() });
    await desk.save(desk.station, "after@example.org");
    await desk.station.value("backup.make", { commandId: commandId() });
    await desk.station.stop();
    const live = join(desk.dataDir, "live");
    execFileSync("sh", ["-c", `rm "${live}"/chute.sqlite*`]);
    copyFileSync(join(live, "backups", older.name), join(live, "chute.sqlite"));
    const station = await desk.start();
    expect(await desk.knows(station, "after@example.org")).toBe(false);
    await confirmAndSend(desk, station);
  });
});
