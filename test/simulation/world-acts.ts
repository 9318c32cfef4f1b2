import { mutate } from "#sandbox/control/mutations.ts";
import type { Mutation } from "#sandbox/control/mutations.ts";
import { positionsOf, registrationAt } from "#sandbox/store.ts";
import type { Act } from "./desk-acts.ts";
import type { Draws } from "./draws.ts";
import { weathers } from "./fates.ts";
import type { World } from "./world.ts";

const hourMs = 60 * 60_000;
/** Longer than the program sends blindly (O10): by then a server may have forgotten every key. */
const nightMs = 20 * hourMs;
/** No request is under way for longer. */
const longestWayMs = 2 * 60_000;

/** What happens to people: weather, time, crashes, and what the organizer does elsewhere. */
export function createWorldActs(world: World, draws: Draws, onServerChange: () => void) {
  const { api, computer, network, time } = world;
  const { store, createdPosts } = api.context;
  const event = store.eventsById.get(api.mainEventId);
  let isForgotten = false;

  const change = (mutation: Mutation): void => {
    world.note(`  the organizer: ${JSON.stringify(mutation)}`);
    mutate(api.context, mutation);
    onServerChange();
  };
  const someRow = () => {
    if (event === undefined) return undefined;
    const rows = Array.from({ length: positionsOf(event) }, (_, at) => registrationAt(event, at));
    return draws.pick(rows.filter((row) => row !== undefined));
  };
  const isMade = (id: string): boolean =>
    createdPosts.some((post) => "registration" in post && post.registration._id === id);
  const pass = (ms: number): Promise<void> => {
    world.note(`  ${Math.round(ms / 1000)} s pass`);
    return time.advance(ms, () => computer.run.isDead);
  };

  return {
    changeWeather: () => {
      network.weather = draws.pick(weathers);
      world.note(`  the line is ${network.weather}`);
    },
    clearUp: () => {
      network.weather = "fair";
    },
    passMoment: () => pass(draws.between(10, 1_500)),
    passWhile: () => pass(draws.between(1_000, 30_000)),
    passLong: () => pass(draws.between(30_000, 8 * 60_000)),

    setClock: () => {
      const byMs = draws.weigh({ little: 3, much: 2, day: 1 });
      const sizeMs = { little: 4_000, much: 20 * 60_000, day: 24 * hourMs }[byMs];
      // Set back after the keys were forgotten, it would tell of less time than passed.
      const sign = isForgotten || draws.chance(0.5) ? 1 : -1;
      time.jump(sign * (byMs === "day" ? sizeMs : draws.between(1, sizeMs)));
      world.note("  somebody sets the clock");
    },

    kill: () => computer.crash(),
    armCrash: () => computer.crashAfter(draws.between(1, draws.pick([20, 200, 1_500]))),

    restart: async () => {
      world.note("  the program is closed and opened");
      await computer.shut();
      await computer.start();
    },

    night: async () => {
      world.note("  the computer is shut for the night");
      await computer.shut();
      network.breakAll();
      await time.advance(longestWayMs);
      time.skip(nightMs);
      if (draws.chance(0.6)) {
        api.context.idempotency.forget();
        isForgotten = true;
        world.note("  the server forgets every key");
      }
      await computer.start();
    },

    restartServer: () => network.breakAll(),

    revokeKey: () => change({ kind: "revoke-key", name: draws.pick(["all", "noEvents"]) ?? "all" }),

    editRow: () => {
      const row = someRow();
      if (row === undefined) return;
      const status = draws.pick(["confirmed", "cancelled", "waitlist", "refunded"] as const);
      if (draws.chance(0.5)) change({ kind: "set-status", registrationId: row._id, status });
      else change({ kind: "set-bib", registrationId: row._id, bib: String(draws.below(99)) });
    },

    removeRow: () => {
      const row = someRow();
      // What was made here stays: a walk-up that the organizer deletes cannot be told from one that never came.
      if (row === undefined || isMade(row._id)) return;
      change({ kind: "remove-registration", registrationId: row._id });
    },

    addRow: () => {
      const run = draws.pick(event?.runs ?? []);
      if (run === undefined) return;
      const email = `late${draws.below(1_000)}@example.org`;
      change({ kind: "add-registration", eventRunId: run.document._id, email, name: "Late Entry" });
    },

    closeRun: () => {
      const run = draws.pick(event?.runs ?? []);
      if (run === undefined) return;
      const registrationStatus = draws.pick(["open", "open", "closed", "sold_out"] as const);
      change({ kind: "set-run", eventRunId: run.document._id, registrationStatus });
    },
  } satisfies Record<string, Act>;
}
