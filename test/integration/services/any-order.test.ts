import fc from "fast-check";
import { expect, test } from "vitest";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

const runnerIds = ["ana", "rui", "ines", "luk", "can", "there", "relay-1", "relay-2", "relay-3"];
const runnerId = fc.constantFrom(...runnerIds);
const device = fc.constantFrom(undefined, "Tablet", "Phone");

const step = fc.oneof(
  fc.record({ do: fc.constant("check-in" as const), runnerId, device }),
  fc.record({ do: fc.constant("override" as const), runnerId, device }),
  fc.record({ do: fc.constant("undo" as const), runnerId, device }),
  fc.record({
    do: fc.constant("bib" as const),
    runnerId,
    device,
    bib: fc.constantFrom("7", "007", "8", "A12", "a12", "301"),
  }),
  fc.record({ do: fc.constant("swap" as const), runnerId, other: runnerId, device }),
  fc.record({ do: fc.constant("undo-last" as const), device }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function perform(desk: TestCore, step: Step): Promise<string> {
  const caller =
    step.device === undefined
      ? ({ role: "owner" } as const)
      : ({ role: "desk", device: step.device } as const);
  const order = { commandId: newCommandId(), eventId };
  const ask = async () => {
    switch (step.do) {
      case "check-in":
        return desk.call("checkIn.perform", { ...order, runnerId: step.runnerId }, caller);
      case "override": {
        const override = { reason: "Told to" };
        return desk.call(
          "checkIn.perform",
          { ...order, runnerId: step.runnerId, override },
          caller,
        );
      }
      case "undo":
        return desk.call("checkIn.undo", { ...order, runnerId: step.runnerId }, caller);
      case "bib":
        return desk.call(
          "bib.assign",
          { ...order, runnerId: step.runnerId, bib: step.bib },
          caller,
        );
      case "swap":
        return desk.call(
          "bib.swap",
          { ...order, runnerId: step.runnerId, otherRunnerId: step.other },
          caller,
        );
      case "undo-last":
        return desk.call("desk.undoLast", order, caller);
    }
  };
  const reply = await ask();
  await desk.clock.advance(1);
  return reply.ok ? "ok" : reply.error.code;
}

test("J5 B2 whatever three desks do in whatever order: no double bib arises, counts and cards agree with the rebuild", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const desk = await openRace(harbourRun);
      for (const one of steps) expect(await perform(desk, one)).not.toBe("internal");

      const cards = await Promise.all(
        runnerIds.map((id) => desk.value("roster.get", { eventId, runnerId: id })),
      );
      for (const { runner, warnings } of cards) {
        const double = warnings.find((warning) => warning.kind === "bib-double");
        expect(double, `${runner.id} ${runner.bib}`).toBeUndefined();
      }
      const here = cards.filter(({ runner }) => runner.checkedIn !== null);
      const runCounts = await desk.value("roster.runCounts", { eventId });
      expect(runCounts.checkIns).toBe(here.length);
      expect(await desk.value("journal.verify", {})).toMatchObject({
        brokenAt: [],
        differences: 0,
      });
      await desk.core.close();
    }),
    { numRuns: 12 },
  );
});
