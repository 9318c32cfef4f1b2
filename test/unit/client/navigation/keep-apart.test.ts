import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useStateScope } from "#renderer/client/navigation/screen-state.ts";
import { useFilters } from "#renderer/features/events/filter-store.ts";
import {
  emptyEventDraft,
  useEventDraft,
} from "#renderer/features/events/new-event/event-draft-store.ts";
import { emptyDraft, useWalkUpDraft } from "#renderer/features/walk-ups/walk-up-draft-store.ts";

const open = (scope: "live" | "practice"): void => {
  useStateScope.setState({ scope: null });
  useStateScope.setState({ scope });
};

beforeEach(() => void vi.stubGlobal("location", { hash: "" }));

afterEach(() => {
  useStateScope.setState({ scope: null });
  useEventDraft.getState().drop();
  useWalkUpDraft.getState().drop();
  useFilters.getState().set({ isMaking: false, pickedIds: [] });
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
