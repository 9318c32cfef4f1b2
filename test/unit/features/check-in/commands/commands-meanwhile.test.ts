import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { useCheckIn } from "#renderer/features/check-in/check-in-store.ts";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { err, ok } from "#shared/result.ts";
import { sampleCard, sampleRunner } from "#test/support/sample-runner.ts";
import { scriptedClient } from "#test/support/scripted-client.ts";

const runner = sampleRunner();
const brother = sampleRunner({ id: "r2", name: "Chidi Okafor", bib: "1043" });
const card = sampleCard(runner, { family: [brother] });
const screen = useCheckIn.getState;
const saved = ok({ entryId: "d.1.1", atMs: 1_000, runner });

beforeEach(() => {
  useCheckIn.setState(useCheckIn.getInitialState(), true);
  useToast.setState(useToast.getInitialState(), true);
});

describe("the next runner is on the screen before the reply to a command", () => {
  test("C1 who types the next runner before the reply to a bib loses no letter, and is told", async () => {
    const { commands, answer } = scriptedClient([saved]);
    screen().type("1042");
    commands.assignBib(runner, "1044", { onInvalid: () => undefined, isAsked: () => true });
    screen().type("next");
    await answer();
    expect(screen()).toMatchObject({ text: "next", source: { kind: "typed" } });
    expect(useToast.getState().toast).not.toBeNull();
  });

  test("C1 a bib that is refused when the next runner is typed leaves that runner's card alone, and is told", async () => {
    const { commands, answer, asked } = scriptedClient([err("bib-taken", "taken")]);
    const codes: string[] = [];
    commands.assignBib(runner, "1044", {
      onInvalid: (code) => codes.push(code),
      isAsked: () => true,
    });
    screen().type("next");
    await answer();
    expect(asked).toHaveLength(1);
    expect(codes).toEqual([]);
    expect(screen().panel).toEqual({ kind: "card" });
    expect(useToast.getState().toast?.text).toBe("The bib of Amara Okafor was not changed");
  });

  test("C1 a bib is refused, and the next runner is typed before its holder is known: nobody's card shows it", async () => {
    const { commands, answer } = scriptedClient([
      err("bib-taken", "taken"),
      ok({ holders: [brother] }),
    ]);
    commands.assignBib(runner, "1043", { onInvalid: () => undefined, isAsked: () => true });
    await answer();
    screen().type("next");
    await answer();
    expect(screen().panel).toEqual({ kind: "card" });
    expect(useToast.getState().toast?.text).toBe("The bib of Amara Okafor was not changed");
  });

  test("C1 a check-in that is refused when the next runner is typed is told with the name", async () => {
    const { commands, answer } = scriptedClient([err("not-confirmed", "cancelled")]);
    commands.checkIn(card);
    screen().type("next");
    await answer();
    expect(useToast.getState().toast?.text).toBe(
      "Amara Okafor was not checked in: look at the card again",
    );
  });

  test("C4 who types the next runner before a family's check-in is answered loses no letter", async () => {
    const { commands, answer } = scriptedClient([
      ok({ outcomes: [{ runner, entryId: "d.1.1", failure: null }] }),
    ]);
    screen().type("1042");
    commands.checkInAll([runner, brother]);
    screen().type("next");
    await answer();
    expect(screen()).toMatchObject({ text: "next", done: null });
    expect(useToast.getState().toast).not.toBeNull();
  });

  test("J8 a command that is given while another one runs is sent after it, and the same one only once", async () => {
    const { commands, asked, answer } = scriptedClient([saved, saved]);
    commands.checkIn(card);
    commands.undo(brother, "d.1.2");
    commands.undo(brother, "d.1.2");
    expect(asked.map(({ name }) => name)).toEqual(["checkIn.perform"]);
    await answer();
    expect(asked.map(({ name }) => name)).toEqual(["checkIn.perform", "checkIn.undo"]);
    await answer();
    expect(asked).toHaveLength(2);
    expect(screen().busy).toBeNull();
  });

  test("J1 a command that waited does not take the red card of the one before it away, and goes after it is settled", async () => {
    const full = err("not-saved", "full", { details: { why: "disk-full" } });
    const { commands, asked, answer } = scriptedClient([full, saved, saved]);
    commands.checkIn(card);
    commands.undo(brother, "d.1.2");
    await answer();
    expect(asked).toHaveLength(1);
    expect(screen().notSaved).toMatchObject({ what: "check-in", runner });
    screen().notSaved?.tryAgain();
    await answer();
    expect(asked.map(({ name }) => name)).toEqual([
      "checkIn.perform",
      "checkIn.perform",
      "checkIn.undo",
    ]);
    expect(screen().notSaved).toBeNull();
  });

  test("J1 a red card that goes away with the next key leaves a message with its runner", async () => {
    const full = err("not-saved", "full", { details: { why: "disk-full" } });
    const { commands, answer } = scriptedClient([full]);
    commands.checkIn(card);
    await answer();
    screen().type("n");
    const told = () => useToast.getState().toast;
    await vi.waitFor(() =>
      expect(told()?.text).toBe("NOT SAVED: Amara Okafor. Find the runner again."),
    );
    expect(told()?.tone).toBe("stop");
  });

  test("J1 a red card whose command is saved at the second try leaves no message", async () => {
    const full = err("not-saved", "full", { details: { why: "disk-full" } });
    const { commands, answer } = scriptedClient([full, saved]);
    commands.checkIn(card);
    await answer();
    screen().notSaved?.tryAgain();
    await answer();
    expect(screen().notSaved).toBeNull();
    expect(useToast.getState().toast).toBeNull();
  });

  test("J1 a later command that is saved leaves the red card of another command", async () => {
    const full = err("not-saved", "full", { details: { why: "disk-full" } });
    const { commands, answer } = scriptedClient([full, saved]);
    commands.checkIn(card);
    await answer();
    commands.undo(brother, "d.1.2");
    await answer();
    expect(screen().notSaved).toMatchObject({ what: "check-in", runner });
  });

  test("J1 “Try again” while another command runs goes after that command", async () => {
    const full = err("not-saved", "full", { details: { why: "disk-full" } });
    const { commands, asked, answer } = scriptedClient([full, saved, saved]);
    commands.checkIn(card);
    await answer();
    commands.undo(brother, "d.1.2");
    screen().notSaved?.tryAgain();
    expect(asked.map(({ name }) => name)).toEqual(["checkIn.perform", "checkIn.undo"]);
    await answer();
    await answer();
    expect(asked.map(({ name }) => name)).toEqual([
      "checkIn.perform",
      "checkIn.undo",
      "checkIn.perform",
    ]);
    expect(screen().notSaved).toBeNull();
  });

  test("C4 a relative whom this screen has just checked in does not wait on a card that is older, until an undo", async () => {
    const brotherIn = ok({ runner: brother, entryId: "d.1.9", atMs: 1 });
    const undone = ok({ runner: brother, entryId: "d.1.10" });
    const { commands, answer } = scriptedClient([brotherIn, saved, undone, saved]);
    commands.checkIn({ ...card, runner: brother, family: [] });
    await answer();
    commands.checkIn(card);
    await answer();
    expect(screen().done).toMatchObject({ kind: "one", waiting: [] });
    commands.undo(brother, "d.1.9");
    await answer();
    commands.checkIn(card);
    await answer();
    expect(screen().done).toMatchObject({ kind: "one", waiting: [{ id: brother.id }] });
  });

  test("C4 a card that is fetched ten seconds later is believed: a relative whom another desk took back waits", async () => {
    const brotherIn = ok({ runner: brother, entryId: "d.1.9", atMs: 1 });
    const { commands, answer } = scriptedClient([brotherIn, saved]);
    const now = vi.spyOn(performance, "now").mockReturnValue(50_000);
    onTestFinished(() => now.mockRestore());
    commands.checkIn({ ...card, runner: brother, family: [] });
    await answer();
    now.mockReturnValue(60_000);
    commands.checkIn(card);
    await answer();
    expect(screen().done).toMatchObject({ kind: "one", waiting: [{ id: brother.id }] });
  });

  test("C3 Ctrl+Z means the command that runs, also if another one waits for its reply", async () => {
    const brotherIn = ok({ runner: brother, entryId: "d.1.2", atMs: 2_000 });
    const undone = ok({ undone: "check-in", runners: [runner], entryId: "d.1.3" });
    const { commands, asked, answer } = scriptedClient([saved, undone, brotherIn]);
    commands.checkIn(card);
    commands.checkIn({ ...card, runner: brother, family: [] });
    commands.undoLast();
    for (let reply = 0; reply < 3; reply += 1) await answer();
    const undo = asked.find(({ name }) => name === "desk.undoLast");
    expect(undo?.input).toMatchObject({ entryId: "d.1.1" });
  });

  test("C3 after a check-in the toast of the action before keeps its button, without the key", async () => {
    const undone = ok({ runner: brother, entryId: "d.1.10" });
    const { commands, answer } = scriptedClient([undone, saved]);
    commands.undo(brother, "d.1.9");
    await answer();
    expect(useToast.getState().toast?.action).toMatchObject({ keycap: "Ctrl Shift Z" });
    commands.checkIn(card);
    await answer();
    expect(useToast.getState().toast?.action).toMatchObject({ label: "Redo", keycap: undefined });
  });

  test("C2 who was checked in while the same check-in waited is told as checked in already", async () => {
    const { commands, answer } = scriptedClient([
      ok({ outcomes: [{ runner, entryId: "d.1.1", failure: null }] }),
      err("already-checked-in", "already"),
    ]);
    commands.checkInAll([runner, brother]);
    commands.checkIn(card);
    await answer();
    await answer();
    expect(useToast.getState().toast?.text).toBe("Amara Okafor was checked in already");
  });
});
