import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { z } from "@hono/zod-openapi";

import {
  awardsDocument,
  collectionDocument,
  collectionEventDocument,
  eventDocument,
  organizationDocument,
  recurrenceDocument,
  registrationDocument,
  runDocument,
  seriesDocument,
  singleEventDocument,
} from "#sandbox/documents.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { readAwards } from "#shared/partner-api/awards.ts";
import { readList } from "#shared/partner-api/envelope.ts";
import { eventSchema, readEventDetail } from "#shared/partner-api/event.ts";
import { registrationSchema } from "#shared/partner-api/registration.ts";
import { seriesSchema } from "#shared/partner-api/series.ts";

import {
  call,
  dataOf,
  eventIdOf,
  readRoster,
  rowsOf,
  runsOf,
  today,
  withSandbox,
} from "./sandbox-client.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await withSandbox({ runners: 300 });
});
afterAll(() => sandbox.close());

const slugsOf = async (query: string): Promise<unknown[]> =>
  rowsOf(await call(sandbox, "GET", `/events?limit=100&${query}`)).map((event) => event["slug"]);

describe("GET /organization", () => {
  test("tells who the key belongs to, and when it is", async () => {
    const reply = await call(sandbox, "GET", "/organization");
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect(Number.isFinite(Date.parse(reply.headers.get("date") ?? ""))).toBe(true);
    expect(organizationDocument.parse(reply.body.data)).toMatchObject({
      name: "Harbour Hills Athletics",
      plan: "premium",
    });
  });
});

describe("GET /series", () => {
  test("lists every series as described", async () => {
    const reply = await call(sandbox, "GET", "/series");
    expect(z.array(seriesDocument).parse(reply.body.data)).toHaveLength(4);
    expect(readList(seriesSchema, reply.body)).toMatchObject({ value: { malformed: [] } });
  });

  test("gives one for a slug, none for an unknown one", async () => {
    const found = await call(sandbox, "GET", "/series?slug=wednesday-harbour-loop");
    expect(rowsOf(found)).toMatchObject([{ type: "runClub", timezone: "Europe/Dublin" }]);
    expect(rowsOf(await call(sandbox, "GET", "/series?slug=none"))).toEqual([]);
  });
});

describe("GET /events", () => {
  test("lists every event as described, by date", async () => {
    const reply = await call(sandbox, "GET", "/events?limit=100");
    const rows = z.array(eventDocument).parse(reply.body.data);
    expect(rows.map(({ date }) => date)).toEqual(rows.map(({ date }) => date).toSorted());
    expect(readList(eventSchema, reply.body)).toMatchObject({ value: { malformed: [] } });
  });

  test("filters by type, series and dates", async () => {
    expect(await slugsOf("type=timeTrial")).toEqual(["tollan-saturday-5k"]);
    expect(await slugsOf("type=other")).toEqual(["harbour-morning"]);
    expect(await slugsOf(`dateFrom=${today}&dateTo=${today}`)).toEqual(["harbour-hills-run"]);
    const series = rowsOf(await call(sandbox, "GET", "/series?slug=harbour-hills-races"));
    expect(await slugsOf(`seriesId=${String(series[0]?.["_id"])}`)).toEqual([
      "harbour-hills-winter-half",
      "harbour-hills-run",
    ]);
    expect(await slugsOf(`type=runClub&dateTo=${today}`)).toHaveLength(3);
  });

  test.each([
    "limit=0",
    "limit=101",
    "limit=x",
    "type=marathon",
    "dateFrom=2026-02-30",
    "dateTo=x",
  ])("X4 refuses %s", async (query) => {
    const reply = await call(sandbox, "GET", `/events?${query}`);
    expect(reply.status).toBe(422);
    expect(reply.body.error?.code).toBe("VALIDATION_ERROR");
    expect(Object.keys(reply.body.error?.errors ?? {})).toEqual([query.split("=")[0]]);
  });
});

describe("GET /events/{id}", () => {
  test("gives every event with its runs as described", async () => {
    const detail = z.strictObject({
      event: singleEventDocument,
      runs: z.array(runDocument).min(1),
    });
    for (const { _id } of rowsOf(await call(sandbox, "GET", "/events?limit=100"))) {
      const reply = await call(sandbox, "GET", `/events/${String(_id)}`);
      expect(detail.safeParse(reply.body.data).error).toBeUndefined();
      expect(readEventDetail(reply.body)).toMatchObject({ ok: true, value: { malformed: [] } });
    }
  });

  test("X21 the big event has four runs, one of each state", async () => {
    const runs = await runsOf(sandbox);
    expect(Object.values(runs).map((run) => [run.distanceLabel, run.registrationStatus])).toEqual([
      ["Half", "sold_out"],
      ["10K", "open"],
      ["5K", "open"],
      ["Kids", "closed"],
    ]);
    expect((runs["5K"]?.maxParticipants ?? 0) - (runs["5K"]?.registrationCount ?? 0)).toBe(2);
  });

  test("D8 X22 a run club's zone is only on its series", async () => {
    const id = await eventIdOf(sandbox, "wednesday-harbour-loop");
    const { event } = dataOf(await call(sandbox, "GET", `/events/${id}`)) as { event: object };
    expect(event).not.toHaveProperty("timezone");
    expect(event).toHaveProperty("seriesId");
  });

  test("an unknown event is 404 NOT_FOUND", async () => {
    const reply = await call(sandbox, "GET", "/events/nope");
    expect([reply.status, reply.body.error?.code]).toEqual([404, "NOT_FOUND"]);
  });
});

describe("GET /registration", () => {
  test("X15 lists every registration as described, and the counts agree", async () => {
    for (const { _id } of rowsOf(await call(sandbox, "GET", "/events?limit=100"))) {
      const rows = z.array(registrationDocument).parse(await readRoster(sandbox, String(_id)));
      const confirmed = rows.filter((row) => row.registrationStatus === "confirmed");
      for (const run of Object.values(await runsOf(sandbox, String(_id)))) {
        const here = confirmed.filter((row) => row.eventRunId === run._id);
        expect(run.registrationCount).toBe(here.length);
      }
      expect(new Set(rows.map((row) => row._id)).size).toBe(rows.length);
    }
  });

  test("X15 X17 relay teams share a bib and are counted", async () => {
    const id = await eventIdOf(sandbox, "quay-to-quay-relay");
    const rows = z.array(registrationDocument).parse(await readRoster(sandbox, id));
    const inTeams = rows.filter((row) => row.teamId);
    const bibs = Map.groupBy(inTeams, (row) => row.teamId);
    for (const members of bibs.values()) {
      const own = new Set(members.flatMap((row) => row.bibIdentifier ?? []));
      expect(own.size).toBeLessThanOrEqual(1);
    }
    expect((await runsOf(sandbox, id))["Relay"]?.entryCount).toBe(bibs.size);
  });

  test("needs an event that exists", async () => {
    const missing = await call(sandbox, "GET", "/registration");
    expect([missing.status, missing.body.error?.errors]).toEqual([422, { eventId: ["Required"] }]);
    const unknown = await call(sandbox, "GET", "/registration?eventId=nope");
    expect([unknown.status, unknown.body.error?.code]).toEqual([404, "NOT_FOUND"]);
  });

  test("D6 X16 is read whole by the tolerant reader, with nulls too", async () => {
    await sandbox.faults.set({ nulls: true });
    const reply = await call(
      sandbox,
      "GET",
      `/registration?eventId=${sandbox.mainEventId}&limit=100`,
    );
    await sandbox.faults.clear();
    expect(reply.text).toContain('"bibIdentifier":null');
    expect(readList(registrationSchema, reply.body)).toMatchObject({ value: { malformed: [] } });
  });
});

describe("what the API leaves open", () => {
  test("X13 awards are per run, with depth and prizes", async () => {
    const reply = await call(sandbox, "GET", `/events/${sandbox.mainEventId}/awards`);
    const { runs } = awardsDocument.parse(reply.body.data);
    expect(runs.map((run) => run.segments.length)).toEqual([6, 6, 4, 2]);
    expect(readAwards(reply.body.data)).toMatchObject({ recognised: true, runs });
    expect((await call(sandbox, "GET", "/events/nope/awards")).status).toBe(404);
  });

  test("X10 collections list their events in display order", async () => {
    const list = await call(sandbox, "GET", "/collections");
    expect(z.array(collectionDocument).parse(list.body.data)).toHaveLength(3);
    const one = await call(sandbox, "GET", "/collections/this-season");
    expect(collectionDocument.parse(one.body.data).name).toBe("This season");
    const members = await call(sandbox, "GET", "/collections/this-season/events");
    const rows = z.array(collectionEventDocument).parse(members.body.data);
    expect(rows.map((row) => [row.displayOrder, row.slug])).toEqual([
      [0, "nordgrat-night-ultra"],
      [1, "harbour-hills-run"],
      [2, "quay-to-quay-relay"],
      [3, "harbour-hills-winter-half"],
    ]);
    expect((await call(sandbox, "GET", "/collections/none")).status).toBe(404);
    expect((await call(sandbox, "GET", "/collections/none/events")).status).toBe(404);
  });

  test("X11 recurrences belong to series that repeat by the week", async () => {
    const list = await call(sandbox, "GET", "/recurrences");
    const rows = z.array(recurrenceDocument).parse(list.body.data);
    expect(rows.map((row) => row.schedule.dayOfWeek)).toEqual([3, 6]);
    const one = await call(sandbox, "GET", `/recurrences/${rows[0]?._id ?? ""}`);
    expect(one.body.data).toEqual(rows[0]);
    expect((await call(sandbox, "GET", "/recurrences/none")).status).toBe(404);
  });

  test("X12 images need no key", async () => {
    const events = rowsOf(await call(sandbox, "GET", "/events"));
    for (const field of ["cardImageUrl", "coverImageUrl"]) {
      const image = await fetch(String(events[0]?.[field]));
      expect(image.headers.get("content-type")).toBe("image/png");
      const bytes = Buffer.from(await image.arrayBuffer());
      expect(bytes.subarray(1, 4).toString("latin1")).toBe("PNG");
    }
    expect((await fetch(`${sandbox.url}/images/none.png`)).status).toBe(404);
  });

  test("an unknown path is 404 with the envelope", async () => {
    const reply = await call(sandbox, "GET", "/nothing/here");
    expect([reply.status, reply.body.error?.code]).toEqual([404, "NOT_FOUND"]);
  });
});
