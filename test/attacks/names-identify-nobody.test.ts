import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Caller } from "#core/handlers.ts";
import { owner } from "#core/handlers.ts";
import { openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";

const race = {
  runs: [{ _id: "run", distanceLabel: "10 km" }],
  registrations: [
    { _id: "p1", eventRunId: "run", email: "a@example.org", name: "Ada" },
    { _id: "p2", eventRunId: "run", email: "b@example.org", name: "Bea" },
  ],
};

type Desk = Awaited<ReturnType<typeof openRace>>;

const order = () => ({ commandId: randomUUID(), eventId });

const pair = (desk: Desk, name: string) =>
  desk.core.access.pair(desk.core.access.openPairing().code, name, "192.0.2.1");

/** A device with the same name as the owner's desk, paired before names were compared. */
const sameName = (deviceId: string): Caller => ({ role: "desk", device: "Desk 1", deviceId });

const checkIn = (desk: Desk, runnerId: string, caller: Caller) =>
  desk.value("checkIn.perform", { ...order(), runnerId }, caller);

const nothing = { ok: false, error: { code: "nothing-to-undo" } };

describe("S10 no device is called like another desk", () => {
  test.each([
    "Desk 1",
    "desk 1",
    "DESK 1",
    "Desk\u200b 1",
    "\u202eDesk 1",
    "Desk\u00a01",
    "Desk 1\u0000",
    "Ｄｅｓｋ １",
    "Dеsk 1",
    "Désk 1",
    "Desk l",
    "Desk-1",
    "Desk\u3164 1",
  ])("S10 %j is taken for the owner's desk and refused", async (name) => {
    const desk = await openRace(race);
    const { code } = desk.core.access.openPairing();
    expect(desk.core.access.pair(code, name, "192.0.2.1")).toMatchObject({
      error: { code: "name-taken", details: { name: "Desk 1" } },
    });
    // The code can still be used with another name.
    expect(desk.core.access.pair(code, "Finish", "192.0.2.1")).toMatchObject({ ok: true });
  });

  test("S10 one that is taken for another device is refused; the same name again gets a number", async () => {
    const desk = await openRace(race);
    expect(pair(desk, "Tablet")).toMatchObject({ value: { name: "Tablet" } });
    expect(pair(desk, "Tablet")).toMatchObject({ value: { name: "Tablet 2" } });
    for (const name of ["tablet", "TabIet", "Tаblet", "Tab\u200dlet 2", "tablet2"]) {
      expect(pair(desk, name), name).toMatchObject({ error: { code: "name-taken" } });
    }
    expect(pair(desk, "Gate")).toMatchObject({ ok: true });
  });

  test("S10 the owner's desk is not renamed to what a device is called", async () => {
    const desk = await openRace(race);
    pair(desk, "Tablet");
    const save = (name: string) =>
      desk.call("settings.save", { commandId: randomUUID(), desk: name });
    expect(await save("tablet ")).toMatchObject({
      error: { code: "name-taken", details: { name: "Tablet" } },
    });
    expect(await save("Gate\u200b")).toMatchObject({ value: { desk: "Gate" } });
  });
});

describe("S10 whose an act is, is told by the device and not by its name", () => {
  test("S10 Ctrl+Z of a device of the same name takes back nothing of the owner's", async () => {
    const desk = await openRace(race);
    await checkIn(desk, "p1", owner);
    expect(await desk.call("desk.undoLast", order(), sameName("d1"))).toMatchObject(nothing);
    await checkIn(desk, "p2", sameName("d1"));
    expect(await desk.call("desk.undoLast", order(), sameName("d2"))).toMatchObject(nothing);
    // Each caller undoes its own command; then nothing is left to undo.
    expect((await desk.value("desk.undoLast", order(), owner)).runners).toMatchObject([
      { id: "p1" },
    ]);
    expect(await desk.call("desk.undoLast", order(), owner)).toMatchObject(nothing);
    expect((await desk.value("desk.undoLast", order(), sameName("d1"))).runners).toMatchObject([
      { id: "p2" },
    ]);
  });

  test("S10 nor does Redo, and what is done again is the act of who pressed it", async () => {
    const desk = await openRace(race);
    await checkIn(desk, "p1", sameName("d1"));
    await desk.value("desk.undoLast", order(), sameName("d1"));
    expect(await desk.call("desk.redo", order(), owner)).toMatchObject({ ok: false });
    await desk.value("desk.redo", order(), sameName("d1"));
    expect(await desk.call("desk.undoLast", order(), owner)).toMatchObject(nothing);
  });

  test("S10 nor the finish log's step back", async () => {
    const desk = await openRace(race);
    const stamp = (caller: Caller) =>
      desk.value(
        "finish.stamp",
        { ...order(), stamps: [{ id: randomUUID(), atMs: desk.clock.now() }] },
        caller,
      );
    await stamp(owner);
    expect(await desk.call("finish.undo", order(), sameName("d1"))).toMatchObject(nothing);
    await stamp(sameName("d1"));
    await desk.value("finish.undo", order(), owner);
    expect(await desk.call("finish.undo", order(), owner)).toMatchObject(nothing);
    await desk.value("finish.undo", order(), sameName("d1"));
  });

  test("S10 settings belong to the device: a later one of the same name has none of them", async () => {
    const desk = await openRace(race);
    const save = { commandId: randomUUID(), operator: "Ida" };
    await desk.value("settings.save", save, sameName("d1"));
    const { settings } = await desk.value("desk.get", {}, sameName("d2"));
    expect(settings.operator).toBe("");
    expect((await desk.value("desk.get", {}, sameName("d1"))).settings.operator).toBe("Ida");
  });
});
