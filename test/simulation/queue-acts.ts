import type { Act } from "./desk-acts.ts";
import type { Draws } from "./draws.ts";
import type { SeenEntry } from "./look.ts";
import { entriesOf } from "./look.ts";
import type { Order } from "./orders.ts";
import type { World } from "./world.ts";

const hourMs = 60 * 60_000;
const hoursOfPatience = 12;

/** What the person at the Sync and Events screens does. */
export function createQueueActs(world: World, draws: Draws, eventIds: readonly string[]) {
  const { api, computer, origin, time } = world;
  const { keys } = api.context.credentials;
  let events = 0;

  const give = (order: Order): void => world.give(order);
  const withEntry =
    (fits: (entry: SeenEntry) => boolean, act: (entry: SeenEntry) => void): Act =>
    () => {
      const entry = draws.pick(entriesOf(computer.run.reader).filter(fits));
      if (entry !== undefined) act(entry);
    };
  const isOpen = ({ state }: SeenEntry): boolean => state === "pending" || state === "waiting";
  const isStuck = ({ state }: SeenEntry): boolean => state === "needs-attention";
  const eventForm = (name: string) => ({
    name,
    type: "race",
    date: `2026-0${draws.between(6, 9)}-1${draws.between(0, 9)}`,
  });

  return {
    createEvent: () => {
      const name = `Sim sim-${world.seed}-${9000 + (events += 1)}`;
      give(world.order("event.create", { form: eventForm(name) }));
    },

    takeBackEvent: withEntry(
      ({ kind }) => kind === "event",
      ({ subject }) => give(world.order("event.retract", { eventId: subject })),
    ),

    correctEvent: withEntry(
      ({ kind, state }) => kind === "event" && state !== "done",
      ({ id, body }) => {
        const { name } = JSON.parse(body) as { readonly name: string };
        give(world.order("outbox.correctEvent", { outboxId: id, form: eventForm(name) }));
      },
    ),

    download: () => {
      const eventId = draws.chance(0.7) ? eventIds[0] : draws.pick(eventIds);
      give(world.order("download.start", { eventIds: [eventId ?? ""] }));
    },

    cancelDownload: () => {
      give(world.order("download.cancel", { eventId: draws.pick(eventIds) ?? "" }));
    },

    refreshEvents: () => give(world.order("event.refresh", {})),

    pause: () => give(world.order("outbox.pause", {})),
    resume: () => give(world.order("outbox.resume", {})),
    tryAll: () => give(world.order("outbox.tryNow", {})),

    tryOne: withEntry(
      (entry) => isOpen(entry) || isStuck(entry),
      ({ id }) => give(world.order("outbox.tryNow", { outboxId: id })),
    ),

    setAside: withEntry(
      (entry) => isOpen(entry) || isStuck(entry),
      ({ id }) => give(world.order("outbox.setAside", { outboxId: id })),
    ),

    requeue: withEntry(isStuck, ({ id }) => give(world.order("outbox.requeue", { outboxId: id }))),

    sendAgain: withEntry(
      (entry) => isOpen(entry) || isStuck(entry),
      ({ id }) => give(world.order("outbox.sendAgain", { outboxId: id })),
    ),

    correctWalkUp: withEntry(
      (entry) => isStuck(entry) && entry.kind === "walk-up",
      ({ id, form }) => {
        const typed = JSON.parse(form ?? "{}") as Record<string, string>;
        const run = api.context.store.eventsById.get(api.mainEventId)?.runs[1];
        const eventRunId = run?.document._id ?? typed["eventRunId"] ?? "";
        const { email = "", name = "", registrationType = "", notes = "" } = typed;
        const mended = { eventRunId, email, name, registrationType, notes };
        give(world.order("outbox.correct", { outboxId: id, form: mended }));
      },
    ),

    decide: withEntry(isStuck, ({ id, candidates }) => {
      const offered = JSON.parse(candidates) as { readonly id: string }[];
      const first = draws.pick(offered);
      const decision =
        first !== undefined && draws.chance(0.7)
          ? ({ kind: "adopt", registrationId: first.id } as const)
          : ({ kind: draws.pick(["send-again", "send-again", "take-back"] as const) } as const);
      give(world.order("outbox.decide", { outboxId: id, decision }));
    }),

    changeKey: () => {
      const next = draws.pick(["all", "replacement", "noEvents", "readOnly"] as const);
      give(world.order("connection.save", { baseUrl: origin, apiKey: keys[next] }));
    },

    typeWrongKey: () => {
      const wrong = draws.pick([keys.otherOrganization, "nonsense"]) ?? "nonsense";
      give(world.order("connection.save", { baseUrl: origin, apiKey: wrong }));
    },

    /** A key with every right, as the organizer would send a new one. */
    restoreKey: () => {
      give(world.order("connection.save", { baseUrl: origin, apiKey: keys.replacement }));
    },

    makeBackup: () => give(world.order("backup.make", {})),

    repeatLost: () => {
      const order = draws.pick(world.lost);
      if (order === undefined) return;
      world.lost.splice(world.lost.indexOf(order), 1);
      // Replies are remembered for a day; after so long nobody taps the same button again.
      if (Math.abs(time.deskNow() - world.givenAtMs(order)) < hoursOfPatience * hourMs) give(order);
    },
  } satisfies Record<string, Act>;
}
