import { createDeskActs } from "../desk-acts.ts";
import type { Draws } from "../draws.ts";
import { joinHub } from "./morning.ts";
import type { Plot } from "./plot.ts";
import { stepIn } from "./plot.ts";
import { settleHub, takeOver } from "./roles.ts";
import type { Place } from "./venue.ts";
import { hasHubRole } from "./venue-look.ts";
import type { VenueStory } from "./venue-story.ts";
import { isOn, pass, switchOff, switchOn } from "./venue-story.ts";

const hourMs = 60 * 60_000;
/** Longer than the program sends blindly (O10): by then a server may have forgotten every key. */
const nightMs = 20 * hourMs;
/** No request is under way for longer. */
const longestWayMs = 2 * 60_000;

/** What one story of a take-over draws before it begins. */
interface Course {
  readonly how: "off" | "battery" | "cut";
  /** Which desk takes over, and which one is the third computer. */
  readonly next: 1 | 2;
  readonly third: 1 | 2;
  readonly joinsEarly: boolean;
  readonly settlesEarly: boolean;
}

/** The hub is gone, a full desk takes over, the hub comes back, and somebody chooses (M10). */
export function drawTakeOverPlot(draws: Draws, steps: number, isOverNight: boolean): Plot {
  const next = draws.pick([1, 2] as const);
  const course: Course = {
    how: draws.weigh({ off: 3, battery: 2, cut: isOverNight ? 0 : 3 }),
    next,
    third: next === 1 ? 2 : 1,
    joinsEarly: draws.chance(0.6),
    settlesEarly: draws.chance(0.7),
  };
  const taken = stepIn(draws, steps, 0.42, 0.55);
  const goneFrom = isOverNight ? 0.4 : 0.2;
  return {
    name: isOverNight ? "a take-over after a night" : "a take-over",
    cloned: null,
    chapters: [
      {
        step: stepIn(draws, steps, goneFrom, 0.41),
        happen: async (story) => {
          if (isOverNight) await sendAlone(story, course);
          await loseHub(story, course);
          if (isOverNight) await sleep(story, course);
        },
      },
      { step: taken, happen: (story) => takeOverAt(story, course) },
      { step: stepIn(draws, steps, 0.55, 0.65), happen: (story) => joinEarly(story, course) },
      { step: stepIn(draws, steps, 0.57, 0.75), happen: comeBack },
      { step: stepIn(draws, steps, 0.75, 1), happen: (story) => settleEarly(story, course) },
    ],
  };
}

const formerHub = ({ team }: VenueStory): Place | undefined => team[0];

/** The hub is cut off and sends what a desk had saved, so that the desks do not hear what became of it. */
async function sendAlone(story: VenueStory, { next }: Course): Promise<void> {
  const [hub, desk] = [formerHub(story), story.team[next]];
  if (hub === undefined || desk === undefined || !isOn(hub) || !isOn(desk)) return;
  hub.world.network.weather = "down";
  story.venue.lines.set(hub.index, desk.index, "clear");
  // Walk-ups are numbered by it.
  const world = { ...desk.world, seed: desk.world.seed * 1_000 };
  createDeskActs(world, story.venue.draws.split("evening")).registerWalkUp();
  await pass(story, 4_000);
  cutOff(story, hub);
  hub.world.network.weather = "clear";
  hub.world.give(hub.world.order("outbox.tryNow", {}));
  await pass(story, 6_000);
}

async function loseHub(story: VenueStory, { how }: Course): Promise<void> {
  const hub = formerHub(story);
  if (hub === undefined) return;
  if (how === "cut") cutOff(story, hub);
  else await switchOff(story, hub, how === "battery");
}

/** Every computer is shut for the night, and the server forgets every key. */
async function sleep(story: VenueStory, { next, third }: Course): Promise<void> {
  const { venue, team } = story;
  venue.note("  every computer is shut for the night");
  const desks = [team[next], team[third]].filter((place) => place !== undefined);
  for (const place of team) await switchOff(story, place, false);
  await venue.time.advance(longestWayMs);
  venue.time.skip(nightMs);
  venue.api.context.idempotency.forget();
  for (const place of desks) await switchOn(story, place);
}

async function takeOverAt(story: VenueStory, { next }: Course): Promise<void> {
  const place = story.team[next];
  if (place !== undefined) await takeOver(story, place);
}

async function joinEarly(story: VenueStory, { joinsEarly, next, third }: Course): Promise<void> {
  const [desk, hub] = [story.team[third], story.team[next]];
  if (!joinsEarly || desk === undefined || hub === undefined || !isOn(hub)) return;
  if (hasHubRole(hub.world.computer.run.reader)) await joinHub(story, desk, hub);
}

async function comeBack(story: VenueStory): Promise<void> {
  const hub = formerHub(story);
  if (hub === undefined) return;
  await switchOn(story, hub);
  for (const other of story.team) {
    if (other !== hub) story.venue.lines.set(hub.index, other.index, "up");
  }
}

async function settleEarly(story: VenueStory, { settlesEarly, next }: Course): Promise<void> {
  const place = story.venue.draws.pick([formerHub(story), story.team[next]]);
  if (settlesEarly && place !== undefined) await settleHub(story, place);
}

function cutOff({ venue, team }: VenueStory, place: Place): void {
  venue.note(`  ${place.name} is cut off`);
  for (const other of team) {
    if (other !== place) venue.lines.set(place.index, other.index, "down");
  }
}
