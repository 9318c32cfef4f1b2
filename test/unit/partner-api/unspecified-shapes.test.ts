import { describe, expect, test } from "vitest";

import { readAwards } from "#shared/partner-api/awards.ts";
import { endpoints } from "#shared/partner-api/endpoints.ts";
import { readPaceGroupLabels } from "#shared/partner-api/pace-groups.ts";
import { scopes } from "#shared/partner-api/endpoints.ts";

describe("pace groups", () => {
  test.each([
    [undefined, [], true],
    [null, [], true],
    [[], [], true],
    [["45 min", "55 min"], ["45 min", "55 min"], true],
    [[{ label: "Easy" }, { name: "Fast" }, { title: "Slow" }], ["Easy", "Fast", "Slow"], true],
    [["Easy", "Easy"], ["Easy"], true],
    [["Easy", { minutes: 5 }], ["Easy"], false],
    [["Easy", 5], ["Easy"], false],
    [[""], [], false],
    ["Easy", [], false],
    [{ label: "Easy" }, [], false],
  ])("W1 %j reads as %j, recognised: %j", (value, labels, recognised) => {
    expect(readPaceGroupLabels(value)).toEqual({ labels, recognised });
  });
});

describe("awards", () => {
  const overall = { segmentId: "overall", label: "Overall", depth: 3, prizes: ["cup"] };

  test.each([
    ["a list of runs", [{ eventRunId: "r1", segments: [overall] }]],
    ["runs in an object", { runs: [{ runId: "r1", awards: [overall] }] }],
    ["runs by id", { r1: { segments: [overall] } }],
    ["lists by run id", { r1: [overall] }],
    ["segments keyed by id", { r1: { overall: { label: "Overall", depth: 3, prizes: ["cup"] } } }],
    ["one run", { eventRunId: "r1", segments: [overall] }],
  ])("are read from %s", (_shape, data) => {
    expect(readAwards(data)).toEqual({
      recognised: true,
      runs: [{ eventRunId: "r1", segments: [overall] }],
    });
  });

  test("are read from a bare list of segments, without a run", () => {
    expect(readAwards([overall])).toEqual({
      recognised: true,
      runs: [{ eventRunId: undefined, segments: [overall] }],
    });
  });

  test("are read from a map from segment id to segment, without a run", () => {
    const { segmentId: _segmentId, ...rest } = overall;
    const women = { depth: 2 };
    expect(readAwards({ overall: rest, "sex:female~age:40-49": women })).toEqual({
      recognised: true,
      runs: [
        {
          eventRunId: undefined,
          segments: [overall, { segmentId: "sex:female~age:40-49", depth: 2 }],
        },
      ],
    });
  });

  test.each([
    ["a flat list", (rows: unknown[]) => rows],
    ["a list in an object", (rows: unknown[]) => ({ segments: rows })],
  ])("D6 are read from %s in which each row names its run", (_shape, wrap) => {
    const women = { segmentId: "sex:female" };
    const rows = [
      { ...overall, eventRunId: "r1" },
      { ...overall, eventRunId: "r2" },
      { ...women, eventRunId: "r1" },
    ];
    const { recognised, runs } = readAwards(wrap(rows));
    expect(recognised).toBe(true);
    expect(runs).toMatchObject([
      { eventRunId: "r1", segments: [overall, women] },
      { eventRunId: "r2", segments: [overall] },
    ]);
  });

  test("D6 in a list where only some rows name a run, the others get none", () => {
    const { runs } = readAwards([{ ...overall, runId: "r1" }, overall]);
    expect(runs.map(({ eventRunId }) => eventRunId)).toEqual(["r1", undefined]);
  });

  test("P3 a segment id of more than 300 characters makes the list unrecognised", () => {
    const endless = { segmentId: `special:${"x".repeat(300)}` };
    expect(readAwards([overall, endless]).recognised).toBe(false);
  });

  test("are empty and recognised when there are none", () => {
    expect(readAwards([])).toEqual({ recognised: true, runs: [] });
    expect(readAwards({ runs: [] })).toEqual({ recognised: true, runs: [] });
  });

  test.each([null, "none", 5, [5], { r1: 5 }])("are not recognised in %j", (data) => {
    expect(readAwards(data)).toEqual({ recognised: false, runs: [] });
  });
});

describe("the table of endpoints", () => {
  test("has every endpoint once", () => {
    const routes = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(routes.length);
    expect(routes).toEqual([
      "GET /organization",
      "GET /series",
      "GET /events",
      "POST /events",
      "GET /events/{id}",
      "GET /registration",
      "POST /registration",
      "GET /events/{id}/results",
      "GET /events/{id}/awards",
      "GET /collections",
      "GET /collections/{slug}",
      "GET /collections/{slug}/events",
      "GET /recurrences",
      "GET /recurrences/{id}",
    ]);
  });

  test("K5 the number of endpoints that need each scope is that of the API", () => {
    expect(
      scopes.map((scope) => [scope, endpoints.filter((one) => one.scope === scope).length]),
    ).toEqual([
      ["write:events", 1],
      ["write:participants", 1],
      ["read:events", 1],
      ["read:collections", 3],
    ]);
  });

  test("says that both POSTs need an idempotency key and that every endpoint may answer 401 and 429", () => {
    expect(endpoints.filter((one) => one.idempotent).map((one) => one.id)).toEqual([
      "events.create",
      "registration.create",
    ]);
    for (const { errors } of endpoints) {
      expect(errors.map(({ status }) => status)).toEqual(expect.arrayContaining([401, 429]));
    }
  });
});
