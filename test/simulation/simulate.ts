import type { Acts } from "./acts.ts";
import { createActs } from "./acts.ts";
import type { Plant } from "./computer.ts";
import { createOrderCheck } from "./check-orders.ts";
import { checkEnd } from "./ending.ts";
import type { Invariants } from "./invariants.ts";
import { createInvariants } from "./invariants.ts";
import { copiesOf } from "./look.ts";
import { bringHere, bringThere, checkConvergence } from "./merging.ts";
import { describe } from "./violation.ts";
import type { World } from "./world.ts";
import { createWorld } from "./world.ts";

export interface SimulationOptions {
  readonly seed: number;
  readonly steps: number;
  /** A fault that is planted on purpose, to see that it is caught. */
  readonly plant?: Plant | undefined;
}

export interface Outcome {
  readonly seed: number;
  /** Steps taken, of the story's. */
  readonly steps: number;
  /** What must not be and was, or a bug's stack; null when all held. */
  readonly failure: string | null;
  readonly trace: readonly string[];
  readonly figures: Figures;
}

/** What a story was made of. */
export interface Figures {
  readonly crashes: number;
  readonly acknowledged: number;
  readonly facts: number;
  readonly entries: number;
  readonly created: number;
  readonly copies: number;
  /** How often the desk took what another computer wrote. */
  readonly merges: number;
  /** Of three computers: how often a line was cut, and how often a full desk became the hub. */
  readonly cuts: number;
  readonly takeOvers: number;
  readonly virtualMs: number;
}

const checkAllEvery = 50;
const mostOpenings = 6;
const openingMs = 4_000;

/** Plays one story from its seed to its end. Never throws: what goes wrong is in the outcome. */
export async function simulate({ seed, steps, plant }: SimulationOptions): Promise<Outcome> {
  const orders = createOrderCheck();
  const world = createWorld({
    seed,
    plant,
    onReply(order, reply) {
      if (order.name === "journalMirror.import") {
        orders.merge();
        story.merges += 1;
      }
      orders.hear(world.computer.run.reader, order, reply);
    },
    onLost(order) {
      if (order.name === "journalMirror.import") orders.merge();
      orders.lose(order);
    },
  });
  const { api, computer } = world;
  const relay = api.context.store.events.find(({ key }) => key === "relay");
  const eventIds = [api.mainEventId, relay?.document._id ?? ""];
  const invariants = createInvariants(world, orders, eventIds);
  const acts = createActs(world, eventIds, () => invariants.copies.change());
  const story: Story = { world, acts, invariants, crashes: 0, merges: 0, steps: 0 };

  let failure: string | null = null;
  try {
    await world.peer?.open();
    await computer.start();
    await openDay(story);
    while (story.steps < steps) await step(story);
    await checkEnd({ world, invariants, goOn: () => goOn(story) });
    await checkConvergence({ world, goOn: () => goOn(story) });
  } catch (error) {
    failure = describe(error);
  }
  const { books, copies } = invariants;
  const figures = {
    crashes: story.crashes,
    acknowledged: orders.acknowledged,
    facts: books.facts.size,
    entries: books.entries.length,
    created: api.context.createdPosts.length,
    copies: copies.complete,
    merges: story.merges,
    cuts: 0,
    takeOvers: 0,
    virtualMs: world.time.elapsedMs,
  };
  try {
    await world.close();
  } catch (error) {
    failure ??= `It does not close: ${describe(error)}`;
  }
  return { seed, steps: story.steps, failure, trace: world.trace, figures };
}

interface Story {
  readonly world: World;
  readonly acts: Acts;
  readonly invariants: Invariants;
  crashes: number;
  merges: number;
  steps: number;
}

/** Connects, lists and downloads, as often as it takes. */
async function openDay(story: Story): Promise<void> {
  const { world } = story;
  const { api, computer, draws, time, origin, network } = world;
  const apiKey = api.context.credentials.keys.all;
  network.weather = draws.pick(["clear", "clear", "fair"]);
  if (draws.chance(0.5)) computer.crashAfter(draws.between(1, 600));
  for (let round = 0; round < mostOpenings && !isDownloaded(story); round += 1) {
    for (const order of [
      world.order("connection.save", { baseUrl: origin, apiKey }),
      world.order("event.refresh", {}),
      world.order("download.start", { eventIds: [api.mainEventId] }),
    ]) {
      world.give(order);
      await time.advance(openingMs, () => computer.run.isDead);
      await goOn(story);
    }
  }
}

const isDownloaded = ({ world }: Story): boolean =>
  copiesOf(world.computer.run.reader).some(({ state }) => state === "complete");

async function step(story: Story): Promise<void> {
  const { world, acts } = story;
  story.steps += 1;
  const name = acts.draw();
  const seconds = (world.time.elapsedMs / 1000).toFixed(3);
  world.note(`${story.steps}. ${seconds} s  ${name}`);
  await acts.perform(name);
  await goOn(story);
  await meet(story);
  if (story.steps % checkAllEvery === 0) story.invariants.checkAll();
}

/** What happens beside the desk, at the second laptop and with the stick between them. */
async function meet(story: Story): Promise<void> {
  const { peer } = story.world;
  if (peer === null) return;
  const act = peer.draw();
  if (act === "work") await peer.work();
  if (act === "bring-here") await bringHere({ world: story.world, goOn: () => goOn(story) });
  if (act === "bring-there") await bringThere(story.world);
}

/** Lets what is under way come to rest, starts the program again if it died, and looks whether all is as it must be. */
async function goOn(story: Story): Promise<void> {
  const { world, invariants } = story;
  await world.settle();
  for (;;) {
    while (world.computer.run.isDead) {
      story.crashes += 1;
      world.loseReplies();
      await world.computer.start();
      await world.settle();
      if (!world.computer.run.isDead) invariants.checkAll();
    }
    if (await invariants.check()) return;
  }
}
