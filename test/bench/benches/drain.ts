import { copyRace, connect, newCommandId, openDesk, type Desk } from "../desk.ts";
import { timed } from "../measure.ts";
import type { Bench, Race } from "../race.ts";

/** The number of rounds. They alternate with the floor, so that other load on the machine affects both. */
const turns = 4;
const postsOfTurn = 250;
const posts = turns * postsOfTurn;

/** An outbox that grew without a connection, compared with the same number of plain POSTs one after the other. */
export const drain: Bench = async (race) => {
  const desk = await openDesk(copyRace(race));
  await connect(desk, race);
  const event = await desk.call("event.get", { eventId: race.api.eventId });
  const run = event.runs.find(
    (each) =>
      !each.isRelay &&
      each.registrationStatus === "open" &&
      (each.maxParticipants ?? Infinity) - (each.takenPlaces ?? 0) > 3 * posts,
  );
  if (run === undefined) throw new Error("The event has no run to register for.");
  const form = (prefix: string, at: number) => ({
    eventRunId: run.id,
    email: `${prefix}.${at}@example.org`,
    name: `Walk Up ${at}`,
    registrationType: "free",
  });
  await postAll(race, 50, (at) => form("warm", at));
  let floorMs = 0;
  let oursMs = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    await desk.call("outbox.pause", { commandId: newCommandId() });
    for (let at = 0; at < postsOfTurn; at += 1) {
      await desk.call("walkUp.save", {
        commandId: newCommandId(),
        eventId: race.api.eventId,
        form: form(`queued.${turn}`, at),
        checkIn: false,
      });
    }
    const plain = (at: number) => form(`plain.${turn}`, at);
    floorMs += (await timed(() => postAll(race, postsOfTurn, plain))).ms;
    oursMs += (await timed(() => drained(desk))).ms;
  }
  const { entries } = await desk.call("outbox.list", { show: "all", limit: 1000 });
  const done = entries.filter(({ state }) => state === "done").length;
  await desk.close();
  return [
    {
      bench: "drain",
      what: `${posts.toLocaleString("en")} queued walk-ups sent`,
      value: oursMs / 1000,
      unit: "s",
      against: { name: "as many plain fetch POSTs, kept alive", value: floorMs / 1000 },
      limit: { ratio: 2 },
      note: `${Math.round(posts / (oursMs / 1000))} a second; ${done} done`,
    },
  ];
};

async function postAll(
  { api }: Race,
  count: number,
  formAt: (at: number) => object,
): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const response = await fetch(`${api.url}/registration`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${api.key}`,
        "content-type": "application/json",
        "idempotency-key": crypto.randomUUID(),
      },
      body: JSON.stringify(formAt(at)),
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${body}`);
  }
}

async function drained(desk: Desk): Promise<void> {
  let rest = (): void => undefined;
  const emptied = new Promise<void>((resolve) => {
    rest = resolve;
  });
  const look = async (): Promise<void> => {
    const { total } = await desk.call("outbox.list", { show: "open", limit: 1 });
    if (total === 0) rest();
  };
  const stop = desk.core.subscribe(({ topic }) => {
    if (topic === "outbox") void look();
  });
  await desk.call("outbox.resume", { commandId: newCommandId() });
  await emptied;
  stop();
}
