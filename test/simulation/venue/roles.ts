import type { OutputOf } from "#shared/contract/index.ts";
import { must } from "../violation.ts";
import { origin } from "../world.ts";
import { joinHub } from "./morning.ts";
import { addressOf } from "./station.ts";
import type { Place } from "./venue.ts";
import { desksOf, isOn, pass, perform } from "./venue-story.ts";
import type { VenueStory } from "./venue-story.ts";

type Desks = OutputOf<"desks.get">;

/** What a hub that cannot be reached answers, and what the way to the partner API may say. */
const passing: ReadonlySet<string> = new Set([
  "offline",
  "not-json",
  "not-the-api",
  "rate-limited",
  "server-error",
  "wrong-key",
  "wrong-address",
]);

/** A person at a full desk makes it the hub, with the organizer's key (M10). Returns whether it worked. */
export async function takeOver(story: VenueStory, place: Place): Promise<boolean> {
  const { venue } = story;
  const { api, plant } = venue;
  if (!isOn(place)) return false;
  venue.note(`  somebody makes ${place.name} the hub`);
  place.world.network.weather = "clear";
  const apiKey = api.context.credentials.keys.all;
  plant?.takeOver?.before();
  const reply = await perform(story, place, "hub.takeOver", { key: { baseUrl: origin, apiKey } });
  plant?.takeOver?.after(place.world.computer.folder);
  if (reply?.ok !== true) {
    const code = reply?.error.code;
    const isExpected = code === undefined || code === "not-full-desk" || passing.has(code);
    must(isExpected, `M10 ${place.name} cannot take over: ${code}`);
    return (await desksOf(place))?.role === "hub";
  }
  story.takeOvers += 1;
  return true;
}

/** A person at one of the computers that claim to be the hub chooses one (M10). */
export async function settleHub(story: VenueStory, place: Place): Promise<void> {
  const desks = isOn(place) ? await desksOf(place) : null;
  const side = story.venue.draws.pick(desks?.sender.rivals ?? []);
  if (side === undefined) return;
  story.venue.note(`  at ${place.name} somebody chooses ${side.name} as the hub`);
  await perform(story, place, "hub.settle", { device: side.device });
}

const rounds = 30;

interface Seen {
  readonly place: Place;
  readonly desks: Desks;
}

/** In the end one computer is the hub, by the choice of people, and the others are its full desks. */
export async function uniteUnderOneHub(story: VenueStory): Promise<Place> {
  for (let round = 0; round < rounds; round += 1) {
    const seen: Seen[] = [];
    for (const place of story.team) {
      const desks = await desksOf(place);
      if (desks !== null) seen.push({ place, desks });
    }
    const hub = await unite(story, seen);
    if (hub !== null) return hub;
    await pass(story, 3_000);
  }
  const roles = [];
  for (const place of story.team) roles.push(sayOf(place, await desksOf(place)));
  must(false, `M10 there is never one hub: ${roles.join("; ")}`);
}

/** A hub that was a full desk when it was chosen has no key, and nobody joins it before somebody enters one. */
async function connect(story: VenueStory, hub: Place): Promise<void> {
  const connection = await hub.world.ask("connection.get", {});
  if (connection?.ok === true && connection.value.baseUrl === origin) return;
  const apiKey = story.venue.api.context.credentials.keys.all;
  await perform(story, hub, "connection.save", { baseUrl: origin, apiKey });
}

const sayOf = (place: Place, desks: Desks | null): string =>
  `${place.name} is ${desks?.role}, ${desks?.sender.who} sends, its link is ${desks?.link.state} ${desks?.link.why}`;

/** The next thing that a person does about it; the hub if there is nothing more to do. */
async function unite(story: VenueStory, seen: readonly Seen[]): Promise<Place | null> {
  const undecided = seen.filter(({ desks }) => desks.sender.rivals.length > 0);
  const asked = story.venue.draws.pick(undecided);
  if (asked !== undefined) {
    await settleHub(story, asked.place);
    return null;
  }
  const hubs = seen.filter(({ desks }) => desks.role === "hub" && desks.sender.who === "this");
  const [hub] = hubs;
  // Each of two hubs looks for the other one.
  if (hub === undefined || hubs.length > 1) return null;
  const others = seen.filter(({ place }) => place !== hub.place);
  const apart = others.find(
    ({ desks }) => desks.role !== "full" || desks.hub?.address !== addressOf(hub.place.index),
  );
  if (apart !== undefined) {
    await connect(story, hub.place);
    await joinHub(story, apart.place, hub.place);
    return null;
  }
  return others.every(({ desks }) => desks.link.state === "up") ? hub.place : null;
}
