import { join } from "node:path";
import { openReader } from "#core/db/open/connection.ts";
import type { InputOf, OutputOf } from "#shared/contract/index.ts";
import { openBare } from "../bare-commit.ts";
import type { Desk } from "../desk.ts";
import { copyRace, newCommandId, openDesk, settle } from "../desk.ts";
import { watchLoop } from "../loop-delay.ts";
import { quantile, timed, timedSync, type Measure } from "../measure.ts";
import type { Bench } from "../race.ts";
import { loopLine } from "./download.ts";

const segmentCount = 50;
const linesOfSheet = 5;
const warmUpRounds = 2;
const rounds = 10;
/** Enough reads that the p95 is not simply the slowest of ten. */
const readsPerRound = 20;
const finishers = 10_000;
const singlePresses = 300;
const placingsRead = 30;

/**
 * Podium and finish log in the core, in a race of full size. All 50 segments of a run are in one no-double-dip group,
 * which is the most that has to be judged. The log has 10,000 finishers.
 */
export const podium: Bench = async (race) => {
  const folder = copyRace(race);
  const bare = openBare(join(race.scratch, "bare-podium.sqlite"));
  const desk = await openDesk(folder);
  await settle(desk);
  const { eventId } = race.api;
  const { runId } = await desk.call("podium.get", { eventId });
  if (runId === null) throw new Error("The event has no run");
  const bibs = bibsOf(folder, eventId, runId);
  const sheets = await measureSheets(desk, { eventId, runId }, bibs, bare.insert);
  const log = await measureLog(desk, eventId, runId, bibs);
  await desk.close();
  bare.close();
  return [...sheets, ...log];
};

async function measureSheets(
  desk: Desk,
  run: { readonly eventId: string; readonly runId: string },
  bibs: readonly string[],
  commitBare: (fact: string) => void,
): Promise<Measure[]> {
  const segmentIds = Array.from({ length: segmentCount }, (_, at) =>
    at === 0 ? "overall" : `sex:${at % 2 === 0 ? "F" : "M"}~age:${at}-${at + 4}`,
  );
  const segments = segmentIds.map((segmentId) => {
    const declared = { label: segmentId, depth: 3, clock: "gun" } as const;
    return { segmentId, ...declared };
  });
  await desk.call("segment.save", { commandId: newCommandId(), ...run, segments });
  await desk.call("group.save", { commandId: newCommandId(), ...run, groups: [segmentIds] });
  const revisions = new Map<string, string[]>();
  const times = { enter: [] as number[], get: [] as number[], floor: [] as number[] };
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    for (const [at, segmentId] of segmentIds.entries()) {
      const order = {
        commandId: newCommandId(),
        ...run,
        segmentId,
        slots: sheetOf(bibs, round * segmentCount + at),
        follows: revisions.get(segmentId) ?? [],
      } satisfies InputOf<"podium.enter">;
      const entered = await timed(() => desk.call("podium.enter", order));
      const floor = timedSync(() => commitBare(JSON.stringify(order)));
      revisions.set(segmentId, revisionOf(entered.value));
      if (round < warmUpRounds) continue;
      times.enter.push(entered.ms);
      times.floor.push(floor.ms);
    }
    for (let read = 0; read < readsPerRound; read += 1) {
      const got = await timed(() => desk.call("podium.get", run));
      if (round >= warmUpRounds) times.get.push(got.ms);
    }
  }
  return [
    {
      bench: "podium",
      what: `a sheet ranked, judged and committed among ${segmentCount} segments, p95`,
      value: quantile(times.enter, 0.95),
      unit: "ms",
      against: { name: "bare one-row FULL commit p95", value: quantile(times.floor, 0.95) },
      limit: { value: 5 },
      note: `p50 ${quantile(times.enter, 0.5).toFixed(2)} against ${quantile(times.floor, 0.5).toFixed(2)}`,
    },
    line(`all ${segmentCount} segments of a run read, p95`, times.get, 0.95, 16),
  ];
}

const revisionOf = ({ revision }: OutputOf<"podium.enter">): string[] =>
  revision === null ? [] : [revision];

const sheetOf = (bibs: readonly string[], salt: number): InputOf<"podium.enter">["slots"] =>
  Array.from({ length: linesOfSheet }, (_, at) => ({
    bib: bibs[(salt * 97 + at * 13) % bibs.length] ?? "",
    runnerId: null,
    tie: false,
    time: `${40 + at}:0${at}`,
  }));

async function measureLog(
  desk: Desk,
  eventId: string,
  runId: string,
  bibs: readonly string[],
): Promise<Measure[]> {
  const order = () => ({ commandId: newCommandId(), eventId });
  const startedAtMs = Date.UTC(2026, 4, 17, 8);
  const batch = 100;
  const batches: number[] = [];
  for (let from = 0; from < finishers; from += batch) {
    const stamps = Array.from({ length: batch }, (_, at) => ({
      id: `stamp-${from + at}-bench`,
      atMs: startedAtMs + (from + at) * 500,
    }));
    batches.push((await timed(() => desk.call("finish.stamp", { ...order(), stamps }))).ms);
  }
  for (let at = 0; at < finishers; at += 1) {
    const bib = bibs[at % bibs.length] ?? null;
    await desk.call("finish.bib", { ...order(), id: `line-${at}-bench`, bib, before: null });
  }
  await desk.call("gun.set", { ...order(), runId, atMs: startedAtMs });
  const press: number[] = [];
  const page: number[] = [];
  for (let at = 0; at < singlePresses; at += 1) {
    const stamps = [{ id: `single-${at}-bench`, atMs: startedAtMs + at * 16_001 }];
    press.push((await timed(() => desk.call("finish.stamp", { ...order(), stamps }))).ms);
    const from = (at * 331) % finishers;
    page.push((await timed(() => desk.call("finish.page", { eventId, from, limit: 100 }))).ms);
  }
  const placings = await watchLoop(async () => {
    for (let at = 0; at < placingsRead; at += 1) {
      await desk.call("finish.placings", { eventId, runId });
    }
  });
  const among = `among ${finishers.toLocaleString("en")}`;
  return [
    line(`one finish time committed ${among}, p95`, press, 0.95, 5),
    line(`${batch} finish times committed at once, p95`, batches, 0.95, 16),
    line(`100 rows of the finish log ${among}, p95`, page, 0.95, 16),
    loopLine(`placings of a run ${among} finishers`, placings.delay),
  ];
}

const line = (what: string, times: readonly number[], share: number, limitMs: number): Measure => ({
  bench: "podium",
  what,
  value: quantile(times, share),
  unit: "ms",
  limit: { value: limitMs },
  note: `p50 ${quantile(times, 0.5).toFixed(2)}`,
});

/** Bibs of a run that exactly one runner has. */
function bibsOf(folder: string, eventId: string, runId: string): string[] {
  const raw = openReader(join(folder, "live", "chute.sqlite"));
  const bibs = raw
    .prepare<[string, string, number], string>(
      `SELECT bib FROM runner WHERE event_id = ? AND run_id = ? AND bib IS NOT NULL
       GROUP BY bib HAVING count(*) = 1 ORDER BY min(rowid) LIMIT ?`,
    )
    .pluck()
    .all(eventId, runId, finishers);
  raw.close();
  if (bibs.length < 100) throw new Error("The run has too few bibs");
  return bibs;
}
