import { cpSync } from "node:fs";
import { createDeskActs } from "../desk-acts.ts";
import type { Draws } from "../draws.ts";
import { must } from "../violation.ts";
import { addressOf, fingerprintOf } from "./station.ts";
import { joinHub } from "./morning.ts";
import type { Plot } from "./plot.ts";
import { stepIn } from "./plot.ts";
import type { Place } from "./venue.ts";
import { desksOf, goOn, isOn, pass, perform, performed, waitUntil } from "./venue-story.ts";
import type { VenueStory } from "./venue-story.ts";

const cloneName = "Spare";
const cloneSteps = 8;

/** The folder of a full desk is copied to another laptop, and both are used; later the first one breaks down (S5, M5). */
export function drawClonePlot(draws: Draws, steps: number): Plot {
  const cloned = draws.pick([1, 2] as const);
  const confirms = draws.chance(0.5);
  let clone: Place | null = null;
  return {
    name: "a cloned folder",
    cloned,
    chapters: [
      {
        step: stepIn(draws, steps, 0.3, 0.5),
        happen: async (story) => {
          clone = await copyFolder(story, cloned);
          if (clone === null) return;
          await workAtClone(story, clone);
          await checkHeld(story, clone);
          await tryToJoin(story, clone);
        },
      },
      {
        step: stepIn(draws, steps, 0.7, 0.9),
        happen: async (story) => {
          if (clone !== null) await replace(story, cloned, clone, confirms);
        },
      },
    ],
  };
}

/** The desk is shut, its folder is copied, and both computers are switched on. */
async function copyFolder(story: VenueStory, cloned: number): Promise<Place | null> {
  const { venue, team, checks } = story;
  const original = team[cloned];
  if (original === undefined || !isOn(original)) return null;
  venue.note(`  the folder of ${original.name} is copied to another laptop`);
  await original.shut();
  original.world.loseReplies();
  checks.forget(original);
  const { folder } = original.world.computer;
  const clone = venue.addPlace({ name: cloneName, skewMs: 90_000, hasIdentity: true }, (to) =>
    cpSync(folder, to, { recursive: true }),
  );
  await original.start();
  await clone.start();
  for (const other of team) venue.lines.set(clone.index, other.index, "up");
  await goOn(story);
  return clone;
}

async function workAtClone(story: VenueStory, clone: Place): Promise<void> {
  const draws = story.venue.draws.split("clone");
  // Walk-ups are numbered by it; later the clone is a desk like the others, and numbers them anew.
  const world = { ...clone.world, seed: clone.world.seed * 1_000 };
  const acts = createDeskActs(world, draws.split("acts"));
  for (let step = 0; step < cloneSteps; step += 1) {
    await acts[draws.weigh({ checkIn: 3, registerWalkUp: 3, giveBib: 2, undoCheckIn: 1 })]();
    await pass(story, draws.between(10, 3_000));
  }
}

/** It is held as a copy, and nothing left it. */
async function checkHeld(story: VenueStory, { world, sent }: Place): Promise<void> {
  const status = await world.ask("sync.status", {});
  must(status?.ok === true, "The state of the clone cannot be shown");
  must(status.value.copied !== null, "S5 the clone is not held as a copy");
  must(sent === 0, "S5 the clone sends");
}

/** While the first laptop is paired, the hub does not take a second one with its journal device (M5). */
async function tryToJoin(story: VenueStory, clone: Place): Promise<void> {
  const hub = story.team[0];
  if (hub === undefined || !isOn(hub)) return;
  const shown = await perform(story, hub, "pairing.open", {});
  if (shown === null || !shown.ok) return;
  const joined = await perform(story, clone, "desk.join", {
    address: addressOf(hub.index),
    fingerprint: fingerprintOf(hub.index),
    code: shown.value.code,
    name: cloneName,
  });
  must(joined?.ok !== true, "M5 a clone joins beside the laptop that it is a copy of");
}

/** The first laptop breaks down after the hub has everything of it; its owner removes it, and the clone joins. */
async function replace(
  story: VenueStory,
  cloned: number,
  clone: Place,
  confirms: boolean,
): Promise<void> {
  const { venue, team, checks } = story;
  const [hub, original] = [team[0], team[cloned]];
  if (hub === undefined || original === undefined || !isOn(hub) || !isOn(original)) return;
  for (const one of [original, clone]) venue.lines.set(hub.index, one.index, "clear");
  original.world.network.weather = "clear";
  hub.world.computer.crashAfter(null);
  await waitUntil(story, `${original.name} has orders without a reply`, () => {
    return original.world.pending === 0;
  });
  await waitUntil(story, `M4 the hub lacks entries of ${original.name}`, async () => {
    const desks = await desksOf(original);
    return desks?.link.state === "up" && desks.link.unsent === 0 && desks.link.behind === 0;
  });
  venue.note(`  ${original.name} breaks down; ${clone.name} takes its place`);
  await original.shut();
  checks.forget(original);
  team.splice(team.indexOf(original), 1, clone);
  const listed = await hub.world.ask("device.list", {});
  const paired =
    listed?.ok === true && listed.value.devices.find((one) => one.name === original.name);
  must(typeof paired === "object", `M5 ${original.name} is not on the hub's list`);
  await performed(story, hub, "device.revoke", { deviceId: paired.id });
  if (confirms) await performed(story, clone, "outbox.confirmCopy", {});
  must(await joinHub(story, clone, hub), "M5 the clone cannot join");
}
