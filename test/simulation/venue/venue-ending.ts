import { checkQueue, checkRoster } from "../ending.ts";
import { factsOfOrder, isToldOf } from "../look.ts";
import type { SeenEntry } from "../look.ts";
import { must } from "../violation.ts";
import { origin } from "../world.ts";
import { uniteUnderOneHub } from "./roles.ts";
import type { Place } from "./venue.ts";
import { hashesOf, sayingsOf } from "./venue-look.ts";
import { pass, perform, performed, switchOn, waitUntil } from "./venue-story.ts";
import type { VenueStory } from "./venue-story.ts";

/** The longest wait the rules allow before the last try, with room to spare. */
const restRounds = 60;
const roundMs = 60_000;

/** Everything is healed: then the computers have become one, nothing is open, lost or double. */
export async function checkVenueEnd(story: VenueStory): Promise<void> {
  const { venue, team, checks } = story;
  venue.note("the end: every line is clear, the keys are good");
  await heal(story);
  for (const place of team) await waitForReplies(story, place);
  const hub = await uniteUnderOneHub(story);
  const apiKey = venue.api.context.credentials.keys.replacement;
  await performed(story, hub, "connection.save", { baseUrl: origin, apiKey });
  await performed(story, hub, "outbox.resume", {});
  await becomeOne(story);
  await rest(story, hub);
  await resolveStuck(story, hub);
  await rest(story, hub);
  await performed(story, hub, "download.start", { eventIds: [venue.api.mainEventId] });
  await pass(story, 30_000);
  await becomeOne(story);
  for (const place of team) checks.checkAll(place);
  checkAcknowledged(story);
  checkDelivery(story, hub);
  checkSameSayings(story);
  await checkSameConflicts(story);
}

async function heal(story: VenueStory): Promise<void> {
  const { venue, team } = story;
  for (const place of team) {
    place.world.computer.crashAfter(null);
    place.world.network.weather = "clear";
    for (const other of team) {
      if (place.index < other.index) venue.lines.set(place.index, other.index, "clear");
    }
  }
  for (const place of team) await switchOn(story, place);
}

/** What somebody ordered before has its end first. */
async function waitForReplies(story: VenueStory, { world, name }: Place): Promise<void> {
  await waitUntil(story, `An order at ${name} is never answered`, () => world.pending === 0, 600);
}

/** Refused entries are offered again after a minute (M4). */
const convergeSeconds = 150;

/** All journals hold the same entries (M4, J4). */
async function becomeOne(story: VenueStory): Promise<void> {
  const { team } = story;
  const apart = (): number => {
    const all = team.map(({ world }) => hashesOf(world.computer.run.reader));
    const union = new Set(all.flatMap((own) => [...own]));
    return all.reduce((sum, own) => sum + union.size - own.size, 0);
  };
  await waitUntil(
    story,
    "M4 entries are not on every computer",
    () => apart() === 0,
    convergeSeconds,
  );
}

const isOpen = ({ state }: SeenEntry): boolean =>
  state === "pending" || state === "waiting" || state === "sending";

async function rest(story: VenueStory, hub: Place): Promise<void> {
  const { checks } = story;
  for (let round = 0; checks.booksOf(hub).entries.some(isOpen); round += 1) {
    const open = checks.booksOf(hub).entries.filter(isOpen);
    must(round < restRounds, `O12 the queue never rests: ${JSON.stringify(open[0])}`);
    // Somebody presses "try now": what a 403 held goes on.
    if (round % 5 === 0) await perform(story, hub, "outbox.tryNow", {});
    await pass(story, round < 5 ? 5_000 : roundMs);
  }
}

/** A person goes through what needs somebody: adopts what was found, sends again what was not. */
async function resolveStuck(story: VenueStory, hub: Place): Promise<void> {
  const stuck = story.checks
    .booksOf(hub)
    .entries.filter(({ state }) => state === "needs-attention");
  for (const { id, reason, candidates } of stuck) {
    const [found] = JSON.parse(candidates) as { readonly id: string }[];
    if (found !== undefined) {
      const decision = { kind: "adopt", registrationId: found.id } as const;
      await perform(story, hub, "outbox.decide", { outboxId: id, decision });
    } else if (reason === "not-found-again" || reason === "key-conflict") {
      const decision = { kind: "send-again" } as const;
      await perform(story, hub, "outbox.decide", { outboxId: id, decision });
    } else await perform(story, hub, "outbox.tryNow", { outboxId: id });
    await pass(story, 2_000);
  }
}

/** Every order that was acknowledged anywhere is in every journal (J1, M4). */
function checkAcknowledged({ team, checks }: VenueStory): void {
  for (const { name, world } of team) {
    const { reader } = world.computer.run;
    for (const [commandId, { name: order, about }] of checks.acknowledged) {
      const isThere =
        about === null
          ? factsOfOrder(reader, commandId).size > 0
          : isToldOf(reader, about.kind, about.id);
      must(isThere, `J1 ${order} ${commandId} was acknowledged and is not at ${name}`);
    }
  }
}

/** Every walk-up is at the organizer once, unless it was refused or retracted; every computer knows it (M9, M10). */
function checkDelivery(story: VenueStory, hub: Place): void {
  const { venue, team, checks } = story;
  const { entries } = checks.booksOf(hub);
  checkQueue(hub.world, entries);
  checkRoster(hub.world, entries);
  const posts = venue.api.context.createdPosts.map((post) => JSON.stringify(post));
  const marks = savedMarks(story);
  for (const entry of entries) {
    marks.get(/sim-\d+-\d+/.exec(entry.body)?.[0] ?? "")?.push(entry);
  }
  for (const [mark, own] of marks) {
    must(own.length > 0, `M9 the walk-up ${mark} has no entry in the hub's outbox`);
    const made = posts.filter((post) => new RegExp(`${mark}\\b`).test(post)).length;
    const isDone = own.some(({ state }) => state === "done");
    must(!isDone || made > 0, `M9 the walk-up ${mark} is done and was never made`);
    const isGivenUp = own.every(
      ({ state }) => state === "cancelled" || state === "needs-attention",
    );
    must(isDone || isGivenUp, `O1 the walk-up ${mark} has no end`);
  }
  const ends = new Map(entries.map((entry) => [entry.id, endOf(entry)]));
  for (const place of team) {
    for (const entry of checks.booksOf(place).entries) {
      const there = ends.get(entry.id);
      must(
        there === undefined || there === null || there === endOf(entry),
        `M10 of ${entry.id} the hub says ${there}, ${place.name} says ${entry.state} ${entry.reason}`,
      );
    }
  }
}

/**
 * The marks of all walk-ups, for their entries at the hub. A hub that gets a walk-up together with its retraction makes
 * no entry.
 */
function savedMarks({ team, checks }: VenueStory): Map<string, SeenEntry[]> {
  const facts = team.flatMap((place) => [...checks.booksOf(place).facts.values()]);
  const retracted = new Set(
    facts.filter(({ kind }) => kind === "walk-up.taken-back").map(({ subject }) => subject),
  );
  const marks = new Map<string, SeenEntry[]>();
  for (const { kind, subject, payload } of facts) {
    if (kind !== "walk-up.saved" || retracted.has(subject)) continue;
    const mark = /sim-\d+-\d+/.exec(payload)?.[0];
    if (mark !== undefined) marks.set(mark, []);
  }
  return marks;
}

const endOf = ({ state, remoteId }: SeenEntry): string | null =>
  state === "done" || state === "cancelled" ? `${state} ${remoteId ?? ""}` : null;

/** Every computer says the same of everybody (J10). */
function checkSameSayings({ venue, team }: VenueStory): void {
  const [first, ...others] = team.map((place) => ({
    place,
    sayings: sayingsOf(place.world.computer.run.reader, venue.api.mainEventId),
  }));
  for (const { place, sayings } of others) {
    for (const id of new Set([...sayings.keys(), ...(first?.sayings.keys() ?? [])])) {
      const [one, other] = [first?.sayings.get(id), sayings.get(id)];
      must(one === other, `J10 of ${id} ${first?.place.name} says ${one}, ${place.name} ${other}`);
    }
  }
}

/** Every computer lists the same conflicts, with the same sides (M11). */
async function checkSameConflicts({ venue, team }: VenueStory): Promise<void> {
  const eventId = venue.api.mainEventId;
  const lists: string[] = [];
  for (const { world } of team) {
    const listed = await world.ask("conflict.list", { eventId });
    must(listed?.ok === true, "M11 the conflicts cannot be listed");
    const said = listed.value.conflicts.map(({ id, sides }) => {
      const told = sides.map(
        ({ entryId, isInForce }) => `${entryId}${isInForce ? " in force" : ""}`,
      );
      return `${id}: ${told.toSorted().join(", ")}`;
    });
    lists.push(said.toSorted().join("\n"));
  }
  for (const list of lists) must(list === lists[0], `M11 two lists differ: ${lists.join(" | ")}`);
}
