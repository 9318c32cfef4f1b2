import type { Result } from "#shared/result.ts";
import type { Outcome, SimulationOptions } from "../simulate.ts";
import { describe } from "../violation.ts";
import { openVenue } from "./morning.ts";
import type { Plot } from "./plot.ts";
import { drawPlot } from "./plots.ts";
import { createVenue } from "./venue.ts";
import type { VenueActs } from "./venue-acts.ts";
import { createVenueActs } from "./venue-acts.ts";
import { createVenueChecks } from "./venue-checks.ts";
import { checkVenueEnd } from "./venue-ending.ts";
import type { VenueStory } from "./venue-story.ts";
import { goOn } from "./venue-story.ts";

const checkAllEvery = 40;
const names = ["Start tent", "Gym", "Parking"] as const;
const minuteMs = 60_000;
/** How wrong the clock of a laptop is that nobody has set for long. */
const skewsMs = [0, 3_000, 7 * minuteMs, -11 * minuteMs, 26 * 60 * minuteMs, -26 * 60 * minuteMs];

/** Plays one story of a hub and two full desks. Never throws: what goes wrong is in the outcome. */
export async function simulateVenue({ seed, steps, plant }: SimulationOptions): Promise<Outcome> {
  const replies = new Map<string, Result<unknown>>();
  const venue = createVenue({
    seed,
    plant,
    onReply(place, order, reply) {
      replies.set(order.input.commandId, reply);
      checks.hear(place, order, reply);
    },
    onLost: (place, order) => checks.lose(place, order),
  });
  const checks = createVenueChecks(venue);
  const plot = drawPlot(venue.draws.split("plot"), steps);
  const team = names.map((name, index) => {
    const skewMs = venue.draws.pick(skewsMs) ?? 0;
    return venue.addPlace({ name, skewMs, hasIdentity: plot.cloned === index });
  });
  const counts = { crashes: 0, cuts: 0, takeOvers: 0, steps: 0 };
  const story: VenueStory = { venue, checks, replies, team, ...counts };

  let failure: string | null = null;
  try {
    await play(story, plot, steps);
  } catch (error) {
    failure = describe(error);
  }
  const figures = figuresOf(story);
  try {
    await venue.close();
  } catch (error) {
    failure ??= `It does not close: ${describe(error)}`;
  }
  return { seed, steps: story.steps, failure, trace: venue.trace, figures };
}

async function play(story: VenueStory, plot: Plot, steps: number): Promise<void> {
  const { venue } = story;
  venue.note(`a story of ${plot.name}`);
  await openVenue(story);
  for (const one of story.team) {
    one.world.network.weather = "fair";
    for (const other of story.team) venue.lines.set(one.index, other.index, "up");
  }
  const acts = createVenueActs(story);
  while (story.steps < steps) await step(story, plot, acts);
  await checkVenueEnd(story);
}

async function step(story: VenueStory, plot: Plot, acts: VenueActs): Promise<void> {
  const { venue, checks } = story;
  story.steps += 1;
  const name = acts.draw();
  const seconds = (venue.time.elapsedMs / 1000).toFixed(3);
  venue.note(`${story.steps}. ${seconds} s  ${name}`);
  await acts.perform(name);
  await goOn(story);
  for (const chapter of plot.chapters) {
    if (chapter.step !== story.steps) continue;
    await chapter.happen(story);
    await goOn(story);
  }
  if (story.steps % checkAllEvery !== 0) return;
  for (const place of story.team) if (place.world.computer.isOn) checks.checkAll(place);
}

function figuresOf({ venue, checks, team, crashes, cuts, takeOvers }: VenueStory) {
  const [first] = team;
  const books = first === undefined ? undefined : checks.booksOf(first);
  return {
    crashes,
    acknowledged: checks.acknowledged.size,
    facts: books?.facts.size ?? 0,
    entries: books?.entries.length ?? 0,
    created: venue.api.context.createdPosts.length,
    copies: 0,
    merges: 0,
    cuts,
    takeOvers,
    virtualMs: venue.time.elapsedMs,
  };
}
