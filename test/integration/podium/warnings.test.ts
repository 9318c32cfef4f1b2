import { describe, expect, test } from "vitest";
import { download, newCommandId } from "#test/support/test-core.ts";
import { finishDesk } from "./finish-desk.ts";
import { eventId, lines, openPodium, runId, warned } from "./podium-desk.ts";
import { harbourRun } from "../services/harbour-run.ts";

describe("whom a bib means", () => {
  test("B1 exactly this bib, and those that only look alike apart", async () => {
    const desk = await openPodium();
    const found = await desk.value("podium.find", { eventId, runId, bib: "7" });
    expect(found.holders.map(({ id }) => id)).toEqual(["ana"]);
    expect(found.lookAlikes.map(({ id }) => id)).toEqual(["rui"]);
    const none = await desk.value("podium.find", { eventId, runId, bib: " " });
    expect(none).toEqual({ holders: [], lookAlikes: [], logged: [] });
  });

  test("B2 a relay team, which shares a bib, is one holder; a double shows everybody, the run's own first", async () => {
    const desk = await openPodium();
    const team = await desk.value("podium.find", { eventId, runId: "run-relay", bib: "301" });
    expect(team.holders).toMatchObject([{ teamId: "team-a" }]);
    const double = await desk.value("podium.find", { eventId, runId, bib: "99" });
    expect(double.holders.map(({ id }) => id)).toEqual(["double-2", "double-1"]);
    const other = await desk.value("podium.find", { eventId, runId: "run-full", bib: "99" });
    expect(other.holders.map(({ id }) => id)).toEqual(["double-1", "double-2"]);
  });

  test("B2 a confirmed member stands for a relay team, also if another one is listed before", async () => {
    const registrations = harbourRun.registrations.map((row) =>
      row["_id"] === "relay-1" ? { ...row, ...refunded } : row,
    );
    const desk = await openPodium({ registrations });
    const team = await desk.value("podium.find", { eventId, runId: "run-relay", bib: "301" });
    expect(team.holders).toMatchObject([{ id: "relay-2", teamId: "team-a" }]);
    // The finish log places the same member.
    await finishDesk(desk).type("301");
    const placed = await desk.value("finish.placings", { eventId, runId: "run-relay" });
    expect(placed.placings).toMatchObject([{ runnerId: "relay-2", warnings: ["not-checked-in"] }]);
  });

  test("B2 a double is never picked: the line says who all have it, until a person chooses", async () => {
    const desk = await openPodium();
    await desk.checkIn("double-2");
    const open = await desk.enter(lines("99"));
    expect(open.slots[0]).toMatchObject({
      runnerId: null,
      name: null,
      warnings: [{ kind: "ambiguous-bib", holders: [{ name: "Dora Um" }, { name: "Dora Dois" }] }],
    });
    const chosen = [{ bib: "99", runnerId: "double-2", tie: false, time: null }];
    expect((await desk.enter(chosen)).slots).toMatchObject([{ name: "Dora Dois", warnings: [] }]);
  });
});

describe("placing warns", () => {
  test("P4 about a runner who is not checked in, until they are: here or elsewhere", async () => {
    const desk = await openPodium();
    expect(warned(await desk.enter(lines("7", "50")))).toEqual([["not-checked-in"], ["other-run"]]);
    await desk.checkIn("ana");
    expect(warned(await desk.segment())).toEqual([[], ["other-run"]]);
    await desk.value("checkIn.undo", { commandId: newCommandId(), eventId, runnerId: "ana" });
    expect(await desk.segment()).toMatchObject({ openWarnings: 2 });
  });

  test("P5 the open warnings of one line are counted one by one", async () => {
    const desk = await openPodium();
    const segment = await desk.enter(lines("7", "7"));
    expect(warned(segment)).toEqual([
      ["not-checked-in", "twice-in-segment"],
      ["not-checked-in", "twice-in-segment"],
    ]);
    expect(segment).toMatchObject({ openWarnings: 4 });
  });

  test("P4 about a bib nobody has, and takes it for whoever comes with the next download", async () => {
    const desk = await openPodium();
    expect(warned(await desk.enter(lines("555")))).toEqual([["unknown-bib"]]);
    desk.partner.registrations.push({
      _id: "late",
      eventRunId: runId,
      email: "late@example.org",
      name: "Lea Late",
      bibIdentifier: "555",
      checkedIn: true,
    });
    desk.partner.online = true;
    await download(desk);
    expect((await desk.segment()).slots).toMatchObject([
      { name: "Lea Late", runnerId: "late", warnings: [] },
    ]);
  });

  test("P4 about a cancelled runner, and one whose registration vanished", async () => {
    const desk = await openPodium();
    await desk.checkIn("ana", "rui");
    const change = { eventId, runnerId: "can", bib: "8" };
    await desk.value("bib.assign", { commandId: newCommandId(), ...change });
    await desk.enter(lines("8", "7", "007"));
    const { registrations } = desk.partner;
    const ana = registrations.findIndex(({ _id }) => _id === "ana");
    registrations.splice(ana, 1);
    const rui = registrations.findIndex(({ _id }) => _id === "rui");
    registrations.push({ ...registrations[rui], ...refunded } as (typeof registrations)[number]);
    registrations.splice(rui, 1);
    desk.partner.online = true;
    await download(desk);
    // The counts of the run disagree with a list that lacks one runner, so a person decides that Ana is gone (D3).
    const decision = "take-off" as const;
    await desk.value("download.settleUnseen", { commandId: newCommandId(), eventId, decision });
    const segment = await desk.segment();
    expect(warned(segment)).toEqual([
      ["not-checked-in", "not-confirmed"],
      ["gone-upstream"],
      ["not-confirmed"],
    ]);
    expect(segment.slots[2]?.warnings).toEqual([{ kind: "not-confirmed", status: "refunded" }]);
  });

  test("P4 about a walk-up that was retracted", async () => {
    const desk = await openPodium();
    await desk.value("outbox.pause", { commandId: newCommandId() });
    const form = { eventRunId: runId, email: "nova@example.org", registrationType: "free" };
    const saved = { commandId: newCommandId(), eventId, form, bib: "900", checkIn: true };
    const { runner } = await desk.value("walkUp.save", saved);
    await desk.enter(lines("900"));
    await desk.value("walkUp.retract", {
      commandId: newCommandId(),
      eventId,
      runnerId: runner.id,
    });
    expect(warned(await desk.segment())).toEqual([["taken-back"]]);
  });

  test("P4 about a bib that was swapped: the line stays with the person it was typed for", async () => {
    const desk = await openPodium();
    await desk.checkIn("ana", "rui", "luk");
    await desk.enter(lines("7", "A12"));
    const swap = { commandId: newCommandId(), eventId, runnerId: "ana", otherRunnerId: "rui" };
    await desk.value("bib.swap", swap);
    expect(await desk.segment()).toMatchObject({
      slots: [
        {
          bib: "7",
          name: "Ana Sousa",
          currentBib: "007",
          warnings: [{ kind: "bib-swapped", bib: "007" }],
        },
        { warnings: [] },
      ],
    });
    expect((await desk.enter(lines("7"))).slots).toMatchObject([
      { name: "Rui Sousa", warnings: [{ kind: "bib-swapped", bib: "7" }] },
    ]);
    await desk.value("desk.undoLast", { commandId: newCommandId(), eventId });
    expect((await desk.enter(lines("7"))).slots).toMatchObject([
      { name: "Ana Sousa", warnings: [] },
    ]);
  });

  test("P4 about a bib given over an older one, not about a first bib", async () => {
    const desk = await openPodium();
    await desk.checkIn("ana", "can");
    const give = (runnerId: string, bib: string) =>
      desk.value("bib.assign", { commandId: newCommandId(), eventId, runnerId, bib });
    await give("can", "8");
    await give("ana", "70");
    expect(warned(await desk.enter(lines("70", "8")))).toEqual([
      ["bib-swapped"],
      ["not-confirmed"],
    ]);
  });

  test("P4 not about a bib where a runner was named without one", async () => {
    const desk = await openPodium();
    await desk.checkIn("ana", "can");
    const slots = ["ana", "can"].map((runnerId) => ({ bib: "", runnerId, tie: false, time: null }));
    const named = await desk.enter(slots);
    expect(named.slots).toMatchObject([
      { name: "Ana Sousa", currentBib: "7", warnings: [] },
      { name: "Carla Anjos", currentBib: null, warnings: [{ kind: "not-confirmed" }] },
    ]);
  });

  test("P4 about the same runner twice in a segment, on both lines", async () => {
    const desk = await openPodium();
    await desk.checkIn("ana", "luk");
    const { slots } = await desk.enter(lines("7", "A12", "7"));
    expect(slots.map(({ warnings }) => warnings)).toEqual([
      [{ kind: "twice-in-segment", place: 3 }],
      [],
      [{ kind: "twice-in-segment", place: 1 }],
    ]);
  });

  test("P4 about one team twice under two of its runners, and not about its one bib", async () => {
    const desk = await openPodium();
    await desk.checkIn("relay-1");
    const order = { eventId, runId: "run-relay" };
    await desk.value("segment.save", {
      ...order,
      commandId: newCommandId(),
      segments: [{ segmentId: "overall", label: "Relay", depth: 3, clock: "gun" }],
    });
    const enter = (slots: ReturnType<typeof lines>, follows: string[]) => {
      const place = { ...order, segmentId: "overall" };
      return desk.value("podium.enter", { commandId: newCommandId(), ...place, slots, follows });
    };
    const once = await enter(lines("301"), []);
    expect(once.slots).toMatchObject([{ teamId: "team-a", warnings: [] }]);
    const mates = ["relay-1", "relay-2"].map((runnerId) => ({
      bib: "301",
      runnerId,
      tie: false,
      time: null,
    }));
    expect(warned(await enter(mates, [once.revision ?? ""]))).toEqual([
      ["twice-in-segment"],
      ["twice-in-segment"],
    ]);
  });

  test("P4 about a winner in two segments of a declared group, and only of a declared one", async () => {
    const desk = await openPodium();
    await desk.checkIn("ana", "luk");
    await desk.save("sex:F~age:30-39");
    await desk.save("sex:F");
    await desk.enter(lines("7", "A12"));
    await desk.enter(lines("7"), { segmentId: "sex:F" });
    const aged = { segmentId: "sex:F~age:30-39" };
    expect(warned(await desk.enter(lines("7"), aged))).toEqual([[]]);
    const groups = [["overall", "sex:F~age:30-39"]];
    const saved = { commandId: newCommandId(), eventId, runId, groups };
    expect(await desk.value("group.save", saved)).toEqual({ groups });
    const { segments, groups: kept } = await desk.value("podium.get", { eventId, runId });
    expect(kept).toEqual(groups);
    expect(segments.map(({ segmentId, slots }) => [segmentId, slots[0]?.warnings])).toEqual([
      [
        "overall",
        [
          {
            kind: "also-in-group",
            segmentId: "sex:F~age:30-39",
            segmentLabel: "The sex:F~age:30-39",
            place: 1,
          },
        ],
      ],
      ["sex:F", []],
      ["sex:F~age:30-39", [expect.objectContaining({ segmentId: "overall", place: 1 })]],
    ]);
    await desk.value("group.save", { ...saved, commandId: newCommandId(), groups: [] });
    expect(warned(await desk.segment())).toEqual([[], []]);
  });

  test("P4 about a time nobody runs", async () => {
    const desk = await openPodium();
    await desk.checkIn("ana", "luk");
    expect(warned(await desk.enter(lines("7@12:34", "A12@30:00:00")))).toEqual([
      ["time-unlikely"],
      ["time-unlikely"],
    ]);
  });
});

const refunded = { registrationStatus: "refunded" };
