import { copiesOf, deviceOf } from "../look.ts";
import { origin } from "../world.ts";
import { addressOf, fingerprintOf } from "./station.ts";
import type { Place } from "./venue.ts";
import { isOn, pass, perform, performed, waitUntil } from "./venue-story.ts";
import type { VenueStory } from "./venue-story.ts";
import { must } from "../violation.ts";

/** The first and last bib of each desk's range, in the order of the computers (M12). */
const rangeOf = (index: number): { readonly first: string; readonly last: string } => ({
  first: `${2000 + 100 * index}`,
  last: `${2059 + 100 * index}`,
});

/** The run whose bibs the desks give out by range. */
export const rangedRun = ({ venue: { api } }: VenueStory): string => {
  const runs = api.context.store.eventsById.get(api.mainEventId)?.runs ?? [];
  return (runs[1] ?? runs[0])?.document._id ?? "";
};

const isDownloaded = ({ world }: Place): boolean =>
  copiesOf(world.computer.run.reader).some(({ state }) => state === "complete");

/** In the morning the first computer connects, downloads and becomes the hub; the others join it, and get their bibs. */
export async function openVenue(story: VenueStory): Promise<void> {
  const { venue, team } = story;
  const { api, lines } = venue;
  const [hub, ...desks] = team;
  if (hub === undefined) return;
  for (const one of team) for (const other of team) lines.set(one.index, other.index, "clear");
  for (const place of team) {
    place.world.network.weather = "clear";
    await place.start();
  }
  const apiKey = api.context.credentials.keys.all;
  await performed(story, hub, "settings.save", { desk: hub.name, operator: "Ada" });
  await performed(story, hub, "connection.save", { baseUrl: origin, apiKey });
  await performed(story, hub, "event.refresh", {});
  await performed(story, hub, "download.start", { eventIds: [api.mainEventId] });
  await waitUntil(story, "The hub has no roster", () => isDownloaded(hub));
  await performed(story, hub, "event.open", { eventId: api.mainEventId });
  const { pairing } = await performed(story, hub, "hub.open", {});
  for (const desk of desks) await joinWith(story, desk, hub, pairing?.code ?? "");
  for (const desk of desks) {
    await waitUntil(story, `M8 ${desk.name} has no roster`, () => isDownloaded(desk));
  }
  for (const place of team) {
    await performed(story, hub, "bibRange.set", {
      eventId: api.mainEventId,
      desk: deviceOf(place.world.computer.run.reader),
      runId: rangedRun(story),
      range: rangeOf(place.index),
    });
  }
  await pass(story, 3_000);
}

const joinWith = (story: VenueStory, desk: Place, hub: Place, code: string) =>
  performed(story, desk, "desk.join", {
    address: addressOf(hub.index),
    fingerprint: fingerprintOf(hub.index),
    code,
    name: desk.name,
  });

/** A person at a desk joins a hub, whose owner shows a code. Returns whether it worked. */
export async function joinHub(story: VenueStory, desk: Place, hub: Place): Promise<boolean> {
  if (!isOn(hub) || !isOn(desk)) return false;
  const shown = await perform(story, hub, "pairing.open", {});
  if (shown === null || !shown.ok) return false;
  const joined = await perform(story, desk, "desk.join", {
    address: addressOf(hub.index),
    fingerprint: fingerprintOf(hub.index),
    code: shown.value.code,
    name: desk.name,
  });
  if (joined !== null && !joined.ok) {
    const { code } = joined.error;
    const isExpected = code === "no-answer" || code === "not-a-hub" || code === "is-hub";
    must(isExpected, `M3 ${desk.name} cannot join ${hub.name}: ${code}`);
  }
  return joined?.ok === true;
}
