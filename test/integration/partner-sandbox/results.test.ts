import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { resultsDocument } from "#sandbox/documents.ts";
import type { ResultsDocument } from "#sandbox/documents.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";

import type { Reply } from "./sandbox-client.ts";
import { call, eventIdOf, readRoster, runIdOf, withSandbox } from "./sandbox-client.ts";

let sandbox: Sandbox;
let winterId: string;
let halfId: string;
beforeAll(async () => {
  sandbox = await withSandbox();
  winterId = await eventIdOf(sandbox, "harbour-hills-winter-half");
  halfId = await runIdOf(sandbox, "Half", winterId);
});
afterAll(() => sandbox.close());

const results = (eventId: string, query = ""): Promise<Reply> =>
  call(sandbox, "GET", `/events/${eventId}/results${query}`);

const published = async (query: string): Promise<ResultsDocument> =>
  resultsDocument.parse((await results(winterId, `?run=${halfId}${query}`)).body.data);

describe("GET /events/{id}/results", () => {
  test("P6 gives the current version, and every superseded one stays readable", async () => {
    const [current, first, second] = await Promise.all([
      published(""),
      published("&version=1"),
      published("&version=2"),
    ]);
    expect(current.publication?.version).toBe(2);
    expect(current).toEqual(second);
    expect(first.publication?.version).toBe(1);
    expect(first.segments).not.toEqual(second.segments);
    expect(first.segments.map((one) => one.segmentId)).toEqual(
      second.segments.map((one) => one.segmentId),
    );
  });

  test("P1 ties share a place and the next place counts them", async () => {
    const { segments } = await published("&version=1");
    const overall = segments.find((one) => one.segmentId === "overall");
    expect(overall?.podium.map((entry) => entry.place)).toEqual([1, 2, 2, 4]);
    expect(overall?.podium[1]?.placingTime).toBe(overall?.podium[2]?.placingTime);
  });

  test("podiums join to registrations of the run", async () => {
    const { segments } = await published("");
    const roster = new Map(
      (await readRoster(sandbox, winterId)).map((row) => [String(row["_id"]), row]),
    );
    for (const entry of segments.flatMap((one) => one.podium)) {
      expect(roster.get(entry.participantId)).toMatchObject({
        eventRunId: halfId,
        registrationStatus: "confirmed",
        ...(entry.name === undefined ? {} : { name: entry.name }),
        ...(entry.bib === undefined ? {} : { bibIdentifier: entry.bib }),
      });
    }
  });

  test("narrows to one segment", async () => {
    const { segments } = await published(`&segment=${encodeURIComponent("sex:female~age:40-49")}`);
    expect(segments.map((one) => one.segmentId)).toEqual(["sex:female~age:40-49"]);
  });

  test("has no publication and no segments until the organizer publishes", async () => {
    const mileId = await eventIdOf(sandbox, "quay-mile");
    expect((await results(mileId)).body.data).toEqual({ publication: null, segments: [] });
    const runId = await runIdOf(sandbox, "Mile", mileId);
    const { version } = sandbox.mutate({ kind: "publish-results", eventRunId: runId });
    expect(version).toBe(1);
    const reply = await results(mileId);
    expect(resultsDocument.parse(reply.body.data)).toMatchObject({ publication: { version: 1 } });
  });

  test("X2 is 422 when an event with several runs is asked for without one", async () => {
    const reply = await results(winterId);
    expect([reply.status, reply.body.error?.code, reply.body.error?.errors]).toEqual([
      422,
      "VALIDATION_ERROR",
      { run: ["Required"] },
    ]);
  });

  test("X9 does not know other runs, versions, segments and events", async () => {
    const mainRun = await runIdOf(sandbox, "Half");
    for (const [eventId, query, status] of [
      [winterId, `?run=${mainRun}`, 404],
      [winterId, `?run=${halfId}&version=3`, 404],
      [winterId, `?run=${halfId}&version=0`, 422],
      [winterId, `?run=${halfId}&version=x`, 422],
      [winterId, `?run=${halfId}&segment=nobody`, 404],
      ["nope", "", 404],
    ] as const) {
      expect([query, (await results(eventId, query)).status]).toEqual([query, status]);
    }
  });
});
