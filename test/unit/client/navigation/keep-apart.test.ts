import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { useStateScope } from "#renderer/client/navigation/screen-state.ts";
import { hasUnsaved } from "#renderer/client/navigation/unsaved.ts";
import { useFilters } from "#renderer/features/events/filter-store.ts";
import {
  emptyEventDraft,
  useEventDraft,
} from "#renderer/features/events/new-event/event-draft-store.ts";
import { useCorrections } from "#renderer/ui/race/outbox/correction-store.ts";
import { fieldOf, setField } from "#renderer/features/podium/finish-log/entry/field-store.ts";
import { usePodium } from "#renderer/features/podium/podium-store.ts";
import { emptyDraft, useWalkUpDraft } from "#renderer/features/walk-ups/walk-up-draft-store.ts";
import { openSlot } from "#test/support/sheet-editor.ts";

const typedSlot = openSlot({ bib: "12", isTouched: true });

const leaveBib = (bib: string): void => setField("event", { bib, change: null });

const open = (scope: "live" | "practice"): void => {
  useStateScope.setState({ scope: null });
  useStateScope.setState({ scope });
};

beforeEach(() => void vi.stubGlobal("location", { hash: "" }));

afterEach(() => {
  for (const scope of ["practice", "live"] as const) {
    open(scope);
    useEventDraft.getState().drop();
    useWalkUpDraft.getState().drop();
    useFilters.getState().set({ isMaking: false, pickedIds: [] });
    usePodium.setState({ left: {} });
    leaveBib("");
  }
  useStateScope.setState({ scope: null });
  vi.unstubAllGlobals();
});

test("K3 what is made up in practice is not in live, and what was typed in live is there again", () => {
  open("live");
  useEventDraft.getState().change({ name: "Real 5K" });
  useWalkUpDraft.getState().change("real", { name: "Zoë" });
  open("practice");
  expect(useEventDraft.getState().draft).toEqual(emptyEventDraft);
  expect(useWalkUpDraft.getState().draft).toEqual(emptyDraft);
  useFilters.getState().set({ isMaking: true });
  useFilters.getState().togglePick("made-up");
  useEventDraft.getState().change({ name: "Made-up 5K" });
  open("live");
  expect(useFilters.getState()).toMatchObject({ isMaking: false, pickedIds: [] });
  expect(useEventDraft.getState().draft.name).toBe("Real 5K");
  expect(useWalkUpDraft.getState()).toMatchObject({ eventId: "real", draft: { name: "Zoë" } });
  open("practice");
  expect(useFilters.getState()).toMatchObject({ isMaking: true, pickedIds: ["made-up"] });
  expect(useEventDraft.getState().draft.name).toBe("Made-up 5K");
});

test("K3 U2 what was typed in live is asked about before the window closes, also while practice is open", () => {
  open("live");
  for (const type of [
    () => useEventDraft.getState().change({ name: "Real 5K" }),
    () => useWalkUpDraft.getState().change("real", { name: "Zoë" }),
    () => usePodium.setState({ left: { "real-run": typedSlot } }),
  ]) {
    expect(hasUnsaved()).toBe(false);
    type();
    expect(hasUnsaved()).toBe(true);
    open("practice");
    expect(hasUnsaved()).toBe(true);
    open("live");
    usePodium.setState({ left: {} });
    useEventDraft.getState().drop();
    useWalkUpDraft.getState().drop();
  }
});

test("K3 nobody is asked in live about what was typed in practice", () => {
  open("practice");
  usePodium.setState({ left: { "made-up-run": typedSlot } });
  useEventDraft.getState().change({ name: "Made-up 5K" });
  open("live");
  expect(hasUnsaved()).toBe(false);
  expect(usePodium.getState().left).toEqual({});
  open("practice");
  expect(hasUnsaved()).toBe(true);
});

test("K3 P9 a half-typed bib of live is there again after practice, and one of practice is not in live", () => {
  open("live");
  leaveBib("103");
  open("practice");
  expect(fieldOf("event").bib).toBe("");
  leaveBib("7");
  open("live");
  expect(fieldOf("event").bib).toBe("103");
  leaveBib("");
  expect(hasUnsaved()).toBe(false);
  const item = { list: "stamps", id: "stamp", index: 0 } as const;
  const change = { item, text: "42:05", formerText: "42:10" } as const;
  setField("event", { bib: "", change });
  expect(hasUnsaved()).toBe(true);
  leaveBib("");
});

test("U2 K3 a change in the form of a refused walk-up is asked about before the window closes, and is not in practice", () => {
  const { change, drop } = useCorrections.getState();
  onTestFinished(() => {
    open("live");
    drop("o_1");
  });
  open("live");
  expect(hasUnsaved()).toBe(false);
  change("o_1", "email", "mia@example.org", "mia@example");
  expect(hasUnsaved()).toBe(true);
  open("practice");
  expect(useCorrections.getState().corrections).toEqual({});
  expect(hasUnsaved()).toBe(true);
  open("live");
  expect(useCorrections.getState().corrections).toEqual({ o_1: { email: "mia@example.org" } });
  // Typed back, it is no change.
  change("o_1", "email", "mia@example", "mia@example");
  expect(hasUnsaved()).toBe(false);
});

test("K3 W5 a walk-up form of live is there again after the page was loaded again in practice", async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  open("live");
  useWalkUpDraft.getState().change("real", { name: "Zoë" });
  open("practice");
  useWalkUpDraft.getState().change("made-up", { name: "Bo" });

  vi.resetModules();
  const loaded = await import("#renderer/features/walk-ups/walk-up-draft-store.ts");
  const { useStateScope: scope } = await import("#renderer/client/navigation/screen-state.ts");
  const unsaved = await import("#renderer/client/navigation/unsaved.ts");
  const draft = () => loaded.useWalkUpDraft.getState();
  onTestFinished(() => {
    draft().drop();
    scope.setState({ scope: null });
  });
  scope.setState({ scope: "practice" });
  expect(draft()).toMatchObject({ eventId: "made-up", draft: { name: "Bo" } });
  draft().drop();
  expect(unsaved.hasUnsaved()).toBe(true);
  scope.setState({ scope: null });
  scope.setState({ scope: "live" });
  expect(draft()).toMatchObject({ eventId: "real", draft: { name: "Zoë" } });
});
