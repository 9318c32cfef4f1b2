import { sendTimingOf } from "#renderer/features/walk-ups/use-walk-up-form.ts";
import { afterEach, describe, expect, test } from "vitest";
import {
  emptyDraft,
  readKept,
  useWalkUpDraft,
} from "#renderer/features/walk-ups/walk-up-draft-store.ts";

const store = () => useWalkUpDraft.getState();

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
    const former = store().begin("e", "Zoë");
    expect(store().draft).toEqual({ ...emptyDraft, name: "Zoë" });
    expect(former?.draft).toEqual({ ...emptyDraft, name: "Oka", email: "a@example.org" });
  });

  test("W5 what was replaced can be taken back; a form into which nobody typed is not offered", () => {
    store().begin("e", "Oka");
    expect(store().begin("e", "Zoë")).toBeNull();
    store().change("e", { email: "zoe@example.org" });
    const former = store().drop();
    expect(store().draft).toEqual(emptyDraft);
    store().change("e", { name: "Bo", email: "bo@example.org" });
    expect(former === null ? null : store().putBack(former)).toMatchObject({
      draft: { name: "Bo", email: "bo@example.org" },
    });
    expect(store()).toMatchObject({ eventId: "e", searched: "Zoë" });
    expect(store().draft).toEqual({ ...emptyDraft, name: "Zoë", email: "zoe@example.org" });
    expect(store().begin("e", "Zoë")).toBeNull();
  });

  test("W5 a form that holds only its search text is dropped when it is left", () => {
    store().begin("e", "chidi okafor");
    store().leave();
    expect(store()).toMatchObject({ eventId: null, searched: null, draft: emptyDraft });
  });

  test("W5 a form into which somebody typed stays when it is left, also if a field is empty again", () => {
    store().begin("e", "chidi okafor");
    store().change("e", { name: "" });
    store().leave();
    expect(store()).toMatchObject({ searched: "chidi okafor", draft: emptyDraft });
  });

  test("W5 a form stays while the card of a runner is open whom it found", () => {
    store().begin("e", "chidi okafor");
    store().noteOpened("runner-1");
    store().leave();
    expect(store().draft.name).toBe("Chidi Okafor");
  });

  test.each([
    null,
    "no JSON",
    "null",
    "7",
    "{}",
    JSON.stringify({ eventId: "e", searched: null, draft: {} }),
    JSON.stringify({ eventId: "e", searched: null, draft: { ...emptyDraft, name: null } }),
    JSON.stringify({ eventId: "e", searched: null, draft: { ...emptyDraft, bib: 7 } }),
    JSON.stringify({ eventId: 7, searched: null, draft: emptyDraft }),
  ])("J1 a stored text that is no draft of this version is no draft: %s", (text) => {
    expect(readKept(text)).toEqual({ eventId: null, searched: null, draft: emptyDraft });
  });

  test("J1 a stored draft is read again", () => {
    const draft = { ...emptyDraft, name: "Oka", runId: "run-1", registrationType: "paid" as const };
    const stored = { eventId: "e", searched: "Oka", draft };
    expect(readKept(JSON.stringify(stored))).toEqual(stored);
  });

  test("J1 a draft belongs to one event", () => {
    store().change("e", { name: "Oka" });
    store().change("other", { email: "z@example.org" });
    expect(store().draft).toEqual({ ...emptyDraft, email: "z@example.org" });
  });
});

test("W4 what was searched for lands in the fields it belongs to", () => {
  store().begin("e", "Nina Tavares 2210 nina@x.example");
  const typed = { name: "Nina Tavares", bib: "2210", email: "nina@x.example" };
  expect(store().draft).toEqual({ ...emptyDraft, ...typed });
  store().drop();
});

test("W2 a saved walk-up is said to go at once only where it does: not while sending is paused, not offline, not at a desk of a hub", () => {
  const connectivity = (state: "online" | "offline" | "unknown") => ({
    state,
    sinceMs: null,
    clockDriftMs: null,
  });
  const online = { activity: "idle", paused: false, connectivity: connectivity("online") } as const;
  expect(sendTimingOf(online, null)).toBe("now");
  expect(sendTimingOf({ ...online, paused: true }, null)).toBe("paused");
  expect(sendTimingOf({ ...online, connectivity: connectivity("offline") }, null)).toBe("later");
  const atHub = { ...online, activity: "held-other-hub" } as const;
  const desks = (who: "other" | "nobody", state: "up" | "away" | "refused") => ({
    sender: { who, name: null, rivals: [] },
    link: { state, sinceMs: 0, why: null, unsent: 0, refused: 0, behind: 0 },
  });
  expect(sendTimingOf(atHub, null)).toBe("unknown");
  expect(sendTimingOf({ ...atHub, paused: true }, desks("other", "up"))).toBe("at-hub");
  expect(sendTimingOf(atHub, desks("other", "up"))).toBe("at-hub");
  expect(sendTimingOf(atHub, desks("other", "refused"))).toBe("hub-refuses");
  expect(sendTimingOf(atHub, desks("other", "away"))).toBe("hub-away");
  expect(sendTimingOf(atHub, desks("nobody", "up"))).toBe("two-hubs");
  expect(sendTimingOf(null, null)).toBe("unknown");
});

test.each([
  ["niamh o'connor", "Niamh O'Connor"],
  ["zoë-anne müller", "Zoë-Anne Müller"],
  ["Jan van den Berg", "Jan van den Berg"],
  ["юлия", "Юлия"],
  ["山本 結衣", "山本 結衣"],
])("W4 a name that was searched for as %j begins the form as %j", (typed, name) => {
  store().begin("e", typed);
  expect(store().draft.name).toBe(name);
});
