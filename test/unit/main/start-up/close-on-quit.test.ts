import { EventEmitter } from "node:events";
import { beforeEach, expect, test, vi } from "vitest";
import { closeOnQuit } from "#main/start-up/close-on-quit.ts";
import { createManualClock, settle } from "#test/support/clock.ts";

/** Ends as Electron does: a listener may prevent it. */
const { app, ends, powerMonitor } = await vi.hoisted(async () => {
  const { EventEmitter: Emitter } = await import("node:events");
  const made: string[] = [];
  const emitter = new Emitter();
  const quit = (): void => {
    let isPrevented = false;
    emitter.emit("will-quit", { preventDefault: () => (isPrevented = true) });
    if (!isPrevented) made.push("quit");
  };
  const exit = (code: number): void => void made.push(`exit ${code}`);
  return {
    app: Object.assign(emitter, { quit, exit }),
    ends: made,
    powerMonitor: new Emitter(),
  };
});
vi.mock("electron", () => ({ app, powerMonitor }));

const clock = createManualClock();
let logged: string[] = [];

/** Quits while the data closes in this way. */
function watch(close: () => Promise<void>): void {
  const logger = { log: (_level: string, event: string) => void logged.push(event) };
  closeOnQuit({ close, giveUp: () => void ends.push("given up") }, { clock, logger });
}

beforeEach(() => {
  app.removeAllListeners();
  powerMonitor.removeAllListeners();
  ends.length = 0;
  logged = [];
});

test("J1 the data closes before the program ends", async () => {
  const closing = Promise.withResolvers<undefined>();
  watch(() => closing.promise);
  app.quit();
  await settle();
  expect(ends).toEqual([]);
  closing.resolve(undefined);
  await settle();
  await clock.advance(60_000);
  expect([ends, logged]).toEqual([["quit"], []]);
});

test("J1 data that fails to close keeps nobody from leaving", async () => {
  watch(() => Promise.reject(new Error("the disk is gone")));
  app.quit();
  await settle();
  expect([ends, logged]).toEqual([["quit"], ["core.close-failed"]]);
});

test("J1 data that does not close is given up after 8 s, before the program ends", async () => {
  watch(() => new Promise(() => undefined));
  app.quit();
  await clock.advance(7_000);
  expect(ends).toEqual([]);
  await clock.advance(2_000);
  expect([ends, logged]).toEqual([["given up", "exit 0"], ["core.close-hangs"]]);
});

test("J1 the system's end closes the data, too", async () => {
  watch(async () => undefined);
  powerMonitor.emit("shutdown");
  await settle();
  const window = new EventEmitter();
  app.emit("browser-window-created", {}, window);
  window.emit("session-end");
  expect(ends).toEqual(["quit", "quit"]);
});
