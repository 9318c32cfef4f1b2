import { describe, expect, test } from "vitest";

import { readList } from "#shared/partner-api/envelope.ts";
import { registrationSchema } from "#shared/partner-api/registration.ts";

import {
  call,
  eventIdOf,
  post,
  readRoster,
  runIdOf,
  runsOf,
  withSandbox,
} from "./sandbox-client.ts";

describe("X30 what others do meanwhile", () => {
  test("D5 a registration is cancelled, changed, checked in; the count follows", async () => {
    await using sandbox = await withSandbox();
    const [amara] = await readRoster(sandbox);
    const registrationId = String(amara?.["_id"]);
    const before = (await runsOf(sandbox))["10K"]?.registrationCount ?? 0;
    sandbox.mutate({ kind: "set-status", registrationId, status: "cancelled" });
    sandbox.mutate({ kind: "set-bib", registrationId, bib: "9001" });
    sandbox.mutate({ kind: "set-checked-in", registrationId, checkedIn: true });
    expect((await readRoster(sandbox))[0]).toEqual({
      ...amara,
      registrationStatus: "cancelled",
      bibIdentifier: "9001",
      checkedIn: true,
    });
    expect((await runsOf(sandbox))["10K"]?.registrationCount).toBe(before - 1);
    sandbox.mutate({ kind: "set-bib", registrationId, bib: null });
    expect((await readRoster(sandbox))[0]).toMatchObject({ bibIdentifier: null });
  });

  test("D3 rows come and go", async () => {
    await using sandbox = await withSandbox();
    const before = await readRoster(sandbox);
    const eventRunId = await runIdOf(sandbox, "10K");
    const { registrationId } = sandbox.mutate({
      kind: "add-registration",
      eventRunId,
      email: "new@b.co",
      name: "New",
      bib: "9002",
    });
    sandbox.mutate({ kind: "remove-registration", registrationId: String(before[1]?.["_id"]) });
    const after = await readRoster(sandbox);
    expect(after).toHaveLength(before.length);
    expect(after.at(-1)).toMatchObject({ _id: registrationId, bibIdentifier: "9002", eventRunId });
    expect(after.map((row) => row["_id"])).not.toContain(before[1]?.["_id"]);
    sandbox.mutate({ kind: "remove-registration", registrationId: String(registrationId) });
    expect(await readRoster(sandbox)).toHaveLength(before.length - 1);
  });

  test("two added rows in two events have ids of their own", async () => {
    await using sandbox = await withSandbox();
    const other = await eventIdOf(sandbox, "empty-shore-trail");
    const runs = [await runIdOf(sandbox, "10K"), await runIdOf(sandbox, "Marathon", other)];
    const ids = runs.map(
      (eventRunId) =>
        sandbox.mutate({ kind: "add-registration", eventRunId, email: "a@b.co" }).registrationId,
    );
    expect(new Set(ids).size).toBe(2);
  });

  test("a created registration can be changed as well", async () => {
    await using sandbox = await withSandbox();
    const reply = await post(sandbox, "/registration", "k", {
      eventRunId: await runIdOf(sandbox, "10K"),
      email: "a@b.co",
      registrationType: "free",
    });
    const { participantId } = reply.body.data as { participantId: string };
    sandbox.mutate({ kind: "set-status", registrationId: participantId, status: "refunded" });
    expect((await readRoster(sandbox)).at(-1)).toMatchObject({
      _id: participantId,
      registrationStatus: "refunded",
    });
  });

  test("D6 one row is sent malformed", async () => {
    await using sandbox = await withSandbox();
    const before = await readRoster(sandbox);
    sandbox.mutate({
      kind: "send-raw",
      registrationId: String(before[2]?.["_id"]),
      raw: { _id: 5, surprise: true },
    });
    const page = await call(
      sandbox,
      "GET",
      `/registration?eventId=${sandbox.mainEventId}&limit=10`,
    );
    expect(readList(registrationSchema, page.body)).toMatchObject({
      value: { rows: { length: 9 }, malformed: [{ index: 2, raw: { _id: 5, surprise: true } }] },
    });
  });

  test("a run is opened, closed, filled and called off", async () => {
    await using sandbox = await withSandbox();
    const eventRunId = await runIdOf(sandbox, "Kids");
    sandbox.mutate({ kind: "set-run", eventRunId, registrationStatus: "open", maxParticipants: 0 });
    expect((await runsOf(sandbox))["Kids"]).toMatchObject({ registrationStatus: "sold_out" });
    sandbox.mutate({ kind: "set-run", eventRunId, maxParticipants: 500, eventStatus: "cancelled" });
    expect((await runsOf(sandbox))["Kids"]).toMatchObject({
      registrationStatus: "open",
      eventStatus: "cancelled",
    });
  });

  test("P6 results are published again, with podiums of one's own", async () => {
    await using sandbox = await withSandbox();
    const eventRunId = await runIdOf(sandbox, "10K");
    const segments = [{ segmentId: "overall", label: "Overall", podium: [] }];
    expect(sandbox.mutate({ kind: "publish-results", eventRunId })).toEqual({ version: 1 });
    expect(sandbox.mutate({ kind: "publish-results", eventRunId, segments })).toEqual({
      version: 2,
    });
    const path = `/events/${sandbox.mainEventId}/results?run=${eventRunId}`;
    expect((await call(sandbox, "GET", path)).body.data).toMatchObject({
      publication: { version: 2 },
      segments,
    });
  });

  test("results are published again under their number, taken back, and published anew", async () => {
    await using sandbox = await withSandbox();
    const eventRunId = await runIdOf(sandbox, "10K");
    const segments = [{ segmentId: "overall", label: "Overall", podium: [] }];
    const ask = (version = "") =>
      call(sandbox, "GET", `/events/${sandbox.mainEventId}/results?run=${eventRunId}${version}`);
    const again = { kind: "publish-again", eventRunId, segments } as const;
    expect(() => sandbox.mutate(again)).toThrow(/ever published/);
    sandbox.mutate({ kind: "publish-results", eventRunId });
    expect((await ask()).body.data).not.toMatchObject({ segments });
    expect(sandbox.mutate(again)).toEqual({ version: 1 });
    expect((await ask("&version=1")).body.data).toMatchObject({
      publication: { version: 1 },
      segments,
    });
    sandbox.mutate({ kind: "withdraw-results", eventRunId });
    expect((await ask()).body.data).toEqual({ publication: null, segments: [] });
    expect((await ask("&version=1")).status).toBe(404);
    expect(sandbox.mutate({ kind: "publish-results", eventRunId })).toEqual({ version: 2 });
    expect((await ask()).body.data).toMatchObject({ publication: { version: 2 } });
    expect((await ask("&version=1")).status).toBe(200);
  });

  test("the awards of an event are answered in any shape, and as before again", async () => {
    await using sandbox = await withSandbox();
    const eventId = sandbox.mainEventId;
    const awards = async () => (await call(sandbox, "GET", `/events/${eventId}/awards`)).body.data;
    const before = await awards();
    sandbox.mutate({ kind: "send-awards", eventId, raw: { surprise: ["gold"] } });
    expect(await awards()).toEqual({ surprise: ["gold"] });
    sandbox.mutate({ kind: "send-awards", eventId, raw: undefined });
    expect(await awards()).toEqual(before);
  });

  test("an event that the organizer deletes is not found, in no list and at no address", async () => {
    await using sandbox = await withSandbox();
    const eventId = sandbox.mainEventId;
    const eventRunId = await runIdOf(sandbox, "10K");
    sandbox.mutate({ kind: "remove-event", eventId });
    for (const path of ["", "/awards", `/results?run=${eventRunId}`]) {
      expect((await call(sandbox, "GET", `/events/${eventId}${path}`)).status, path).toBe(404);
    }
    const { data } = (await call(sandbox, "GET", "/events?limit=100")).body;
    expect(JSON.stringify(data)).not.toContain(eventId);
    expect(() => sandbox.mutate({ kind: "remove-event", eventId })).toThrow("No event");
  });

  test("what nobody has is refused", async () => {
    await using sandbox = await withSandbox();
    expect(() => sandbox.mutate({ kind: "set-bib", registrationId: "nope", bib: "1" })).toThrow(
      "No registration nope",
    );
    expect(() => sandbox.mutate({ kind: "set-run", eventRunId: "nope" })).toThrow("No run nope");
  });
});
