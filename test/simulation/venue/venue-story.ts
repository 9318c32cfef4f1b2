import type { InputOf, OutputOf, ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import type { Result } from "#shared/result.ts";
import { must } from "../violation.ts";
import type { Place, Venue } from "./venue.ts";
import type { VenueChecks } from "./venue-checks.ts";

/** One story of a hub and two full desks. */
export interface VenueStory {
  readonly venue: Venue;
  readonly checks: VenueChecks;
  /** Replies that somebody read, by the order's id. */
  readonly replies: ReadonlyMap<string, Result<unknown>>;
  /** Computers that take part; a laptop whose clone took its place does not. */
  readonly team: Place[];
  crashes: number;
  cuts: number;
  takeOvers: number;
  steps: number;
}

/** Lets what is under way come to rest, starts programs again that died, and looks whether all is as it must be. */
export async function goOn(story: VenueStory): Promise<void> {
  const { venue, checks } = story;
  await venue.settle();
  for (;;) {
    for (const place of venue.places) await revive(story, place);
    if (await checks.check()) return;
  }
}

async function revive(story: VenueStory, place: Place): Promise<void> {
  const { computer } = place.world;
  while (computer.isOn && computer.run.isDead) {
    story.crashes += 1;
    place.world.loseReplies();
    await place.start();
    await story.venue.settle();
    if (!computer.run.isDead) story.checks.checkAll(place);
  }
}

/** Lets time pass at every computer, and starts again what died meanwhile. */
export async function pass(story: VenueStory, ms: number): Promise<void> {
  const { venue } = story;
  const isAnyDead = (): boolean =>
    venue.places.some(({ world: { computer } }) => computer.isOn && computer.run.isDead);
  const until = venue.time.elapsedMs + ms;
  do {
    await venue.time.advance(Math.max(0, until - venue.time.elapsedMs), isAnyDead);
    await goOn(story);
  } while (venue.time.elapsedMs < until);
}

export const isOn = ({ world: { computer } }: Place): boolean => computer.isOn;

/** A switched-off computer: its program is ended, or the battery is empty. */
export async function switchOff(story: VenueStory, place: Place, isSudden: boolean): Promise<void> {
  const { computer } = place.world;
  if (!computer.isOn) return;
  place.world.note(`  ${place.name} is switched off${isSudden ? " by its battery" : ""}`);
  computer.crashAfter(null);
  if (isSudden) computer.crash();
  if (computer.run.isDead) place.world.loseReplies();
  await place.shut();
  place.world.loseReplies();
  story.checks.forget(place);
}

export async function switchOn(story: VenueStory, place: Place): Promise<void> {
  if (place.world.computer.isOn) return;
  place.world.note(`  ${place.name} is switched on`);
  await place.start();
  await goOn(story);
  story.checks.checkAll(place);
}

const mostSeconds = 90;
const mostTries = 6;

/** A person gives an order and waits for its reply; who read none asks again. Null if none ever comes. */
export async function perform<Name extends ProcedureName>(
  story: VenueStory,
  place: Place,
  name: Name,
  input: Omit<InputOf<Name>, "commandId">,
): Promise<ReplyOf<Name> | null> {
  const { world } = place;
  const order = world.order(name, input);
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (!world.computer.isOn) return null;
    world.give(order);
    await goOn(story);
    for (let second = 0; second < mostSeconds; second += 1) {
      if (story.replies.has(order.input.commandId) || world.lost.includes(order)) break;
      await pass(story, 1_000);
    }
    const reply = story.replies.get(order.input.commandId);
    if (reply !== undefined) return reply as ReplyOf<Name>;
    const at = world.lost.indexOf(order);
    if (at !== -1) world.lost.splice(at, 1);
  }
  return null;
}

/** As `perform`; the order must be performed. */
export async function performed<Name extends ProcedureName>(
  story: VenueStory,
  place: Place,
  name: Name,
  input: Omit<InputOf<Name>, "commandId">,
): Promise<OutputOf<Name>> {
  const reply = await perform(story, place, name, input);
  must(reply?.ok === true, `${place.name}: ${name} answers ${JSON.stringify(reply)}`);
  return reply.value;
}

export async function desksOf({ world }: Place): Promise<OutputOf<"desks.get"> | null> {
  const reply = await world.computer.spare(() => world.ask("desks.get", {}));
  return reply?.ok === true ? reply.value : null;
}

/** Waits until it is so, at most so many seconds of virtual time. */
export async function waitUntil(
  story: VenueStory,
  what: string,
  isSo: () => boolean | Promise<boolean>,
  seconds = mostSeconds,
): Promise<void> {
  for (let second = 0; !(await isSo()); second += 1) {
    must(second < seconds, what);
    await pass(story, 1_000);
  }
}
