import { expect, test } from "vitest";
import { createInFlight } from "#core/in-flight.ts";
import { createManualClock, settle } from "#test/support/clock.ts";

/** A call that ends when the test says so. */
function call(name: string, log: string[]) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const run = async (): Promise<string> => {
    log.push(`${name} starts`);
    const value = await promise;
    log.push(`${name} ends`);
    return value;
  };
  return { run, end: () => resolve(name) };
}

test("K3 the switch to practice waits for running calls, and calls that come meanwhile wait for the switch", async () => {
  const log: string[] = [];
  const inFlight = createInFlight(createManualClock());
  const [early, late] = [call("early", log), call("late", log)];
  const first = inFlight.run(early.run);
  const exchanged = inFlight.runSerial(() =>
    inFlight.runExclusive(async (drained) => {
      log.push("exchange begins");
      await drained();
      log.push("drained");
      await settle();
      log.push("exchanged");
    }),
  );
  await settle();
  const second = inFlight.run(late.run);
  await settle();
  expect(log).toEqual(["early starts", "exchange begins"]);
  early.end();
  late.end();
  expect(await Promise.all([first, exchanged, second])).toEqual(["early", undefined, "late"]);
  expect(log).toEqual([
    "early starts",
    "exchange begins",
    "early ends",
    "drained",
    "exchanged",
    "late starts",
    "late ends",
  ]);
});

test("calls of runSerial run one after the other", async () => {
  const log: string[] = [];
  const inFlight = createInFlight(createManualClock());
  const [one, other] = [call("one", log), call("other", log)];
  const both = [inFlight.runSerial(one.run), inFlight.runSerial(other.run)];
  await settle();
  expect(log).toEqual(["one starts"]);
  one.end();
  other.end();
  await Promise.all(both);
  expect(log).toEqual(["one starts", "one ends", "other starts", "other ends"]);
});

test("finish accepts no new call, stops the waits for the network, and waits at most 2 s for a call of run", async () => {
  const clock = createManualClock();
  const inFlight = createInFlight(clock);
  const hung = call("hung", []);
  const atWork = inFlight.run(hung.run);
  const log: string[] = [];
  const finishing = inFlight
    .finish(async () => void log.push("stopped"))
    .then(() => log.push("finished"));
  expect(await inFlight.run(async () => "new")).toBeNull();
  expect(await inFlight.runSerial(async () => "new")).toBeNull();
  await settle();
  expect(log).toEqual(["stopped"]);
  await clock.advance(2_000);
  await finishing;
  hung.end();
  expect(await atWork).toBe("hung");
});

test("a call that throws counts as finished", async () => {
  const inFlight = createInFlight(createManualClock());
  const thrown = inFlight.run(() => Promise.reject(new Error("A bug")));
  await expect(thrown).rejects.toThrow("A bug");
  const failed = inFlight.runSerial(() => Promise.reject(new Error("Another")));
  await expect(failed).rejects.toThrow("Another");
  await inFlight.finish(async () => undefined);
});
