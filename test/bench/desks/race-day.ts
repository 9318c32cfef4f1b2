import { setTimeout as wait } from "node:timers/promises";
import type { Api } from "#test/bench/race.ts";
import type { Measure } from "#test/bench/measure.ts";
import { quantile } from "#test/bench/measure.ts";
import { openScreens } from "./browsers.ts";
import type { Saved } from "./clients.ts";
import { keepCheckingIn, pairClient, performAt, performOver } from "./clients.ts";
import type { Computer } from "./computer.ts";
import { openVenue } from "./venue.ts";
import type { Witness } from "./witness.ts";
import { startWitness } from "./witness.ts";

export interface RaceDayOptions {
  readonly seconds: number;
  readonly clients: number;
  /** Pairs of real browsers. */
  readonly pairs: number;
  readonly perSecond: number;
}

const cutSeconds = 8;

/** A day at the desks: everybody checks in, the router fails, and the hub and a desk are killed. */
export async function measureRaceDay(
  scratch: string,
  api: Api,
  { seconds, clients, pairs, perSecond }: RaceDayOptions,
): Promise<readonly Measure[]> {
  const { hub, desks, code } = await openVenue(scratch, api, 2);
  const [second, third] = desks;
  if (second === undefined || third === undefined) throw new Error("There are no full desks");
  const { eventId } = api;
  const runners = await listRunners(hub, eventId);
  const screens = await openScreens(hub, code, pairs);
  // One code pairs 20 devices.
  const further = (await hub.value("pairing.open", {})).code;
  const witnesses = [
    await witnessOver(hub, further, eventId),
    witnessAt("second", second, eventId),
  ];
  const saved: Saved[] = [];
  const onSaved = (one: Saved): void => {
    saved.push(one);
    // The hub slows a device that reads more people a second than arrive at it (S10).
    if (saved.length % perSecond !== 0) return;
    for (const witness of witnesses) witness.expect(one.runnerId, one.orderedAt);
  };
  const startedAt = performance.now();
  const pace = { everyMs: 1_000 / perSecond, until: startedAt + seconds * 1_000 };
  const ids = runners.map(({ id }) => id).values();
  const working: Promise<void>[] = [];
  for (let number = 1; number <= clients; number += 1) {
    const client = await pairClient(hub, further, `Phone ${number}`);
    const perform = performOver(client, eventId);
    working.push(keepCheckingIn(`Phone ${number}`, perform, ids, pace, onSaved));
  }
  for (const [at, desk] of desks.entries()) {
    const name = `Laptop ${at + 2}`;
    working.push(keepCheckingIn(name, performAt(desk, eventId), ids, pace, onSaved));
  }
  const painted: number[] = [];
  const bibs = loneBibs(runners);
  const pressing = screens.pairs.map(async (pair) => {
    while (performance.now() < pace.until) {
      const next = performance.now() + pace.everyMs;
      const { value: bib, done } = bibs.next();
      if (done === true) return;
      const ms = await pair.checkIn(bib).catch(() => null);
      if (ms !== null) painted.push(ms);
      await wait(Math.max(0, next - performance.now()));
    }
  });
  const incidents = await runIncidents({ hub, second, third, seconds, saved });
  await Promise.all([...working, ...pressing]);
  const settledMs = await untilSame([hub, ...desks], saved);
  const quiet = (at: number): boolean => incidents.loud.every(([from, to]) => at < from || at > to);
  const result = [
    ...countMeasures([hub, ...desks], saved, settledMs),
    ...witnesses.map((witness) => delayMeasure(witness, quiet)),
    ...(painted.length === 0 ? [] : [paintedMeasure(painted, pairs)]),
    ...incidents.measures,
    memoryMeasure(hub),
  ];
  for (const witness of witnesses) witness.close();
  await screens.close();
  for (const desk of desks) await desk.stop();
  await hub.stop();
  return result;
}

interface Runner {
  readonly id: string;
  readonly bib: string | null;
}

/** Confirmed runners that are not here yet, in an order of their own. */
async function listRunners(hub: Computer, eventId: string): Promise<Runner[]> {
  return hub.read<Runner>(
    `SELECT runner_id AS id, bib FROM runner WHERE event_id = ? AND desk_state = 0
     ORDER BY substr(runner_id, -6)`,
    eventId,
  );
}

/** From the end of the list, so that no client takes the same runner. */
function* loneBibs(runners: readonly Runner[]): Generator<string> {
  const counts = new Map<string, number>();
  for (const { bib } of runners) if (bib !== null) counts.set(bib, (counts.get(bib) ?? 0) + 1);
  for (const { bib } of runners.toReversed()) {
    if (bib !== null && /^\d{3,}$/.test(bib) && counts.get(bib) === 1) yield bib;
  }
}

async function witnessOver(hub: Computer, code: string, eventId: string): Promise<Witness> {
  const client = await pairClient(hub, code, "Witness");
  return startWitness({
    name: "at another browser desk of the hub",
    open: (signal) => client.request("/events", { signal, timeoutMs: 3_600_000 }),
    async isHere(runnerId) {
      const value = (await client.ask("/rpc/roster.get", { eventId, runnerId })) as Card;
      return value.runner.checkedIn !== null;
    },
  });
}

interface Card {
  readonly runner: { readonly checkedIn: unknown };
}

const witnessAt = (name: string, desk: Computer, eventId: string): Witness =>
  startWitness({
    name: `at the ${name} full desk`,
    open: (signal) =>
      fetch(`${desk.url()}/events`, {
        signal,
        headers: { authorization: `Bearer ${desk.session()}` },
      }),
    async isHere(runnerId) {
      return (await desk.value("roster.get", { eventId, runnerId })).runner.checkedIn !== null;
    },
  });

interface Incidents {
  readonly hub: Computer;
  readonly second: Computer;
  readonly third: Computer;
  readonly seconds: number;
  readonly saved: readonly Saved[];
}

/** The router fails, the hub is killed, a full desk is killed; each at its share of the time. */
async function runIncidents({ hub, second, third, seconds, saved }: Incidents) {
  const loud: (readonly [number, number])[] = [];
  const startedAt = performance.now();
  const until = (share: number) =>
    wait(Math.max(0, startedAt + share * seconds * 1_000 - performance.now()));
  const told = [await hub.loop()].slice(1);
  await until(0.25);
  let from = performance.now();
  told.push(await hub.loop());
  second.tell({ ask: "cut", port: hub.port() });
  await wait(cutSeconds * 1_000);
  const during = saved.slice();
  second.tell({ ask: "reconnect" });
  const convergedMs = await untilSame([hub, second], during);
  loud.push([from - 500, performance.now() + 500]);
  await until(0.55);
  told.push(await hub.loop());
  from = performance.now();
  await hub.kill();
  await wait(500);
  await hub.start();
  loud.push([from - 500, performance.now() + 3_000]);
  await until(0.75);
  told.push(await hub.loop());
  from = performance.now();
  await third.kill();
  await wait(500);
  await third.start();
  loud.push([from - 500, performance.now() + 3_000]);
  await until(1);
  told.push(await hub.loop());
  const measures: Measure[] = [
    {
      bench: "desks",
      what: `hub and desk one again after ${cutSeconds} s without network`,
      value: convergedMs,
      unit: "ms",
      limit: { value: 2_000 },
    },
    {
      bench: "desks",
      what: "loop delay of the hub, p99 of the worst quarter",
      value: Math.max(...told.map(({ p99 }) => p99)),
      unit: "ms",
      limit: { value: 16 },
      note: `worst single ${Math.max(...told.map(({ worst }) => worst)).toFixed(0)} ms`,
    },
  ];
  return { loud, measures };
}

const checkInsSql = `SELECT subject, count(*) AS count FROM journal
  WHERE kind = 'check-in.made' GROUP BY subject`;

const checkInsOf = (computer: Computer): Map<string, number> =>
  new Map(
    computer
      .read<{ subject: string; count: number }>(checkInsSql)
      .map(({ subject, count }) => [subject, count]),
  );

/** Waits until each computer has every one of these check-ins; the time it took. */
async function untilSame(computers: readonly Computer[], saved: readonly Saved[]): Promise<number> {
  const startedAt = performance.now();
  for (const computer of computers) {
    for (;;) {
      const found = checkInsOf(computer);
      if (saved.every(({ runnerId }) => found.has(runnerId))) break;
      if (performance.now() - startedAt > 60_000) return performance.now() - startedAt;
      await wait(25);
    }
  }
  return performance.now() - startedAt;
}

function countMeasures(
  computers: readonly Computer[],
  saved: readonly Saved[],
  settledMs: number,
): Measure[] {
  const found = computers.map(checkInsOf);
  const lost = saved.filter(({ runnerId }) => found.some((one) => !one.has(runnerId)));
  const doubled = found.reduce(
    (sum, one) => sum + [...one.values()].filter((count) => count > 1).length,
    0,
  );
  const note = `everywhere ${settledMs.toFixed(0)} ms after the last`;
  return [
    { bench: "desks", what: "check-ins acknowledged", value: saved.length, unit: "rows", note },
    {
      bench: "desks",
      what: "of these lost",
      value: lost.length,
      unit: "rows",
      limit: { value: 0 },
    },
    { bench: "desks", what: "doubled", value: doubled, unit: "rows", limit: { value: 0 } },
  ];
}

function delayMeasure(witness: Witness, quiet: (at: number) => boolean): Measure {
  const times = witness.delays.filter(({ orderedAt }) => quiet(orderedAt)).map(({ ms }) => ms);
  return {
    bench: "desks",
    what: `order to seen ${witness.name}, p95`,
    value: quantile(times, 0.95),
    unit: "ms",
    limit: { value: 500 },
    note: `p50 ${quantile(times, 0.5).toFixed(0)}, p99 ${quantile(times, 0.99).toFixed(0)}, ${times.length} times`,
  };
}

const paintedMeasure = (painted: readonly number[], pairs: number): Measure => ({
  bench: "desks",
  what: `press to painted, from browser to browser, p95`,
  value: quantile(painted, 0.95),
  unit: "ms",
  limit: { value: 500 },
  note: `p50 ${quantile(painted, 0.5).toFixed(0)}, ${painted.length} times, ${2 * pairs} browsers`,
});

const memoryMeasure = (hub: Computer): Measure => ({
  bench: "desks",
  what: "resident memory of the hub at its highest",
  value: hub.memory("VmHWM"),
  unit: "MB",
  limit: { value: 250 },
});
