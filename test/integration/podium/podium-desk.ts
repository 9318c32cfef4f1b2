import type { SlotInput } from "#shared/contract/podium.ts";
import type { InputOf, OutputOf } from "#shared/contract/index.ts";
import type { Caller } from "#core/handlers.ts";
import type { TestCore, TestCoreOptions } from "#test/support/test-core.ts";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "../desk/harbour-run.ts";

export { eventId };
export const runId = "run-10";

export type Segment = OutputOf<"podium.enter">;

/** A line of a sheet, as typed: a bib, `=` before it for a tie, and perhaps a time behind `@`. */
export function line(typed: string): SlotInput {
  const [bib = "", time = null] = typed.replace(/^=/, "").split("@");
  return { bib, runnerId: null, tie: typed.startsWith("="), time };
}

export const lines = (...typed: string[]): SlotInput[] => typed.map(line);

/** The Harbour Run with an overall segment of three places in its 10 km. */
export async function openPodium(options: TestCoreOptions = {}): Promise<PodiumDesk> {
  const desk = podiumDesk(await openRace(harbourRun, options));
  await desk.save("overall", { depth: 3 });
  return desk;
}

export interface PodiumDesk extends TestCore {
  save(segmentId: string, change?: { depth?: number; clock?: "gun" | "chip" }): Promise<Segment[]>;
  segment(segmentId?: string): Promise<Segment>;
  /** Types a sheet over the one that is there. */
  enter(
    slots: readonly SlotInput[],
    more?: Partial<InputOf<"podium.enter">>,
    caller?: Caller,
  ): Promise<Segment>;
  announce(segmentId?: string): Promise<Segment>;
}

export function podiumDesk(desk: TestCore): PodiumDesk {
  const segment = async (segmentId = "overall"): Promise<Segment> => {
    const { segments } = await desk.value("podium.get", { eventId, runId });
    const found = segments.find((one) => one.segmentId === segmentId);
    if (found === undefined) throw new Error(`There is no segment ${segmentId}`);
    return found;
  };
  return {
    ...desk,
    segment,
    async save(segmentId, { depth = 3, clock = "gun" } = {}) {
      const saved = await desk.value("segment.save", {
        commandId: newCommandId(),
        eventId,
        runId,
        segments: [{ segmentId, label: `The ${segmentId}`, depth, clock }],
      });
      return saved.segments;
    },
    async enter(slots, more = {}, caller) {
      const { segmentId = "overall" } = more;
      const seen = await segment(segmentId);
      return desk.value(
        "podium.enter",
        {
          commandId: newCommandId(),
          eventId,
          runId,
          segmentId,
          slots: [...slots],
          follows: seen.revision === null ? [] : [seen.revision],
          ...more,
        },
        caller,
      );
    },
    async announce(segmentId = "overall") {
      const { revision, openWarnings } = await segment(segmentId);
      return desk.value("podium.announce", {
        commandId: newCommandId(),
        eventId,
        runId,
        segmentId,
        revision: revision ?? "",
        openWarnings,
      });
    },
  };
}
