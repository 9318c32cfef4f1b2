import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { connect, download } from "../desk.ts";
import { quantile, spread, timed, type Measure } from "../measure.ts";
import type { Bench, Race } from "../race.ts";
import { startStation, type BenchStation } from "../station.ts";
import { listWaiting } from "#test/support/list-runners.ts";

/** Milliseconds that the station is idle before its memory is measured. */
const restMs = 5_000;
const searches = 600;

/**
 * A new station that downloads the event over HTTP, as a laptop does before its first race, and is then searched over
 * HTTP.
 */
export const memory: Bench = async (race) => {
  const folder = join(race.scratch, "memory");
  mkdirSync(folder);
  const station = await startStation(folder, race);
  try {
    const desk = { call: station.value };
    await connect(desk, race);
    const { rows } = await download(desk, race);
    const highestMb = memoryOf(station.pid, "VmHWM");
    await setTimeout(restMs);
    return [
      {
        bench: "memory",
        what: "station's resident memory after a first download over HTTP",
        value: memoryOf(station.pid, "VmRSS"),
        unit: "MB",
        limit: { value: 200 },
        note: `${rows.toLocaleString("en")} rows; at rest for ${restMs / 1000} s`,
      },
      {
        bench: "memory",
        what: "the same at its highest",
        value: highestMb,
        unit: "MB",
        limit: { value: 250 },
      },
      await searchOverHttp(station, race),
    ];
  } finally {
    await station.stop();
  }
};

/** Searches for parts of existing names and bibs, one request at a time while nothing else runs. */
async function searchOverHttp(station: BenchStation, { api }: Race): Promise<Measure> {
  const { eventId } = api;
  const rows = (await listWaiting(station, eventId)).slice(0, 200);
  const texts = rows.flatMap(({ name, bib }) => [
    ...(name === null ? [] : [name.slice(0, 2), name.slice(0, 6), name]),
    ...(bib === null ? [] : [bib]),
  ]);
  const times: number[] = [];
  for (const text of spread(texts, searches)) {
    times.push(
      (await timed(() => station.value("roster.search", { eventId, text, limit: 12 }))).ms,
    );
  }
  return {
    bench: "memory",
    what: "one search over HTTP, p99",
    value: quantile(times, 0.99),
    unit: "ms",
    limit: { value: 15 },
    note: `p50 ${quantile(times, 0.5).toFixed(2)}, ${times.length} searches`,
  };
}

/**
 * The memory that the kernel counts for the process, in megabytes. `VmRSS` is the current value and `VmHWM` the peak.
 */
function memoryOf(pid: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, kilobytes] = new RegExp(`^${field}:\\s*(\\d+) kB`, "m").exec(status) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}
