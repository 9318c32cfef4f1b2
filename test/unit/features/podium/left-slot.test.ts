import { beforeEach, expect, test } from "vitest";
import { hasUnsaved } from "#renderer/client/navigation/unsaved.ts";
import {
  chooseRun,
  comeBack,
  leaveRun,
  usePodium,
} from "#renderer/features/podium/podium-store.ts";
import { openSlot } from "#test/support/sheet-editor.ts";
import { madeSegment } from "#test/support/screens/podium-book.ts";

const men = madeSegment({ id: "sex:male", label: "Men" });
const women = madeSegment({ id: "sex:female", label: "Women" });

const typed = openSlot({ bib: "104", isTouched: true });

const podium = () => usePodium.getState();

beforeEach(() => usePodium.setState(usePodium.getInitialState(), true));

test("P5 J1 what was typed into a place is there again after another run or tab", () => {
  usePodium.setState({ active: typed });
  chooseRun("10k", "half");
  expect(podium().active).toBeNull();
  expect(hasUnsaved()).toBe(true);
  expect(comeBack("10k", [men], true)).toBe(false);
  leaveRun("10k");
  expect(comeBack("half", [], true)).toBe(false);
  expect(comeBack("half", [men], true)).toBe(true);
  expect(podium().active).toEqual(typed);
  leaveRun("half");
  expect(comeBack("half", [women], true)).toBe(false);
  expect(hasUnsaved()).toBe(false);
});

test("P5 without a keyboard only a place with typed text opens again", () => {
  usePodium.setState({ active: openSlot() });
  leaveRun("half");
  expect(comeBack("half", [men], false)).toBe(false);
  expect(podium().active).toBeNull();
  usePodium.setState({ active: typed });
  leaveRun("half");
  expect(comeBack("half", [men], false)).toBe(true);
});

test("P5 a place into which nothing was typed is open again, unless its segment was announced meanwhile", () => {
  usePodium.setState({ active: openSlot() });
  leaveRun("half");
  expect(hasUnsaved()).toBe(false);
  expect(comeBack("half", [men], true)).toBe(true);
  expect(podium().active).toEqual(openSlot());
  leaveRun("half");
  expect(comeBack("half", [{ ...men, state: "announced" }], true)).toBe(false);
  expect(podium().active).toBeNull();
});
