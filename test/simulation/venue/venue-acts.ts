import type { Act } from "../desk-acts.ts";
import { createDeskActs } from "../desk-acts.ts";
import type { Draws } from "../draws.ts";
import { weathers } from "../fates.ts";
import { runnersOf } from "../look.ts";
import { createQueueActs } from "../queue-acts.ts";
import { rangedRun } from "./morning.ts";
import type { Place } from "./venue.ts";
import type { VenueStory } from "./venue-story.ts";
import { isOn, pass } from "./venue-story.ts";

/** How often each thing happens at one of the desks. */
const deskWeights = {
  checkIn: 16,
  checkInFamily: 2,
  undoCheckIn: 5,
  undoLast: 3,
  giveBib: 6,
  swapBibs: 2,
  registerWalkUp: 15,
  editWalkUp: 5,
  takeBackWalkUp: 3,
  declareSegment: 1,
  enterPodium: 3,
  announcePodium: 1,
  stampFinish: 2,
  typeFinisher: 2,
  startGun: 1,
  tryAll: 1,
  tryOne: 2,
  setAside: 1,
  requeue: 1,
  sendAgain: 1,
  correctWalkUp: 2,
  decide: 3,
} as const;

const venueWeights = {
  desk: 80,
  nextBib: 9,
  settleConflict: 5,
  repeatLost: 5,
  cutOff: 6,
  cutLine: 3,
  roughLine: 3,
  reconnectAll: 8,
  changeWeather: 5,
  clearUp: 4,
  passMoment: 12,
  passWhile: 12,
  passLong: 3,
  kill: 1,
  armCrash: 2,
  restart: 0.7,
} as const;

type VenueActName = keyof typeof venueWeights;

export interface VenueActs {
  draw(): VenueActName;
  perform(name: VenueActName): Promise<void>;
}

/** What happens at three computers: people at each of them, the lines between them, crashes and time. */
export function createVenueActs(story: VenueStory): VenueActs {
  const draws = story.venue.draws.split("acts");
  const acts: Readonly<Record<VenueActName, Act>> = {
    ...createPeopleActs(story, draws),
    ...createLineActs(story, draws),
    ...createTimeActs(story, draws),
  };
  return {
    draw: () => draws.weigh<VenueActName>(venueWeights),
    async perform(name) {
      await acts[name]();
    },
  };
}

/** A computer that crashes goes on with a copy of its folder, so one that knows its folder does not (S5). */
const mayCrash = (place: Place): boolean => isOn(place) && !place.hasIdentity;

function createPeopleActs(story: VenueStory, draws: Draws) {
  const { venue, team, checks } = story;
  const eventId = venue.api.mainEventId;
  const actsOf = new Map<Place, ReturnType<typeof createActsOf>>();
  const somewhere = (): Place | undefined => draws.pick(team.filter(isOn));

  const ownActs = (place: Place): ReturnType<typeof createActsOf> => {
    const made = actsOf.get(place) ?? createActsOf(place, draws);
    actsOf.set(place, made);
    return made;
  };

  return {
    desk: async () => {
      const place = somewhere();
      if (place !== undefined) await ownActs(place)[draws.weigh(deskWeights)]();
    },

    /** A volunteer takes the next free bib and gives it to somebody, as the walk-up screen does. */
    nextBib: async () => {
      const place = somewhere();
      if (place === undefined) return;
      const { world } = place;
      const next = await world.ask("bib.nextFree", { eventId, runId: rangedRun(story) });
      if (next === null || !next.ok || next.value.bib === null) return;
      if (next.value.range !== null) checks.hearNextBib(place, next.value.bib);
      const { bib } = next.value;
      const runner = draws.pick(runnersOf(world.computer.run.reader, eventId));
      if (runner !== undefined) {
        world.give(world.order("bib.assign", { eventId, runnerId: runner.id, bib }));
      }
    },

    /** A person chooses one side of a conflict (M11). */
    settleConflict: async () => {
      const place = somewhere();
      if (place === undefined) return;
      const { world } = place;
      const listed = await world.ask("conflict.list", { eventId });
      if (listed === null || !listed.ok) return;
      const conflict = draws.pick(listed.value.conflicts.filter((one) => one.isSettledHere));
      const side = draws.pick(conflict?.sides ?? []);
      if (conflict === undefined || side === undefined) return;
      const conflictId = conflict.id;
      const { entryId } = side;
      world.give(world.order("conflict.settle", { eventId, conflictId, entryId }));
    },

    repeatLost: () => {
      const place = somewhere();
      const order = draws.pick(place?.world.lost ?? []);
      if (place === undefined || order === undefined) return;
      place.world.lost.splice(place.world.lost.indexOf(order), 1);
      place.world.give(order);
    },
  } satisfies Partial<Record<VenueActName, Act>>;
}

const createActsOf = ({ world, index }: Place, draws: Draws) => ({
  ...createDeskActs(world, draws.split(`desk ${index}`)),
  ...createQueueActs(world, draws.split(`queue ${index}`), [world.api.mainEventId]),
});

function createLineActs(story: VenueStory, draws: Draws) {
  const { venue, team } = story;
  const { lines } = venue;

  const set = (one: Place, other: Place, state: "up" | "rough" | "down"): void => {
    if (lines.state(one.index, other.index) === state) return;
    venue.note(`  the line ${one.index}–${other.index} is ${state}`);
    if (state === "down") story.cuts += 1;
    lines.set(one.index, other.index, state, draws.chance(0.5));
  };
  const pair = (): readonly [Place, Place] | null => {
    const one = draws.pick(team);
    const other = draws.pick(team.filter((place) => place !== one));
    return one === undefined || other === undefined ? null : [one, other];
  };

  return {
    cutOff: () => {
      const one = draws.pick(team);
      for (const other of team) {
        if (one !== undefined && other !== one) set(one, other, "down");
      }
    },
    cutLine: () => {
      const ends = pair();
      if (ends !== null) set(...ends, "down");
    },
    roughLine: () => {
      const ends = pair();
      if (ends !== null) set(...ends, "rough");
    },
    reconnectAll: () => {
      for (const one of team) {
        for (const other of team) if (one.index < other.index) set(one, other, "up");
      }
    },
    changeWeather: () => {
      const place = draws.pick(team);
      if (place === undefined) return;
      place.world.network.weather = draws.pick(weathers);
      place.world.note(`  the way to the API is ${place.world.network.weather}`);
    },
    clearUp: () => {
      for (const { world } of team) world.network.weather = "fair";
    },
  } satisfies Partial<Record<VenueActName, Act>>;
}

function createTimeActs(story: VenueStory, draws: Draws) {
  const { venue, team } = story;
  const wait = (ms: number): Promise<void> => {
    venue.note(`  ${(ms / 1_000).toFixed(1)} s pass`);
    return pass(story, ms);
  };
  const victim = (): Place | undefined => draws.pick(team.filter(mayCrash));

  return {
    passMoment: () => wait(draws.between(10, 1_500)),
    passWhile: () => wait(draws.between(1_000, 12_000)),
    passLong: () => wait(draws.between(12_000, 70_000)),
    kill: () => victim()?.world.computer.crash(),
    armCrash: () =>
      victim()?.world.computer.crashAfter(draws.between(1, draws.pick([20, 200, 1_500]))),
    restart: async () => {
      const place = draws.pick(team.filter(isOn));
      if (place === undefined) return;
      place.world.note("  the program is closed and opened");
      await place.shut();
      place.world.loseReplies();
      story.checks.forget(place);
      await place.start();
    },
  } satisfies Partial<Record<VenueActName, Act>>;
}
