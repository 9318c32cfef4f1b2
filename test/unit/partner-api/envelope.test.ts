import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readData, readList } from "#shared/partner-api/envelope.ts";
import { partnerErrorStatuses, readErrorEnvelope } from "#shared/partner-api/errors.ts";
import { readEventDetail } from "#shared/partner-api/event.ts";
import { organizationSchema } from "#shared/partner-api/organization.ts";
import { readTeamId, registrationSchema } from "#shared/partner-api/registration.ts";
import { readResults } from "#shared/partner-api/results.ts";

import * as sample from "./samples.ts";

describe("a list", () => {
  test("D6 sets one malformed row aside and takes the rest", () => {
    const bad = { ...sample.registration, email: 5 };
    const list = readList(registrationSchema, {
      data: [sample.registration, bad, { ...sample.registration, _id: "p2" }],
      nextCursor: "x",
    });
    expect(list).toMatchObject({
      ok: true,
      value: {
        rows: [{ _id: "p1" }, { _id: "p2" }],
        malformed: [{ index: 1, raw: bad, issues: [expect.stringMatching(/^email: /)] }],
      },
    });
  });

  test.each([undefined, null, "", "<html>", 5, [], {}, { data: null }, { data: {} }, { rows: [] }])(
    "O5 is not the envelope: %j",
    (body) => {
      expect(readList(registrationSchema, body)).toMatchObject({
        ok: false,
        error: { code: "not-the-envelope" },
      });
    },
  );

  test("D6 never throws and never loses a row, whatever comes", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.anything(), fc.constant(sample.registration))), (data) => {
        const list = readList(registrationSchema, { data });
        if (!list.ok) return false;
        return list.value.rows.length + list.value.malformed.length === data.length;
      }),
    );
  });
});

describe("an answer with one thing in it", () => {
  test("is read", () => {
    expect(readData(organizationSchema, { data: sample.organization })).toEqual({
      ok: true,
      value: sample.organization,
    });
  });

  test("is told apart from another JSON and from a broken one", () => {
    expect(readData(organizationSchema, sample.organization)).toMatchObject({
      error: { code: "not-the-envelope" },
    });
    expect(readData(organizationSchema, { data: [] })).toMatchObject({
      error: { code: "not-the-envelope" },
    });
    expect(readData(organizationSchema, { data: { _id: "o1" } })).toMatchObject({
      error: { code: "malformed" },
    });
  });

  test("D6 an event is read with its runs, a malformed run set aside", () => {
    const detail = readEventDetail({
      data: { event: sample.singleEvent, runs: [sample.run, { _id: "r2" }] },
    });
    expect(detail).toMatchObject({
      ok: true,
      value: { event: { _id: "e1" }, runs: [{ _id: "r1" }], malformed: [{ index: 1 }] },
    });
    expect(readEventDetail({ data: { event: sample.singleEvent } }).ok).toBe(false);
  });
});

describe("results", () => {
  test("P6 are empty until they are published", () => {
    const unpublished = { ok: true, value: { publication: null, segments: [], malformed: [] } };
    expect(readResults({ data: { publication: null, segments: [] } })).toEqual(unpublished);
    expect(readResults({ data: { segments: [] } })).toEqual(unpublished);
  });

  test("P6 keep what a publication says beside its version", () => {
    const results = readResults({
      data: {
        publication: { version: 2, publishedBy: "x" },
        segments: [sample.segment, { segmentId: 5 }],
      },
    });
    expect(results).toMatchObject({
      ok: true,
      value: {
        publication: { version: 2, publishedBy: "x" },
        segments: [sample.segment],
        malformed: [{ index: 1 }],
      },
    });
  });
});

describe("the error envelope", () => {
  test("O8 gives code, message and messages by field", () => {
    expect(
      readErrorEnvelope({
        error: { code: "VALIDATION_ERROR", message: "m", errors: { email: ["Required"] } },
      }),
    ).toEqual({ code: "VALIDATION_ERROR", message: "m", errors: { email: ["Required"] } });
  });

  test("O8 is read without messages by field, with null and with nonsense in their place", () => {
    for (const errors of [undefined, null, "nonsense", { email: "Required" }]) {
      expect(readErrorEnvelope({ error: { code: "X", message: "m", errors } })).toMatchObject({
        code: "X",
        message: "m",
      });
    }
  });

  test.each([{}, { code: null }, { code: "" }, { code: 422 }])(
    "O8 shows the message and the fields where the code is %j",
    (code) => {
      const errors = { email: ["Already registered"], name: "Too long" };
      const body = { error: { ...code, message: "This run is full", errors } };
      expect(readErrorEnvelope(body)).toMatchObject({
        code: null,
        message: "This run is full",
        errors: { email: ["Already registered"], name: ["Too long"] },
      });
    },
  );

  test.each([
    null,
    "<html>",
    {},
    { error: "x" },
    { error: { code: 5, message: "" } },
    { error: { code: null } },
    { data: {} },
  ])("O5 is not %j", (body) => {
    expect(readErrorEnvelope(body)).toBeUndefined();
  });

  test("every code the API names has its status", () => {
    expect(Object.entries(partnerErrorStatuses)).toEqual([
      ["IDEMPOTENCY_KEY_REQUIRED", 400],
      ["NOT_FOUND", 404],
      ["CONFLICT", 409],
      ["IDEMPOTENCY_KEY_IN_PROGRESS", 409],
      ["VALIDATION_ERROR", 422],
      ["INVALID_PACE_GROUP", 422],
    ]);
  });
});

test.each([
  ["t1", "t1"],
  [7, "7"],
  [{ _id: "t2" }, "t2"],
  [{ id: 9 }, "9"],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
  [true, undefined],
  [{ _id: { _id: "deep" } }, undefined],
])("the team %j is read as %j", (teamId, expected) => {
  expect(readTeamId(teamId)).toBe(expected);
});
