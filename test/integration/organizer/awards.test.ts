import { describe, expect, test } from "vitest";
import { newCommandId } from "#test/support/test-core.ts";
import { openOrganizerDesk } from "#test/support/organizer-desk.ts";

const commandId = newCommandId;

describe("GET /events/{id}/awards", () => {
  test("P3 a download brings the award segments with depth and prizes", async () => {
    const desk = await openOrganizerDesk();
    const eventId = desk.sandbox.mainEventId;
    await desk.download(eventId);
    const half = await desk.runIdOf(eventId, "Half");
    const { segments, awards } = await desk.value("podium.get", { eventId, runId: half });
    expect(awards.state).toBe("read");
    expect(segments.map(({ segmentId }) => segmentId)).toEqual([
      "overall",
      "sex:female",
      "sex:male",
      "sex:female~age:40-49",
      "sex:male~age:40-49",
      "special:first-timer",
    ]);
    expect(segments[0]).toMatchObject({
      label: "Overall",
      depth: 4,
      prizes: [{ place: 1, prize: "Trophy and 300" }, {}, {}, {}],
      source: "organizer",
    });
  });

  test("D7 an awards list that fails, or is not there, blocks nothing else of a download", async () => {
    for (const status of [404, 500]) {
      const desk = await openOrganizerDesk();
      const eventId = desk.sandbox.mainEventId;
      const path = `/events/${eventId}/awards`;
      await desk.sandbox.faults.set({ rules: [{ kind: "status", status, path }] });
      expect(await desk.download(eventId)).toMatchObject({ state: "complete", rows: 60 });
      const { awards } = await desk.value("podium.get", { eventId });
      expect(awards.state).toBe(status === 404 ? "none" : "failed");
    }
  });

  test("D7 awards that were read once survive a later failure", async () => {
    const desk = await openOrganizerDesk();
    const eventId = desk.sandbox.mainEventId;
    await desk.download(eventId);
    await desk.sandbox.faults.set({
      rules: [{ kind: "status", status: 503, path: `/events/${eventId}/awards` }],
    });
    expect(await desk.call("awards.refresh", { commandId: commandId(), eventId })).toMatchObject({
      ok: false,
      error: { code: "server-error" },
    });
    expect((await desk.value("podium.get", { eventId })).awards.state).toBe("read");
  });

  test("D6 awards of a shape nobody expected are kept as they came, and replaced by the next answer", async () => {
    const desk = await openOrganizerDesk();
    const eventId = desk.sandbox.mainEventId;
    const raw = { medals: ["gold", 3], ceremony: "noon" };
    desk.sandbox.mutate({ kind: "send-awards", eventId, raw });
    await desk.download(eventId);
    const { awards, segments } = await desk.value("podium.get", { eventId });
    expect(awards.state).toBe("unrecognised");
    expect(JSON.parse(awards.raw ?? "")).toEqual(raw);
    expect(segments).toEqual([]);
    desk.sandbox.mutate({ kind: "send-awards", eventId, raw: undefined });
    expect(await desk.value("awards.refresh", { commandId: commandId(), eventId })).toEqual({
      state: "read",
      segments: 6 + 6 + 4 + 2,
    });
  });

  test("D6 segments of no run are sure only where the event has one run", async () => {
    const desk = await openOrganizerDesk();
    const raw = [{ segmentId: "overall", depth: 3, prizes: ["Cup", { place: 2, name: "Pie" }] }];
    const mile = await desk.eventIdOf("quay-mile");
    const many = desk.sandbox.mainEventId;
    for (const eventId of [mile, many]) {
      desk.sandbox.mutate({ kind: "send-awards", eventId, raw });
      await desk.download(eventId);
    }
    const { awards, segments } = await desk.value("podium.get", { eventId: mile });
    expect(awards.state).toBe("read");
    expect(segments).toMatchObject([
      {
        segmentId: "overall",
        depth: 3,
        prizes: [
          { place: null, prize: "Cup" },
          { place: 2, prize: "Pie" },
        ],
      },
    ]);
    const several = await desk.value("podium.get", { eventId: many });
    expect(several.awards.state).toBe("unrecognised");
  });

  test("D6 D7 an answer that nobody can read takes nothing away from a podium in use", async () => {
    const desk = await openOrganizerDesk();
    const eventId = desk.sandbox.mainEventId;
    await desk.download(eventId);
    const { segments } = await desk.value("podium.get", { eventId });
    for (const raw of [{ medals: ["gold", 3] }, [{ segmentId: "overall", depth: 1 }]]) {
      desk.sandbox.mutate({ kind: "send-awards", eventId, raw });
      await desk.value("awards.refresh", { commandId: commandId(), eventId });
      const kept = await desk.value("podium.get", { eventId });
      expect(kept.awards).toMatchObject({ state: "unrecognised", raw: JSON.stringify(raw) });
      expect(kept.segments).toEqual(segments);
    }
  });

  test("D6 numbers and labels that say nothing are none, and cost no segment", async () => {
    const desk = await openOrganizerDesk();
    const eventId = await desk.eventIdOf("quay-mile");
    const raw = [
      { segmentId: "overall", label: " ", depth: 1e300, prizes: [{ place: 1e300, prize: "Cup" }] },
      { segmentId: "sex:female", label: "", depth: 1_000_000_000 },
      { segmentId: "sex:male", label: "Men", depth: -3 },
      { segmentId: "special:a/b~c 🎽?#%2F", depth: 3.9 },
    ];
    desk.sandbox.mutate({ kind: "send-awards", eventId, raw });
    await desk.download(eventId);
    const { awards, segments } = await desk.value("podium.get", { eventId });
    expect(awards.state).toBe("read");
    expect(segments.map(({ label, depth }) => [label, depth])).toEqual([
      ["overall", null],
      ["sex:female", null],
      ["Men", null],
      ["special:a/b~c 🎽?#%2F", 3],
    ]);
    expect(segments[0]?.prizes).toEqual([{ place: null, prize: "Cup" }]);
  });

  test("an event that vanished: its awards stay, and the person is told", async () => {
    const desk = await openOrganizerDesk();
    const eventId = desk.sandbox.mainEventId;
    await desk.download(eventId);
    desk.sandbox.mutate({ kind: "remove-event", eventId });
    const refreshed = await desk.call("awards.refresh", { commandId: commandId(), eventId });
    expect(refreshed).toMatchObject({ error: { code: "not-found" } });
    expect((await desk.value("podium.get", { eventId })).segments).not.toEqual([]);
    const unknown = { commandId: commandId(), eventId: "nobody" };
    expect(await desk.call("awards.refresh", unknown)).toMatchObject({
      error: { code: "not-found" },
    });
  });
});
