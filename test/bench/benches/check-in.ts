import { createRequire } from "node:module";
import { join } from "node:path";
import { setImmediate as turnOfLoop, setTimeout as pause } from "node:timers/promises";
import Datastore from "@seald-io/nedb";
import { openReader } from "#core/db/open/connection.ts";
import { openBare } from "../bare-commit.ts";
import { copyRace, newCommandId, openDesk, settle } from "../desk.ts";
import { quantile, spread, timed, timedSync, type Measure } from "../measure.ts";
import type { Bench, Race } from "../race.ts";

/** Check-ins before JavaScript is compiled. They are reported separately, because the bare commit has no such phase. */
const warmUps = 1_000;
/** The number of check-ins of one desk on a day with 100,000 runners and sixteen desks. */
const ofOneDay = 6_000;
/** More than a desk does on one day. By then the WAL of the bare commit no longer grows either. */
const checkIns = 11_000;

/** PouchDB has no types of its own. */
type PouchDb = new (path: string) => {
  put(document: object): Promise<unknown>;
  close(): Promise<void>;
};
const PouchDB: PouchDb = createRequire(import.meta.url)("pouchdb");

/**
 * Measures the time from the command to the answer after the commit, for each runner, alternating with the floor. One
 * run has no pauses, like a queue at several desks. Another run has a pause before each check-in, in which the
 * processor may go to sleep.
 */
export const checkIn: Bench = async (race) => {
  const runners = spread(confirmed(race), checkIns);
  const busy = await measureDesk(race, runners, turnOfLoop);
  const ofDay = runners.slice(0, ofOneDay);
  const paused = await measureDesk(race, ofDay, () => pause(1));
  const peers = await measurePeers(race, ofDay);
  const day = part(busy, warmUps, ofOneDay);
  const later = part(busy, ofOneDay, checkIns);
  const what = "command to committed, p99";
  return [
    line(what, day, bareCommit, { limit: { ratio: 2 } }),
    line("with a pause of 1 ms before each, p99", part(paused, warmUps, ofOneDay), bareCommit),
    line("the first thousand after a start, p99", part(busy, 0, warmUps), bareCommit),
    // A small event does not have so many runners.
    ...(later.ours.length < warmUps ? [] : [line("after six thousand, p99", later, bareCommit)]),
    line(what, { ...day, floor: peers.pouch }, "PouchDB put (LevelDB, not synced)"),
    line(what, { ...day, floor: peers.nedb }, "nedb insert (not synced)"),
  ];
};

const bareCommit = "bare one-row FULL commit";

/** Milliseconds, one value for each runner. */
interface Times {
  readonly ours: readonly number[];
  readonly floor: readonly number[];
}

const part = ({ ours, floor }: Times, from: number, to: number): Times => ({
  ours: ours.slice(from, to),
  floor: floor.slice(from, to),
});

/**
 * Measures one desk from its start, alternating which of floor and desk goes first. Between two check-ins the event
 * loop runs at least once.
 */
async function measureDesk(
  race: Race,
  runners: readonly string[],
  between: () => Promise<void>,
): Promise<Times> {
  const folder = copyRace(race);
  const { eventId } = race.api;
  const bare = openBare(join(folder, "bare.sqlite"));
  const desk = await openDesk(folder);
  await settle(desk);
  const checkInOne = (runnerId: string) =>
    timed(() => desk.call("checkIn.perform", { commandId: newCommandId(), eventId, runnerId }));
  const commitBare = (runnerId: string) =>
    timedSync(() => bare.insert(JSON.stringify(factOf(race, runnerId))));
  const times = { ours: [] as number[], floor: [] as number[] };
  for (const [at, runnerId] of runners.entries()) {
    const isFloorFirst = at % 2 === 1;
    const before = isFloorFirst ? commitBare(runnerId) : null;
    const ours = await checkInOne(runnerId);
    const floor = before ?? commitBare(runnerId);
    times.ours.push(ours.ms);
    times.floor.push(floor.ms);
    await between();
  }
  await desk.close();
  bare.close();
  return times;
}

/** The peers are measured separately, because the next one that syncs also writes what they left unsynced. */
async function measurePeers(
  race: Race,
  runners: readonly string[],
): Promise<{ readonly pouch: number[]; readonly nedb: number[] }> {
  const pouch = new PouchDB(join(race.scratch, "pouch"));
  const nedb = new Datastore({ filename: join(race.scratch, "nedb.jsonl"), autoload: true });
  const times = { pouch: [] as number[], nedb: [] as number[] };
  for (const [at, runnerId] of runners.entries()) {
    const document = { _id: `${runnerId}-${at}`, ...factOf(race, runnerId) };
    const peer = await timed(() => pouch.put(document));
    const other = await timed(() => nedb.insertAsync(document));
    if (at < warmUps) continue;
    times.pouch.push(peer.ms);
    times.nedb.push(other.ms);
  }
  await pouch.close();
  return times;
}

const factOf = ({ api }: Race, runnerId: string) => {
  return { runnerId, eventId: api.eventId, operator: "Ida", desk: "Desk 1", atMs: Date.now() };
};

const line = (
  what: string,
  times: Times,
  against: string,
  more: Partial<Measure> = {},
): Measure => ({
  bench: "check-in",
  what,
  value: quantile(times.ours, 0.99),
  unit: "ms",
  against: { name: `${against} p99`, value: quantile(times.floor, 0.99) },
  note: `p50 ${quantile(times.ours, 0.5).toFixed(2)} against ${quantile(times.floor, 0.5).toFixed(2)}`,
  ...more,
});

function confirmed({ dataDir, api }: Race): string[] {
  const raw = openReader(join(dataDir, "live", "chute.sqlite"));
  const ids = raw
    .prepare<[string], string>(
      "SELECT runner_id FROM runner WHERE event_id = ? AND desk_state = 0 ORDER BY rowid",
    )
    .pluck()
    .all(api.eventId);
  raw.close();
  return ids;
}
