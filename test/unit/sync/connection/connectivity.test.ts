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
  const connectivity = createConnectivity({
    clock,
    random,
    onChange: (_before, after) => void states.push(after),
  });
  const observe = (outcome: Outcome, tookMs: number): void => {
    const exchange = { kind: "unanswered", method: "POST", why: "broken" } as const;
    const reply: Reply = { exchange: { ...exchange, atMs: clock.now(), tookMs }, outcome };
    connectivity.hear(reply);
  };
  return { connectivity, observe, states };
}

const broken: Outcome = { kind: "broken", status: null };
const done: Outcome = { kind: "success", status: 201, body: {}, id: "reg_1" };

describe("O12 how long the connection is left alone", () => {
  test("O12 each failure on its own doubles the bound", async () => {
    const clock = createManualClock();
    const { connectivity, observe } = open(clock);
    const waits: number[] = [];
    for (let time = 0; time < 8; time += 1) {
      await clock.advance(10);
      observe(broken, 10);
      waits.push(connectivity.quietForMs);
      await clock.advance(connectivity.quietForMs);
    }
    expect(waits).toEqual([999, 1998, 3996, 7992, 15984, 31968, 59940, 59940]);
  });

  test("O12 requests that were in flight together fail once", async () => {
    const clock = createManualClock();
    const { connectivity, observe } = open(clock);
    await clock.advance(300);
    observe(broken, 300);
    observe(broken, 200);
    await clock.advance(50);
    observe(broken, 100);
    expect(connectivity.quietForMs).toBe(949);
    // The outcome of a request that left after the connection failed counts.
    await clock.advance(949);
    observe(broken, 900);
    expect(connectivity.quietForMs).toBe(1998);
  });

  test("O12 an answer to one of them shows that the connection works, and the rest takes nothing back", async () => {
    const clock = createManualClock();
    const { connectivity, observe, states } = open(clock);
    await clock.advance(300);
    observe(broken, 300);
    observe(done, 250);
    observe(broken, 200);
    expect(connectivity.quietForMs).toBe(0);
    expect(states).toEqual(["offline", "online"]);
  });

  test("O12 a person's word that it is back lets the next failure count again", async () => {
    const clock = createManualClock();
    const { connectivity, observe } = open(clock);
    await clock.advance(300);
    observe(broken, 300);
    connectivity.retryNow();
    expect(connectivity.quietForMs).toBe(0);
    observe(broken, 0);
    expect(connectivity.quietForMs).toBe(999);
  });
});

describe("J7 the drift of this computer's clock", () => {
  /** An answer that took `tookMs`; the server's clock showed `dateMs` when it wrote the answer. */
  const answer = (clock: ManualClock, tookMs: number, dateMs: number): Reply => ({
    exchange: {
      kind: "answered",
      creates: null,
      status: 200,
      contentType: "application/json",
      retryAfter: null,
      date: new Date(dateMs).toUTCString(),
      link: null,
      body: { kind: "json", value: {} },
      atMs: clock.now(),
      tookMs,
    },
    outcome: done,
  });

  test("J7 an answer that was long on its way makes no drift, whether the server or the way back was slow", async () => {
    const clock = createManualClock();
    const { connectivity } = open(clock);
    await clock.advance(9_000);
    connectivity.hear(answer(clock, 8_400, clock.now() - 8_400));
    expect(connectivity.clockDriftMs).toBe(0);
    connectivity.hear(answer(clock, 8_400, clock.now()));
    expect(connectivity.clockDriftMs).toBe(0);
  });

  test("J7 a slow answer leaves the drift that a quick one showed, unless it contradicts it", async () => {
    const clock = createManualClock();
    const { connectivity } = open(clock);
    await clock.advance(9_000);
    connectivity.hear(answer(clock, 40, clock.now() - 7_000));
    const told = connectivity.clockDriftMs ?? 0;
    expect(Math.abs(told - 7_000)).toBeLessThan(1_500);
    connectivity.hear(answer(clock, 5_000, clock.now() - 10_000));
    expect(connectivity.clockDriftMs).toBe(told);
    // The clock was set right.
    connectivity.hear(answer(clock, 2_000, clock.now() - 1_000));
    expect(connectivity.clockDriftMs).toBe(0);
  });
});
