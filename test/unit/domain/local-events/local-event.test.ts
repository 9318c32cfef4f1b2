import { describe, expect, test } from "vitest";
import { judgeEvent, tidyEventForm } from "#shared/domain/local-events/local-event.ts";

const form = { name: "Night Run", type: "race", date: "2099-12-24" };
const around = { today: "2026-05-17", others: [] };

describe("W1 a new event's form", () => {
  test("W1 outer spaces go, empty fields are left out, the API's order is kept", () => {
    const typed = {
      websiteUrl: " https://harbour.example ",
      name: "  Night  Run ",
      type: " race ",
      date: " 2099-12-24",
      slug: "",
      lng: 0,
      address: { addressCountry: " ie ", name: "", addressLocality: "Tollan " },
    };
    expect(JSON.stringify(tidyEventForm(typed))).toBe(
      JSON.stringify({
        name: "Night  Run",
        type: "race",
        date: "2099-12-24",
        address: { addressCountry: "IE", addressLocality: "Tollan" },
        lng: 0,
        websiteUrl: "https://harbour.example",
      }),
    );
  });

  test("W1 tidying twice changes nothing", () => {
    const once = tidyEventForm({
      ...form,
      address: { addressLocality: " A ", addressCountry: "q" },
    });
    expect(tidyEventForm(once as typeof form)).toEqual(once);
    expect(tidyEventForm({ ...form, address: { addressLocality: " " } })).toEqual(form);
  });
});

describe("W1 what the copy makes doubtful", () => {
  test("the same name on the same day, letter case and spaces aside", () => {
    const others = [{ name: "NIGHT   run", date: "2099-12-24", slug: null }];
    expect(judgeEvent(form, { ...around, others })).toEqual(["same-name-same-day"]);
    expect(judgeEvent({ ...form, date: "2099-12-25" }, { ...around, others })).toEqual([]);
    expect(judgeEvent({ ...form, name: "Day Run" }, { ...around, others })).toEqual([]);
  });

  test("a date that is over; today is not", () => {
    expect(judgeEvent({ ...form, date: "2026-05-16" }, around)).toEqual(["date-past"]);
    expect(judgeEvent({ ...form, date: "2026-05-17" }, around)).toEqual([]);
    expect(judgeEvent({ ...form, date: "soon" }, around)).toEqual([]);
  });

  test("a slug that another event has, as the service would write it", () => {
    const others = [{ name: "Other", date: "2020-01-01", slug: "cafe-run-10-km" }];
    const taken = { ...form, slug: "Café Run — 10 km!" };
    expect(judgeEvent(taken, { ...around, others })).toEqual(["slug-known"]);
    const another = { name: "Another", date: "2020-01-01", slug: "half" };
    expect(judgeEvent(taken, { ...around, others: [another, ...others] })).toEqual(["slug-known"]);
    expect(judgeEvent(taken, { ...around, others: [another] })).toEqual([]);
    expect(judgeEvent({ ...form, slug: "-- Half --" }, { ...around, others: [another] })).toEqual([
      "slug-known",
    ]);
    expect(
      judgeEvent(
        { ...form, slug: "—" },
        { ...around, others: [{ name: "O", date: "2020-01-01", slug: "" }] },
      ),
    ).toEqual([]);
  });
});
