import { describe, expect, test } from "vitest";
import type { Outcome } from "#core/partner/classify-response.ts";
import type { Reply } from "#core/partner/client.ts";
import { createConnectivity } from "#core/sync/connection/connectivity.ts";
import type { ManualClock } from "../../../support/clock.ts";
import { createManualClock } from "../../../support/clock.ts";

/** With the longest waits that the random numbers allow. */
function open(clock: ManualClock) {
  const random = { number: () => 0.999, bytes: () => new Uint8Array(), uuid: () => "" };
  const states: string[] = [];
  const line = createConnectivity({
    clock,
    random,
    onChange: (_before, after) => void states.push(after),
  });
  const hear = (outcome: Outcome, tookMs: number): void => {
    const exchange = { kind: "unanswered", method: "POST", why: "broken" } as const;
    const reply: Reply = { exchange: { ...exchange, atMs: clock.now(), tookMs }, outcome };
    line.hear(reply);
  };
  return { line, hear, states };
}

const broken: Outcome = { kind: "broken", status: null };
const done: Outcome = { kind: "success", status: 201, body: {}, id: "reg_1" };

describe("O12 how long the line is left alone", () => {
  test("O12 each failure on its own doubles the bound", async () => {
    const clock = createManualClock();
    const { line, hear } = open(clock);
    const waits: number[] = [];
    for (let time = 0; time < 8; time += 1) {
      await clock.advance(10);
      hear(broken, 10);
      waits.push(line.quietForMs);
      await clock.advance(line.quietForMs);
    }
    expect(waits).toEqual([999, 1998, 3996, 7992, 15984, 31968, 59940, 59940]);
  });

  test("O12 requests that were on the wire together fail once", async () => {
    const clock = createManualClock();
    const { line, hear } = open(clock);
    await clock.advance(300);
    hear(broken, 300);
    hear(broken, 200);
    await clock.advance(50);
    hear(broken, 100);
    expect(line.quietForMs).toBe(949);
    // The outcome of a request that left after the connection failed counts.
    await clock.advance(949);
    hear(broken, 900);
    expect(line.quietForMs).toBe(1998);
  });

  test("O12 an answer to one of them shows the line works, and the rest takes nothing back", async () => {
    const clock = createManualClock();
    const { line, hear, states } = open(clock);
    await clock.advance(300);
    hear(broken, 300);
    hear(done, 250);
    hear(broken, 200);
    expect(line.quietForMs).toBe(0);
    expect(states).toEqual(["offline", "online"]);
  });

  test("O12 a person's word that it is back lets the next failure count again", async () => {
    const clock = createManualClock();
    const { line, hear } = open(clock);
    await clock.advance(300);
    hear(broken, 300);
    line.retryNow();
    expect(line.quietForMs).toBe(0);
    hear(broken, 0);
    expect(line.quietForMs).toBe(999);
  });
});
