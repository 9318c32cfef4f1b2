import { describe, expect, test } from "vitest";
import type { Permit, RateGate, RequestKind } from "#core/partner/rate-gate.ts";
import { createRateGate, mostPosts } from "#core/partner/rate-gate.ts";
import { createManualClock, settle } from "../../support/clock.ts";

const never = new AbortController().signal;

function watch(gate: RateGate) {
  const order: string[] = [];
  const permits = new Map<string, Permit>();
  const enter = (kind: RequestKind, name: string, signal: AbortSignal = never): void => {
    gate.enter(kind, signal).then(
      (permit) => {
        order.push(name);
        permits.set(name, permit);
      },
      () => order.push(`${name} gave up`),
    );
  };
  return { order, enter, leave: (name: string) => permits.get(name)?.release() };
}

describe("O6 the gate of a credential", () => {
  test("O6 a few POSTs at a time, in order", async () => {
    const { order, enter, leave } = watch(createRateGate(createManualClock()));
    const names = Array.from({ length: mostPosts + 1 }, (_each, index) => `post ${index}`);
    for (const name of names) enter("post", name);
    await settle();
    expect(order).toEqual(names.slice(0, mostPosts));
    leave("post 1");
    await settle();
    expect(order).toEqual(names);
  });

  test("O6 leave at once only where nobody would wait", async () => {
    const clock = createManualClock();
    const gate = createRateGate(clock);
    const permits = Array.from({ length: mostPosts }, () => gate.tryEnter("post"));
    expect(permits).not.toContain(null);
    expect(gate.tryEnter("post")).toBeNull();
    permits[0]?.release();
    const again = gate.tryEnter("post");
    expect(again).not.toBeNull();
    gate.close(1_000);
    again?.release();
    expect(gate.tryEnter("post")).toBeNull();
    await clock.advance(1_000);
    // Earlier requests are still in flight: after a 429, the first request goes alone.
    expect(gate.tryEnter("post")).toBeNull();
    for (const permit of permits) permit?.release();
    const alone = gate.tryEnter("post");
    expect(alone).not.toBeNull();
    expect(gate.tryEnter("post")).toBeNull();
    alone?.release();
    expect(gate.tryEnter("post")).not.toBeNull();
  });

  test("O6 closed for as long as the server says; POSTs go before GETs, the first one alone", async () => {
    const clock = createManualClock();
    const gate = createRateGate(clock);
    const { order, enter, leave } = watch(gate);
    gate.close(3_000);
    enter("get", "page");
    enter("post", "walk-up");
    await clock.advance(2_999);
    expect(order).toEqual([]);
    expect(gate.closedForMs()).toBe(1);
    await clock.advance(1);
    expect(order).toEqual(["walk-up"]);
    leave("walk-up");
    await settle();
    expect(order).toEqual(["walk-up", "page"]);
  });

  test("O6 without Retry-After: 5 s, doubling, and 5 s again after an answer", async () => {
    const clock = createManualClock();
    const gate = createRateGate(clock);
    const waits: number[] = [];
    const pass = async (limited: boolean): Promise<void> => {
      const permit = await gate.enter("post", never);
      if (limited) gate.close(null);
      waits.push(gate.closedForMs());
      permit.release();
      await clock.advance(gate.closedForMs());
    };
    for (const limited of [true, true, true, false, true]) await pass(limited);
    expect(waits).toEqual([5_000, 10_000, 20_000, 0, 5_000]);
  });

  test("O6 several 429 at once count as one", () => {
    const clock = createManualClock();
    const gate = createRateGate(clock);
    gate.close(null);
    gate.close(null);
    gate.close(null);
    expect(gate.closedForMs()).toBe(5_000);
  });

  test("O6 Retry-After: 0 is never hammered", () => {
    const gate = createRateGate(createManualClock());
    gate.close(0);
    expect(gate.closedForMs()).toBeGreaterThan(0);
  });

  test("J7 a jumping wall clock neither opens nor closes the gate", () => {
    const clock = createManualClock();
    const gate = createRateGate(clock);
    gate.close(10_000);
    clock.jump(86_400_000);
    expect(gate.closedForMs()).toBe(10_000);
    clock.jump(-2 * 86_400_000);
    expect(gate.closedForMs()).toBe(10_000);
  });

  test("O12 who gives up while waiting takes nobody's place", async () => {
    const clock = createManualClock();
    const gate = createRateGate(clock);
    const { order, enter } = watch(gate);
    const leaving = new AbortController();
    gate.close(1_000);
    enter("post", "a", leaving.signal);
    enter("post", "b");
    leaving.abort();
    await clock.advance(1_000);
    expect(order).toEqual(["a gave up", "b"]);
  });
});
