import type { Caller } from "#core/handlers.ts";
import type { InputOf, OutputOf } from "#shared/contract/index.ts";
import type { SlotInput } from "#shared/contract/podium.ts";
import { seenOf } from "#test/support/podium-orders.ts";
import type { TestCore, TestCoreOptions } from "#test/support/test-core.ts";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import type { TinyPartner, TinyRace } from "#test/support/tiny-partner.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "../services/harbour-run.ts";

export { eventId };
export const runId = "run-10";

export const tablet: Caller = { role: "desk", device: "Tablet", deviceId: "tablet-1" };

export type Segment = OutputOf<"podium.enter">;

/** A line of a sheet from its short form: a bib, `=` before it for a tie, and an optional time after `@`. */
function line(typed: string): SlotInput {
  const [bib = "", time = null] = typed.replace(/^=/, "").split("@");
  return { bib, runnerId: null, tie: typed.startsWith("="), time };
}

export const lines = (...typed: string[]): SlotInput[] => typed.map(line);

/** The place and bib of each line, as they are announced. */
export const readOut = ({ slots }: Pick<Segment, "slots">): string[] =>
  slots.map(({ place, bib }) => `${place}. ${bib}`);

/** The kinds of warning of each line. */
export const warned = ({ slots }: Pick<Segment, "slots">): string[][] =>
  slots.map(({ warnings }) => warnings.map(({ kind }) => kind));

export interface PodiumDesk extends TestCore {
  readonly partner: TinyPartner;
  save(segmentId: string, change?: { depth?: number; clock?: "gun" | "chip" }): Promise<Segment[]>;
  segment(segmentId?: string): Promise<Segment>;
  /** The input of a command that saves these lines over the current sheet. */
  order(
    slots: readonly SlotInput[],
    more?: Partial<InputOf<"podium.enter">>,
  ): Promise<InputOf<"podium.enter">>;
  enter(
    slots: readonly SlotInput[],
    more?: Partial<InputOf<"podium.enter">>,
    caller?: Caller,
  ): Promise<Segment>;
  undo(more?: Partial<InputOf<"podium.undo">>): Promise<Segment>;
  announce(segmentId?: string): Promise<Segment>;
  checkIn(...runnerIds: string[]): Promise<void>;
}

/** Opens the Harbour Run, changed if wanted, with an overall segment of three places in its 10 km. */
export async function openPodium(
  change: Partial<TinyRace> = {},
  options: TestCoreOptions = {},
): Promise<PodiumDesk> {
  const race = await openRace({ ...harbourRun, ...change }, options);
  const desk = podiumDesk(race, race.partner);
  if (change.awards === undefined) await desk.save("overall");
  return desk;
}

export function podiumDesk(desk: TestCore, partner: TinyPartner): PodiumDesk {
  const segment = async (segmentId = "overall"): Promise<Segment> => {
    const { segments } = await desk.value("podium.get", { eventId, runId });
    const found = segments.find((one) => one.segmentId === segmentId);
    if (found === undefined) throw new Error(`There is no segment ${segmentId}`);
    return found;
  };
  const about = async ({ segmentId = "overall" }: { segmentId?: string | undefined }) => {
    const { revision } = await segment(segmentId);
    return {
      commandId: newCommandId(),
      eventId,
      runId,
      segmentId,
      follows: revision === null ? [] : [revision],
    };
  };
  const order: PodiumDesk["order"] = async (slots, more = {}) => ({
    ...(await about(more)),
    slots: [...slots],
    ...more,
  });
  return {
    ...desk,
    partner,
    segment,
    order,
    async save(segmentId, { depth = 3, clock = "gun" } = {}) {
      const saved = await desk.value("segment.save", {
        commandId: newCommandId(),
        eventId,
        runId,
        segments: [{ segmentId, label: `The ${segmentId}`, depth, clock }],
      });
      return saved.segments;
    },
    enter: async (slots, more, caller) =>
      desk.value("podium.enter", await order(slots, more), caller),
    undo: async (more = {}) => desk.value("podium.undo", { ...(await about(more)), ...more }),
    async announce(segmentId = "overall") {
      const seen = seenOf(await segment(segmentId));
      const place = { commandId: newCommandId(), eventId, runId, segmentId };
      return desk.value("podium.announce", { ...place, ...seen });
    },
    async checkIn(...runnerIds) {
      for (const runnerId of runnerIds) {
        const override = { reason: "For the test" };
        await desk.value("checkIn.perform", {
          commandId: newCommandId(),
          eventId,
          runnerId,
          override,
        });
      }
    },
  };
}
