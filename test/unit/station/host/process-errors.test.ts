import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { logProcessErrors } from "#station/host/process-errors.ts";

/** A process that fails when the test says so, and what was logged. */
function watchedProcess() {
  const target = Object.assign(new EventEmitter(), {
    stdout: new EventEmitter(),
    stderr: new EventEmitter(),
  });
  const logged: { readonly event: string; readonly error: unknown }[] = [];
  let ends = 0;
  let now = 0;
  logProcessErrors(
    {
      clock: { monotonic: () => now },
      logger: {
        log: (_level, event, facts) => void logged.push({ event, error: facts?.["error"] }),
      },
    },
    () => void (ends += 1),
    target as unknown as NodeJS.Process,
  );
  const pass = (ms: number): void => void (now += ms);
  return { target, logged, pass, ends: () => ends };
}

test("J1 an error that nobody catches is logged with its stack, and the desk continues", () => {
  const { target, logged, ends } = watchedProcess();
  const error = new RangeError("a timer");
  target.emit("uncaughtException", error);
  target.emit("unhandledRejection", error);
  expect(logged).toEqual([
    { event: "process.uncaught-exception", error },
    { event: "process.unhandled-rejection", error },
  ]);
  expect(ends()).toBe(0);
});

test("J1 too many within a minute end the program; the same number within an hour does not", () => {
  const { target, pass, ends } = watchedProcess();
  for (let count = 0; count < 40; count += 1) {
    target.emit("uncaughtException", new Error("again"));
    pass(60_000);
  }
  expect(ends()).toBe(0);
  for (let count = 0; count < 31; count += 1) target.emit("uncaughtException", new Error("again"));
  expect(ends()).toBe(1);
});

test("J1 a terminal that was closed is no error", () => {
  const { target, logged } = watchedProcess();
  target.stderr.emit("error", new Error("EPIPE"));
  target.stdout.emit("error", new Error("EPIPE"));
  expect(logged).toEqual([]);
});
