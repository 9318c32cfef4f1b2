import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { openWriter } from "#core/db/open/connection.ts";
import { copyRace, newCommandId, openDesk } from "../desk.ts";
import { watchLoop } from "../loop-delay.ts";
import { quantile, spread, timed, type Measure } from "../measure.ts";
import type { Bench, Race } from "../race.ts";
import { startStation, type BenchStation } from "../station.ts";

const checkInsDuring = 100;
const pauseMs = 10;
const atOnce = 100;
const lookMs = 25;
/** Milliseconds without work before the station counts as idle. */
const restMs = 1_500;

/** Exports all runners while the desk continues to check people in. */
export const exported: Bench = async (race) => {
  const folder = copyRace(race);
  const late = await fillDesk(race, folder);
  return [...(await whileCheckingIn(race, folder, late)), await memoryAboveIdle(race, folder)];
};

/** Checks in all runners except a few, who are checked in during the export. */
async function fillDesk({ api }: Race, folder: string): Promise<readonly string[]> {
  const raw = openWriter(join(folder, "live", "chute.sqlite"));
  const runners = raw
    .prepare<[string], string>("SELECT runner_id FROM runner WHERE event_id = ? AND desk_state = 0")
    .pluck()
    .all(api.eventId);
  raw.close();
  const late = new Set(spread(runners, checkInsDuring));
  const early = runners.filter((runnerId) => !late.has(runnerId));
  const desk = await openDesk(folder);
  for (let from = 0; from < early.length; from += atOnce) {
    const runnerIds = early.slice(from, from + atOnce);
    const order = { commandId: newCommandId(), eventId: api.eventId, runnerIds };
    await desk.call("checkIn.performAll", order);
  }
  await desk.close();
  return [...late];
}

const orderOf = ({ api }: Race) =>
  ({ commandId: newCommandId(), eventId: api.eventId, what: "check-ins", format: "csv" }) as const;

async function whileCheckingIn(
  race: Race,
  folder: string,
  late: readonly string[],
): Promise<Measure[]> {
  const desk = await openDesk(folder);
  const { eventId } = race.api;
  let isDone = false;
  const waits: number[] = [];
  const checkIn = async (): Promise<void> => {
    for (const runnerId of late) {
      if (isDone) return;
      const order = { commandId: newCommandId(), eventId, runnerId };
      waits.push((await timed(() => desk.call("checkIn.perform", order))).ms);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const { value, delay } = await watchLoop(async () => {
    const writing = timed(() => desk.call("export.make", orderOf(race)));
    const checking = checkIn();
    const written = await writing;
    isDone = true;
    await checking;
    return written;
  });
  await desk.close();
  const rows = value.value.rows.toLocaleString("en");
  return [
    {
      bench: "export",
      what: `event-loop delay while ${rows} rows are written, p99`,
      value: delay.p99,
      unit: "ms",
      limit: { value: 20 },
      note: `worst ${delay.worst.toFixed(1)}; ${(value.ms / 1000).toFixed(1)} s for ${Math.round(value.value.bytes / 1e6)} MB`,
    },
    {
      bench: "export",
      what: "check-in during the export, p99",
      value: quantile(waits, 0.99),
      unit: "ms",
      note: `${waits.length} of them, median ${quantile(waits, 0.5).toFixed(1)}`,
    },
  ];
}

/** The station's peak memory during the export minus its memory when idle. */
async function memoryAboveIdle(race: Race, folder: string): Promise<Measure> {
  const station = await startStation(folder, race);
  await rest(restMs);
  const idle = residentMegabytes(station);
  let highest = idle;
  const watch = setInterval(() => {
    highest = Math.max(highest, residentMegabytes(station));
  }, lookMs);
  const { rows } = await station.value("export.make", orderOf(race));
  clearInterval(watch);
  await station.stop();
  return {
    bench: "export",
    what: `memory above idle while ${rows.toLocaleString("en")} rows are written`,
    value: highest - idle,
    unit: "MB",
    limit: { value: 60 },
    note: `idle ${Math.round(idle)}`,
  };
}

const rest = (forMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, forMs);
  });

const residentMegabytes = ({ pid }: BenchStation): number =>
  (Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024) /
  1e6;
