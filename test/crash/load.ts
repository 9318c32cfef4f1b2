import type { OutputOf } from "#shared/contract/index.ts";
import type { Result } from "#shared/result.ts";
import { seenOf } from "#test/support/podium-orders.ts";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import type { Chance } from "./chance.ts";
import type { CallLog, Order } from "./call-log.ts";
import { listRunners } from "#test/support/list-runners.ts";

/** The data that the desks of a season work with. */
export interface Race {
  readonly eventId: string;
  /** The ids of listed runners, and of walk-ups once they are saved. */
  readonly runnerIds: string[];
  /** The id of a run that takes walk-ups. */
  readonly runId: string;
  readonly segmentIds: readonly string[];
}

/** Reads the data that the desks need from a station with a complete replica. */
export async function readRace(station: StationProcess, eventId: string): Promise<Race> {
  const { runs } = await station.value("event.get", { eventId });
  const run = runs.find(({ registrationStatus, label }) => registrationStatus === "open" && label);
  if (run === undefined) throw new Error("No run takes walk-ups");
  const runners = await listRunners(station, eventId);
  const segmentIds = ["overall", "sex:female", "sex:male"];
  await station.value("segment.save", {
    commandId: `segments-of-${run.id}`,
    eventId,
    runId: run.id,
    segments: segmentIds.map((segmentId) => ({
      segmentId,
      label: segmentId,
      depth: 3,
      clock: "gun",
    })),
  });
  return {
    eventId,
    runnerIds: runners.map(({ id }) => id),
    runId: run.id,
    segmentIds,
  };
}

type Act = (desk: Desk) => Promise<void>;

interface Desk {
  readonly station: StationProcess;
  readonly race: Race;
  readonly callLog: CallLog;
  readonly chance: Chance;
  order(name: string, input: Readonly<Record<string, unknown>>): Promise<Result<unknown>>;
}

/** Performs one action after another until the desk is closed or its station is gone. Any other error is thrown. */
export async function workAtDesk(
  parts: Pick<Desk, "station" | "race" | "callLog" | "chance"> & { isGone(): boolean },
): Promise<void> {
  const { station, race, callLog, chance, isGone } = parts;
  const order: Desk["order"] = async (name, fields) => {
    const given: Order = {
      name,
      input: { ...fields, commandId: chance.id(), eventId: race.eventId },
    };
    callLog.sent(given);
    const reply = await station.call(name, given.input);
    callLog.read(given, reply);
    return reply;
  };
  const desk: Desk = { station, race, callLog, chance, order };
  const bag = acts.flatMap(({ act, weight }) => Array.from({ length: weight }, () => act));
  try {
    while (!isGone()) await chance.pick(bag)?.(desk);
  } catch (error) {
    if (!isGone()) throw error;
  }
}

const aRunner = ({ race, chance }: Desk): string => chance.pick(race.runnerIds) ?? "";

const checkIn: Act = async (desk) => {
  await desk.order("checkIn.perform", {
    runnerId: aRunner(desk),
    override: { reason: "Seen at the desk" },
  });
};

const undo: Act = async (desk) => {
  await desk.order("checkIn.undo", { runnerId: aRunner(desk) });
};

const giveBib: Act = async (desk) => {
  await desk.order("bib.assign", {
    runnerId: aRunner(desk),
    bib: String(1_000 + desk.chance.below(5_000)),
  });
};

const swapBibs: Act = async (desk) => {
  await desk.order("bib.swap", { runnerId: aRunner(desk), otherRunnerId: aRunner(desk) });
};

const saveWalkUp: Act = async (desk) => {
  const { chance, race } = desk;
  const name = chance.id();
  const reply = (await desk.order("walkUp.save", {
    form: {
      eventRunId: race.runId,
      email: `${name}@door.example`,
      name: `Walk Up ${name}`,
      registrationType: "paid",
    },
    ...(chance.hits(0.3) ? { bib: String(7_000 + chance.below(2_000)) } : {}),
    checkIn: chance.hits(0.5),
  })) as Result<OutputOf<"walkUp.save">>;
  if (reply.ok) race.runnerIds.push(reply.value.runner.id);
};

const enterSheet: Act = async (desk) => {
  const { chance, race, station } = desk;
  const { eventId, runId } = race;
  const { segments } = await station.value("podium.get", { eventId, runId });
  const segment = chance.pick(segments);
  if (segment === undefined) return;
  const { segmentId, revision } = segment;
  if (revision !== null && chance.hits(0.4)) {
    await desk.order("podium.announce", { runId, segmentId, ...seenOf(segment) });
    return;
  }
  await desk.order("podium.enter", {
    runId,
    segmentId,
    slots: Array.from({ length: 3 }, () => ({
      bib: String(1_000 + chance.below(5_000)),
      runnerId: null,
      tie: false,
      time: null,
    })),
    follows: revision === null ? [] : [revision],
    reason: "Seen on the video",
  });
};

const stamp: Act = async (desk) => {
  const { chance } = desk;
  const stamps = [{ id: chance.id(), atMs: Date.now() }];
  await desk.order("finish.stamp", { stamps });
};

const finishBib: Act = async (desk) => {
  const { chance } = desk;
  const bib = String(1_000 + chance.below(5_000));
  await desk.order("finish.bib", { id: chance.id(), bib, before: null });
};

const createEvent: Act = async ({ station, callLog, chance }) => {
  const order: Order = {
    name: "event.create",
    input: {
      commandId: chance.id(),
      form: { name: `Made ${chance.id()}`, type: "race", date: "2099-12-24" },
    },
  };
  callLog.sent(order);
  callLog.read(order, await station.call(order.name, order.input));
};

const download: Act = async ({ station, race, chance }) => {
  await station.call("download.start", { commandId: chance.id(), eventIds: [race.eventId] });
};

const backUp: Act = async ({ station, callLog, chance }) => {
  const { name } = await station.value("backup.make", { commandId: chance.id() });
  callLog.made("backups", name);
};

const exportList: Act = async ({ station, race, callLog, chance }) => {
  const { name } = await station.value("export.make", {
    commandId: chance.id(),
    eventId: race.eventId,
    what: "check-ins",
    format: "csv",
  });
  callLog.made("exports", name);
};

const tryNow: Act = async ({ station, chance }) => {
  await station.call("outbox.tryNow", { commandId: chance.id() });
};

const acts: readonly { readonly act: Act; readonly weight: number }[] = [
  { act: checkIn, weight: 30 },
  { act: undo, weight: 8 },
  { act: giveBib, weight: 8 },
  { act: swapBibs, weight: 3 },
  { act: saveWalkUp, weight: 10 },
  { act: enterSheet, weight: 10 },
  { act: stamp, weight: 8 },
  { act: finishBib, weight: 5 },
  { act: createEvent, weight: 2 },
  { act: download, weight: 2 },
  { act: backUp, weight: 2 },
  { act: exportList, weight: 1 },
  { act: tryNow, weight: 3 },
];
