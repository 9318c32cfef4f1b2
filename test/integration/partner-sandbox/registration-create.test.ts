import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Sandbox } from "#sandbox/sandbox.ts";
import { registrationStatuses } from "#shared/partner-api/registration.ts";

import {
  call,
  dataOf,
  eventIdOf,
  post,
  readRoster,
  runIdOf,
  runsOf,
  withSandbox,
} from "./sandbox-client.ts";

let sandbox: Sandbox;
let openRun: string;
let counter = 0;
beforeAll(async () => {
  sandbox = await withSandbox();
  openRun = await runIdOf(sandbox, "10K");
});
afterAll(() => sandbox.close());

const freshKey = (): string => `create-${(counter += 1)}`;
const register = (fields: object) =>
  post(sandbox, "/registration", freshKey(), {
    eventRunId: openRun,
    email: "kamala.b@gmx.de",
    registrationType: "paid",
    ...fields,
  });

describe("POST /registration", () => {
  test("X18 registers, and the list has it at the end as it was sent", async () => {
    const before = (await runsOf(sandbox))["10K"]?.registrationCount ?? 0;
    const reply = await register({
      name: "कमला देवी भट्टाचार्य",
      paceGroup: "55 min",
      notes: "paid 35 in cash, bib 1631",
    });
    expect(reply.status).toBe(201);
    const { participantId } = dataOf(reply);
    expect((await readRoster(sandbox)).at(-1)).toEqual({
      _id: participantId,
      eventId: sandbox.mainEventId,
      eventRunId: openRun,
      email: "kamala.b@gmx.de",
      name: "कमला देवी भट्टाचार्य",
      registrationType: "paid",
      registrationStatus: "confirmed",
      paceGroup: "55 min",
      checkedIn: false,
    });
    expect((await runsOf(sandbox))["10K"]?.registrationCount).toBe(before + 1);
    expect(sandbox.readState().created.at(-1)).toMatchObject({
      idempotencyKey: `create-${counter}`,
      notes: "paid 35 in cash, bib 1631",
    });
  });

  test.each(registrationStatuses)("starts with the status %s when it is sent", async (status) => {
    expect((await register({ status })).status).toBe(201);
    expect((await readRoster(sandbox)).at(-1)).toMatchObject({ registrationStatus: status });
  });

  test("W1 answers Required for what is missing", async () => {
    const reply = await post(sandbox, "/registration", freshKey(), {});
    expect([reply.status, reply.body.error?.code]).toEqual([422, "VALIDATION_ERROR"]);
    expect(reply.body.error?.errors).toEqual({
      eventRunId: ["Required"],
      email: ["Required"],
      registrationType: ["Required"],
    });
  });

  test("W1 refuses a pace group that the event does not declare", async () => {
    const reply = await register({ paceGroup: "5 min" });
    expect([reply.status, reply.body.error?.code]).toEqual([422, "INVALID_PACE_GROUP"]);
  });

  test("an unknown run is 404 NOT_FOUND", async () => {
    const reply = await register({ eventRunId: "nope" });
    expect([reply.status, reply.body.error?.code]).toEqual([404, "NOT_FOUND"]);
  });

  test("X7 a closed, a sold-out and a cancelled run take nobody", async () => {
    const ultraId = await eventIdOf(sandbox, "nordgrat-night-ultra");
    for (const [run, message] of [
      [await runIdOf(sandbox, "Kids"), "Registration for this run is closed"],
      [await runIdOf(sandbox, "Half"), "This run is sold out"],
      [await runIdOf(sandbox, "50K", ultraId), "This run is sold out"],
      [await runIdOf(sandbox, "Sky", ultraId), "This run is cancelled"],
    ]) {
      const reply = await register({ eventRunId: run });
      expect([reply.status, reply.body.error?.errors]).toEqual([422, { eventRunId: [message] }]);
    }
  });

  test("X7 a run fills up, reads sold_out and still takes a waitlist", async () => {
    const eventRunId = await runIdOf(sandbox, "5K");
    const statuses = [];
    for (let entry = 0; entry < 3; entry += 1) {
      statuses.push((await register({ eventRunId })).status);
    }
    expect(statuses).toEqual([201, 201, 422]);
    expect((await runsOf(sandbox))["5K"]?.registrationStatus).toBe("sold_out");
    expect((await register({ eventRunId, status: "waitlist" })).status).toBe(201);
  });

  test("refuses what is not JSON, is no object, or is too large", async () => {
    const raw = (rawBody: string, headers = {}) =>
      post(sandbox, "/registration", freshKey(), undefined, { rawBody, headers });
    expect((await raw("{")).body.error?.errors).toEqual({ body: ["Must be valid JSON"] });
    expect((await raw("[]")).body.error?.errors).toEqual({ body: ["Must be an object"] });
    expect((await raw("")).status).toBe(422);
    expect((await raw("{}", { "Content-Type": "text/plain" })).status).toBe(415);
    expect((await raw(`{"notes":"${"x".repeat(1_000_001)}"}`)).status).toBe(413);
  });
});

describe("POST /events", () => {
  const race = { name: "Fjord Mile", type: "race", date: "2026-12-05" };

  test("creates an event that can be read, listed and has no runs", async () => {
    const body = {
      ...race,
      endDate: "2026-12-06",
      startTime: "09:00:30",
      endTime: "12:00",
      address: { addressLocality: "Tollan", addressCountry: "IE" },
      lat: 1,
      lng: 2,
      description: "d",
      websiteUrl: "https://x.example",
      registrationUrl: "https://x.example/enter",
    };
    const reply = await post(sandbox, "/events", freshKey(), body);
    expect(reply.status).toBe(201);
    const eventId = String(dataOf(reply)["eventId"]);
    const read = dataOf(await call(sandbox, "GET", `/events/${eventId}`));
    expect(read["runs"]).toEqual([]);
    expect(read["event"]).toMatchObject({ ...body, slug: "fjord-mile", startTime: "09:00" });
    const list = await call(sandbox, "GET", "/events?dateFrom=2026-12-05&dateTo=2026-12-05");
    expect(JSON.stringify(list.body.data)).toContain(eventId);
    expect((await readRoster(sandbox, eventId)).length).toBe(0);
  });

  test("X8 sanitizes slugs and numbers the ones that are taken", async () => {
    const slugOf = async (fields: object): Promise<unknown> => {
      const created = dataOf(await post(sandbox, "/events", freshKey(), { ...race, ...fields }));
      const read = dataOf(await call(sandbox, "GET", `/events/${String(created["eventId"])}`));
      return (read["event"] as { slug: string }).slug;
    };
    expect(await slugOf({ name: "Zoë’s  5K & Friends!" })).toBe("zoe-s-5k-friends");
    expect(await slugOf({ slug: "zoe-s-5k-friends" })).toBe("zoe-s-5k-friends-2");
    expect(await slugOf({ slug: "ZOE s 5k friends" })).toBe("zoe-s-5k-friends-3");
    expect(await slugOf({ name: "صباح الميناء" })).toBe("event");
  });

  test("refuses an unknown series and an end before the start", async () => {
    const seriesless = await post(sandbox, "/events", freshKey(), { ...race, seriesId: "nope" });
    expect(seriesless.body.error?.errors).toEqual({ seriesId: ["No such series"] });
    const backwards = await post(sandbox, "/events", freshKey(), {
      ...race,
      endDate: "2026-12-04",
    });
    expect(Object.keys(backwards.body.error?.errors ?? {})).toEqual(["endDate"]);
  });
});
