import { beforeEach, describe, expect, test } from "vitest";
import type { Editor } from "#renderer/features/podium/slots/slot-editing.ts";
import { createClient } from "#renderer/client/client.ts";
import { createEditor } from "#renderer/features/podium/slots/slot-editing.ts";
import { createSheetCommands } from "#renderer/features/podium/board/sheet-commands.ts";
import { typeInSlot, usePodium, workOf } from "#renderer/features/podium/podium-store.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { err, ok } from "#shared/result.ts";
import { answered, men, openDesk, runId, women } from "#test/support/sheet-editor.ts";
import { createFakeTransport } from "#test/support/screens/fake-transport.ts";
import { announce, podiumBook } from "#test/support/screens/podium-book.ts";
import { wearersOf } from "#test/support/screens/podium-people.ts";
import type { Answers } from "#test/support/screens/scene.ts";

const active = () => usePodium.getState().active;
const bibsOf = (segment: PodiumSegment | undefined): string[] =>
  (segment?.slots ?? []).map(({ place, bib }) => `${place} ${bib}`);

beforeEach(() => usePodium.setState(usePodium.getInitialState(), true));

describe("typing into the slots", () => {
  test("J1 Enter saves the sheet, goes on, and it counts as saved only once the answer came", async () => {
    const { editor, shown } = openDesk([men, women]);
    editor.open("sex:male", 2);
    editor.type({ bib: "A7" });
    editor.tie();
    editor.enter();
    expect(workOf(runId, "sex:male")).toMatchObject({ phase: { kind: "saving" } });
    expect(active()).toMatchObject({ segmentId: "sex:male", index: 3, bib: "" });
    await answered();
    expect(workOf(runId, "sex:male")).toMatchObject({ slots: null, phase: { kind: "resting" } });
    expect(bibsOf(shown("sex:male"))).toEqual(["1 12", "2 31", "2 A7"]);
    expect(shown("sex:male")?.slots[2]).toMatchObject({ name: "김 서준" });
  });

  test("lines typed faster than answers come go out one behind the other, none is lost", async () => {
    const { editor, shown, asked } = openDesk([men, women]);
    editor.open("sex:male", 2);
    for (const bib of ["A7", "388"]) {
      editor.type({ bib });
      editor.enter();
    }
    editor.type({ bib: "104" });
    await answered();
    editor.enter();
    await answered();
    expect(bibsOf(shown("sex:male"))).toEqual(["1 12", "2 31", "3 A7", "4 388"]);
    expect(bibsOf(shown("sex:female"))).toEqual(["1 104"]);
    expect(asked.filter((name) => name === "podium.enter")).toHaveLength(3);
  });

  test("P5 J1 a line that is not saved yet fills its place: the next one opens", () => {
    const { editor } = openDesk([{ ...men, depth: 2 }, women]);
    editor.open("sex:female", 0);
    editor.type({ bib: "A7" });
    editor.enter();
    editor.cancel();
    expect(active()).toBeNull();
    editor.openEmpty("sex:male");
    expect(active()).toMatchObject({ segmentId: "sex:female", index: 1, bib: "" });
    editor.open("sex:male", 1);
    editor.enter();
    expect(active()).toMatchObject({ segmentId: "sex:female", index: 1, bib: "" });
  });

  test("after the last place typing goes on in the next open segment", () => {
    const { editor } = openDesk([men, announce(women), { ...women, segmentId: "x" }]);
    editor.open("sex:male", 3);
    expect(active()).toMatchObject({ index: 2 });
    editor.type({ bib: "A7" });
    editor.enter();
    editor.type({ bib: "388" });
    editor.enter();
    expect(active()).toMatchObject({ segmentId: "x", index: 0 });
  });

  test("P2 a time that is none says so, and everything typed stays", () => {
    const { editor, asked } = openDesk([men]);
    editor.open("sex:male", 2);
    editor.type({ bib: "A7:1:75:00" });
    editor.enter();
    expect(active()).toMatchObject({ bib: "A7", time: "1:75:00", fault: "unreadable" });
    editor.type({ time: "-5" });
    editor.enter();
    expect(active()).toMatchObject({ time: "-5", fault: "negative" });
    editor.type({ bib: "" });
    editor.enter();
    expect(active()).toMatchObject({ fault: "bib-missing" });
    expect(asked).toEqual([]);
  });

  test("P2 P2b digits and pasted lines are saved as the clock they show", async () => {
    const { editor, shown } = openDesk([men]);
    editor.open("sex:male", 2);
    editor.type({ bib: "A7 3500" });
    expect(active()).toMatchObject({ bib: "A7", time: "3500", asksTime: true });
    editor.enter();
    await answered();
    expect(shown("sex:male")?.slots[2]).toMatchObject({
      bib: "A7",
      time: "35:00",
      hundredths: 210_000,
    });
  });

  describe("another bib on a line with a time", () => {
    const timed = (loggedHundredths: number | null): PodiumSegment => ({
      ...men,
      slots: men.slots.map((slot, index) =>
        index === 0
          ? { ...slot, time: "35:00", hundredths: 210_000, loggedHundredths }
          : { ...slot, loggedHundredths: null },
      ),
    });
    const foundA7 = (editor: Editor, logged: number | null): void => {
      const holders = wearersOf("A7");
      const [runner] = holders;
      editor.setLookup({
        bib: "A7",
        holders: [...holders],
        logged:
          logged === null || runner === undefined
            ? []
            : [{ runnerId: runner.id, hundredths: logged }],
        names: [],
      });
    };

    test("P8 a time of the finish log goes, and the new runner's comes along", async () => {
      const { editor, shown } = openDesk([timed(210_000)]);
      editor.open("sex:male", 0);
      editor.type({ bib: "A7" });
      foundA7(editor, 211_250);
      expect(active()).toMatchObject({ bib: "A7", time: "35:12.5" });
      editor.type({ bib: "12" });
      editor.setLookup({ bib: "12", holders: [...wearersOf("12")], logged: [], names: [] });
      expect(active()).toMatchObject({ bib: "12", time: "35:00" });
      editor.type({ bib: "A7" });
      foundA7(editor, null);
      expect(active()).toMatchObject({ bib: "A7", time: "" });
      editor.enter();
      await answered();
      expect(shown("sex:male")?.slots[0]).toMatchObject({ bib: "A7", time: null });
    });

    test("P8 B2 a line whose bib was not changed keeps its runner and time, whoever has the bib by now", async () => {
      const { editor, shown } = openDesk([timed(210_000)]);
      const before = timed(210_000).slots[0];
      editor.open("sex:male", 0);
      editor.type({ bib: "12" });
      editor.setLookup({ bib: "12", holders: [...wearersOf("A7")], logged: [], names: [] });
      expect(active()).toMatchObject({ time: "35:00" });
      editor.enter();
      await answered();
      expect(shown("sex:male")?.slots[0]).toMatchObject({
        runnerId: before?.runnerId,
        time: "35:00",
      });
    });

    test("P8 a bib that is saved faster than anybody could be asked takes its logged time, too", async () => {
      const book = podiumBook([timed(210_000)]);
      const { editor, shown } = openDesk([timed(210_000)], {
        "podium.find": ({ bib }: { readonly bib: string }) =>
          ok({
            holders: [...wearersOf(bib)],
            lookAlikes: [],
            logged: wearersOf(bib).map(({ id }) => ({ runnerId: id, hundredths: 211_250 })),
          }),
        "podium.enter": book["podium.enter"] ?? (() => err("not-found", "")),
      });
      editor.open("sex:male", 0);
      editor.type({ bib: "A7" });
      editor.enter();
      await answered();
      expect(shown("sex:male")?.slots[0]).toMatchObject({ bib: "A7", time: "35:12.5" });
    });

    test.each([
      ["before the look-up answers", false],
      ["after it", true],
    ])("P8 a typed time is saved for another bib only by an answer, %s", async (_, isFound) => {
      const { editor, shown, asked } = openDesk([timed(null), women]);
      const leave = [
        () => editor.enter(),
        () => editor.step(1),
        () => editor.cross(1),
        () => editor.move(1),
        () => editor.open("sex:male", 1),
      ];
      editor.open("sex:male", 0);
      editor.type({ bib: "A7" });
      if (isFound) foundA7(editor, 211_250);
      for (const [index, go] of leave.entries()) {
        go();
        expect(active()).toMatchObject({ index: 0, bib: "A7", timeAsked: index + 1 });
      }
      await answered();
      expect(asked).toEqual([]);
      editor.answerTime("35:00");
      await answered();
      expect(shown("sex:male")?.slots[0]).toMatchObject({ bib: "A7", time: "35:00" });
      expect(active()).toMatchObject({ index: 1, timeAsked: 0 });
    });

    test("P8 an answer given before Enter stays for its bib alone", async () => {
      const { editor, shown } = openDesk([timed(null)]);
      editor.open("sex:male", 0);
      editor.type({ bib: "A7" });
      foundA7(editor, 211_250);
      editor.answerTime("35:12.5");
      expect(active()).toMatchObject({ index: 0, bib: "A7", time: "35:12.5" });
      editor.type({ bib: "388" });
      editor.enter();
      expect(active()).toMatchObject({ index: 0, bib: "388", time: "35:00", timeAsked: 1 });
      editor.type({ bib: "A7" });
      expect(active()).toMatchObject({ timeAsked: 0 });
      editor.answerTime("35:12.5");
      editor.enter();
      await answered();
      expect(shown("sex:male")?.slots[0]).toMatchObject({ bib: "A7", time: "35:12.5" });
    });

    test.each([
      ["with the bib", (editor: Editor) => editor.type({ bib: "A7 3600" }), "36:00"],
      ["in its field", (editor: Editor) => editor.type({ time: "3600" }), "36:00"],
      ["away", (editor: Editor) => editor.type({ time: "" }), null],
    ])("P8 a time that is typed %s answers, too", async (_, typeTime, time) => {
      const { editor, shown } = openDesk([timed(null)]);
      editor.open("sex:male", 0);
      editor.type({ bib: "A7" });
      foundA7(editor, 211_250);
      expect(active()).toMatchObject({ bib: "A7", time: "35:00", isTimeMeant: false });
      typeTime(editor);
      foundA7(editor, 211_250);
      editor.enter();
      await answered();
      expect(shown("sex:male")?.slots[0]).toMatchObject({ bib: "A7", time });
    });
  });

  test("an emptied line is taken out; Esc brings back what stood there", async () => {
    const { editor, shown } = openDesk([men]);
    editor.open("sex:male", 0);
    editor.type({ bib: "" });
    editor.cancel();
    expect(active()).toMatchObject({ bib: "12", isTouched: false });
    editor.type({ bib: "" });
    editor.enter();
    await answered();
    expect(bibsOf(shown("sex:male"))).toEqual(["1 31"]);
    editor.cancel();
    expect(active()).toBeNull();
  });

  test("leaving a slot for another saves it as Enter does", async () => {
    const { editor, shown } = openDesk([men, women]);
    editor.open("sex:male", 2);
    editor.type({ bib: "A7" });
    editor.cross(1);
    await answered();
    expect(active()).toMatchObject({ segmentId: "sex:female", index: 0 });
    expect(bibsOf(shown("sex:male"))).toEqual(["1 12", "2 31", "3 A7"]);
  });

  test("B2 a bib of several is saved for nobody until one is chosen", async () => {
    const { editor, client, shown } = openDesk([men]);
    editor.open("sex:male", 2);
    editor.type({ bib: "9" });
    editor.enter();
    await answered();
    const found = await client.call("podium.find", { eventId: "e", runId, bib: "9" });
    const [, marta] = found.ok ? found.value.holders : [];
    expect(workOf(runId, "sex:male").slots).toBeNull();
    expect(shown("sex:male")?.slots[2]).toMatchObject({ runnerId: null });
    editor.open("sex:male", 2);
    if (marta !== undefined) editor.choose(marta);
    expect(active()).toMatchObject({ bib: "9", chosen: { name: "Marta Kowalczyk" } });
  });
});

describe("what can go wrong", () => {
  const typeOne = async (editor: Editor): Promise<void> => {
    editor.open("sex:male", 2);
    editor.type({ bib: "A7" });
    editor.enter();
    await answered();
  };

  test("J1 what did not reach the disk stays typed, and trying again is the same command", async () => {
    let isFull = true;
    const sent: string[] = [];
    const book = podiumBook([men]);
    const { editor, client, shown } = openDesk([men], {
      "podium.enter": (input: Parameters<NonNullable<Answers["podium.enter"]>>[0]) => {
        sent.push((input as { readonly commandId: string }).commandId);
        if (isFull) return err("not-saved", "", { details: { why: "disk-full" } });
        return book["podium.enter"]?.(input) ?? err("not-found", "");
      },
    });
    await typeOne(editor);
    expect(workOf(runId, "sex:male")).toMatchObject({
      slots: [{ bib: "12" }, { bib: "31" }, { bib: "A7" }],
      phase: { kind: "not-saved", failure: { code: "not-saved" } },
    });
    isFull = false;
    createSheetCommands(client, "e", runId).drop(men);
    expect(workOf(runId, "sex:male").slots).toBeNull();
    await typeOne(editor);
    expect(bibsOf(shown("sex:male"))).toEqual(["1 12", "2 31", "3 A7"]);
    expect(new Set(sent).size).toBe(2);
  });

  test("J8 the command that was lost goes again with its own id, then what was typed meanwhile", async () => {
    let isDown = true;
    const sent: { readonly commandId: string; readonly lines: number }[] = [];
    const book = podiumBook([men]);
    const segments = [men];
    const transport = createFakeTransport({ hash: "", answers: book });
    const client = createClient({
      ...transport,
      call(name, input) {
        if (name !== "podium.enter") return transport.call(name, input);
        const { commandId, slots } = input as {
          readonly commandId: string;
          readonly slots: readonly unknown[];
        };
        sent.push({ commandId, lines: slots.length });
        return isDown ? Promise.reject(new Error("cut")) : transport.call(name, input);
      },
    });
    const orders = createSheetCommands(client, "e", runId);
    const editor = createEditor(runId, false, () => segments, orders);
    await typeOne(editor);
    expect(workOf(runId, "sex:male").phase).toMatchObject({ failure: { code: "transport-down" } });
    isDown = false;
    orders.tryAgain(men);
    editor.type({ bib: "388" });
    editor.enter();
    await answered();
    expect(workOf(runId, "sex:male")).toMatchObject({ slots: null, phase: { kind: "resting" } });
    expect(sent.map(({ lines }) => lines)).toEqual([3, 3, 4]);
    expect(sent[0]?.commandId).toBe(sent[1]?.commandId);
    expect(sent[2]?.commandId).not.toBe(sent[1]?.commandId);
  });

  test("J4 another desk's sheet is shown beside what was typed; a person decides", async () => {
    const theirs: PodiumSegment = { ...men, revision: "rev-theirs", slots: [] };
    const { editor, client, shown } = openDesk([theirs]);
    editor.open("sex:male", 0);
    typeInSlot({ bib: "A7", isTouched: true, seen: men });
    editor.enter();
    await answered();
    expect(workOf(runId, "sex:male")).toMatchObject({
      slots: [{ bib: "A7" }, { bib: "31" }],
      phase: { kind: "meanwhile", theirs: { revision: "rev-theirs" } },
    });
    const mine = workOf(runId, "sex:male").slots ?? [];
    createSheetCommands(client, "e", runId).settle(theirs, mine);
    await answered();
    expect(bibsOf(shown("sex:male"))).toEqual(["1 A7", "2 31"]);
  });

  test("P5 what was announced is read only until a reason is given, and asks for one if it must", async () => {
    const told = announce(men);
    const { editor, client, shown } = openDesk([told]);
    editor.open("sex:male", 0);
    expect(active()).toBeNull();
    expect(usePodium.getState().explained).toEqual({ segmentId: "sex:male", index: 0 });
    const orders = createSheetCommands(client, "e", runId);
    orders.giveReason(told, "A protest");
    editor.open("sex:male", 0);
    editor.move(1);
    await answered();
    expect(shown("sex:male")).toMatchObject({ state: "changed" });
    expect(bibsOf(shown("sex:male"))).toEqual(["1 31", "2 12"]);
  });
});
