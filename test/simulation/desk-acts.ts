import { seenOf } from "#test/support/podium-orders.ts";
import type { Draws } from "./draws.ts";
import type { SeenRunner } from "./look.ts";
import { runnersOf } from "./look.ts";
import type { Order } from "./orders.ts";
import type { World } from "./world.ts";

/** Something that people or the world do. Nothing comes of it where there is nothing to do it to. */
export type Act = () => void | Promise<void>;

const segmentIds = ["overall", "sex:F", "special:first-timer"] as const;
const names = ["Zoë Nakamura", "Seán Ó Súilleabháin", "李 小龍", "Ada", "Björk Guðmunds"] as const;

/** What volunteers do at the tables: check-in, bibs, walk-ups, podium, finish log. */
export function createDeskActs(world: World, draws: Draws) {
  const { api, time, computer } = world;
  const eventId = api.mainEventId;
  const runIds = (api.context.store.eventsById.get(eventId)?.runs ?? []).map(
    ({ document }) => document._id,
  );
  const runId = runIds[0] ?? "";
  let walkUps = 0;
  let items = 0;

  const runners = (): SeenRunner[] => runnersOf(computer.run.reader, eventId);
  const someone = (fits: (runner: SeenRunner) => boolean = () => true): SeenRunner | undefined =>
    draws.pick(runners().filter(fits));
  const give = (order: Order): void => world.give(order, draws.chance(0.04) ? 2 : 1);
  const itemId = (): string => `item-${world.seed}-${(items += 1)}`;
  const isWalkUp = ({ source }: SeenRunner): boolean => source === "walk-up";

  const formOf = (mark: string, name: string) => ({
    eventRunId: draws.pick([...runIds, runIds[1] ?? runId, runIds[1] ?? runId]) ?? runId,
    // Families share an address.
    email: draws.chance(0.3) ? "family@example.org" : `${mark}@example.org`,
    name,
    registrationType: draws.pick(["free", "paid"] as const),
    notes: draws.chance(0.5) ? mark : `${mark} pays cash`,
  });

  const withRunner =
    (act: (runner: SeenRunner) => void, fits?: (runner: SeenRunner) => boolean): Act =>
    () => {
      const runner = someone(fits);
      if (runner !== undefined) act(runner);
    };

  const segmentNow = async (segmentId: string) => {
    const got = await world.ask("podium.get", { eventId, runId });
    if (got === null || !got.ok) return undefined;
    return got.value.segments.find((segment) => segment.segmentId === segmentId);
  };

  return {
    checkIn: withRunner(({ id }) =>
      give(
        world.order("checkIn.perform", {
          eventId,
          runnerId: id,
          ...(draws.chance(0.5) ? { override: { reason: "paid in cash" } } : {}),
        }),
      ),
    ),

    checkInFamily: () => {
      const some = [someone(), someone(), someone()].flatMap((one) => (one ? [one.id] : []));
      if (some.length > 0) {
        give(world.order("checkIn.performAll", { eventId, runnerIds: [...new Set(some)] }));
      }
    },

    undoCheckIn: withRunner(
      ({ id }) => give(world.order("checkIn.undo", { eventId, runnerId: id })),
      ({ checkInEntry }) => checkInEntry !== null,
    ),

    undoLast: () => give(world.order("desk.undoLast", { eventId })),

    giveBib: withRunner(({ id }) => {
      const bib = draws.chance(0.8) ? String(draws.between(1, 60)) : `A${draws.between(1, 9)}`;
      give(world.order("bib.assign", { eventId, runnerId: id, bib }));
    }),

    swapBibs: withRunner(
      ({ id }) => {
        const other = someone((runner) => runner.id !== id);
        if (other !== undefined) {
          give(world.order("bib.swap", { eventId, runnerId: id, otherRunnerId: other.id }));
        }
      },
      ({ bib }) => bib !== null,
    ),

    registerWalkUp: () => {
      const mark = `sim-${world.seed}-${(walkUps += 1)}`;
      const bib = draws.chance(0.4) ? { bib: String(draws.between(900, 990)) } : {};
      const name = `${draws.pick(names)} ${walkUps}`;
      give(
        world.order("walkUp.save", {
          eventId,
          form: formOf(mark, name),
          ...bib,
          checkIn: draws.chance(0.6),
        }),
      );
    },

    editWalkUp: withRunner(({ id }) => {
      const walkUp = computer.run.reader
        .prepare<[string], { form: string; outboxId: string }>(
          "SELECT form, outbox_id AS outboxId FROM walk_up WHERE local_id = ?",
        )
        .get(id);
      const { notes = "", name = "" } = JSON.parse(walkUp?.form ?? "{}") as Record<string, string>;
      const mark = /sim-\d+-\d+/.exec(notes)?.[0] ?? "";
      const outboxId = walkUp?.outboxId ?? "";
      give(world.order("outbox.correct", { outboxId, form: formOf(mark, name) }));
    }, isWalkUp),

    takeBackWalkUp: withRunner(
      ({ id }) => give(world.order("walkUp.retract", { eventId, runnerId: id })),
      (runner) => isWalkUp(runner) && runner.takenBack === 0,
    ),

    declareSegment: () =>
      give(
        world.order("segment.save", {
          eventId,
          runId,
          segments: [{ segmentId: draws.pick(segmentIds), label: "Prize", depth: 3, clock: "gun" }],
        }),
      ),

    enterPodium: async () => {
      const segment = await segmentNow(draws.pick(segmentIds));
      if (segment === undefined) return;
      const slots = [someone(), someone(), someone()].flatMap((runner) =>
        runner === undefined
          ? []
          : [{ bib: runner.bib ?? "1", runnerId: runner.id, tie: false, time: null }],
      );
      // The sheet that is there already writes nothing.
      const peopleOf = (sheet: readonly { readonly runnerId: string | null }[]): string =>
        sheet.map(({ runnerId }) => runnerId).join();
      if (slots.length > 0 && peopleOf(slots) === peopleOf(segment.slots)) return;
      const follows = segment.revision === null ? [] : [segment.revision];
      const { segmentId } = segment;
      const reason = { reason: "the chip was late" };
      give(world.order("podium.enter", { eventId, runId, segmentId, slots, follows, ...reason }));
    },

    announcePodium: async () => {
      const segment = await segmentNow(draws.pick(segmentIds));
      if (segment === undefined || segment.revision === null) return;
      const place = { eventId, runId, segmentId: segment.segmentId };
      give(world.order("podium.announce", { ...place, ...seenOf(segment) }));
    },

    undoPodium: async () => {
      const segment = await segmentNow(draws.pick(segmentIds));
      if (segment === undefined || segment.revision === null) return;
      const { segmentId, revision } = segment;
      const reason = "typed wrongly";
      give(world.order("podium.undo", { eventId, runId, segmentId, follows: [revision], reason }));
    },

    stampFinish: () => {
      const stamps = Array.from({ length: draws.between(1, 3) }, () => ({
        id: itemId(),
        atMs: time.deskNow(),
      }));
      give(world.order("finish.stamp", { eventId, stamps }));
    },

    typeFinisher: () => {
      const bib = draws.chance(0.9) ? String(draws.between(1, 60)) : null;
      give(world.order("finish.bib", { eventId, id: itemId(), bib, before: null }));
    },

    undoFinish: () => give(world.order("finish.undo", { eventId })),

    startGun: () => give(world.order("gun.set", { eventId, runId, atMs: time.deskNow() })),
  } satisfies Record<string, Act>;
}
