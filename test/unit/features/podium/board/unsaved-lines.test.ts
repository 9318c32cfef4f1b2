import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createClient } from "#renderer/client/client.ts";
import type { Client } from "#renderer/client/client.ts";
import { useStateScope } from "#renderer/client/navigation/screen-state.ts";
import { hasUnsaved } from "#renderer/client/navigation/unsaved.ts";
import { createSheetCommands } from "#renderer/features/podium/board/sheet-commands.ts";
import { unsavedSegments, usePodium, workOf } from "#renderer/features/podium/podium-store.ts";
import { draftOf } from "#renderer/features/podium/slots/draft-sheet.ts";
import { men, runId } from "#test/support/sheet-editor.ts";
import { createFakeTransport } from "#test/support/screens/fake-transport.ts";
import { podiumBook } from "#test/support/screens/podium-book.ts";

const lines = draftOf(men.slots).slice(1);
const phase = () => workOf(runId, men.segmentId).phase;

/** A core that sees no call while the network is cut; the stream of changes goes on. */
function openDesk() {
  const transport = createFakeTransport({ hash: "", answers: podiumBook([men]) });
  const asked: string[] = [];
  let isCut = false;
  let held = Promise.resolve();
  const client = createClient({
    ...transport,
    async call(name, input) {
      asked.push(name);
      const reply = isCut ? Promise.reject(new Error("cut")) : transport.call(name, input);
      await held;
      return reply;
    },
  });
  const over = (more: Partial<Client["transport"]>) => {
    const around: Client = {
      ...client,
      transport: { ...client.transport, state: () => "up", ...more },
    };
    return createSheetCommands(around, "e", runId);
  };
  return {
    asked,
    commands: over({}),
    onDesktop: over({ pair: null }),
    cut: (is: boolean) => (isCut = is),
    hold() {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      held = promise.then(() => undefined);
      return () => resolve(undefined);
    },
  };
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Other screens' stores listen to the scope too, and write into the address while one is open. */
const open = (scope: "live" | "practice"): void => {
  useStateScope.setState({ scope: null });
  useStateScope.setState({ scope });
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { hash: "" });
  open("live");
  usePodium.setState(usePodium.getInitialState(), true);
});

afterEach(() => {
  for (const scope of ["practice", "live"] as const) {
    open(scope);
    usePodium.setState(usePodium.getInitialState(), true);
  }
  useStateScope.setState({ scope: null });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("K3 J1 lines that are not saved in live are neither counted nor sent in practice, and go again in live", async () => {
  const { commands, cut, asked } = openDesk();
  cut(true);
  commands.write(men, lines);
  await wait(10);
  const { works } = usePodium.getState();
  expect(unsavedSegments(works, "e")).toEqual([{ eventId: "e", runId }]);
  expect(unsavedSegments(works, "other")).toEqual([]);
  open("practice");
  expect(unsavedSegments(usePodium.getState().works, "e")).toEqual([]);
  expect(hasUnsaved()).toBe(true);
  cut(false);
  asked.length = 0;
  await wait(60_000);
  expect(asked).not.toContain("podium.enter");
  open("live");
  await wait(60_000);
  expect(asked).toContain("podium.enter");
  expect(phase()).toEqual({ kind: "resting" });
  expect(hasUnsaved()).toBe(false);
});

test("K3 J1 an answer that comes while practice is open is kept for live", async () => {
  const { commands, hold } = openDesk();
  const release = hold();
  commands.write(men, lines);
  open("practice");
  release();
  await wait(10);
  expect(usePodium.getState().works).toEqual({});
  open("live");
  await wait(10);
  expect(phase()).toEqual({ kind: "resting" });
});

test("J1 only lines that go again by themselves say so", async () => {
  const { commands, onDesktop, cut } = openDesk();
  cut(true);
  onDesktop.write(men, lines);
  await wait(10);
  expect(phase()).toMatchObject({ kind: "not-saved", goesAgain: false });
  commands.write(men, lines);
  await wait(10);
  expect(phase()).toMatchObject({ kind: "not-saved", goesAgain: true });
});

test("J1 while calls fail the host is asked once at a time, however many lines are typed", async () => {
  const { commands, cut, asked } = openDesk();
  cut(true);
  for (const count of [1, 2, 1]) {
    commands.write(men, draftOf(men.slots).slice(0, count));
    await wait(10);
  }
  await wait(1_100);
  expect(asked.filter((name) => name === "desk.get")).toHaveLength(1);
});
