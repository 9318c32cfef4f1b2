import { afterEach, describe, expect, test } from "vitest";
import {
  draftFromSearch,
  emptyDraft,
  useDraftStore,
} from "#renderer/features/walk-up/draft-store.ts";

const store = () => useDraftStore.getState();

describe("J1 what was typed for a walk-up stays until it is saved", () => {
  afterEach(() => store().drop());

  test("J1 coming back to the same search finds what was typed", () => {
    store().begin("e", "Oka");
    store().change("e", { email: "a@example.org" });
    store().begin("e", "Oka");
    expect(store().draft).toEqual({ ...emptyDraft, name: "Oka", email: "a@example.org" });
  });

  test("J1 a new search is a new person", () => {
    store().begin("e", "Oka");
    store().change("e", { email: "a@example.org" });
    store().begin("e", "Zoë");
    expect(store().draft).toEqual({ ...emptyDraft, name: "Zoë" });
  });

  test("J1 a draft belongs to one event", () => {
    store().change("e", { name: "Oka" });
    store().change("other", { email: "z@example.org" });
    expect(store().draft).toEqual({ ...emptyDraft, email: "z@example.org" });
  });
});

test("what was searched for lands in the field it belongs to", () => {
  expect(draftFromSearch(" Amara Okafor ")).toEqual({ name: "Amara Okafor" });
  expect(draftFromSearch("a.okafor@")).toEqual({ email: "a.okafor@" });
  expect(draftFromSearch("A12")).toEqual({ bib: "A12" });
  expect(draftFromSearch("٤٢")).toEqual({ bib: "٤٢" });
  expect(draftFromSearch("  ")).toEqual({});
});
