import { describe, expect, test } from "vitest";
import type { ProcedureName } from "#shared/contract/index.ts";
import { download, newCommandId } from "#test/support/test-core.ts";
import { eventId, lines, openPodium, runId } from "./podium-desk.ts";

const awards = [
  {
    eventRunId: runId,
    segments: [
      { segmentId: "special:first-local", label: "First local", depth: 1, prizes: ["A ham"] },
      { segmentId: "overall", depth: 3, prizes: { 1: "Cup", 2: "Medal" } },
      { segmentId: "masters/over 60?", label: "Masters" },
    ],
  },
];

const idsOf = (segments: readonly { readonly segmentId: string }[]): string[] =>
  segments.map(({ segmentId }) => segmentId);

describe("the organizer's segments", () => {
  test("P3 stand in the organizer's order, an unknown form verbatim; those built here follow in a ceremony's order", async () => {
    const desk = await openPodium({ awards });
    await desk.save("sex:M~age:40-49");
    await desk.save("sex:F");
    const { segments } = await desk.value("podium.get", { eventId, runId });
    expect(idsOf(segments)).toEqual([
      "special:first-local",
      "overall",
      "masters/over 60?",
      "sex:F",
      "sex:M~age:40-49",
    ]);
    expect(segments).toMatchObject([
      { label: "First local", depth: 1, source: "organizer", prizes: [{ prize: "A ham" }] },
      { label: "overall", depth: 3, prizes: [{ place: 1, prize: "Cup" }, { place: 2 }] },
      { label: "Masters", depth: null, toFill: null, state: "empty" },
      { source: "here", label: "The sex:F" },
      { source: "here" },
    ]);
  });

  test("P3 are overlaid by what was declared here, and cannot be removed here", async () => {
    const desk = await openPodium({ awards });
    await desk.save("overall", { depth: 10, clock: "chip" });
    expect(await desk.segment()).toMatchObject({
      label: "The overall",
      depth: 10,
      clock: "chip",
      source: "organizer",
      prizes: [{ prize: "Cup" }, { prize: "Medal" }],
    });
    const order = { commandId: newCommandId(), eventId, runId, segmentId: "overall" };
    expect(await desk.call("segment.remove", order)).toMatchObject({
      error: { code: "from-organizer" },
    });
  });

  test("P5 another depth in the organizer's awards after the announcement is a change that nobody here made", async () => {
    const overall = { segmentId: "overall", depth: 3 };
    const desk = await openPodium({ awards: [{ eventRunId: runId, segments: [overall] }] });
    await desk.enter(lines("7"));
    expect(await desk.announce()).toMatchObject({ state: "announced" });
    overall.depth = 1;
    desk.partner.online = true;
    await download(desk);
    expect(await desk.segment()).toMatchObject({ state: "changed", depth: 1, changedBy: null });
  });

  test("P3 of a shape nobody expected are kept raw and the builder goes on", async () => {
    const desk = await openPodium({ awards: { podium: "see the notice board" } });
    const podium = await desk.value("podium.get", { eventId, runId });
    expect(podium).toMatchObject({
      awards: { state: "unrecognised", raw: expect.stringContaining("notice board") },
      segments: [],
    });
    expect(idsOf(await desk.save("overall"))).toEqual(["overall"]);
  });

  test("P3 that name no run are the run's own only where the event has one run", async () => {
    const bare = [{ segmentId: "overall", label: "Everybody" }];
    const several = await openPodium({ awards: bare });
    expect((await several.value("podium.get", { eventId, runId })).segments).toEqual([]);
    const one = await openPodium({
      awards: bare,
      runs: [{ _id: runId, distanceLabel: "10 km" }],
    });
    expect((await one.value("podium.get", { eventId })).segments).toMatchObject([
      { segmentId: "overall", label: "Everybody" },
    ]);
  });

  test("P3 in another order, of runs and of segments, keep their labels, depths and prizes, and who stands there", async () => {
    const other = { eventRunId: "run-5", segments: [{ segmentId: "overall", label: "All" }] };
    const listed = [...awards, other];
    const desk = await openPodium({ awards: listed });
    const labelled = async () => {
      const { segments } = await desk.value("podium.get", { eventId, runId });
      const said = segments.map(({ segmentId, label, depth, prizes, slots }) => [
        segmentId,
        { label, depth, prizes, bibs: slots.map(({ bib }) => bib) },
      ]);
      return { order: idsOf(segments), said: Object.fromEntries(said) };
    };
    await desk.enter(lines("7"), { segmentId: "special:first-local" });
    const before = await labelled();
    const [{ segments }] = awards as [(typeof awards)[number]];
    listed.splice(0, 2, other, { eventRunId: runId, segments: segments.toReversed() });
    desk.partner.online = true;
    await download(desk);
    const after = await labelled();
    expect(after.order).toEqual(before.order.toReversed());
    expect(after.said).toEqual(before.said);
  });

  test("P3 that vanish upstream leave on screen what was typed", async () => {
    const listed = [...awards];
    const desk = await openPodium({ awards: listed });
    await desk.enter(lines("7"), { segmentId: "masters/over 60?" });
    listed.pop();
    desk.partner.online = true;
    await download(desk);
    const { segments } = await desk.value("podium.get", { eventId, runId });
    expect(segments).toMatchObject([
      { segmentId: "masters/over 60?", source: "here", slots: [{ bib: "7", place: 1 }] },
    ]);
  });
});

describe("segments built here", () => {
  test("P3 go when nobody stands there, and come back as they are saved again", async () => {
    const desk = await openPodium();
    const order = () => ({ commandId: newCommandId(), eventId, runId, segmentId: "overall" });
    await desk.enter(lines("7"));
    expect(await desk.call("segment.remove", order())).toMatchObject({
      error: { code: "has-places" },
    });
    await desk.enter([]);
    expect((await desk.value("segment.remove", order())).segments).toEqual([]);
    expect(await desk.call("segment.remove", order())).toMatchObject({
      error: { code: "not-found" },
    });
    expect(await desk.call("podium.enter", { ...order(), slots: [], follows: [] })).toMatchObject({
      error: { code: "not-found" },
    });
    expect(idsOf(await desk.save("overall"))).toEqual(["overall"]);
  });

  test("P3 are counted by run", async () => {
    const desk = await openPodium();
    await desk.save("sex:F");
    await desk.enter(lines("7"));
    await desk.announce();
    const { runs } = await desk.value("podium.get", { eventId });
    expect(runs.map(({ id, segments, announced }) => [id, segments, announced])).toEqual([
      ["run-10", 2, 1],
      ["run-5", 0, 0],
      ["run-relay", 0, 0],
      ["run-full", 0, 0],
    ]);
  });
});

test("an event, a run or a segment that is not here is not found, by any name", async () => {
  const desk = await openPodium();
  const codeOf = async (name: ProcedureName, input: unknown) => {
    const reply = await desk.core.dispatch(name, input, { role: "owner" });
    return reply.ok ? "ok" : reply.error.code;
  };
  const order = { commandId: newCommandId(), slots: [], follows: [] };
  const elsewhere = [
    { eventId: "no", runId, segmentId: "overall" },
    { eventId, runId: "no", segmentId: "overall" },
    { eventId, runId, segmentId: "no" },
  ];
  for (const place of elsewhere) {
    expect(await codeOf("podium.enter", { ...order, ...place })).toBe("not-found");
    expect(await codeOf("podium.undo", { ...order, ...place })).toBe("not-found");
    expect(await codeOf("podium.history", place)).toBe("not-found");
    const seen = { revision: "x", openWarnings: 0, depth: 3, clock: "gun" };
    const announced = { ...order, ...place, ...seen };
    expect(await codeOf("podium.announce", announced)).toBe("not-found");
  }
  expect(await codeOf("podium.get", { eventId: "no" })).toBe("not-found");
  expect(await codeOf("podium.get", { eventId, runId: "no" })).toBe("not-found");
  expect(await codeOf("podium.find", { eventId, runId: "no", bib: "7" })).toBe("not-found");
});
