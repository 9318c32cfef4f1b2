import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededNumbers } from "#test/support/seeded-numbers.ts";
import { expect, onTestFinished, test } from "vitest";
import type { SandboxProcess } from "#test/support/processes/sandbox-client.ts";
import { startSandboxProcess } from "#test/support/processes/sandbox-process.ts";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import { listWaiting } from "#test/support/list-runners.ts";

const runners = 400;

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "chute-crash-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A station with the sandbox's main event downloaded. */
async function startWithRoster(dataDir: string, sandbox: SandboxProcess): Promise<StationProcess> {
  const station = await start(dataDir, sandbox);
  await station.value("event.refresh", { commandId: randomUUID() });
  const eventIds = [sandbox.mainEventId];
  await station.value("download.start", { commandId: randomUUID(), eventIds });
  await expect
    .poll(async () => (await station.value("download.status", {})).downloads[0]?.state, {
      timeout: 20_000,
    })
    .toBe("complete");
  return station;
}

const start = (dataDir: string, sandbox: SandboxProcess): Promise<StationProcess> =>
  startStationProcess(dataDir, ["--no-open", "--api-url", sandbox.url], {
    env: { CHUTE_API_KEY: sandbox.keys["all"] ?? "" },
  });

/** The runners who can be checked in, in a stable order. */
async function readExpected(station: StationProcess, eventId: string): Promise<string[]> {
  return (await listWaiting(station, eventId)).map(({ id }) => id);
}

/** Kills the process, as a power switch would, and waits until it is gone. */
async function kill(station: StationProcess): Promise<void> {
  station.signal("SIGKILL");
  await station.ended();
}

test("J1 J8 a check-in that was answered is there after SIGKILL, and one that was not is made once", async () => {
  const sandbox = await startSandboxProcess(["--runners", String(runners), "--seed", "7"]);
  const dataDir = await makeFolder();
  const eventId = sandbox.mainEventId;
  let station = await startWithRoster(dataDir, sandbox);
  const waiting = await readExpected(station, eventId);
  expect(waiting.length).toBeGreaterThan(150);
  const random = seededNumbers(11);
  const answered = new Map<string, string>();

  for (let round = 0; round < 6; round += 1) {
    const killAfterMs = 15 + random() * 60;
    const timer = setTimeout(() => station.signal("SIGKILL"), killAfterMs);
    let unanswered: { runnerId: string; commandId: string } | null = null;
    for (;;) {
      const runnerId = waiting.shift();
      if (runnerId === undefined) break;
      const commandId = randomUUID();
      try {
        const { entryId } = await station.value("checkIn.perform", {
          commandId,
          eventId,
          runnerId,
        });
        answered.set(runnerId, entryId);
      } catch {
        unanswered = { runnerId, commandId };
        break;
      }
    }
    clearTimeout(timer);
    await kill(station);
    expect(unanswered, "the process was killed while check-ins came").not.toBeNull();

    station = await start(dataDir, sandbox);
    for (const [runnerId, entryId] of answered) {
      const { runner, history } = await station.value("roster.get", { eventId, runnerId });
      expect(runner.checkedIn).not.toBeNull();
      const made = history.filter((line) => line.kind === "checked-in");
      expect(made.map((line) => line.entryId)).toEqual([entryId]);
    }
    if (unanswered !== null) {
      const { runnerId } = unanswered;
      const again = await station.value("checkIn.perform", { ...unanswered, eventId });
      answered.set(runnerId, again.entryId);
      const { history } = await station.value("roster.get", { eventId, runnerId });
      expect(history.filter((line) => line.kind === "checked-in")).toHaveLength(1);
    }
  }

  const { checkIns } = await station.value("roster.runCounts", { eventId });
  expect(checkIns).toBe(answered.size);
  const { brokenAt, differences } = await station.value("journal.verify", {});
  expect({ brokenAt, differences }).toEqual({ brokenAt: [], differences: 0 });
});

test("O2 O3 a queue that is killed while it drains registers every walk-up exactly once", async () => {
  const sandbox = await startSandboxProcess(["--runners", String(runners), "--seed", "8"]);
  const dataDir = await makeFolder();
  const eventId = sandbox.mainEventId;
  let station = await startWithRoster(dataDir, sandbox);
  const { runs } = await station.value("event.get", { eventId });
  const open = runs.find((run) => run.registrationStatus === "open" && run.label === "10K");
  expect(open).toBeDefined();

  await sandbox.control("/faults", { offline: true });
  const saved = new Map<string, string>();
  for (let number = 0; number < 60; number += 1) {
    const email = `walk-up-${number}@door.example`;
    const { runner } = await station.value("walkUp.save", {
      commandId: randomUUID(),
      eventId,
      form: {
        eventRunId: open?.id ?? "",
        email,
        name: `Walk Up ${number}`,
        registrationType: "paid",
      },
      checkIn: true,
    });
    saved.set(email, runner.id);
  }

  const random = seededNumbers(5);
  await sandbox.control("/faults", { offline: false, delayMs: 15 });
  for (let round = 0; round < 6; round += 1) {
    await station.call("outbox.tryNow", { commandId: randomUUID() });
    await new Promise((resolve) => setTimeout(resolve, 30 + random() * 120));
    await kill(station);
    station = await start(dataDir, sandbox);
  }
  await sandbox.control("/faults", { delayMs: 0 });
  await station.call("outbox.tryNow", { commandId: randomUUID() });
  await expect
    .poll(
      async () => {
        const { entries } = await station.value("outbox.list", { show: "all", limit: 1000 });
        return entries.filter((entry) => entry.state === "done").length;
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBe(saved.size);

  const state = (await sandbox.control("/state")) as {
    data: { created: { registration?: { _id: string; email: string } }[] };
  };
  const there = state.data.created.flatMap(({ registration }) => registration ?? []);
  expect(there.map(({ email }) => email).toSorted()).toEqual([...saved.keys()].toSorted());

  const { entries } = await station.value("outbox.list", { show: "all", limit: 1000 });
  const remoteIds = new Map(there.map(({ _id, email }) => [email, _id]));
  for (const entry of entries) {
    expect(entry.certainty).toBe("confirmed");
    expect(entry.remoteId).toBe(remoteIds.get(entry.email ?? ""));
  }
  const details = await Promise.all(
    entries.map(({ id }) => station.value("outbox.get", { outboxId: id })),
  );
  const interrupted = details.filter(({ attempts }) =>
    attempts.some(({ outcome }) => outcome === "interrupted"),
  );
  expect(interrupted.length, "some were in flight when the process was killed").toBeGreaterThan(0);
  for (const runnerId of saved.values()) {
    const { runner } = await station.value("roster.get", { eventId, runnerId });
    expect(runner).toMatchObject({ delivery: "confirmed" });
    expect(runner.checkedIn).not.toBeNull();
  }
  const { brokenAt, differences } = await station.value("journal.verify", {});
  expect({ brokenAt, differences }).toEqual({ brokenAt: [], differences: 0 });
});
