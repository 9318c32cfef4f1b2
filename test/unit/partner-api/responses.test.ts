import type { z } from "zod";
import { describe, expect, test } from "vitest";

import { longestId } from "#shared/domain/basics/ids.ts";
import { collectionEventSchema, collectionSchema } from "#shared/partner-api/collection.ts";
import { addressSchema } from "#shared/partner-api/common.ts";
import { eventSchema, eventTypes, singleEventSchema } from "#shared/partner-api/event.ts";
import {
  organizationPlans,
  organizationRoles,
  organizationSchema,
} from "#shared/partner-api/organization.ts";
import { recurrenceSchema } from "#shared/partner-api/series.ts";
import {
  registrationSchema,
  registrationStatuses,
  registrationTypes,
} from "#shared/partner-api/registration.ts";
import { podiumEntrySchema, segmentSchema } from "#shared/partner-api/results.ts";
import {
  distanceStandards,
  runEventStatuses,
  runRegistrationStatuses,
  runSchema,
} from "#shared/partner-api/run.ts";
import {
  scheduleFrequencies,
  scheduleSchema,
  seriesSchema,
  seriesStatuses,
  seriesTypes,
} from "#shared/partner-api/series.ts";

import * as sample from "./samples.ts";

interface ResponseCase {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly full: object;
  readonly required: readonly string[];
}

const cases: readonly ResponseCase[] = [
  {
    name: "organization",
    schema: organizationSchema,
    full: sample.organization,
    required: ["_id", "name", "slug", "roles", "plan"],
  },
  {
    name: "series",
    schema: seriesSchema,
    full: sample.series,
    required: ["_id", "name", "slug", "organizationId", "status", "type", "timezone", "schedule"],
  },
  {
    name: "schedule",
    schema: scheduleSchema,
    full: sample.series.schedule,
    required: ["frequency", "startTime"],
  },
  { name: "address", schema: addressSchema, full: sample.address, required: [] },
  {
    name: "event",
    schema: eventSchema,
    full: sample.event,
    required: ["_id", "name", "slug", "type", "date", "organizationId"],
  },
  {
    name: "single event",
    schema: singleEventSchema,
    full: sample.singleEvent,
    required: ["_id", "name", "slug", "type", "date", "organizationId"],
  },
  {
    name: "run",
    schema: runSchema,
    full: sample.run,
    required: ["_id", "eventId", "distanceMeters", "distanceStandard", "distanceLabel", "date"],
  },
  {
    name: "registration",
    schema: registrationSchema,
    full: sample.registration,
    required: ["_id", "eventId", "eventRunId", "email", "registrationType", "registrationStatus"],
  },
  {
    name: "segment",
    schema: segmentSchema,
    full: sample.segment,
    required: ["segmentId", "label", "podium"],
  },
  {
    name: "podium entry",
    schema: podiumEntrySchema,
    full: sample.segment.podium[0] ?? {},
    required: ["place", "participantId"],
  },
  {
    name: "collection",
    schema: collectionSchema,
    full: {
      _id: "c1",
      slug: "season",
      name: "n",
      description: "d",
      cardImageUrl: "u",
      coverImageUrl: "u",
    },
    required: ["slug"],
  },
  {
    name: "collection event",
    schema: collectionEventSchema,
    full: { ...sample.event, displayOrder: 3 },
    required: ["_id", "name", "slug", "type", "date", "organizationId"],
  },
  {
    name: "recurrence",
    schema: recurrenceSchema,
    full: { _id: "x1", seriesId: "s1", name: "n", schedule: sample.series.schedule },
    required: ["_id"],
  },
];

describe.each(cases)("a $name from the API", ({ schema, full, required }) => {
  const optional = Object.keys(full).filter((field) => !required.includes(field));

  test("is read with every field it may have", () => {
    expect(schema.parse(full)).toEqual(full);
  });

  test("D6 keeps fields nobody knows", () => {
    expect(schema.parse({ ...full, brandNew: { deep: [1] } })).toEqual({
      ...full,
      brandNew: { deep: [1] },
    });
  });

  test.each(required)("is refused without %s", (field) => {
    expect(schema.safeParse(sample.without(full, field)).success).toBe(false);
  });

  test.each(optional)("may lack %s, and null is the same", (field) => {
    const lacking = sample.without(full, field);
    expect(schema.parse(lacking)).toEqual(lacking);
    const withNull = schema.parse({ ...full, [field]: null }) as Record<string, unknown>;
    expect(withNull[field] ?? undefined).toBeUndefined();
  });
});

const openFields: readonly {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly full: object;
  readonly field: string;
  readonly values: readonly string[];
}[] = [
  {
    name: "organization plan",
    schema: organizationSchema,
    full: sample.organization,
    field: "plan",
    values: organizationPlans,
  },
  {
    name: "series status",
    schema: seriesSchema,
    full: sample.series,
    field: "status",
    values: seriesStatuses,
  },
  {
    name: "series type",
    schema: seriesSchema,
    full: sample.series,
    field: "type",
    values: seriesTypes,
  },
  {
    name: "schedule frequency",
    schema: scheduleSchema,
    full: sample.series.schedule,
    field: "frequency",
    values: scheduleFrequencies,
  },
  {
    name: "event type",
    schema: eventSchema,
    full: sample.event,
    field: "type",
    values: eventTypes,
  },
  {
    name: "distance standard",
    schema: runSchema,
    full: sample.run,
    field: "distanceStandard",
    values: distanceStandards,
  },
  {
    name: "event status",
    schema: runSchema,
    full: sample.run,
    field: "eventStatus",
    values: runEventStatuses,
  },
  {
    name: "run registration status",
    schema: runSchema,
    full: sample.run,
    field: "registrationStatus",
    values: runRegistrationStatuses,
  },
  {
    name: "registration type",
    schema: registrationSchema,
    full: sample.registration,
    field: "registrationType",
    values: registrationTypes,
  },
  {
    name: "registration status",
    schema: registrationSchema,
    full: sample.registration,
    field: "registrationStatus",
    values: registrationStatuses,
  },
];

describe.each(openFields)("D6 the $name", ({ schema, full, field, values }) => {
  test.each([...values, "somethingNew"])("may be %s", (value) => {
    const read = schema.parse({ ...full, [field]: value }) as Record<string, unknown>;
    expect(read[field]).toBe(value);
  });

  test("is text all the same", () => {
    expect(schema.safeParse({ ...full, [field]: 7 }).success).toBe(false);
  });
});

test.each([...organizationRoles, "patron"])("D6 an organization may have the role %s", (role) => {
  expect(organizationSchema.parse({ ...sample.organization, roles: [role] }).roles).toEqual([role]);
});

test.each([
  ["event", eventSchema, sample.event],
  ["single event", singleEventSchema, sample.singleEvent],
  ["member of a collection", collectionEventSchema, sample.event],
  ["run", runSchema, sample.run],
  ["registration", registrationSchema, sample.registration],
] as const)("D6 an id that nothing here can carry makes no %s", (_name, schema, full) => {
  const withId = (length: number) => schema.safeParse({ ...full, _id: "x".repeat(length) }).success;
  expect([withId(1), withId(longestId), withId(longestId + 1), withId(0)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("B1 a bib is text: 007, 7 and A12 are three bibs, and a number is none", () => {
  const bibOf = (bib: unknown) =>
    registrationSchema.safeParse({ ...sample.registration, bibIdentifier: bib });
  expect(["007", "7", "A12"].map((bib) => bibOf(bib).data?.bibIdentifier)).toEqual([
    "007",
    "7",
    "A12",
  ]);
  expect(bibOf(7).success).toBe(false);
});
