import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  emptyEventDraft,
  eventDraftOf,
  eventFormOf,
  unreadableCoordinates,
  useEventDraft,
} from "#renderer/features/events/new-event/event-draft-store.ts";
import { createEventBodySchema } from "#shared/partner-api/event.ts";

const least = { ...emptyEventDraft, name: " Tollan Mile ", type: "race", date: "2026-11-29" };

describe("W1 the form of a new event sends what the API asks for", () => {
  test("W1 empty fields are left out, typed ones are trimmed", () => {
    expect(eventFormOf(least)).toEqual({ name: "Tollan Mile", type: "race", date: "2026-11-29" });
    expect(createEventBodySchema.safeParse(eventFormOf(least)).success).toBe(true);
  });

  test("W1 any part of an address sends an address, whose city and country the rules then ask for", () => {
    const form = eventFormOf({ ...least, place: "Quay" });
    expect(form.address).toEqual({ name: "Quay", addressLocality: "", addressCountry: "" });
    expect(eventFormOf({ ...least, city: "Tollan", country: " pt " }).address).toEqual({
      addressLocality: "Tollan",
      addressCountry: "PT",
    });
  });

  test.each([
    ["Ireland", "IE"],
    [" united kingdom ", "GB"],
    ["Türkiye", "TR"],
    ["germany", "DE"],
    ["ie", "IE"],
    ["Atlantis", "ATLANTIS"],
    ["", ""],
  ])("W1 the country %j is sent as %j", (typed, code) => {
    expect(eventFormOf({ ...least, city: "Cork", country: typed }).address).toMatchObject({
      addressCountry: code,
    });
  });

  test("W1 a coordinate may be typed with a comma or a true minus; another text is named, never lost silently", () => {
    const typed = { ...least, lat: "38,7", lng: "−9.1" };
    expect(eventFormOf(typed)).toMatchObject({ lat: 38.7, lng: -9.1 });
    expect(unreadableCoordinates(typed)).toEqual([]);
    for (const text of ["north", "1e400", "38.7 N", "Infinity", "0x10", "--3"]) {
      expect(unreadableCoordinates({ ...least, lat: text })).toEqual(["lat"]);
      expect(eventFormOf({ ...least, lat: text })).not.toHaveProperty("lat");
    }
  });
});

test("W3 a refused event comes back into its form as it was sent", () => {
  const text = fc.string().map((typed) => typed.trim());
  const draft = fc.record({
    name: text,
    type: fc.constantFrom("race", "other"),
    date: text,
    startTime: text,
    endDate: text,
    endTime: text,
    seriesId: text,
    place: text,
    street: text,
    city: text,
    region: text,
    postalCode: text,
    country: fc.constantFrom("", "PT", "NO"),
    lat: fc.integer({ min: -90, max: 90 }).map(String),
    lng: fc.integer({ min: -180, max: 180 }).map(String),
    slug: text,
    description: text,
    websiteUrl: text,
    registrationUrl: text,
  });
  fc.assert(
    fc.property(draft, (typed) => {
      const form = eventFormOf(typed);
      expect(eventFormOf(eventDraftOf(form))).toEqual(form);
    }),
  );
});

test("J1 what was typed for a new event stays until it is saved", () => {
  const store = () => useEventDraft.getState();
  store().change({ name: "Mile" });
  store().change({ date: "2026-11-29" });
  expect(store().draft).toMatchObject({ name: "Mile", date: "2026-11-29" });
  store().drop();
  expect(store().draft).toEqual(emptyEventDraft);
});
