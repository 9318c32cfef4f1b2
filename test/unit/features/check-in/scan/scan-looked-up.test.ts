import { beforeEach, expect, test } from "vitest";
import type { ScanAnswer } from "#renderer/features/check-in/check-in-store.ts";
import { useCheckIn } from "#renderer/features/check-in/check-in-store.ts";

const screen = useCheckIn.getState;

const answer = (text: string, ids: readonly string[]): ScanAnswer => ({
  reading: { kind: "bib", text },
  rows: ids.map((id) => ({ id })) as unknown as ScanAnswer["rows"],
  isLookAlike: false,
  otherEvent: null,
});

/** Presses Enter while a code is looked up and the screen shows another text. */
const pressEarly = (): void => {
  screen().lookUp(true);
  screen().setEarlyKey({
    kind: "enter",
    shownId: "r1",
    hadAnswer: true,
    isOfScan: true,
    text: "1042",
    atMs: 0,
  });
};

beforeEach(() => screen().clear());

test("B4 an Enter that came while a code was looked up belongs to the code's answer", () => {
  pressEarly();
  screen().showScan(answer("12", ["r1"]), null);
  expect(screen()).toMatchObject({ isLookingUp: false, earlyKey: { text: "12", shownId: "r1" } });
});

test("B4 where the code means nobody or several it is forgotten, as when the code cannot be looked up", () => {
  for (const ids of [[], ["r1", "r2"]]) {
    pressEarly();
    screen().showScan(answer("12", ids), null);
    expect(screen()).toMatchObject({ isLookingUp: false, earlyKey: null });
  }
  pressEarly();
  screen().lookUp(false);
  expect(screen()).toMatchObject({ isLookingUp: false, earlyKey: null });
});

test("B4 who types, chooses or clears meanwhile is not kept waiting by the code", () => {
  for (const act of [
    () => screen().type("4"),
    () => screen().choose("r2"),
    () => screen().open("r2"),
    () => screen().clear(),
  ]) {
    pressEarly();
    act();
    expect(screen()).toMatchObject({ isLookingUp: false, earlyKey: null });
  }
});
