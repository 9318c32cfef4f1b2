import type { Invariants } from "./invariants.ts";
import { registrationsOf, runnersOf } from "./look.ts";
import { positionsOf, registrationAt } from "#sandbox/store.ts";
import type { SeenEntry } from "./look.ts";
import { must } from "./violation.ts";
import type { Order } from "./orders.ts";
import type { World } from "./world.ts";

export interface EndingOptions {
  readonly world: World;
  readonly invariants: Invariants;
  /** Lets everything settle and looks whether all holds. */
  readonly goOn: () => Promise<void>;
}

/** The longest wait the rules allow before the last try, with room to spare. */
const restRounds = 60;
const roundMs = 60_000;

/** The line is healed and time goes on until the queue is at rest: then nothing is open, lost or double. */
export async function checkEnd({ world, invariants, goOn }: EndingOptions): Promise<void> {
  const { api, computer, network, time, origin } = world;
  world.note("the end: the line is clear, the key is good");
  network.weather = "clear";
  computer.crashAfter(null);
  const give = async (order: Order): Promise<void> => {
    world.give(order);
    await time.advance(2_000);
    await goOn();
  };
  const apiKey = api.context.credentials.keys.replacement;
  const isOpen = ({ state }: SeenEntry): boolean =>
    state === "pending" || state === "waiting" || state === "sending";
  const rest = async (): Promise<void> => {
    for (let round = 0; invariants.books.entries.some(isOpen); round += 1) {
      const open = invariants.books.entries.filter(isOpen);
      must(round < restRounds, `O12 the queue never rests: ${JSON.stringify(open[0])}`);
      await time.advance(roundMs);
      // Somebody presses "try now": what a 403 held goes on.
      if (round % 5 === 4) await give(world.order("outbox.tryNow", {}));
      await goOn();
    }
  };

  // What somebody ordered before has its end first.
  for (let round = 0; world.pending > 0; round += 1) {
    must(round < restRounds, "An order is never answered");
    await time.advance(roundMs);
    await goOn();
  }
  // A person who read no reply asks again.
  const giveUntilRead = async (order: Order): Promise<void> => {
    for (let tries = 0; tries < 6; tries += 1) {
      await give(order);
      const at = world.lost.indexOf(order);
      if (at === -1) return;
      world.lost.splice(at, 1);
    }
  };
  await giveUntilRead(world.order("connection.save", { baseUrl: origin, apiKey }));
  await giveUntilRead(world.order("outbox.resume", {}));
  await giveUntilRead(world.order("outbox.tryNow", {}));
  await rest();
  invariants.checkAll();
  await resolveStuck(world, invariants, give);
  await rest();
  await give(world.order("download.start", { eventIds: [api.mainEventId] }));
  for (let round = 0; round < 20 && network.inFlight > 0; round += 1) {
    await time.advance(roundMs);
    await goOn();
  }
  invariants.checkAll();
  checkQueue(world, invariants.books.entries);
  checkRoster(world, invariants.books.entries);
}

/** A person goes through what needs somebody: adopts what was found, sends again what was not. */
async function resolveStuck(
  { order }: World,
  { books }: Invariants,
  give: (order: Order) => Promise<void>,
): Promise<void> {
  const stuck = books.entries.filter(({ state }) => state === "needs-attention");
  for (const { id, reason, candidates } of stuck) {
    const [found] = JSON.parse(candidates) as { readonly id: string }[];
    if (found !== undefined) {
      const decision = { kind: "adopt", registrationId: found.id } as const;
      await give(order("outbox.decide", { outboxId: id, decision }));
    } else if (reason === "not-found-again" || reason === "key-conflict") {
      const decision = { kind: "send-again" } as const;
      await give(order("outbox.decide", { outboxId: id, decision }));
    } else await give(order("outbox.tryNow", { outboxId: id }));
  }
}

/** Every entry has its end, and what is called done is there. */
export function checkQueue({ api }: World, entries: readonly SeenEntry[]): void {
  const events = api.context.store.eventsById;
  const byKey = new Map(api.context.createdPosts.map((post) => [post.idempotencyKey, post]));
  const claimed = new Map<string, string>();
  for (const { id, state, certainty, remoteId, key, everMaybe, kind } of entries) {
    must(state !== "pending" && state !== "waiting" && state !== "sending", `${id} is ${state}`);
    if (certainty === "never-sent" || (certainty === "refused" && everMaybe === 0)) {
      must(!byKey.has(key), `W3 ${id} is called ${certainty} and the organizer has it`);
    }
    if (state !== "done") continue;
    must(remoteId !== null, `O4 ${id} is done and nobody knows as what`);
    must(!claimed.has(remoteId), `O10 ${remoteId} is claimed twice`);
    claimed.set(remoteId, id);
    const isThere =
      kind === "event"
        ? events.has(remoteId)
        : api.context.createdPosts.some(
            (post) => "registration" in post && post.registration._id === remoteId,
          );
    must(isThere, `O4 ${id} is done as ${remoteId}, which nobody made`);
  }
}

/** Everybody whom the organizer has is on the roster once (W2). */
export function checkRoster({ api, computer }: World, entries: readonly SeenEntry[]): void {
  const { reader } = computer.run;
  const event = api.context.store.eventsById.get(api.mainEventId);
  if (event === undefined) return;
  const copy = new Map(registrationsOf(reader, api.mainEventId).map((row) => [row.id, row]));
  const runners = runnersOf(reader, api.mainEventId);
  const shown = new Map<string, number>();
  for (const { id, registrationId } of runners) {
    for (const name of new Set([id, registrationId])) {
      if (name !== null) shown.set(name, (shown.get(name) ?? 0) + 1);
    }
  }
  for (let position = 0; position < positionsOf(event); position += 1) {
    const row = registrationAt(event, position);
    if (row === undefined || !copy.has(row._id)) continue;
    must(shown.get(row._id) === 1, `W2 ${row._id} is shown ${shown.get(row._id) ?? 0} times`);
  }
  for (const { kind, subject, state, remoteId } of entries) {
    if (kind !== "walk-up" || state !== "done" || remoteId === null) continue;
    const own = runners.find(({ id }) => id === subject);
    must(own !== undefined, `W2 the walk-up ${subject} is gone from the roster`);
    must(own.registrationId === remoteId, `W2 ${subject} is ${remoteId} and not called so`);
  }
}
