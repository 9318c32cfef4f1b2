import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Child } from "#test/support/processes/child.ts";
import { startChild } from "#test/support/processes/child.ts";
import { projectRoot, sandboxProgram, stationProgram } from "#test/support/processes/programs.ts";
import type { SandboxProcess } from "#test/support/processes/sandbox-client.ts";
import { connectSandbox } from "#test/support/processes/sandbox-client.ts";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import { connectStation } from "#test/support/processes/station-client.ts";
import type { Chance } from "./chance.ts";
import { createChance } from "./chance.ts";
import { examine, must, readCreated } from "./examine.ts";
import type { CallLog } from "./call-log.ts";
import { createCallLog } from "./call-log.ts";
import type { Race } from "./load.ts";
import { readRace, workAtDesk } from "./load.ts";
import { examineClimbed, plantOldFile, readOldFacts } from "./old-file.ts";

/** What the station was doing when it was killed. */
export const moments = ["under-load", "starting", "downloading", "migrating"] as const;
export type Moment = (typeof moments)[number];

export interface SeasonReport {
  readonly kills: Readonly<Record<Moment, number>>;
  readonly acknowledged: number;
  /** The number of commands that were not answered and were sent again. */
  readonly givenAgain: number;
  /** The number of requests to the partner that were in flight when the station was killed. */
  readonly interrupted: number;
  readonly created: number;
}

export interface SeasonOptions {
  readonly seed: number;
  readonly cycles: number;
  onKill?(moment: Moment): void;
}

const desks = 3;
/** Milliseconds that a start takes, until a start was measured. */
const firstStartMs = 300;
/** A kill during a start comes at any moment up to this multiple of the measured start time. */
const startAndMore = 1.2;
/** A kill under load comes after at most this many replies. */
const mostReplies = 30;
const mostLaterMs = 8;
const mostLoadMs = 2_000;
const mostDownloadMs = 150;
/** Milliseconds; longer than the longest pause between two tries (O5). */
const patienceMs = 90_000;

/**
 * One sandbox, one data folder, and a station that is killed again and again. At the end the connection works, the
 * outbox is empty, and the partner's list is compared with the call log. Throws `BrokenPromise` if an acknowledged
 * command is missing, doubled or without an outcome.
 */
export async function runSeason({ seed, cycles, onKill }: SeasonOptions): Promise<SeasonReport> {
  const chance = createChance(seed);
  const scratch = mkdtempSync(join(tmpdir(), "chute-crash-"));
  const children = new Set<Child>();
  const keep = (child: Child): Child => {
    children.add(child);
    void child.ended().then(() => children.delete(child));
    return child;
  };
  try {
    const flags = ["--json", "--port", "0", "--runners", "40", "--rate-limit", "5000/s"];
    const sandbox = await connectSandbox(
      keep(startChild(sandboxProgram, [...flags, "--seed", String(seed % 1_000)])),
    );
    const kills = { "under-load": 0, starting: 0, downloading: 0, migrating: 0 };
    const season = createSeason({ chance, scratch, sandbox, keep });
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const moment = await season.killOnce();
      kills[moment] += 1;
      onKill?.(moment);
    }
    return { kills, ...(await season.settle()) };
  } finally {
    for (const child of children) child.signal("SIGKILL");
    await Promise.all([...children].map((child) => child.ended()));
    rmSync(scratch, { recursive: true, force: true });
  }
}

function createSeason(parts: {
  readonly chance: Chance;
  readonly scratch: string;
  readonly sandbox: SandboxProcess;
  readonly keep: (child: Child) => Child;
}) {
  const { chance, scratch, sandbox, keep } = parts;
  const dataDir = mkdtempSync(join(scratch, "data-"));
  const databasePath = join(dataDir, "live", "chute.sqlite");
  const callLog: CallLog = createCallLog();
  let race: Race | null = null;
  let givenAgain = 0;
  let startMs = firstStartMs;

  const launch = (folder: string, flags: readonly string[], key = ""): Child =>
    keep(
      startChild(
        stationProgram,
        ["--json", "--no-open", "--port", "0", "--data-dir", folder, ...flags],
        {
          env: { CHUTE_CHECK_OUTPUTS: "1", ...(key === "" ? {} : { CHUTE_API_KEY: key }) },
        },
      ),
    );
  const launchHere = (): Child =>
    launch(dataDir, ["--api-url", sandbox.url], sandbox.keys["all"] ?? "");
  const open = async (): Promise<StationProcess> => {
    const sinceMs = performance.now();
    const station = await connectStation(launchHere());
    startMs = performance.now() - sinceMs;
    givenAgain += callLog.unanswered.length;
    try {
      await examine({ station, sandbox, databasePath, callLog, chance });
    } catch (broken) {
      // The moments of the kills differ each time, so the folder may be the only trace.
      const kept = join(projectRoot, "test-results", `crash-season-${process.pid}-${Date.now()}`);
      cpSync(dataDir, kept, { recursive: true });
      throw broken;
    }
    return station;
  };

  const killStarting = async (): Promise<Moment> => {
    await killAfter(launchHere(), chance.number() * startMs * startAndMore);
    return "starting";
  };

  const killMigrating = async (): Promise<Moment> => {
    const folder = mkdtempSync(join(scratch, "old-"));
    plantOldFile(folder);
    const before = readOldFacts(folder);
    await killAfter(launch(folder, []), chance.number() * startMs * startAndMore);
    const station = await connectStation(launch(folder, []));
    await examineClimbed(station, folder, before);
    await killAfter(station, 0);
    rmSync(folder, { recursive: true, force: true });
    return "migrating";
  };

  const startDownload = async (station: StationProcess): Promise<void> => {
    await station.value("event.refresh", { commandId: chance.id() });
    await station.value("download.start", {
      commandId: chance.id(),
      eventIds: [sandbox.mainEventId],
    });
  };

  const killDownloading = async (): Promise<Moment> => {
    await sandbox.control("/faults", { offline: false, delayMs: chance.below(10) });
    const station = await connectStation(launchHere());
    await startDownload(station);
    await killAfter(station, chance.number() * mostDownloadMs);
    return "downloading";
  };

  /** The first complete download, after downloads that were killed. */
  const completeCopy = async (): Promise<Race> => {
    await sandbox.control("/faults", { offline: false, delayMs: 0 });
    const station = await open();
    await startDownload(station);
    await until("D1 the download completes", async () => {
      const { downloads } = await station.value("download.status", {});
      return downloads.filter(({ state }) => state !== "complete");
    });
    const found = await readRace(station, sandbox.mainEventId);
    await killAfter(station, 0);
    return found;
  };

  const killUnderLoad = async (): Promise<Moment> => {
    race ??= await completeCopy();
    await sandbox.control("/faults", { offline: chance.hits(0.2), delayMs: chance.below(30) });
    const station = await open();
    let isGone = false;
    const at = race;
    const work = Array.from({ length: desks }, () =>
      workAtDesk({
        station,
        race: at,
        callLog,
        chance: createChance(chance.seed()),
        isGone: () => isGone,
      }),
    );
    const repliesAtKill = callLog.replies + 1 + chance.below(mostReplies);
    const laterMs = chance.number() * mostLaterMs;
    const kill = async (): Promise<void> => {
      const sinceMs = performance.now();
      while (callLog.replies < repliesAtKill && performance.now() - sinceMs < mostLoadMs) {
        await pause(1);
      }
      await pause(laterMs);
      isGone = true;
      await killAfter(station, 0);
    };
    await Promise.all([kill(), ...work]);
    return "under-load";
  };

  return {
    killOnce(): Promise<Moment> {
      if (race === null && chance.hits(0.6)) return killDownloading();
      const draw = chance.number();
      if (draw < 0.25) return killStarting();
      if (draw < 0.35) return killMigrating();
      return killUnderLoad();
    },

    async settle(): Promise<Omit<SeasonReport, "kills">> {
      await sandbox.control("/faults", { offline: false, delayMs: 0 });
      const station = await open();
      await station.call("outbox.tryNow", { commandId: chance.id() });
      await until("O1 the queue comes to rest", async () => {
        const { entries } = await station.value("outbox.list", { show: "open", limit: 1000 });
        return entries;
      });
      const created = await readCreated(sandbox);
      const expected = callLog.acknowledged.flatMap(({ name, input }) => {
        const form = input["form"] as { readonly email?: string; readonly name: string };
        return name === "walkUp.save" || name === "event.create" ? [form.email ?? form.name] : [];
      });
      const missing = expected.filter((one) => !created.includes(one));
      const unknown = created.filter((one) => !expected.includes(one));
      must(missing.length === 0, "O1 everything acknowledged reached the partner", missing);
      must(unknown.length === 0, "O2 the partner has nothing that nobody saved", unknown);
      await examine({ station, sandbox, databasePath, callLog, chance });
      const interrupted = await countInterrupted(station);
      const { code } = await station.stop();
      must(code === 0, "the station ends well when it is asked to", code);
      return {
        acknowledged: callLog.acknowledged.length,
        givenAgain,
        interrupted,
        created: created.length,
      };
    },
  };
}

async function countInterrupted(station: StationProcess): Promise<number> {
  const { entries } = await station.value("outbox.list", { show: "all", limit: 1000 });
  const details = await Promise.all(
    entries.map(({ id }) => station.value("outbox.get", { outboxId: id })),
  );
  return details
    .flatMap(({ attempts }) => attempts)
    .filter(({ outcome }) => outcome === "interrupted").length;
}

async function killAfter(child: Child, ms: number): Promise<void> {
  await pause(ms);
  child.signal("SIGKILL");
  await child.ended();
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Waits until the list of unfinished things is empty. */
async function until(promise: string, read: () => Promise<readonly unknown[]>): Promise<void> {
  const sinceMs = performance.now();
  for (let left = await read(); left.length > 0; left = await read()) {
    must(performance.now() - sinceMs < patienceMs, promise, left);
    await pause(50);
  }
}
