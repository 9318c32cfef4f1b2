import { beforeEach, expect, test } from "vitest";
import { usePodiumLocation } from "#renderer/features/podium/podium-location.ts";
import { usePodium } from "#renderer/features/podium/podium-store.ts";
import { words } from "#renderer/i18n/words.ts";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { ok } from "#shared/result.ts";
import { answered, men, openDesk, women } from "#test/support/sheet-editor.ts";
import { announce } from "#test/support/screens/podium-book.ts";

const active = () => usePodium.getState().active;
const said = () => useToast.getState().toast?.text;

beforeEach(() => {
  usePodium.setState(usePodium.getInitialState(), true);
  useToast.setState(useToast.getInitialState(), true);
});

test("P5 Ctrl+Z after the last place was changed opens that place again, not one place more", async () => {
  const full = { ...men, depth: 2 };
  const { editor } = openDesk([full, women], { "podium.undo": () => ok(full) });
  editor.open("sex:male", 1);
  editor.type({ bib: "A7" });
  editor.enter();
  expect(active()).toMatchObject({ segmentId: "sex:female", index: 0 });
  await answered();
  editor.undo();
  await answered();
  expect(active()).toMatchObject({ segmentId: "sex:male", index: 1, bib: "31" });
});

test("P5 Ctrl+Z in the place that opened after an announcement undoes nothing, and says so, also after Esc", async () => {
  const { editor, asked } = openDesk([announce(women), men]);
  editor.openEmpty("sex:female");
  expect(active()).toMatchObject({ segmentId: "sex:male", index: 2 });
  editor.undo();
  await answered();
  expect(said()).toBe(words.podium.notTakenBack);
  editor.type({ bib: "A7" });
  editor.cancel();
  editor.undo();
  await answered();
  expect(active()).toMatchObject({ segmentId: "sex:male", index: 2, bib: "" });
  expect(asked).not.toContain("podium.undo");
});

test("P5 without an open place, Ctrl+Z after an announcement says that it is not taken back", async () => {
  const { editor, asked } = openDesk([men, announce(women)]);
  editor.open("sex:female", 0);
  usePodiumLocation.setState({ segmentId: "sex:female" });
  editor.undo();
  await answered();
  expect(said()).toBe(words.podium.notTakenBack);
  expect(asked).not.toContain("podium.undo");
});

test("P5 Ctrl+Z on a pressed line of an announced segment means that segment, and no other one", async () => {
  const { editor, asked } = openDesk([announce(men), women]);
  editor.open("sex:female", 0);
  usePodiumLocation.setState({ segmentId: "sex:female" });
  editor.open("sex:male", 1);
  editor.undo();
  await answered();
  expect(said()).toBe(words.podium.notTakenBack);
  expect(asked).not.toContain("podium.undo");
});

test("P5 Ctrl+Z without a sheet before says in which segment there is nothing to undo", async () => {
  const { editor } = openDesk([men, women]);
  editor.open("sex:female", 0);
  editor.undo();
  await answered();
  expect(said()).toBe("Women: nothing to undo");
});
