import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as turn } from "node:timers/promises";
import Datastore from "@seald-io/nedb";
import { openWriter } from "#core/db/connection.ts";
import { openBare } from "../bare-commit.ts";
import { copyRace, newCommandId, openDesk, settle } from "../desk.ts";
import { quantile, spread, timed, timedSync, type Measure } from "../measure.ts";
import type { Bench } from "../race.ts";

const checkIns = 6_000;
/** Until JavaScript is compiled that the bare commit does not have; told apart. */
const warmUps = 1_000;

/** It brings no types. */
type PouchDb = new (path: string) => {
  put(document: object): Promise<unknown>;
  close(): Promise<void>;
};
const PouchDB: PouchDb = createRequire(import.meta.url)("pouchdb");

/**
 * From the command to the answer after the commit, runner by runner, in turns with the floor, now one first and now the
 * other. The peers have turns of their own: what they leave unsynced is written by whoever syncs next.
 */
export const checkIn: Bench = async (race) => {
  const folder = copyRace(race);
  const { eventId } = race.api;
  const runners = confirmed(folder, eventId);
  const bare = openBare(join(race.scratch, "bare.sqlite"));
  const desk = await openDesk(folder);
  await settle(desk);
  const factOf = (runnerId: string) => {
    return { runnerId, eventId, operator: "Ida", desk: "Desk 1", atMs: Date.now() };
  };
  const checkInOne = (runnerId: string) =>
    timed(() => desk.call("checkIn.perform", { commandId: newCommandId(), eventId, runnerId }));
  const commitBare = (runnerId: string) =>
    timedSync(() => bare.insert(JSON.stringify(factOf(runnerId))));
  const first = { ours: [] as number[], floor: [] as number[] };
  const times = {
    ours: [] as number[],
    floor: [] as number[],
    pouch: [] as number[],
    nedb: [] as number[],
  };
  for (const [at, runnerId] of spread(runners, checkIns).entries()) {
    const isFloorFirst = at % 2 === 1;
    const before = isFloorFirst ? commitBare(runnerId) : null;
    const ours = await checkInOne(runnerId);
    const floor = before ?? commitBare(runnerId);
    // People press keys: between two of them the desk has a turn of its loop.
    await turn();
    const kept = at < warmUps ? first : times;
    kept.ours.push(ours.ms);
    kept.floor.push(floor.ms);
  }
  await desk.close();
  bare.close();

  const pouch = new PouchDB(join(race.scratch, "pouch"));
  const nedb = new Datastore({ filename: join(race.scratch, "nedb.jsonl"), autoload: true });
  for (const [at, runnerId] of spread(runners, checkIns).entries()) {
    const document = { _id: `${runnerId}-${at}`, ...factOf(runnerId) };
    const peer = await timed(() => pouch.put(document));
    const other = await timed(() => nedb.insertAsync(document));
    if (at < warmUps) continue;
    times.pouch.push(peer.ms);
    times.nedb.push(other.ms);
  }
  await pouch.close();
  const p99 = quantile(times.ours, 0.99);
  const note = `p50 ${quantile(times.ours, 0.5).toFixed(2)}`;
  const line = (name: string, list: readonly number[], more: Partial<Measure>): Measure => ({
    bench: "check-in",
    what: `command to committed, p99`,
    value: p99,
    unit: "ms",
    against: { name: `${name} p99`, value: quantile(list, 0.99) },
    note: `${note} against ${quantile(list, 0.5).toFixed(2)}`,
    ...more,
  });
  return [
    line("bare one-row FULL commit", times.floor, { limit: { ratio: 2 } }),
    line("bare one-row FULL commit", first.floor, {
      what: "command to committed, the first thousand after a start, p99",
      value: quantile(first.ours, 0.99),
      note: `p50 ${quantile(first.ours, 0.5).toFixed(2)} against ${quantile(first.floor, 0.5).toFixed(2)}`,
    }),
    line("PouchDB put (LevelDB, not synced)", times.pouch, {}),
    line("nedb insert (not synced)", times.nedb, {}),
  ];
};

function confirmed(folder: string, eventId: string): string[] {
  const raw = openWriter(join(folder, "live", "chute.sqlite"));
  const ids = raw
    .prepare<[string], string>(
      "SELECT runner_id FROM runner WHERE event_id = ? AND desk_state = 0 ORDER BY rowid",
    )
    .pluck()
    .all(eventId);
  raw.close();
  return ids;
}
