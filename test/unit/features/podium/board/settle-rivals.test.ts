import { beforeEach, expect, test } from "vitest";
import { createClient } from "#renderer/client/client.ts";
import { createSheetCommands } from "#renderer/features/podium/board/sheet-commands.ts";
import type { SheetCommands } from "#renderer/features/podium/board/sheet-commands.ts";
import { usePodium, workOf } from "#renderer/features/podium/podium-store.ts";
import { draftOf } from "#renderer/features/podium/slots/draft-sheet.ts";
import type { InputOf } from "#shared/contract/index.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { err } from "#shared/result.ts";
import { answered, men, runId } from "#test/support/sheet-editor.ts";
import { createFakeTransport } from "#test/support/screens/fake-transport.ts";
import { announce, mei, podiumBook } from "#test/support/screens/podium-book.ts";

const contested: PodiumSegment = {
  ...men,
  rivals: [{ revision: "rev-rival", actor: mei, slots: [] }],
};
const chosen = draftOf(contested.slots).toReversed();
const all = ["rev-sex:male", "rev-rival"];
const phase = () => workOf(runId, men.segmentId).phase;

beforeEach(() => usePodium.setState(usePodium.getInitialState(), true));

interface Desk extends SheetCommands {
  /** The sheets that each sent command follows. */
  readonly follows: readonly (readonly string[])[];
  lose(): void;
  connect(): void;
  /** The disk refuses the next sheet. */
  refuseNext(): void;
}

function openDesk(segment: PodiumSegment): Desk {
  const follows: (readonly string[])[] = [];
  let isDown = false;
  let refusesNext = false;
  const transport = createFakeTransport({ hash: "", answers: podiumBook([segment]) });
  const client = createClient({
    ...transport,
    call(name, input) {
      if (name === "podium.enter") follows.push((input as InputOf<"podium.enter">).follows);
      if (name === "podium.enter" && refusesNext) {
        refusesNext = false;
        return Promise.resolve(err("not-saved", "", { details: { why: "disk-full" } }));
      }
      return transport.call(name, input);
    },
  });
  const state = () => (isDown ? "down" : "up");
  const commands = createSheetCommands(
    { ...client, transport: { ...client.transport, state } },
    "e",
    runId,
  );
  return {
    ...commands,
    follows,
    lose: () => (isDown = true),
    connect: () => (isDown = false),
    refuseNext: () => (refusesNext = true),
  };
}

/** A choice between rivals that was made without a connection, which is back now. */
async function settleOffline(segment: PodiumSegment): Promise<Desk> {
  const desk = openDesk(segment);
  desk.lose();
  desk.settle(segment, chosen);
  await answered();
  expect(phase()).toMatchObject({ kind: "not-saved" });
  desk.connect();
  return desk;
}

test("J4 a choice between rivals that was made without a connection follows all of them when it is sent again", async () => {
  const { tryAgain, follows } = await settleOffline(contested);
  tryAgain(contested);
  await answered();
  expect(follows).toEqual([all]);
});

test("J4 a choice between rivals that was made without a connection follows all of them with a line that is typed after it", async () => {
  const { write, follows } = await settleOffline(contested);
  write(contested, chosen.slice(1));
  await answered();
  expect(follows).toEqual([all]);
});

test("J4 P5 a choice between rivals follows all of them, also if the connection is lost before its reason is given", async () => {
  const told = announce(contested);
  const { tryAgain, giveReason, lose, connect, follows } = await settleOffline(told);
  tryAgain(told);
  await answered();
  expect(phase()).toMatchObject({ kind: "asks-reason" });
  lose();
  giveReason(told, "A protest");
  await answered();
  connect();
  tryAgain(told);
  await answered();
  expect(follows).toEqual([all, all]);
});

test("J4 a choice between rivals that is made while a line is being saved follows that line and the rivals", async () => {
  const { write, settle, follows } = openDesk(contested);
  write(contested, draftOf(contested.slots).slice(1));
  settle(contested, chosen);
  await answered();
  expect(follows[1]).toEqual(expect.arrayContaining(["rev-1", "rev-rival"]));
});

test("J4 J1 a choice between rivals follows all of them, also if the line that was being saved before it is refused", async () => {
  const { write, settle, tryAgain, refuseNext, follows } = openDesk(contested);
  refuseNext();
  write(contested, draftOf(contested.slots).slice(1));
  settle(contested, chosen);
  await answered();
  expect(phase()).toMatchObject({ kind: "not-saved" });
  refuseNext();
  tryAgain(contested);
  await answered();
  tryAgain(contested);
  await answered();
  expect(phase()).toMatchObject({ kind: "resting" });
  expect(follows.at(-1)).toContain("rev-rival");
});
