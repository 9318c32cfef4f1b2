import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bracketPart,
  chooseHolder,
  countRows,
  draftOf,
  findNextEmpty,
  inputsOf,
  moveLine,
  onlyChange,
  otherRunWarnings,
  putLine,
  removeLine,
  splitTyped,
  toggleTie,
} from "#renderer/features/podium/slots/draft-sheet.ts";
import type { DraftSlot, TypedLine } from "#renderer/features/podium/slots/draft-sheet.ts";
import { words } from "#renderer/i18n/words.ts";
import { announce, madeSegment } from "#test/support/screens/podium-book.ts";
import { wearersOf } from "#test/support/screens/podium-people.ts";

const depth = 3;
const line = (bib: string, more: Partial<TypedLine> = {}): TypedLine => ({
  bib,
  time: null,
  tie: false,
  runner: null,
  isLookedUp: true,
  ...more,
});
const sheet = (...bibs: readonly string[]): DraftSlot[] => {
  let slots: DraftSlot[] = [];
  for (const bib of bibs) {
    const tie = bib.startsWith("=");
    slots = putLine(slots, slots.length, line(tie ? bib.slice(1) : bib, { tie }), depth);
  }
  return slots;
};
const told = (slots: readonly DraftSlot[]): string[] =>
  slots.map(({ place, bib, beyondDepth }) => `${place} ${bib}${beyondDepth ? " none" : ""}`);

describe("typing a sheet", () => {
  test("P1 ties share a place, the next place counts them, all who tie at the cut are kept", () => {
    expect(told(sheet("12", "31", "=A7", "388"))).toEqual(["1 12", "2 31", "2 A7", "4 388 none"]);
    expect(told(sheet("1", "2", "3", "=4", "5"))).toEqual(["1 1", "2 2", "3 3", "3 4", "5 5 none"]);
  });

  test("P1 the first line ties with nobody", () => {
    expect(told(sheet("=12", "31"))).toEqual(["1 12", "2 31"]);
    expect(toggleTie(sheet("12", "31"), 0, depth)).toEqual(sheet("12", "31"));
  });

  test("a line written behind the last one leaves no hole", () => {
    expect(told(putLine(sheet("12"), 7, line("31"), depth))).toEqual(["1 12", "2 31"]);
  });

  test("who tied with a removed line has its place alone", () => {
    expect(told(removeLine(sheet("12", "31", "=A7"), 1, depth))).toEqual(["1 12", "2 A7"]);
    expect(told(removeLine(sheet("12", "=31", "=A7"), 1, depth))).toEqual(["1 12", "1 A7"]);
    expect(told(removeLine(sheet("12", "=31"), 0, depth))).toEqual(["1 31"]);
  });

  test("a moved line takes the neighbour's place, and ties stay where they were", () => {
    expect(told(moveLine(sheet("12", "31", "=A7"), 0, 1, depth))).toEqual(["1 31", "2 12", "2 A7"]);
    expect(moveLine(sheet("12"), 0, -1, depth)).toEqual(sheet("12"));
  });

  test("P2 a time is kept as typed beside its hundredths; one that is none has none", () => {
    const [slot] = putLine([], 0, line("12", { time: "1:08:40.22" }), depth);
    expect(slot).toMatchObject({ time: "1:08:40.22", hundredths: 412_022 });
    expect(putLine([], 0, line("12", { time: "soon" }), depth)[0]).toMatchObject({
      time: "soon",
      hundredths: null,
    });
  });

  test("moving there and back, tying and untying change nothing", () => {
    const someSheet = fc
      .array(fc.tuple(fc.stringMatching(/^\d{1,4}$/), fc.boolean()), {
        minLength: 2,
        maxLength: 30,
      })
      .map((lines) => sheet(...lines.map(([bib, tie]) => (tie ? `=${bib}` : bib))));
    fc.assert(
      fc.property(someSheet, fc.nat(), (slots, at) => {
        const index = at % (slots.length - 1);
        const moved = moveLine(slots, index, 1, depth);
        expect(inputsOf(moveLine(moved, index + 1, -1, depth))).toEqual(inputsOf(slots));
        const tied = toggleTie(slots, index + 1, depth);
        expect(toggleTie(tied, index + 1, depth)).toEqual(slots);
      }),
    );
  });
});

describe("what is typed into a slot", () => {
  test("P2 a colon, space, tab, comma or semicolon behind the bib begins the time, also pasted", () => {
    expect(splitTyped("104")).toEqual({ bib: "104", time: null });
    expect(splitTyped("2024 35:00")).toEqual({ bib: "2024", time: "35:00" });
    for (const separator of [":", " ", "\t", ",", ";", " ; ", "\u00A0"]) {
      expect(splitTyped(`104${separator}1:09:20`), separator).toEqual({
        bib: "104",
        time: "1:09:20",
      });
    }
    expect(splitTyped("  2024\t35:00 ")).toEqual({ bib: "2024", time: "35:00" });
    expect(splitTyped("104 ")).toEqual({ bib: "104", time: "" });
    expect(splitTyped(" 104")).toEqual({ bib: " 104", time: null });
    expect(splitTyped(" ")).toEqual({ bib: " ", time: null });
  });

  test("B2 of several who wear a bib only the single one of this run is meant", () => {
    const [kari, ola] = wearersOf("55");
    expect(chooseHolder(wearersOf("55"), "r-half")).toBe(kari);
    expect(chooseHolder(wearersOf("55"), "r-10k")).toBe(ola);
    expect(chooseHolder(wearersOf("55"), "r-5k")).toBeNull();
    expect(chooseHolder(wearersOf("9"), "r-half")).toBeNull();
    expect(chooseHolder([], "r-half")).toBeNull();
  });

  test("P4 a typed runner of another run is told before the line is saved", () => {
    const [kari = null, ola = null] = wearersOf("55");
    expect(otherRunWarnings(ola, "r-half")).toEqual([{ kind: "other-run", runLabel: "10K" }]);
    expect(otherRunWarnings(kari, "r-half")).toEqual([]);
    expect(otherRunWarnings(null, "r-half")).toEqual([]);
  });
});

describe("what an undo changed", () => {
  const undone = (before: readonly DraftSlot[], after: readonly DraftSlot[]): string =>
    words.podium.undone("Overall", onlyChange(before, after));

  test("P5 the words of an undo name the place that it changed, with its bib", () => {
    expect(undone(sheet("12", "31"), sheet("12"))).toBe(
      "Overall: back to the sheet before. Bib 31 was taken out, 2nd is empty.",
    );
    expect(undone(sheet("12", "31"), sheet("12", "A7"))).toBe(
      "Overall: back to the sheet before. 2nd is bib A7, no longer bib 31.",
    );
    expect(undone(sheet("12"), sheet("12", "31"))).toBe(
      "Overall: back to the sheet before. 2nd is bib 31.",
    );
    expect(undone(sheet("12", "=31"), sheet("12", "31"))).toBe(
      "Overall: back to the sheet before. 2nd is bib 31.",
    );
  });

  test("P5 they name no place where several changed, or where the runner has no bib", () => {
    const plain = "Overall: back to the sheet before.";
    expect(undone(sheet("12", "31"), sheet("31", "12"))).toBe(plain);
    expect(undone(sheet("12", "31"), sheet("12", "31"))).toBe(plain);
    expect(undone(sheet("12"), putLine([], 0, line(""), depth))).toBe(plain);
  });
});

describe("what a column shows", () => {
  test("the lines, then the empty places; more than a dozen are counted", () => {
    expect(countRows(0, 4)).toEqual({ rows: 4, hidden: 0 });
    expect(countRows(5, 4)).toEqual({ rows: 5, hidden: 0 });
    expect(countRows(2, null)).toEqual({ rows: 3, hidden: 0 });
    expect(countRows(10, 200)).toEqual({ rows: 22, hidden: 178 });
  });

  test("ties are bracketed from the first to the last of a place", () => {
    const slots = sheet("1", "2", "=3", "=4", "5");
    expect(slots.map((_, index) => bracketPart(slots, index))).toEqual([
      undefined,
      "first",
      "middle",
      "last",
      undefined,
    ]);
  });

  test("typing goes on in the first segment that is neither announced nor full", () => {
    const full = madeSegment({ id: "a", label: "A", depth: 1, slots: [{ bib: "12" }] });
    const told = announce(madeSegment({ id: "b", label: "B", depth: 2, slots: [{ bib: "12" }] }));
    const open = madeSegment({ id: "c", label: "C", depth: 2, slots: [{ bib: "12" }] });
    expect(findNextEmpty([full, told, open], null)).toEqual({ segmentId: "c", index: 1 });
    expect(findNextEmpty([full, told, open], "c")).toBeNull();
    expect(draftOf(open.slots)[0]).toMatchObject({ bib: "12", isLookedUp: true });
  });
});
