import { describe, expect, test } from "vitest";
import type { OrganizerDeskOptions } from "#test/support/organizer-desk.ts";
import { openOrganizerDesk } from "#test/support/organizer-desk.ts";
import { newCommandId } from "#test/support/test-core.ts";

const commandId = newCommandId;

/** Last month's race: the Half was published twice, the 10K once. */
async function openWinter(options: OrganizerDeskOptions = {}) {
  const desk = await openOrganizerDesk(options);
  const eventId = await desk.eventIdOf("harbour-hills-winter-half");
  await desk.download(eventId);
  const half = await desk.runIdOf(eventId, "Half");
  const tenK = await desk.runIdOf(eventId, "10K");
  const refresh = (runId?: string) =>
    desk.call("results.refresh", {
      commandId: commandId(),
      eventId,
      ...(runId === undefined ? {} : { runId }),
    });
  const known = (runId = half) => desk.value("results.get", { eventId, runId });
  const questions = () =>
    desk.asked.filter(({ url }) => url.pathname.endsWith("/results")).map(({ url }) => url.search);
  return { desk, eventId, half, tenK, refresh, known, questions };
}

const versionsOf = ({ publications }: { readonly publications: readonly { version: number }[] }) =>
  publications.map(({ version }) => version);

describe("GET /events/{id}/results", () => {
  test("P6 every version is fetched once and kept; superseded ones stay readable", async () => {
    const { desk, eventId, half, tenK, refresh, known, questions } = await openWinter();
    expect((await known()).state).toBe("never");
    expect(await refresh()).toMatchObject({
      value: {
        runs: [
          { runId: half, state: "published", newVersions: [1, 2], failure: null },
          { runId: tenK, state: "published", newVersions: [1], failure: null },
        ],
      },
    });
    expect(versionsOf(await known())).toEqual([2, 1]);
    expect((await known()).publications.map(({ standing }) => standing)).toEqual([
      "current",
      "superseded",
    ]);
    const one = await desk.value("results.version", { eventId, runId: half, version: 1 });
    const two = await desk.value("results.version", { eventId, runId: half, version: 2 });
    expect(one.segments.map(({ segmentId }) => segmentId)).toEqual(
      two.segments.map(({ segmentId }) => segmentId),
    );
    expect(one.segments[0]?.podium).not.toEqual(two.segments[0]?.podium);
    expect(one.publication).toMatchObject({
      version: 1,
      standing: "superseded",
      segments: 6,
      malformed: 0,
    });
    expect(one.publication.publishedAt).toContain("T13:00");
    const asked = questions().length;
    expect(await refresh(half)).toMatchObject({ value: { runs: [{ newVersions: [] }] } });
    expect(questions()).toHaveLength(asked + 1);
  });

  test("P6 null until the organizer publishes; then the late version comes", async () => {
    const desk = await openOrganizerDesk();
    const eventId = desk.sandbox.mainEventId;
    await desk.download(eventId);
    const runId = await desk.runIdOf(eventId, "10K");
    const refresh = () => desk.value("results.refresh", { commandId: commandId(), eventId, runId });
    const known = () => desk.value("results.get", { eventId, runId });
    expect((await refresh()).runs).toMatchObject([{ state: "unpublished", newVersions: [] }]);
    expect(await known()).toMatchObject({ state: "unpublished", publications: [] });
    desk.sandbox.mutate({ kind: "publish-results", eventRunId: runId });
    expect((await refresh()).runs).toMatchObject([{ state: "published", newVersions: [1] }]);
    expect(await known()).toMatchObject({ state: "published", publications: [{ version: 1 }] });
  });

  test("the run is always named, so the 422 for several runs never comes", async () => {
    const { desk, refresh, questions } = await openWinter();
    await refresh();
    const mile = await desk.eventIdOf("quay-mile");
    await desk.download(mile);
    await desk.value("results.refresh", { commandId: commandId(), eventId: mile });
    expect(questions().length).toBeGreaterThan(3);
    expect(questions().every((search) => new URLSearchParams(search).has("run"))).toBe(true);
  });

  test("an unknown version is not there, here as there", async () => {
    const { desk, eventId, half, refresh } = await openWinter();
    await refresh(half);
    const asked = { eventId, runId: half, version: 9 };
    expect(await desk.call("results.version", asked)).toMatchObject({
      error: { code: "not-found" },
    });
    expect(
      await desk.call("results.compare", { ...asked, version: 2, beforeVersion: 9 }),
    ).toMatchObject({ error: { code: "not-found" } });
  });

  test("P6 after the newest version was withdrawn, an older one that the organizer names is current", async () => {
    let named: number | null = null;
    const { half, refresh, known } = await openWinter({
      fetch: (input, init) => {
        const url = new URL(String(input));
        const isPlain = url.pathname.endsWith("/results") && !url.searchParams.has("version");
        if (named !== null && isPlain) url.searchParams.set("version", String(named));
        return fetch(url, init);
      },
    });
    const standings = async () =>
      (await known()).publications.map(({ version, standing }) => [version, standing]);
    await refresh(half);
    named = 1;
    expect(await refresh(half)).toMatchObject({ value: { runs: [{ newVersions: [] }] } });
    expect(await standings()).toEqual([
      [2, "withdrawn"],
      [1, "current"],
    ]);
    named = null;
    await refresh(half);
    expect(await standings()).toEqual([
      [2, "current"],
      [1, "superseded"],
    ]);
  });

  test("P6 a publication that was taken back is current no more, and stays readable", async () => {
    let isTakenBack = false;
    const desk = await openOrganizerDesk({
      fetch: (input, init) =>
        isTakenBack && new URL(String(input)).pathname.endsWith("/results")
          ? Promise.resolve(Response.json({ data: { publication: null, segments: [] } }))
          : fetch(input, init),
    });
    const eventId = desk.sandbox.mainEventId;
    await desk.download(eventId);
    const runId = await desk.runIdOf(eventId, "10K");
    const look = async () => {
      await desk.value("results.refresh", { commandId: commandId(), eventId, runId });
      const { state, publications } = await desk.value("results.get", { eventId, runId });
      return [state, publications.map(({ version, standing }) => [version, standing])];
    };
    desk.sandbox.mutate({ kind: "publish-results", eventRunId: runId });
    expect(await look()).toEqual(["published", [[1, "current"]]]);
    isTakenBack = true;
    expect(await look()).toEqual(["unpublished", [[1, "withdrawn"]]]);
    const kept = await desk.value("results.version", { eventId, runId, version: 1 });
    expect(kept.segments).not.toEqual([]);
    isTakenBack = false;
    expect(await look()).toEqual(["published", [[1, "current"]]]);
  });

  test("P6 a version that is published again with other content is kept beside what it said before", async () => {
    let winner = "p1";
    let name = "Ana";
    const { desk, eventId, half, refresh, known } = await openWinter({
      fetch: async (input, init) => {
        if (!new URL(String(input)).pathname.endsWith("/results")) return fetch(input, init);
        const podium = [{ place: 1, participantId: winner, name }];
        const segments = [{ segmentId: "overall", label: "Overall", podium }];
        return Response.json({ data: { publication: { version: 1, name }, segments } });
      },
    });
    const pulled = async () => {
      const reply = await refresh(half);
      return reply.ok ? reply.value.runs[0] : reply.error;
    };
    expect(await pulled()).toMatchObject({ newVersions: [1], changedVersions: [] });
    name = "Ana Sousa";
    expect(await pulled()).toMatchObject({ newVersions: [], changedVersions: [] });
    winner = "p2";
    expect(await pulled()).toMatchObject({ newVersions: [], changedVersions: [1] });
    winner = "p1";
    expect(await pulled()).toMatchObject({ newVersions: [], changedVersions: [1] });
    const kept = (await known()).publications;
    expect(kept.map(({ edition, standing }) => [edition, standing])).toEqual([
      [3, "current"],
      [2, "replaced"],
      [1, "replaced"],
    ]);
    const asked = { eventId, runId: half, version: 1 };
    const first = async (edition?: number) => {
      const read = { ...asked, ...(edition === undefined ? {} : { edition }) };
      const { publication, segments } = await desk.value("results.version", read);
      return [publication.edition, segments[0]?.podium[0]?.participantId];
    };
    expect([await first(1), await first(2), await first()]).toEqual([
      [1, "p1"],
      [2, "p2"],
      [3, "p1"],
    ]);
    const against = { ...asked, edition: 2, beforeVersion: 1, beforeEdition: 1 };
    expect((await desk.value("results.compare", against)).segments[0]?.rows).toMatchObject([
      { kind: "new" },
      { kind: "missing" },
    ]);
    expect(await desk.call("results.version", { ...asked, edition: 9 })).toMatchObject({
      error: { code: "not-found" },
    });
  });

  test("P6 an event that vanished: the state says gone, and nothing kept is lost", async () => {
    const { desk, eventId, half, refresh, known } = await openWinter();
    await refresh();
    desk.sandbox.mutate({ kind: "remove-event", eventId });
    expect(await refresh(half)).toMatchObject({
      value: { runs: [{ state: "gone", failure: "not-found" }] },
    });
    expect(await known()).toMatchObject({ state: "gone", failure: "not-found" });
    expect(versionsOf(await known())).toEqual([2, 1]);
    expect(
      (await desk.value("results.version", { eventId, runId: half, version: 2 })).segments,
    ).toHaveLength(6);
  });

  test("D7 what failed once leaves the state that was known, and says why", async () => {
    const { desk, half, refresh, known } = await openWinter();
    await refresh();
    await desk.sandbox.faults.set({ rules: [{ kind: "without-envelope", method: "GET" }] });
    expect(await refresh(half)).toMatchObject({
      value: { runs: [{ state: "published", failure: "not-the-api" }] },
    });
    expect(await known()).toMatchObject({ state: "published", failure: "not-the-api" });
    await desk.sandbox.faults.clear();
    await desk.sandbox.faults.set({ offline: true });
    expect(await refresh()).toMatchObject({ error: { code: "offline" } });
    expect(versionsOf(await known())).toEqual([2, 1]);
  });

  test("D6 a segment that cannot be read is set aside and counted, the others are taken", async () => {
    let spoiled = 0;
    const winter = await openWinter({
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (!String(input).includes("/results")) return response;
        spoiled += 1;
        const body = (await response.text()).replace('"segmentId":"overall"', '"segmentId":7');
        return new Response(body, { status: response.status, headers: response.headers });
      },
    });
    await winter.refresh(winter.tenK);
    expect(spoiled).toBeGreaterThan(0);
    const { publication, segments } = await winter.desk.value("results.version", {
      eventId: winter.eventId,
      runId: winter.tenK,
      version: 1,
    });
    expect(publication).toMatchObject({ segments: 5, malformed: 1 });
    expect(segments.map(({ segmentId }) => segmentId)).not.toContain("overall");
  });

  test("D6 places and times that are none, and endless ids, are set aside or left out, never a fault", async () => {
    const entry = { place: 1, participantId: "p1" };
    const segments = [
      { segmentId: "overall", label: "Overall", podium: [{ ...entry, placingTime: 1e300 }] },
      { segmentId: "sex:female", label: "Women", podium: [{ ...entry, place: 1e300 }] },
      { segmentId: `special:${"x".repeat(300)}`, label: "Endless", podium: [] },
    ];
    const data = { publication: { version: 1 }, segments };
    const { desk, eventId, half, refresh } = await openWinter({
      fetch: async (input, init) =>
        new URL(String(input)).pathname.endsWith("/results")
          ? Response.json({ data })
          : fetch(input, init),
    });
    await refresh(half);
    const asked = { eventId, runId: half, version: 1 };
    const { publication, segments: read } = await desk.value("results.version", asked);
    expect(publication).toMatchObject({ segments: 1, malformed: 2 });
    expect(read).toMatchObject([{ podium: [{ place: 1, hundredths: null }] }]);
    expect((await desk.value("results.compare", asked)).recalls).toBe(0);
  });

  test("O9 a key without the scope: said so, the rights show it, and the rest goes on", async () => {
    const { desk, eventId, half, refresh } = await openWinter({ key: "noResults" });
    expect(await refresh(half)).toMatchObject({ error: { code: "forbidden" } });
    expect(await desk.value("results.get", { eventId, runId: half })).toMatchObject({
      state: "failed",
      failure: "forbidden",
    });
    expect((await desk.value("connection.get", {})).rights).toMatchObject({
      readResults: "refused",
      readEvents: "worked",
      readRegistrations: "worked",
    });
    expect(await desk.download(eventId)).toMatchObject({ state: "complete" });
  });

  test("K5 a right that worked is shown as worked", async () => {
    const { desk, refresh, half } = await openWinter();
    expect((await desk.value("connection.get", {})).rights.readResults).toBe("not-tried");
    await refresh(half);
    expect((await desk.value("connection.get", {})).rights.readResults).toBe("worked");
  });

  test("P6 a server that counts versions otherwise is asked a bounded number of times", async () => {
    const { half, refresh, known, questions } = await openWinter({
      fetch: async (input, init) => {
        const { pathname, searchParams } = new URL(String(input));
        if (!pathname.endsWith("/results")) return fetch(input, init);
        const version = Number(searchParams.get("version") ?? 20_261_121);
        const data =
          version === 20_261_121
            ? { publication: { version }, segments: [] }
            : { publication: { version: 20_261_121 }, segments: [] };
        return Response.json({ data });
      },
    });
    await refresh(half);
    expect(versionsOf(await known())).toEqual([20_261_121]);
    expect(questions().length).toBeLessThan(8);
  });
});
