import { describe, expect, test } from "vitest";
import { newCommandId } from "#test/support/test-core.ts";
import { eventId, lines, openPodium, readOut, runId, tablet } from "./podium-desk.ts";

describe("announcing", () => {
  test("P5 keeps who, when, which sheet and over how many open warnings", async () => {
    const desk = await openPodium();
    await desk.checkIn("ana");
    await desk.enter(lines("7", "555"), {}, tablet);
    await desk.clock.advance(60_000);
    const announced = await desk.announce();
    expect(announced).toMatchObject({
      state: "announced",
      openWarnings: 1,
      announced: {
        openWarnings: 1,
        actor: { desk: "Tablet" },
        announcedBy: { desk: "Desk 1", atMs: desk.clock.now() },
        revision: announced.revision,
      },
    });
    expect(await desk.announce().catch((error: unknown) => String(error))).toContain(
      "nothing-to-announce",
    );
  });

  test("P5 is refused for another sheet, or another count, than the person saw", async () => {
    const desk = await openPodium();
    const { revision } = await desk.enter(lines("7"));
    const place = { eventId, runId, segmentId: "overall", revision: revision ?? "" };
    const setUp = { depth: 3, clock: "gun" } as const;
    const order = () => ({ commandId: newCommandId(), ...place, openWarnings: 1, ...setUp });
    await desk.checkIn("ana");
    const changed = { error: { code: "changed-meanwhile", details: { segment: {} } } };
    expect(await desk.call("podium.announce", order())).toMatchObject(changed);
    for (const other of [{ depth: 1 }, { clock: "chip" }] as const) {
      const unseen = { ...order(), openWarnings: 0, ...other };
      expect(await desk.call("podium.announce", unseen)).toMatchObject(changed);
    }
    await desk.enter(lines("555"));
    expect(await desk.call("podium.announce", order())).toMatchObject(changed);
    expect(await desk.segment()).toMatchObject({ state: "draft", announced: null });
  });

  test("P5 nothing is announced where nobody stands", async () => {
    const desk = await openPodium();
    const { revision } = await desk.enter(lines("7"));
    await desk.enter([]);
    const now = await desk.segment();
    const place = { eventId, runId, segmentId: "overall", openWarnings: 0 };
    const setUp = { depth: 3, clock: "gun" } as const;
    const order = { commandId: newCommandId(), ...place, ...setUp };
    expect(
      await desk.call("podium.announce", { ...order, revision: now.revision ?? "" }),
    ).toMatchObject({ error: { code: "nothing-to-announce" } });
    expect(revision).not.toBe(now.revision);
  });
});

describe("after an announcement", () => {
  test("P5 a change needs a reason, is loud, and is announced again", async () => {
    const desk = await openPodium();
    await desk.enter(lines("7", "A12"));
    await desk.announce();
    const change = await desk.order(lines("A12", "7"));
    expect(await desk.call("podium.enter", change)).toMatchObject({
      error: { code: "reason-needed" },
    });
    const changed = await desk.value("podium.enter", { ...change, reason: "Photo finish" });
    expect(changed).toMatchObject({
      state: "changed",
      changedBy: { desk: "Desk 1" },
      announced: { slots: [{ bib: "7" }, { bib: "A12" }] },
    });
    expect(readOut(changed)).toEqual(["1. A12", "2. 7"]);
    expect(await desk.announce()).toMatchObject({
      state: "announced",
      announced: { slots: [{ bib: "A12" }, { bib: "7" }] },
    });
  });

  test("P5 what says the same as before is no change and needs no reason", async () => {
    const desk = await openPodium();
    const before = await desk.enter(lines("7@12:34", "A12"));
    await desk.announce();
    const again = await desk.enter(lines("7@1234", "A12"));
    expect(again).toMatchObject({ state: "announced", revision: before.revision });
  });

  test("P5 going back to what was announced is announced again", async () => {
    const desk = await openPodium();
    await desk.enter(lines("7", "A12"));
    await desk.announce();
    const reason = "Misread";
    expect(await desk.enter(lines("A12"), { reason })).toMatchObject({ state: "changed" });
    const { revision } = await desk.segment();
    const place = { eventId, runId, segmentId: "overall", follows: [revision ?? ""] };
    expect(await desk.call("podium.undo", { commandId: newCommandId(), ...place })).toMatchObject({
      error: { code: "reason-needed" },
    });
    expect(await desk.undo({ reason: "It was right" })).toMatchObject({ state: "announced" });
  });

  test("P5 other award places or another clock after the announcement are a change, with whose it is", async () => {
    const desk = await openPodium();
    const declare = (depth: number, clock: "gun" | "chip") =>
      desk.value(
        "segment.save",
        {
          commandId: newCommandId(),
          eventId,
          runId,
          segments: [{ segmentId: "overall", label: "Overall", depth, clock }],
        },
        tablet,
      );
    await desk.enter(lines("7", "A12"));
    expect(await desk.announce()).toMatchObject({ state: "announced" });
    desk.clock.jump(1_000);
    await declare(3, "gun");
    expect(await desk.segment()).toMatchObject({ state: "announced", changedBy: null });
    await declare(1, "gun");
    expect(await desk.segment()).toMatchObject({
      state: "changed",
      depth: 1,
      actor: { desk: "Desk 1" },
      changedBy: { desk: "Tablet" },
      slots: [{ beyondDepth: false }, { beyondDepth: true }],
      announced: {
        depth: 3,
        clock: "gun",
        slots: [{ beyondDepth: false }, { beyondDepth: false }],
      },
    });
    await declare(3, "chip");
    expect(await desk.segment()).toMatchObject({ state: "changed" });
    await declare(3, "gun");
    expect(await desk.segment()).toMatchObject({ state: "announced" });
    await declare(1, "gun");
    expect(await desk.announce()).toMatchObject({ state: "announced", depth: 1 });
    const place = { eventId, runId, segmentId: "overall" };
    const { lines: told } = await desk.value("podium.history", place);
    expect(told.map(({ kind }) => kind)).toEqual([
      "entered",
      "announced",
      "changed-after-announcement",
      "changed-after-announcement",
      "changed-after-announcement",
      "changed-after-announcement",
      "announced",
    ]);
    const actor = { desk: "Tablet", atMs: desk.clock.now() };
    expect(told[2]).toMatchObject({ declared: { depth: 1, clock: "gun" }, slots: [], actor });
  });

  test("P5 the history keeps every sheet and announcement with who, when and why", async () => {
    const desk = await openPodium();
    await desk.enter(lines("7", "=A12"));
    await desk.enter(lines("7"));
    await desk.undo();
    await desk.announce();
    await desk.enter(lines("A12"), { reason: "Photo finish" }, tablet);
    const { lines: told } = await desk.value("podium.history", {
      eventId,
      runId,
      segmentId: "overall",
    });
    expect(told).toMatchObject([
      { kind: "entered", slots: [{ place: 1, bib: "7", name: "Ana Sousa" }, { place: 1 }] },
      { kind: "entered", slots: [{ bib: "7" }] },
      { kind: "undone", slots: [{ bib: "7" }, { bib: "A12" }] },
      { kind: "announced", openWarnings: 2, slots: [{ bib: "7" }, { bib: "A12" }] },
      {
        kind: "changed-after-announcement",
        reason: "Photo finish",
        actor: { desk: "Tablet" },
        slots: [{ bib: "A12" }],
      },
    ]);
  });
});

describe("a step back", () => {
  test("J2 goes further with each step, to the empty sheet and no further; nothing is lost by it", async () => {
    const desk = await openPodium();
    await desk.enter(lines("7"));
    await desk.enter(lines("7", "A12"));
    await desk.enter(lines("A12"));
    expect(readOut(await desk.undo())).toEqual(["1. 7", "2. A12"]);
    expect(readOut(await desk.undo())).toEqual(["1. 7"]);
    expect(await desk.undo()).toMatchObject({ slots: [], state: "empty" });
    const { revision } = await desk.segment();
    const place = { eventId, runId, segmentId: "overall", follows: [revision ?? ""] };
    expect(await desk.call("podium.undo", { commandId: newCommandId(), ...place })).toMatchObject({
      error: { code: "nothing-to-undo" },
    });
    expect(readOut(await desk.enter(lines("007")))).toEqual(["1. 007"]);
    expect(await desk.undo()).toMatchObject({ slots: [] });
    const history = { eventId, runId, segmentId: "overall" };
    expect((await desk.value("podium.history", history)).lines).toHaveLength(8);
  });

  test("J2 there is none where nothing was typed", async () => {
    const desk = await openPodium();
    const place = { eventId, runId, segmentId: "overall", follows: [] };
    expect(await desk.call("podium.undo", { commandId: newCommandId(), ...place })).toMatchObject({
      error: { code: "nothing-to-undo" },
    });
  });
});
