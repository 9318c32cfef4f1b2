import { describe, expect, test } from "vitest";

import { emailSchema } from "#shared/partner-api/common.ts";
import { fieldErrors } from "#shared/partner-api/errors.ts";
import { createEventBodySchema, eventTypes } from "#shared/partner-api/event.ts";
import {
  createRegistrationBodySchema,
  registrationStatuses,
  registrationTypes,
} from "#shared/partner-api/registration.ts";

const entry = { eventRunId: "r1", email: "a@b.co", registrationType: "paid" };
const race = { name: "Run", type: "race", date: "2026-10-03" };

const entryErrors = (body: unknown) => {
  const parsed = createRegistrationBodySchema.safeParse(body);
  return parsed.success ? {} : fieldErrors(parsed.error);
};
const raceErrors = (body: unknown) => {
  const parsed = createEventBodySchema.safeParse(body);
  return parsed.success ? {} : fieldErrors(parsed.error);
};

describe("the body of POST /registration", () => {
  test("W1 says exactly Required for what is missing", () => {
    expect(entryErrors({})).toEqual({
      eventRunId: ["Required"],
      email: ["Required"],
      registrationType: ["Required"],
    });
  });

  test("W1 takes the least and the most", () => {
    expect(entryErrors(entry)).toEqual({});
    expect(
      entryErrors({ ...entry, name: "A", status: "waitlist", paceGroup: "55 min", notes: "n" }),
    ).toEqual({});
  });

  test.each(registrationTypes)("takes the type %s", (registrationType) => {
    expect(entryErrors({ ...entry, registrationType })).toEqual({});
  });

  test.each(registrationStatuses)("takes the status %s", (status) => {
    expect(entryErrors({ ...entry, status })).toEqual({});
  });

  test.each([
    ["eventRunId", "", "Must not be empty"],
    ["eventRunId", 5, "Must be text"],
    ["email", "nobody", "Must be a valid e-mail address"],
    ["email", null, "Must be a valid e-mail address"],
    ["name", 5, "Must be text"],
    ["registrationType", "gift", "Must be one of: free, paid"],
    ["status", "maybe", "Must be one of: confirmed, cancelled, waitlist, refunded"],
    ["paceGroup", 55, "Must be text"],
    ["notes", {}, "Must be text"],
    ["bib", "1042", "Unknown field"],
  ])("W1 refuses %s = %j", (field, value, message) => {
    expect(entryErrors({ ...entry, [field]: value })).toEqual({ [field]: [message] });
  });

  test.each([null, 5, "text", [], undefined])("refuses the body %j as a whole", (body) => {
    expect(Object.keys(entryErrors(body))).toEqual(["body"]);
  });
});

describe("the body of POST /events", () => {
  test("says exactly Required for what is missing", () => {
    expect(raceErrors({})).toEqual({ name: ["Required"], type: ["Required"], date: ["Required"] });
  });

  test("takes every field", () => {
    expect(
      raceErrors({
        ...race,
        slug: "run",
        seriesId: "s1",
        endDate: "2026-10-04",
        startTime: "09:00",
        endTime: "13:00:30",
        address: { addressLocality: "Tollan", addressCountry: "IE" },
        lat: -90,
        lng: 180,
        description: "d",
        websiteUrl: "https://x.example/a?b=c",
        registrationUrl: "https://x.example",
      }),
    ).toEqual({});
  });

  test.each(eventTypes)("takes the type %s", (type) => {
    expect(raceErrors({ ...race, type })).toEqual({});
  });

  test("takes leap days only in leap years", () => {
    expect(raceErrors({ ...race, date: "2028-02-29" })).toEqual({});
    expect(Object.keys(raceErrors({ ...race, date: "2026-02-29" }))).toEqual(["date"]);
  });

  test.each([
    ["name", ""],
    ["slug", ""],
    ["type", "marathon"],
    ["date", "2026-13-01"],
    ["date", "3.10.2026"],
    ["date", "2026-10-03T09:00:00Z"],
    ["endDate", "2026-00-10"],
    ["startTime", "24:00"],
    ["startTime", "9:00"],
    ["endTime", "10:00+02:00"],
    ["lat", 90.1],
    ["lat", "51"],
    ["lng", -180.5],
    ["websiteUrl", "no uri"],
    ["registrationUrl", ""],
    ["timezone", "Europe/Dublin"],
    ["address", "Tollan"],
  ])("refuses %s = %j", (field, value) => {
    expect(Object.keys(raceErrors({ ...race, [field]: value }))).toEqual([field]);
  });

  test("names the fields inside an address", () => {
    expect(raceErrors({ ...race, address: { addressCountry: "IRL", planet: "Earth" } })).toEqual({
      "address.addressLocality": ["Required"],
      "address.addressCountry": ["Must be exactly 2 characters"],
      "address.planet": ["Unknown field"],
    });
  });
});

describe("the one e-mail rule", () => {
  test.each([
    "a@b.co",
    "first.last+tag@sub.example.org",
    "o'brien@x.ie",
    "A_B-1@x-y.example",
    "a&b@mail.example",
    "john/doe@mail.example",
    "~a@mail.example",
    "{x}!#$%^*=?|`@mail.example",
    '"two words"@mail.example',
    "a@b",
    "a@[192.0.2.1]",
    "ø@x.no",
    "用户@例子.测试",
  ])("W1 takes %s, as RFC 5322 and 6531 do", (email) => {
    expect(emailSchema.safeParse(email).success).toBe(true);
  });

  test.each([
    "",
    "a",
    "@b.co",
    "a@",
    "a b@c.de",
    "a@b..co",
    "a..b@c.de",
    ".a@c.de",
    "a.@c.de",
    "a@-b.co",
    "a@b-.co",
    "a@b.co ",
    "a@@b.co",
    "a,b@c.de",
    "a@b.co, c@d.co",
    "a<b>@c.de",
    "a\u0000@b.co",
  ])("W1 refuses %j", (email) => {
    expect(emailSchema.safeParse(email).success).toBe(false);
  });

  test("W1 a long text that is almost an address is refused at once", () => {
    expect(emailSchema.safeParse(`${"a.".repeat(5_000)}@`).success).toBe(false);
    expect(emailSchema.safeParse(`a@${"b-".repeat(5_000)}`).success).toBe(false);
  });
});
