import { words } from "#renderer/i18n/words.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { useCheckIn } from "#renderer/features/check-in/check-in-store.ts";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { RunnerCard } from "#shared/contract/roster.ts";
import { err, ok } from "#shared/result.ts";
import { sampleRunner } from "#test/support/sample-runner.ts";
import type { Asked } from "#test/support/scripted-client.ts";
import { scriptedClient } from "#test/support/scripted-client.ts";

const runner = sampleRunner();
const brother = sampleRunner({ id: "r2", name: "Chidi Okafor", bib: "1043" });
const card: RunnerCard = {
  runner,
  family: [brother, { ...brother, id: "r3", standing: "cancelled" }],
  companionWarnings: {},
  team: [],
  warnings: [],
  history: [],
  notes: null,
  pronunciation: null,
};
const screen = useCheckIn.getState;

const saved = ok({ entryId: "d.1.1", atMs: 1_000, runner });
const lost = err("transport-down", "gone");
const full = err("not-saved", "full", { details: { why: "disk-full" } });

beforeEach(() => {
  useCheckIn.setState(useCheckIn.getInitialState(), true);
  useToast.setState(useToast.getInitialState(), true);
});

describe("commands of the check-in screen", () => {
  test("J8 a double Enter sends one command", async () => {
    const { commands, asked, answer } = scriptedClient([saved]);
    commands.checkIn(card);
    commands.checkIn(card);
    await answer();
    expect(asked).toHaveLength(1);
    expect(screen().busy).toBeNull();
  });

  test("C1 the card stays as it was until the reply, though an invalidation may tell of it before", async () => {
    const { commands, answer } = scriptedClient([saved]);
    commands.checkIn(card);
    expect(screen().frozenCard).toBe(card);
    screen().type("next");
    expect(screen().frozenCard).toBeNull();
    await answer();
    expect(screen().frozenCard).toBeNull();
  });

  test("C1 who types the next runner before the reply loses no letter, and is told", async () => {
    const { commands, answer } = scriptedClient([saved]);
    commands.checkIn(card);
    screen().type("next");
    await answer();
    expect(screen().text).toBe("next");
    expect(screen().done).toBeNull();
    expect(useToast.getState().toast?.text).toBe("Amara Okafor is checked in");
  });

  test("C1 after a check-in the card is green and the box is empty", async () => {
    const { commands, answer } = scriptedClient([saved]);
    screen().type("1042");
    commands.checkIn(card);
    await answer();
    expect(screen().text).toBe("");
    expect(screen().done).toMatchObject({ kind: "one", entryId: "d.1.1", atMs: 1_000 });
  });

  test("C4 the green card offers who shares the e-mail and may still come in", async () => {
    const { commands, answer } = scriptedClient([saved]);
    commands.checkIn(card);
    await answer();
    const { done } = screen();
    expect(done?.kind === "one" ? done.waiting.map(({ id }) => id) : null).toEqual(["r2"]);
  });

  test("C4 B2 the green card offers the members of the relay team who may still come in", async () => {
    const { commands, answer } = scriptedClient([saved]);
    const mate = sampleRunner({ id: "r4", teamId: "t" });
    commands.checkIn({
      ...card,
      team: [brother, mate, { ...mate, id: "r5", checkedInElsewhere: true }],
    });
    await answer();
    const { done } = screen();
    expect(done?.kind === "one" ? done.waiting.map(({ id }) => id) : null).toEqual(["r2", "r4"]);
  });

  test("J1 what was not saved keeps what was typed, and trying again is the same command (J8)", async () => {
    const { commands, asked, answer } = scriptedClient([full, saved]);
    screen().type("1042");
    commands.checkIn(card);
    await answer();
    expect(screen().text).toBe("1042");
    expect(screen().done).toBeNull();
    expect(screen().notSaved).toMatchObject({ what: "check-in", failure: { code: "not-saved" } });
    screen().notSaved?.tryAgain();
    await answer();
    expect(screen().notSaved).toBeNull();
    expect(screen().done?.kind).toBe("one");
    expect(asked[1]?.input["commandId"]).toBe(asked[0]?.input["commandId"]);
  });

  test("J1 a program that does not answer counts as not saved", async () => {
    const { commands, answer } = scriptedClient([err("transport-down", "gone")]);
    commands.checkIn(card);
    await answer();
    expect(screen().notSaved?.failure.code).toBe("transport-down");
  });

  test("M14 a check-in on its way is sent again with its id when the connection is back", async () => {
    const { commands, asked, answer, setState } = scriptedClient([lost, saved]);
    screen().type("1042");
    commands.checkIn(card);
    await setState("down");
    await answer();
    expect(screen().notSaved?.failure.code).toBe("transport-down");
    await setState("up");
    await answer();
    expect(screen().done).toMatchObject({ kind: "one", entryId: "d.1.1" });
    expect(asked.map(({ input }) => input["commandId"])).toEqual([
      asked[0]?.input["commandId"],
      asked[0]?.input["commandId"],
    ]);
  });

  test("M14 who typed the next runner meanwhile loses no letter, and is told what was saved", async () => {
    const { commands, answer, setState } = scriptedClient([lost, saved]);
    commands.checkIn(card);
    await setState("down");
    await answer();
    screen().type("next");
    await setState("up");
    await answer();
    expect(screen().text).toBe("next");
    expect(useToast.getState().toast?.text).toBe("Amara Okafor is checked in");
  });

  test("M14 a bib on its way is saved behind the runner who is on the screen by then", async () => {
    const { commands, asked, answer, setState } = scriptedClient([lost, saved]);
    commands.assignBib(runner, "77", { onInvalid: () => undefined, isAsked: () => true });
    await setState("down");
    await answer();
    screen().type("next");
    await setState("up");
    await answer();
    expect(asked).toHaveLength(2);
    expect([screen().text, screen().source.kind]).toEqual(["next", "typed"]);
    expect(useToast.getState().toast?.tone).toBe("done");
  });

  test("M14 J8 two check-ins on their way are both sent again, one after the other", async () => {
    const { commands, asked, answer, setState } = scriptedClient([lost, lost, saved, saved]);
    commands.checkIn(card);
    await answer();
    await setState("connecting");
    screen().type("1043");
    commands.checkIn({ ...card, runner: brother });
    await answer();
    await setState("up");
    await answer();
    await answer();
    const idOf = ({ input }: Asked): unknown => input["commandId"];
    expect(asked).toHaveLength(4);
    expect(new Set(asked.slice(2).map(idOf))).toEqual(new Set(asked.slice(0, 2).map(idOf)));
    expect(screen().busy).toBeNull();
  });

  test("M14 without a connection no check-in starts, and nothing is sent when it is back", async () => {
    const { commands, asked, setState } = scriptedClient([saved]);
    await setState("down");
    commands.checkIn(card);
    commands.undoLast();
    expect(useToast.getState().toast?.text).toBe(words.checkIn.noConnection);
    await setState("up");
    expect(asked).toEqual([]);
    expect(screen().busy).toBeNull();
  });

  test("M14 a person who tries again by hand at once does not send it twice", async () => {
    const { commands, asked, answer, setState } = scriptedClient([lost, saved, saved]);
    commands.checkIn(card);
    await setState("down");
    await answer();
    const again = screen().notSaved?.tryAgain;
    await setState("up");
    again?.();
    await answer();
    again?.();
    await answer();
    expect(asked).toHaveLength(2);
  });

  test("J8 two check-ins are two commands", async () => {
    const { commands, asked, answer } = scriptedClient([saved, saved]);
    commands.checkIn(card);
    await answer();
    commands.checkIn(card);
    await answer();
    expect(asked[1]?.input["commandId"]).not.toBe(asked[0]?.input["commandId"]);
  });

  test("C2 a runner who is in already is neither green nor red: the card says so", async () => {
    const { commands, answer } = scriptedClient([err("already-checked-in", "in")]);
    commands.checkIn(card);
    await answer();
    expect(screen().done).toBeNull();
    expect(screen().notSaved).toBeNull();
  });

  test("C3 undoing the green card opens the runner again", async () => {
    const { commands, answer } = scriptedClient([saved, ok({ entryId: "d.1.2", runner })]);
    commands.checkIn(card);
    await answer();
    commands.undo(runner, "d.1.1");
    await answer();
    expect(screen().done).toBeNull();
    expect(screen().source).toEqual({ kind: "opened", runnerId: "r1" });
    expect(useToast.getState().toast?.text).toBe("Check-in of Amara Okafor undone");
  });

  test("C3 whoever has another check-in is still checked in after the undo, and the toast says so", async () => {
    const atMs = new Date(2026, 4, 17, 8, 12, 33).getTime();
    const still = { ...runner, checkedIn: { operator: "Mei", desk: "Desk 2", atMs } };
    const { commands, answer } = scriptedClient([
      ok({ entryId: "d.1.2", runner: still }),
      ok({ undone: "check-in", runners: [still], entryId: "d.1.2" }),
    ]);
    const said =
      /^Check-in of Amara Okafor undone\. Amara Okafor is still checked in: .*8:12.* at Desk 2 by Mei$/;
    commands.undo(runner, "d.1.1");
    await answer();
    expect(useToast.getState().toast?.text).toMatch(said);
    commands.undoLast();
    await answer();
    expect(useToast.getState().toast?.text).toMatch(said);
  });

  const undone = (entryId: string) => ok({ undone: "check-in", runners: [runner], entryId });

  test("C3 a second Ctrl+Z within a moment takes nothing more back, and says so", async () => {
    const { commands, asked, answer } = scriptedClient([undone("d.1.2"), undone("d.1.3")]);
    commands.undoLast();
    await answer();
    commands.undoLast();
    await answer();
    expect(asked.map(({ name }) => name)).toEqual(["desk.undoLast"]);
    const said = `Check-in of Amara Okafor undone. ${words.checkIn.onceMore.undo}`;
    expect(useToast.getState().toast?.text).toBe(said);
    commands.undoLast();
    expect(useToast.getState().toast?.text).toBe(said);
  });

  test("C3 while the green card is on the screen, Ctrl+Z means what the card shows", async () => {
    const { commands, asked, answer } = scriptedClient([
      saved,
      err("nothing-to-undo", "undone elsewhere"),
    ]);
    commands.checkIn(card);
    await answer();
    commands.undoLast();
    await answer();
    expect(asked[1]).toMatchObject({ name: "desk.undoLast", input: { entryId: "d.1.1" } });
    expect(useToast.getState().toast?.text).toBe("That was undone already");
  });

  test("C3 a bib that was given on the green card is taken back before the check-in", async () => {
    const { commands, asked, answer } = scriptedClient([undone("d.1.9")]);
    const done = { kind: "one", runner, entryId: "d.1.1", atMs: 1_000, waiting: [] } as const;
    screen().showDone({ ...done, hasNewer: true });
    commands.undoLast();
    await answer();
    expect(asked[0]?.input).not.toHaveProperty("entryId");
  });

  test("C10 the toast of an undo has Redo, which does exactly that one again", async () => {
    const redone = ok({ redone: "check-in", runners: [runner], left: [], entryId: "d.1.3" });
    const { commands, asked, answer } = scriptedClient([undone("d.1.2"), redone]);
    commands.undoLast();
    await answer();
    const { action } = useToast.getState().toast ?? {};
    expect(action).toMatchObject({ label: "Redo", keycap: "Ctrl Shift Z" });
    action?.run();
    await answer();
    expect(asked[1]).toMatchObject({ name: "desk.redo", input: { entryId: "d.1.2" } });
    expect(asked[1]?.input["commandId"]).not.toBe(asked[0]?.input["commandId"]);
    expect(useToast.getState().toast?.text).toBe("Amara Okafor is checked in again");
  });

  test.each([
    [err("nothing-to-redo", ""), "This desk has nothing left to redo"],
    [
      err("already-checked-in", "", { details: { runner: brother } }),
      "Chidi Okafor came in meanwhile. Nothing was done again.",
    ],
    [
      err("bib-taken", "", { details: { holder: brother } }),
      "Chidi Okafor got that bib meanwhile. Nothing was done again.",
    ],
  ])("C10 a refused redo says why: %o", async (refusal, text) => {
    const { commands, answer } = scriptedClient([refusal]);
    commands.redo();
    await answer();
    expect(useToast.getState().toast).toMatchObject({ tone: "look", text });
  });

  test("B2 a taken bib names its holder and changes nothing", async () => {
    const holders = ok({ holders: [brother] });
    const { commands, answer } = scriptedClient([err("bib-taken", "taken"), holders]);
    commands.assignBib(runner, "1043", { onInvalid: () => undefined, isAsked: () => true });
    await answer();
    await answer();
    expect(screen().panel).toEqual({ kind: "taken", bib: "1043", holder: brother });
  });

  test("B2 after a swap the runner stays on the screen, whatever was typed", async () => {
    const swapped = ok({ entryId: "d.1.3", runner: { ...runner, bib: "1043" }, other: brother });
    const { commands, answer } = scriptedClient([swapped]);
    screen().type("1042");
    commands.swap(runner, brother);
    await answer();
    expect(screen().source).toEqual({ kind: "opened", runnerId: "r1" });
    expect(useToast.getState().toast?.action?.run).toBeTypeOf("function");
  });
});
